"""Roll, pitch and yaw are in radians.

Checks
    An angle beyond a full turn in any `rpy`, of a joint, visual, collision or inertial. Multiples of a
    quarter turn in radians, however many, are left alone. Angles in degrees below 6.3 cannot be told from
    radians.

Who breaks
    Nobody says anything: 90 rad is 14 turns and 116.6 degrees, so the part is turned almost any way.

Bad
    <origin xyz="0 0 0.1" rpy="0 0 90"/>

Good
    <origin xyz="0 0 0.1" rpy="0 0 1.5708"/>   or in xacro   rpy="0 0 ${radians(90)}"

References
    REP 103, Standard Units of Measure. URDF XML specification, <origin>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import radians
from typing import Any

from robot_model_check.clues.angles import in_degrees
from robot_model_check.clues.listing import gathered
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Pose, Robot
from robot_model_check.rules import Option

ID = 'unit-rpy'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 103', 'URDF XML: origin')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per origin."""
    found = [_finding(subject, what, pose) for subject, what, pose in _poses(robot) if in_degrees(pose)]
    joints = [finding for finding in found if finding.subject is not None and finding.subject.kind == 'joint']
    links = [finding for finding in found if finding not in joints]
    yield from gathered(joints, 'rpy in degrees', 'joints')
    yield from gathered(links, 'rpy in degrees', 'links')


def _poses(robot: Robot) -> Iterator[tuple[Subject, str, Pose]]:
    for link in robot.links:
        if link.inertial is not None:
            yield Subject('link', link.name), 'inertial', link.inertial.origin
        for shape in link.shapes:
            yield Subject('link', link.name), shape.kind, shape.origin
    for joint in robot.joints:
        yield Subject('joint', joint.name), 'joint', joint.origin


def _finding(subject: Subject, what: str, pose: Pose) -> Finding:
    right = ' '.join(f'{radians(angle):.9g}' for angle in pose.rpy)
    written = ' '.join(f'{angle:g}' for angle in pose.rpy)
    return Finding(
        message=f'rpy="{written}" of the {what} origin is beyond a full turn in radians; in '
                f'degrees it is rpy="{right}"',
        site=pose.element.site if pose.element else None, attribute='rpy', subject=subject,
        cause='unit:rpy-deg', cause_state='named', values={'rpy [rad]': list(pose.rpy)},
        suggestion=changed('the angles read as degrees', pose.element, {'rpy': right}) if pose.element
        else None)
