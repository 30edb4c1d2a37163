"""A continuous joint has no position limits.

Checks
    `lower` and `upper` on a continuous joint that would bound it. Zeros, and bounds that nothing reaches,
    are left alone: exporters write them by habit.

Who breaks
    Readers disagree: urdfdom, MoveIt and Gazebo ignore the bounds and the joint turns freely, and so does
    MuJoCo from 4.0 on; up to 3.x it stops the joint there.

Bad
    <joint name="wheel" type="continuous">
        <limit lower="-3.14" upper="3.14" effort="5" velocity="10"/>
    </joint>

Good
    <limit effort="5" velocity="10"/>, or type="revolute" where the bounds are real

References
    URDF XML specification, joint, <limit>: "Omit if joint is continuous". MuJoCo, URDF reader.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.listing import MANY, listed, per_joint
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option

ID = 'joint-continuous-limits'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'unreachable': Option(
        1000.0, 'rad', 7.0, None,
        'bounds on both sides beyond this are taken for "none": about 160 turns; "no limit" is written '
        'as 1e3, 1e9 or 1e16'
    ),
}
SOURCES = ('URDF XML: joint/limit', 'MuJoCo: URDF reader')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding where a continuous joint is bounded, or one for many."""
    yield from listed(per_joint(robot, 'limit', lambda joint: _look(joint, options)), MANY, _together)


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} continuous joints have limits: urdfdom ignores them, MuJoCo up to 3.x stops the '
            f'joints there; take them out, or make the joints revolute: {names}')


def _look(joint: Joint, options: Mapping[str, Any]) -> Iterator[Finding]:
    limit = joint.limit
    if limit is None or joint.type != 'continuous':
        return
    lower, upper = limit.lower or 0.0, limit.upper or 0.0
    far = options['unreachable']
    if (lower == 0 and upper == 0) or (lower <= -far and upper >= far):
        return
    yield Finding(
        message=f'a continuous joint with limits [{lower:g}, {upper:g}] rad: urdfdom ignores them, MuJoCo '
        'up to 3.x stops the joint there; take them out, or make the joint revolute',
        site=limit.element.site,
        attribute='lower' if limit.lower is not None else 'upper',
        values={'lower [rad]': lower, 'upper [rad]': upper},
    )
