"""What moves and is seen can be touched.

Checks
    Every moving link with a visual has a collision. A link is left alone whose visual lies inside the box of
    the collisions of the links it is welded to (a cover, a logo, a sensor inside its housing), and so is a
    visual that is small. A robot without any collision is a model for display; one finding then stands for
    all its links.

Who breaks
    Nobody says anything. In Gazebo, MuJoCo and Bullet the link passes through everything; MoveIt plans paths
    that drive it into the table; a gripper finger without collision grasps nothing.

Bad
    <link name="forearm"><visual>...</visual></link>

Good
    <link name="forearm">
      <visual>...</visual>
      <collision><geometry><cylinder radius="0.015" length="0.16"/></geometry></collision>
    </link>

References
    URDF XML specification, link, <collision>. MoveIt, Planning scene and collision checking.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import listed, names_of, together
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'collision-missing'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'small': Option(0.02, 'm', 0.0, None, 'diagonal of a visual that may go without: a screw, a marker, a '
                                          'lens'),
    'margin': Option(0.1, '1', 0.0, 1.0, 'of its diagonal by which a visual may stick out of the collisions '
                                         'of the links '
                                         'it is welded to'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/collision',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per moving link that is seen but cannot be touched, or one that lists them."""
    if not any(link.collisions for link in robot.links):
        yield from _display_only(robot)
        return
    bare = [link for link in robot.links
            if _is_bare(link, context) and not _is_covered(link, context, options)]
    yield from listed(map(_finding, bare), options['many'], lambda found, names: (
        f'{len(found)} moving links have a visual and no collision, nothing can touch them: {names}. Add a '
        'box, cylinder or convex mesh to each'))


def _display_only(robot: Robot) -> Iterator[Finding]:
    seen = [_finding(link) for link in robot.links if link.visuals]
    moving = any(joint.type != 'fixed' for joint in robot.joints)
    if seen and moving:
        yield together(seen, 'no link has a <collision>: nothing can touch the robot, and MoveIt plans '
                             f'through everything. {len(seen)} links have a visual only',
                       {'links': names_of(seen)}, at_first=False)


def _is_bare(link: Link, context: Context) -> bool:
    return bool(link.visuals) and not link.collisions and context.tree.is_moving(link.name)


def _is_covered(link: Link, context: Context, options: Mapping[str, Any]) -> bool:
    """Return whether the visual is small, or inside the collisions of what the link is welded to."""
    import numpy as np

    from robot_model_check.clues.groups import group_shapes
    facts = context.facts.get(link.name)
    bounds = facts.bounds('visual') if facts is not None else None
    if facts is None or bounds is None:
        return False
    size = float(np.linalg.norm(bounds[1] - bounds[0]))
    if size <= options['small']:
        return True
    points = np.concatenate([shape.hull for shape in facts.of('visual')])
    margin = options['margin'] * size
    return any(_inside_box(points, shape.hull @ T[:3, :3].T + T[:3, 3], margin)
               for _, shape, T in group_shapes(link.name, context) if shape.kind == 'collision')


def _inside_box(points: Array, around: Array, margin: float) -> bool:
    """Return whether all points lie in the bounds of others, widened by the margin."""
    low, high = around.min(axis=0) - margin, around.max(axis=0) + margin
    return bool((points >= low).all() and (points <= high).all())


def _finding(link: Link) -> Finding:
    return Finding(message='moves and has a visual but no collision: it passes through everything. Add a '
                           'box, '
                           'cylinder or convex mesh',
                   site=link.element.site, subject=Subject('link', link.name))
