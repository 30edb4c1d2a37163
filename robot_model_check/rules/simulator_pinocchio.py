"""Pinocchio loads the model, and reads what the file says.

Checks
    The description is loaded by the Pinocchio that is installed (`buildModelFromXML`, fixed base), in a
    process of its own and as it stands; of xacro, the expansion. Where it refuses, the words of urdfdom,
    which reads the file for it, are told on the link or joint that they name. Where it loads, what it holds
    is compared with the file: mass, COM and inertia of each moving link with all that fixed joints weld to
    it, where each joint stands at q = 0, its axis and its range. What another rule has named as an error is
    not told again: the verdict then stands under "not checked", with that rule.

    The rule runs wherever the Python package pinocchio is installed (`pip install 'robot_model_check[sim]'`
    brings it as `pin`); `off` in the configuration, or --ignore, leaves it out. Neither program opens mesh
    files here, so nothing is said on them.

Who breaks
    All that reads the file through urdfdom: robot_state_publisher, RViz, MoveIt and ros2_control end with
    the same words. Where Pinocchio reads other numbers, computed torques and model-based control are those
    of another robot.

Bad
    <joint name="elbow" type="revolute">...</joint>   <!-- no <limit>: "is of type REVOLUTE but it does not
    specify limits" -->

Good
    <joint name="elbow" type="revolute">...<limit lower="-2" upper="2" effort="20" velocity="2"/></joint>

References
    Pinocchio, parsers/urdf. urdfdom, urdf_parser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'simulator-pinocchio'
AREA = 'simulators'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS = ('pinocchio',)
OPTIONS = {
    'difference': Option(
        1e-6, '1', 1e-12, 1.0,
        'of the number in the file (of the largest of a tensor): rounding in Pinocchio stays below 1e-12, '
        'and files have at most 9 digits or so'
    ),
}
SOURCES = ('Pinocchio: parsers/urdf', 'urdfdom: urdf_parser')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield the refusal, or what was read otherwise."""
    from robot_model_check.clues.simulated import told
    yield from told(context, 'pinocchio', options['difference'])
