"""The description is well-formed XML with <robot> at its root.

Checks
    What the XML parser says, with file, line and column, what it expected there and where the open element
    began. An empty file, a file that is no text, and another root than <robot> (SDF, MJCF) are told in words.

Who breaks
    Every reader. robot_state_publisher ends ("Unable to initialize urdf::model from robot description") and
    rviz2 shows "URDF failed Model parse"; where a line is given, it is one of the expanded text.

Bad
    <link name="arm"><visual></link>

Good
    <link name="arm"><visual><geometry><sphere radius="0.1"/></geometry></visual></link>

References
    Extensible Markup Language (XML) 1.0, W3C. URDF XML specification, <robot>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level
from robot_model_check.rules import Option, told_by_reader

ID = 'xml-syntax'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('XML 1.0', 'URDF XML: robot')


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield what the reader met."""
    return told_by_reader(ID, document)
