"""A mimic joint stays inside its own limits.

Checks
    The range that the driving joint's limits give through multiplier and offset (and through each joint of a chain), against the
    follower's own limits. How far it is driven beyond them is told.

Who breaks
    The follower hits its stop and the pair locks in a simulator that enforces both; MoveIt rejects the state as out of bounds; a
    reader that enforces neither shows the gripper through itself. A forgotten minus sign of the multiplier shows like this.

Bad
    driver [0, 0.8] rad; follower [0, 0.8] rad with <mimic joint="driver" multiplier="-1"/>

Good
    driver [0, 0.8] rad; follower [-0.8, 0] rad with <mimic joint="driver" multiplier="-1"/>

Options
    slack [1]: what may stick out, as a share of the follower's travel.

References
    URDF XML specification, joint, <mimic>: value = multiplier * other_joint_value + offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Joint, Limit
from robot_model_check.rules import Option

ID = 'mimic-range'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.WARNING
NEEDS = ('mimic', 'limit')
OPTIONS = {
    'slack': Option(0.01, '1', 0.0, 0.5, 'limits and multipliers of measured couplings are printed with three digits; '
                                         'nothing is felt of a hundredth of the travel'),
}
SOURCES = ('URDF XML: joint/mimic',)

LIMITED = ('revolute', 'prismatic')


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding where the follower is driven out of its limits."""
    if joint.mimic is None or joint.type not in LIMITED or not _bounds(joint.limit):
        return
    driver, factor, offset = _driver(joint, context.tree.joints)
    own, driving = _bounds(joint.limit), _bounds(driver.limit) if driver is not None else None
    if driver is None or driver.type not in LIMITED or own is None or driving is None:
        return
    low, high = sorted(factor * q + offset for q in driving)
    beyond = max(own[0] - low, high - own[1])
    if beyond <= options['slack'] * max(own[1] - own[0], high - low) or own[0] > own[1] or driving[0] > driving[1]:
        return
    unit = 'm' if joint.type == 'prismatic' else 'rad'
    yield Finding(message=f'"{driver.name}" drives the joint to [{low:.4g}, {high:.4g}] {unit}, {beyond:.4g} {unit} beyond its '
                          f'own limits [{own[0]:.4g}, {own[1]:.4g}] {unit}; check multiplier {joint.mimic.multiplier:g}, '
                          f'offset {joint.mimic.offset:g} and the limits',
                  site=joint.mimic.element.site,
                  values={'driver': driver.name, f'driven [{unit}]': [low, high], f'limits [{unit}]': list(own),
                          f'beyond [{unit}]': beyond})


def _bounds(limit: Limit | None) -> tuple[float, float] | None:
    """Return (lower, upper), an absent one 0 as URDF reads it; None where both are absent."""
    if limit is None or (limit.lower is None and limit.upper is None):
        return None
    return limit.lower or 0.0, limit.upper or 0.0


def _driver(joint: Joint, joints: Mapping[str, Joint]) -> tuple[Joint | None, float, float]:
    """Return the joint at the end of the mimic chain, with q = factor * q_driver + offset; None in a cycle."""
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
