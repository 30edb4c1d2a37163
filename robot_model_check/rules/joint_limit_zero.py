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
from functools import partial
from typing import Any

from robot_model_check.clues.listing import listed, names_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
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


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per joint, or one for many joints with the same fault."""
    alike: dict[str, list[Finding]] = defaultdict(list)
    for joint in robot.joints:
        fault = _fault(joint)
        if fault:
            alike[fault].append(_finding(fault, joint))
    for fault, found in alike.items():
        yield from listed(found, options['listed'], partial(_together, fault), _values)


def _fault(joint: Joint) -> str:
    limit = joint.limit
    if limit is None or joint.type not in ('revolute', 'prismatic', 'continuous'):
        return ''
    given = (('effort', limit.effort), ('velocity', limit.velocity))
    zero = ' and '.join(name for name, value in given if value == 0)
    below = ' and '.join(f'{name} {value:g}' for name, value in given if value is not None and value < 0)
    return ', '.join(([f'{zero} limit 0'] if zero else []) + ([f'{below} below 0'] if below else []))


def _finding(fault: str, joint: Joint) -> Finding:
    element = joint.limit.element if joint.limit else joint.element
    return Finding(
        message=f'{fault}: who enforces it never moves the {joint.type} joint; give what the drive can do',
        subject=Subject('joint', joint.name),
        site=element.site,
        attribute='effort' if fault.startswith('effort') else 'velocity',
        values={'joints': [joint.name]},
    )


def _together(fault: str, found: Sequence[Finding], names: str) -> str:
    first = ', '.join(names_of(found)[:3])
    return f'{fault} on {len(found)} joints ({first}, ...): give what the drives can do'


def _values(found: Sequence[Finding]) -> Mapping[str, Any]:
    return {'joints': names_of(found)}
