"""Joint origins are in metres.

Checks
    A joint origin, or one coordinate of it, that is more than 20 times the largest link (300 times below a
    world link, which may be anywhere), and that lies by the links once it is read as millimetres. Without any
    geometry, one that is a hundred times the longest of the others.

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

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from robot_model_check.clues.mesh_use import gathered
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
    from robot_model_check.clues.joint_units import joints_in_millimetres, yardstick
    names, size = joints_in_millimetres(context), yardstick(context)
    found = [_finding(joint, size) for joint in robot.joints if joint.name in names]
    yield from gathered(found, 'joint origins in millimetres', 'joints')


def _finding(joint: Joint, size: float | None) -> Finding:
    from robot_model_check.clues.joint_units import MILLIMETRES, reach
    xyz = joint.origin.xyz
    near = size if size is not None else reach(joint) / 100
    right = ' '.join(f'{value / MILLIMETRES if abs(value) > near else value:.9g}' for value in xyz)
    against = f'the largest link is {size:.3g} m' if size is not None else 'all other joint origins are near'
    element = joint.origin.element
    return Finding(
        message=f'the origin lies {reach(joint):.4g} m away, and {against}: written in millimetres? '
                f'Write xyz="{right}"',
        site=element.site if element else None, attribute='xyz', subject=Subject('joint', joint.name),
        cause='unit:joint-mm', cause_state='named', values={'xyz [m]': list(xyz), 'largest link [m]': size},
        suggestion=_suggestion(joint, right, near))


def _suggestion(joint: Joint, right: str, near: float) -> Suggestion:
    """Return what to write; where a coordinate is small enough to be in metres, somebody has to look."""
    said = changed('the origin read as millimetres', joint.origin.element or joint.element, {'xyz': right})
    mixed = any(0 < abs(value) <= near for value in joint.origin.xyz)
    return replace(said, corrections=()) if mixed else said
