"""Joint origins are in metres.

Checks
    A joint origin, or one coordinate of it, that is more than 20 times the largest link (300 times below a
    world link, which may be anywhere), and that lies by the links once it is read as millimetres or
    centimetres. Without any geometry, one that is a hundred times the longest of the others. Centimetres are
    left out where the child would hang in the air, millimetres where it sits on its parent in centimetres;
    where neither is so, both are told and nothing is corrected.

Who breaks
    Nobody says anything: the rest of the robot is drawn tens of metres away, inverse kinematics finds no
    solution, and a simulation with gravity tears the base over.

Bad
    <origin xyz="0 0 63.8"/>

Good
    <origin xyz="0 0 0.0638"/>

References
    REP 103, Standard Units of Measure. URDF XML specification, joint, <origin>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from robot_model_check.clues.listing import gathered
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject, Suggestion
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option

ID = 'unit-joint-origin'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 103', 'URDF XML: joint/origin')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per joint; many as one."""
    from robot_model_check.clues.joint_units import misread_joints, yardstick
    names, size = misread_joints(context), yardstick(context)
    found = [_finding(joint, size, context) for joint in robot.joints if joint.name in names]
    yield from gathered(found, 'joint origins in another unit', 'joints')


def _finding(joint: Joint, size: float | None, context: Context) -> Finding:
    from robot_model_check.clues.joint_units import WORDS, joint_units, reach
    near = size if size is not None else reach(joint) / 100
    units = joint_units(joint, context)
    right = [' '.join(f'{value / unit if abs(value) > near else value:.9g}' for value in joint.origin.xyz)
             for unit in units]
    codes, names = zip(*(WORDS[unit] for unit in units), strict=True)
    against = f'the largest link is {size:.3g} m' if size is not None else 'all other joint origins are near'
    written = ' or '.join(f'xyz="{numbers}"' for numbers in right)
    element = joint.origin.element
    return Finding(
        message=f'the origin lies {reach(joint):.4g} m away, and {against}: written in '
                f'{" or ".join(names)}? Write {written}',
        site=element.site if element else None, attribute='xyz', subject=Subject('joint', joint.name),
        cause=codes[0], cause_state='ambiguous' if codes[1:] else 'named', rivals=codes[1:],
        values={'xyz [m]': list(joint.origin.xyz), 'largest link [m]': size},
        suggestion=_suggestion(joint, names, right[0], near))


def _suggestion(joint: Joint, names: Sequence[str], right: str, near: float) -> Suggestion:
    """Return what to write; of two units, or with a coordinate that may be in metres, somebody has to choose.
    """
    said = changed(f'the origin read as {names[0]}', joint.origin.element or joint.element, {'xyz': right})
    mixed = any(0 < abs(value) <= near for value in joint.origin.xyz)
    return replace(said, corrections=()) if mixed or len(names) > 1 else said
