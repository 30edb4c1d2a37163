"""Every package that the xacro file asks for is there.

Checks
    `$(find package)` and `package://` in includes: the package's name, who asks for it, and where it was
    looked for. Where the package is only named in a plugin's parameter the model itself is whole, and it is
    a warning.

Who breaks
    xacro ends with "package not found" and expands nothing. With the package only in a plugin parameter,
    the plugin does not find its file when the robot starts.

Bad
    <xacro:include filename="$(find my_grippr_description)/urdf/gripper.xacro"/>

Good
    <xacro:include filename="$(find my_gripper_description)/urdf/gripper.xacro"/>
    and the package in package.xml

References
    xacro, wiki.ros.org/xacro. REP 149, <exec_depend>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level
from robot_model_check.rules import Option, told_by_reader

ID = 'xacro-package-missing'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('xacro', 'REP 149')


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the reader met."""
    return told_by_reader(ID, document)
