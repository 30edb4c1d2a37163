"""A collision is thicker than its joint can move it in one simulation step.

Checks
    The least extent of each collision that a joint moves, against the way that the farthest point of the
    welded links goes in one step at the velocity limit of the joint. Extents are taken along the principal
    axes of the shape.

Who breaks
    Engines that test contacts at the end of each step (MuJoCo, Bullet, DART and PhysX by default): a thin
    plate or finger that moves fast is on one side of the part in one step and on the other side in the next,
    and nothing touched (tunnelling).

Bad
    A plate of 1 mm, 0.5 m from an axis with <limit velocity="10" .../>: 5 mm in a step of 1 ms.

Good
    A plate of 10 mm as collision, a smaller velocity limit, or continuous collision detection.

References
    Bullet user manual, continuous collision detection. NVIDIA PhysX, advanced collision detection:
    tunnelling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Joint
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'collision-thin'
AREA = 'collision'
SCOPE = 'joint'
LEVEL = Level.INFO
NEEDS = ('axis', 'limit')
OPTIONS = {
    'fastest': Option(100.0, 'rad/s or m/s', 0.0, None, 'a larger velocity limit is none: no robot joint '
                                                        'is so fast'),
    'step': Option(0.001, 's', 1e-6, 1.0, 'the default of Gazebo; MuJoCo takes 0.002, PyBullet 1/240'),
}
FLAT = 1e-9  # m: thinner has no volume at all, which mesh-degenerate tells
SOURCES = ('Bullet user manual: CCD', 'PhysX guide: tunnelling')


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for the thinnest collision that moves farther in a step than it is thick."""
    velocity = joint.limit.velocity if joint.limit is not None else None
    parent = context.tree.parent_joint.get(joint.child)
    if not velocity or velocity > options['fastest'] or parent is not joint:
        return
    if joint.type not in ('revolute', 'continuous', 'prismatic'):
        return
    thin = _thinnest(joint, context)
    if thin is None:
        return
    link, thickness, reach = thin
    way = abs(velocity) * options['step'] * (1.0 if joint.type == 'prismatic' else reach)
    if way > thickness > FLAT:
        yield Finding(
            message=f'its collision is {1e3 * thickness:.3g} mm thin and joint "{joint.name}" can move it by '
                    f'{1e3 * way:.3g} mm in a step of {1e3 * options["step"]:g} ms ({velocity:g} '
                    f'{"m" if joint.type == "prismatic" else "rad"}/s): it can pass through a part '
                    f'untouched. Make it '
                    'thicker',
            site=context.tree.links[link].collisions[0].element.site, subject=Subject('link', link),
            values={'thickness [m]': thickness, 'way [m]': way, 'reach [m]': reach, 'joint': joint.name})


def _thinnest(joint: Joint, context: Context) -> tuple[str, float, float] | None:
    """Return (link, thickness, farthest point from the axis) [m] of the group that the joint moves."""
    import numpy as np

    from robot_model_check.clues.groups import group_shapes
    axis = np.array(joint.axis)
    if not axis.any():
        return None
    axis = axis / np.linalg.norm(axis)
    found = [(name, _thickness(shape.hull), _reach(shape.hull @ T[:3, :3].T + T[:3, 3], axis))
             for name, shape, T in group_shapes(joint.child, context) if shape.kind == 'collision']
    if not found:
        return None
    name, thickness, _ = min(found, key=lambda row: row[1])
    return name, thickness, max(row[2] for row in found)


def _thickness(points: Array) -> float:
    """Return the least extent of points (n, 3) along their principal axes."""
    import numpy as np
    axes = np.linalg.eigh(np.cov(points.T))[1]
    return float(np.ptp(points @ axes, axis=0).min())


def _reach(points: Array, axis: Array) -> float:
    """Return the largest distance of points (n, 3) from the axis through the origin."""
    import numpy as np
    return float(np.linalg.norm(np.cross(points, axis), axis=1).max())
