"""No joint follows itself.

Checks
    Chains of <mimic> that come back to where they began: a joint that mimics itself, two that mimic each
    other, longer rings. Each joint of the ring is told.

Who breaks
    joint_state_publisher ends: "Found an infinite recursive mimic chain". Others follow whichever joint
    they read first.

Bad
    <joint name="left" type="revolute">... <mimic joint="right"/></joint>
    <joint name="right" type="revolute">... <mimic joint="left"/></joint>

Good
    <joint name="left" type="revolute">...</joint>   <!-- the one that is driven -->
    <joint name="right" type="revolute">... <mimic joint="left"/></joint>

References
    URDF XML specification, joint, <mimic>. joint_state_publisher.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Joint
from robot_model_check.rules import Option

ID = 'mimic-cycle'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.ERROR
NEEDS = ('mimic',)
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint/mimic', 'joint_state_publisher')


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding where following <mimic> leads back to the joint."""
    chain = [joint.name]
    leader: Joint | None = joint
    while leader is not None and leader.mimic is not None:
        if leader.mimic.joint in chain:
            break
        chain.append(leader.mimic.joint)
        leader = context.tree.joints.get(leader.mimic.joint)
    if joint.mimic is None or leader is None or leader.mimic is None or leader.mimic.joint != joint.name:
        return
    ring = ' -> '.join(f'"{name}"' for name in (*chain, joint.name))
    words = (
        'the joint mimics itself' if len(chain) == 1 else f'the mimic chain comes back to the joint: {ring}'
    )
    yield Finding(
        message=f'{words}; one of them must be driven',
        site=joint.mimic.element.site,
        attribute='joint',
        values={'chain': chain},
    )
