"""Every joint has one of URDF's six types.

Checks
    `type` is there and is one of revolute, continuous, prismatic, fixed, floating, planar; the nearest one
    is told.

Who breaks
    urdfdom refuses the description: "Joint [elbow] has no known type [rotary]", "joint [elbow] has no type,
    check to see if it's a reference."; MuJoCo: "invalid joint type in URDF joint definition". `spherical`
    is known to MuJoCo and Bullet only.

Bad
    <joint name="elbow" type="revolut">...</joint>

Good
    <joint name="elbow" type="revolute">...</joint>

References
    URDF XML specification, joint. urdfdom, parseJoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Joint
from robot_model_check.rules import Option
from robot_model_check.words import did_you_mean

ID = 'joint-type'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint', 'urdfdom: parseJoint')

TYPES = ('revolute', 'continuous', 'prismatic', 'fixed', 'floating', 'planar')
# What other formats call these joints; `spherical` and `ball` have no counterpart in URDF.
SYNONYMS = {
    'hinge': 'revolute',
    'rotary': 'revolute',
    'rotational': 'revolute',
    'slide': 'prismatic',
    'slider': 'prismatic',
    'linear': 'prismatic',
    'free': 'floating',
    'rigid': 'fixed',
    'weld': 'fixed',
}
NO_BALL = '; URDF has no ball joint, only MuJoCo and Bullet read one: use three revolute joints'


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding where the type is absent or unknown."""
    if joint.type not in TYPES:
        yield Finding(
            message=_words(joint.type),
            site=joint.element.site,
            attribute='type' if joint.type else None,
            values={'type': joint.type},
        )


def _words(written: str) -> str:
    if not written:
        return f'the joint has no type; URDF knows {", ".join(TYPES)}'
    if written in ('spherical', 'ball'):
        return f'unknown joint type "{written}"{NO_BALL}'
    synonym = SYNONYMS.get(written.casefold())
    meant = f"; did you mean '{synonym}'?" if synonym else did_you_mean(written, TYPES)
    return f'unknown joint type "{written}"{meant or "; URDF knows " + ", ".join(TYPES)}'
