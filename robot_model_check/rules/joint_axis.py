"""The axis of a joint is a unit vector.

Checks
    `xyz` of <axis> on revolute, continuous, prismatic and planar joints: a zero vector is an error, a
    length other than 1 a warning. A length that the digits written can explain (0.577 0.577 0.577, 0.7 0.7
    0) is left alone. Fixed and floating joints have no axis.

Who breaks
    Gazebo (libsdformat) refuses a zero axis: "The norm of the xyz vector cannot be zero". urdfdom hands the
    vector on as it is written: KDL, MoveIt, MuJoCo and Gazebo normalise it, code that takes it as it stands
    moves a prismatic joint too far and makes rotations that are none.

Bad
    <axis xyz="0 0 2"/> <axis xyz="1 0 1"/> <axis xyz="0 0 0"/>

Good
    <axis xyz="0 0 1"/> <axis xyz="0.70711 0 0.70711"/>

References
    URDF XML specification, joint, <axis>: "The vector should be normalized". libsdformat,
    JointAxis::SetXyz.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Joint
from robot_model_check.rules import Option

ID = 'joint-axis'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.WARNING
NEEDS = ('axis',)
OPTIONS = {
    'tolerance': Option(
        1e-3,
        '1',
        0.0,
        0.1,
        'how far the length may be from 1 beyond what the written digits explain: three digits of 1/sqrt(3), '
        'the usual rounding, are off by 6e-4; '
        'no axis of 137 public robots is off by more',
    ),
}
SOURCES = ('URDF XML: joint/axis', 'libsdformat: JointAxis')

WITH_AXIS = ('revolute', 'continuous', 'prismatic', 'planar')


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding where the axis has no length or not length 1."""
    if joint.type not in WITH_AXIS or joint.axis_element is None:
        return
    length = math.hypot(*joint.axis)
    written = joint.axis_element.attributes.get('xyz', '')
    if length == 0:
        yield Finding(
            message=f'axis "{written}" is zero: the {joint.type} joint has no direction',
            level=Level.ERROR,
            site=joint.axis_element.site,
            attribute='xyz',
            values={'length [1]': length},
        )
    elif abs(length - 1) > options['tolerance'] + _rounding(written, length):
        unit = ' '.join(f'{value / length:.8g}' for value in joint.axis)
        yield Finding(
            message=f'axis "{written}" has length {length:.4g}, not 1; write xyz="{unit}"',
            site=joint.axis_element.site,
            attribute='xyz',
            values={'length [1]': length},
            suggestion=changed('the same direction with length 1', joint.axis_element, {'xyz': unit}),
        )


def _rounding(written: str, length: float) -> float:
    """Return how far rounding to the last decimals can move the length; whole numbers are exact."""
    moved = 0.0
    for word in written.split():
        mantissa = word.lower().partition('e')[0]
        decimals = len(mantissa.partition('.')[2].rstrip())
        if decimals and float(mantissa) != round(float(mantissa)):
            moved += abs(float(word)) / length * 0.5 * 10.0**-decimals
    return moved
