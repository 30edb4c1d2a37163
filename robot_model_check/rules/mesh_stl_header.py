"""Binary STL files do not begin like text.

Checks
    A binary STL file whose 80-byte header begins with "solid", the first word of an ASCII STL. Here the size
    decides (84 + 50 n bytes), but not every reader is that careful.

Who breaks
    RViz warns at every start: "The STL file '...' is malformed. It starts with the word 'solid', indicating
    that it's an ASCII STL file, but it does not contain the word 'endsolid' so it is either a malformed ASCII
    STL file or it is actually a binary STL file. Trying to interpret it as a binary STL file instead." Other
    readers parse it as text and find no triangle.

Bad
    a header "solid exported by CAD"

Good
    a header that begins with anything else: `sed -i '1s/^solid/mesh /' arm.stl` keeps the size

References
    rviz_rendering, stl_loader.cpp.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_use import Use, unread, uses
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'mesh-stl-header'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.INFO
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('rviz_rendering: stl_loader.cpp',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield one finding per link and file, or one for the robot where there are several."""
    yield from unread(context)
    found = [_finding(use) for use in uses(context) if use.file.solid_header]
    yield from gathered(found, 'binary STL files that begin with "solid" (RViz calls each malformed)')


def _finding(use: Use) -> Finding:
    return Finding(message=f'binary STL {use.mesh.uri!r} begins with "solid" like a text file: RViz warns '
                           'that it "is malformed", other readers find no triangle. Overwrite these bytes',
                   site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
                   subject=Subject('link', use.link.name), values={'file': use.file.path})
