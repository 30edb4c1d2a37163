"""The root link has no inertia.

Checks
    An <inertial> on the link that no joint holds (the root of the largest tree). More than half
    of public robots have one; it is harmless where nobody uses KDL for dynamics.

Who breaks
    kdl_parser, and with it robot_state_publisher, warns at every start: "The root link base_link has an
    inertia specified in the URDF, but KDL does not support a root link with an inertia.  As a workaround, you
    can add an extra dummy link to your URDF." KDL then computes dynamics without it.

Bad
    <link name="base_link"><inertial>...</inertial></link>   as root

Good
    <link name="base_footprint"/>, and base_link on it by a fixed joint

References
    kdl_parser, kdl_parser.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'frame-root-inertia'
AREA = 'frames'
SCOPE = 'robot'
LEVEL = Level.INFO
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('kdl_parser: kdl_parser.cpp',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when the root has an inertia."""
    root = context.tree.links.get(context.tree.root or '')
    if root is None or root.inertial is None:
        return
    above = next((joint for joint in robot.joints if joint.child == root.name), None)
    if above is not None:  # so it is the root only since that joint hangs in the air
        yield NotChecked(f'which link is the root cannot be told: joint {above.name} has no known parent')
        return
    yield Finding(
        message=f'the root link has an inertia ({root.inertial.mass:g} kg), which KDL ignores; kdl_parser '
                'warns at every start. Where KDL computes dynamics, put a link without inertia above it',
        site=root.inertial.element.site, subject=Subject('link', root.name),
        values={'mass [kg]': root.inertial.mass})
