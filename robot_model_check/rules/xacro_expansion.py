"""The xacro file expands.

Checks
    Undefined properties and arguments, unknown macros, missing macro parameters, missing keys of a loaded
    YAML file, files to include that are not there, faulty expressions. Each is told where it stands, with
    the chain of macro calls that led there.

Who breaks
    Every launch file that calls xacro: the launch ends with xacro's one line, which names no link and often
    not the file.

Bad
    <mass value="${arm_mas}"/>

Good
    <xacro:property name="arm_mass" value="1.2"/> ... <mass value="${arm_mass}"/>

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

ID = 'xacro-expansion'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('xacro',)


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the reader met."""
    return told_by_reader(ID, document)
