"""Damping and friction of a joint are given and not negative.

Checks
    `damping` and `friction` of <dynamics> are at least 0 (a warning where not), and one of them is given
    (an error where not).

Who breaks
    Negative damping feeds energy in: the joint swings itself up until the simulator diverges. urdfdom
    refuses an empty element: "joint dynamics element specified with no damping and no friction".

Bad
    <dynamics damping="-0.1"/> <dynamics/>

Good
    <dynamics damping="0.1" friction="0.05"/>

References
    URDF XML specification, joint, <dynamics>. urdfdom, parseJointDynamics.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Joint
from robot_model_check.reading.schema import numbers
from robot_model_check.rules import Option

ID = 'joint-dynamics'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint/dynamics', 'urdfdom: parseJointDynamics')

UNITS = {'damping': 'N m s/rad', 'friction': 'N m'}
LINEAR_UNITS = {'damping': 'N s/m', 'friction': 'N'}


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each negative value, and where neither is given."""
    element = joint.element.find('dynamics')
    if element is None:
        return
    if not UNITS.keys() & element.attributes.keys():
        yield Finding(
            message='<dynamics> gives neither damping nor friction, and urdfdom refuses that; '
            'give one or take it out',
            level=Level.ERROR,
            site=element.site,
        )
    for name, unit in (LINEAR_UNITS if joint.type == 'prismatic' else UNITS).items():
        read = numbers(element.attributes.get(name, ''), 1)
        if read is not None and read[0] < 0:
            yield Finding(
                message=f'{name} {read[0]:g} {unit} is negative: it drives the joint it should brake',
                site=element.site,
                attribute=name,
                values={f'{name} [{unit}]': read[0]},
            )
