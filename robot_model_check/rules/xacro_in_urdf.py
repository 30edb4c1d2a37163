"""A `.urdf` that holds xacro is told, and was expanded.

Checks
    A file called `.urdf` that binds the xacro namespace and holds xacro elements (TurtleBot3 ships such
    files). It is expanded here, so that its links and joints can be checked.

Who breaks
    Whoever trusts the name. robot_state_publisher, rviz2 and `check_urdf` take the text as it is: `${...}`
    is then read as a name, or refused as a number.

Bad
    robot.urdf with
    <robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <xacro:include filename="hand.xacro"/>
    </robot>

Good
    robot.urdf.xacro with the same text

References
    xacro, wiki.ros.org/xacro.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level
from robot_model_check.rules import Option, told_by_reader

ID = 'xacro-in-urdf'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.INFO
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('xacro',)


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the reader met."""
    return told_by_reader(ID, document)
