"""A joint that moves has some effort and some speed.

Checks
    `effort` and `velocity` of <limit> on revolute, prismatic and continuous joints are above 0. Joints that
    share the fault (an exporter that writes zeros) are one finding, from `listed` joints on.

Who breaks
    MoveIt's time parameterisation fails on a velocity limit of 0; Gazebo clamps the effort to 0, and the
    joint hangs limp. MuJoCo reads effort 0 as "no limit". Below 0 Gazebo reads "no limit", others a bound
    that nothing can keep.

Bad
    <limit lower="-1.5" upper="1.5" effort="0" velocity="0"/>

Good
    <limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>

References
    URDF XML specification, joint, <limit>. libsdformat, axis/limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option

ID = 'joint-limit-zero'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'listed': Option(
        4, '1', 2, None,
        'from here on one finding lists them: three lines are read joint by joint, more are one habit '
        'of one exporter'
    ),
}
SOURCES = ('URDF XML: joint/limit', 'libsdformat: axis/limit')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per joint, or one for many joints with the same fault."""
    alike: dict[str, list[Joint]] = defaultdict(list)
    for joint in robot.joints:
        fault = _fault(joint)
        if fault:
            alike[fault].append(joint)
    for fault, joints in alike.items():
        if len(joints) >= options['listed']:
            yield _of_model(fault, joints)
        else:
            yield from (_of_joint(fault, joint) for joint in joints)


def _fault(joint: Joint) -> str:
    limit = joint.limit
    if limit is None or joint.type not in ('revolute', 'prismatic', 'continuous'):
        return ''
    given = (('effort', limit.effort), ('velocity', limit.velocity))
    zero = ' and '.join(name for name, value in given if value == 0)
    below = ' and '.join(f'{name} {value:g}' for name, value in given if value is not None and value < 0)
    return ', '.join(([f'{zero} limit 0'] if zero else []) + ([f'{below} below 0'] if below else []))


def _of_joint(fault: str, joint: Joint) -> Finding:
    element = joint.limit.element if joint.limit else joint.element
    return Finding(
        message=f'{fault}: who enforces it never moves the {joint.type} joint; give what the drive can do',
        subject=Subject('joint', joint.name),
        site=element.site,
        attribute='effort' if fault.startswith('effort') else 'velocity',
        values={'joints': [joint.name]},
    )


def _of_model(fault: str, joints: Sequence[Joint]) -> Finding:
    names = [joint.name for joint in joints]
    first = joints[0].limit.element if joints[0].limit else joints[0].element
    return Finding(
        message=f'{fault} on {len(joints)} joints ({", ".join(names[:3])}, ...): give what the drives can do',
        site=first.site,
        attribute='effort' if fault.startswith('effort') else 'velocity',
        values={'joints': names},
    )
