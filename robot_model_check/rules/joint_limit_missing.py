"""Revolute and prismatic joints have limits.

Checks
    <limit> is there (an error where not), and it gives `lower` or `upper` (a warning where it gives
    neither: both then read 0).

Who breaks
    urdfdom refuses the description: "Joint [elbow] is of type REVOLUTE but it does not specify limits".
    With neither bound given urdfdom reads 0 for both, so that MoveIt and Gazebo lock the joint, while
    MuJoCo lets it turn freely.

Bad
    <joint name="elbow" type="revolute"> ... <axis xyz="0 1 0"/></joint>

Good
    <limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>
    or type="continuous" for a joint that turns freely

References
    URDF XML specification, joint, <limit>. urdfdom, parseJoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.listing import MANY, by_cause, per_joint
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option

ID = 'joint-limit-missing'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint/limit', 'urdfdom: parseJoint')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding where the limit, or both of its bounds, are absent, or one for many."""
    yield from by_cause(per_joint(robot, 'limit', _look), MANY, _together)


def _together(found: Sequence[Finding], names: str) -> str:
    if found[0].level is Level.WARNING:
        return (f'<limit> of {len(found)} joints gives neither lower nor upper: both read 0 and lock them; '
                f'give them: {names}')
    return f'{len(found)} joints have no <limit>; give lower, upper, effort, velocity: {names}'


def _look(joint: Joint) -> Iterator[Finding]:
    if joint.type not in ('revolute', 'prismatic'):
        return
    free = ', or make it continuous if it turns freely' if joint.type == 'revolute' else ''
    if joint.limit is None:
        yield Finding(
            message=f'the {joint.type} joint has no <limit>; give lower, upper, effort, velocity{free}',
            site=joint.element.site,
        )
    elif joint.limit.lower is None and joint.limit.upper is None:
        yield Finding(
            message=f'<limit> of the {joint.type} joint gives neither lower nor upper: both read 0 '
            f'and lock the joint; give them{free}',
            level=Level.WARNING,
            site=joint.limit.element.site,
        )
