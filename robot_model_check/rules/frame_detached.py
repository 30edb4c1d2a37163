"""Every part of the robot is near the rest of it.

Checks
    At all joints zero: for every joint, the gap between the geometry beyond it and all other geometry,
    measured between bounding boxes, so that it is never overstated. Told where the gap exceeds a share of the
    larger of the two and the size of a usual link (where all that is beyond is fixed, as a sensor on a mast
    that is not drawn, the whole of the larger). The subject is the joint where its origin leaves the gap, the
    link where the origin of its visual or collision does. A joint origin in millimetres is `unit-joint-
    origin`. Machines fixed to one frame without geometry are a cell: each is judged by itself.

Who breaks
    Nobody says anything: a part floats in RViz, reach and collisions are wrong by the gap, and the first
    motion swings the part through its neighbours.

Bad
    <origin xyz="0 0 1.5"/>   on an arm whose links are 0.2 m long

Good
    <origin xyz="0 0 0.15"/>

References
    URDF XML specification, joint, <origin>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.gaps import Gap

ID = 'frame-detached'
AREA = 'frames'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'share': Option(0.4, '1', 0.0, 10.0, 'of the larger part; the widest gap on the public robots is 0.005'),
}
SOURCES = ('URDF XML: joint/origin',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per gap."""
    from robot_model_check.clues.gaps import find_gaps, unmeasured
    missing = unmeasured(context)
    if missing:
        yield NotChecked(f'the geometry of {", ".join(missing[:5])} is not known, so gaps mean nothing')
        return
    for gap in find_gaps(context, options['share']):
        yield _finding(gap, context)


def _finding(gap: Gap, context: Context) -> Finding:
    joint = context.tree.parent_joint[gap.link]
    by_joint = gap.offset_of_joint >= gap.offset_of_shape
    link = context.tree.links[gap.link]
    shape = next(iter(link.shapes), None)
    if by_joint or shape is None:
        subject, element = Subject('joint', joint.name), joint.origin.element
        what = f'joint {joint.name} puts it {gap.offset_of_joint:.3g} m from {joint.parent}'
    else:
        subject, element = Subject('link', gap.link), shape.origin.element
        what = f'its shapes lie {gap.offset_of_shape:.3g} m from its own frame'
    return Finding(
        message=f'{gap.link} and what hangs on it float {gap.width:.3g} m away from the rest of the robot, '
                f'which is {gap.size:.3g} m large: {what}',
        site=element.site if element else joint.element.site, attribute='xyz' if element else None,
        subject=subject,
        values={'gap [m]': gap.width, 'size [m]': gap.size, 'joint origin [m]': list(joint.origin.xyz)})
