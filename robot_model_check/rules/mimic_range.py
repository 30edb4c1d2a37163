"""A mimic joint moves, and stays inside its own limits.

Checks
    The range that the driving joint's limits give through multiplier and offset (and through each joint of
    a chain), against the follower's own limits. How far it is driven beyond them is told. A follower of a
    fixed joint never moves, wherever its limits are: the joint named is the wrong one, or one that was made
    fixed later. Many followers at fault are one finding.

Who breaks
    The follower hits its stop and the pair locks in a simulator that enforces both; MoveIt rejects the
    state as out of bounds; a reader that enforces neither shows the gripper through itself. A forgotten
    minus sign of the multiplier shows like this. A leader that is fixed has no position that the follower
    could take: the finger stands still.

Bad
    driver [0, 0.8] rad; follower [0, 0.8] rad with <mimic joint="driver" multiplier="-1"/>

Good
    driver [0, 0.8] rad; follower [-0.8, 0] rad with <mimic joint="driver" multiplier="-1"/>

References
    URDF XML specification, joint, <mimic>: value = multiplier * other_joint_value + offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.listing import listed, names_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Joint, Mimic, Robot
from robot_model_check.rules import Option

ID = 'mimic-range'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'slack': Option(
        0.01,
        '1',
        0.0,
        0.5,
        'what may stick out, as a share of the travel: limits and multipliers of measured couplings are '
        'printed with three digits; '
        'nothing is felt of a hundredth of the travel',
    ),
    'listed': Option(4, '1', 2, None, 'from here on one finding lists them: three lines are read joint by '
                     'joint, more are one habit of one model'),
}
SOURCES = ('URDF XML: joint/mimic',)

LIMITED = ('revolute', 'prismatic')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per follower that is driven out of its limits, or one for many."""
    told = (
        finding for joint in robot.joints for finding in _told(joint, context.tree.joints, options['slack'])
    )
    yield from listed(told, options['listed'], _together, _values)


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} joints stand still or are driven beyond their own limits by those they mimic; '
            f'"{names_of(found)[0]}": {found[0].message}')


def _values(found: Sequence[Finding]) -> Mapping[str, Any]:
    return {'joints': dict(zip(names_of(found), (one.values for one in found), strict=True))}


def _told(joint: Joint, joints: Mapping[str, Joint], slack: float) -> Iterator[Finding]:
    own = _bounds(joint)
    if joint.mimic is None or joint.type == 'fixed':
        return
    driver, factor, offset = _driver(joint, joints)
    if driver is not None and driver.type == 'fixed':
        yield _still(joint, joint.mimic, driver, offset)
    if own is None:
        return
    driving = _bounds(driver) if driver is not None else None
    if driver is None or driving is None:
        return
    low, high = sorted(factor * q + offset for q in driving)
    beyond = max(own[0] - low, high - own[1])
    if beyond <= slack * max(own[1] - own[0], high - low):
        return
    unit = 'm' if joint.type == 'prismatic' else 'rad'
    yield Finding(
        message=f'"{driver.name}" drives the joint to [{low:.4g}, {high:.4g}] {unit}, {beyond:.4g} {unit} '
        f'beyond its own limits [{own[0]:.4g}, {own[1]:.4g}] {unit}; check multiplier '
        f'{joint.mimic.multiplier:g}, offset {joint.mimic.offset:g} and the limits',
        subject=Subject('joint', joint.name),
        site=joint.mimic.element.site,
        values={
            'driver': driver.name,
            f'driven [{unit}]': [low, high],
            f'limits [{unit}]': list(own),
            f'beyond [{unit}]': beyond,
        },
    )


def _still(joint: Joint, mimic: Mimic, driver: Joint, offset: float) -> Finding:
    unit = 'm' if joint.type == 'prismatic' else 'rad'
    return Finding(
        message=f'"{driver.name}" is fixed, so the joint stands still at {offset:g} {unit}; name the joint '
        'that is to drive it, or make both move or neither',
        subject=Subject('joint', joint.name),
        site=mimic.element.site,
        values={'driver': driver.name, f'stands at [{unit}]': offset},
    )


def _bounds(joint: Joint) -> tuple[float, float] | None:
    """Return (lower, upper), an absent one 0 as URDF reads it; None where absent or not in order."""
    limit = joint.limit
    if joint.type not in LIMITED or limit is None or (limit.lower is None and limit.upper is None):
        return None
    lower, upper = limit.lower or 0.0, limit.upper or 0.0
    return (lower, upper) if lower <= upper else None


def _driver(joint: Joint, joints: Mapping[str, Joint]) -> tuple[Joint | None, float, float]:
    """Return the joint that drives the chain, with q = factor * q_driver + offset; None in a cycle."""
    factor, offset, seen = 1.0, 0.0, {joint.name}
    leader: Joint | None = joint
    while leader is not None and leader.mimic is not None:
        offset += factor * leader.mimic.offset
        factor *= leader.mimic.multiplier
        if leader.mimic.joint in seen:
            return None, factor, offset
        seen.add(leader.mimic.joint)
        leader = joints.get(leader.mimic.joint)
    return leader, factor, offset
