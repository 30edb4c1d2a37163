"""Meshes close, so that they have an inside.

Checks
    The share of a mesh's area that belongs to parts with unpaired edges. 42 % of the visual and 16 % of the
    collision meshes of public robots do not close, mostly since an exporter wrote every face with its own
    vertices or left out inner faces: harmless to look at. So it is an info, told once per robot where there
    are several.

Who breaks
    Nobody who only draws. Mass and inertia cannot be computed from such a mesh (MuJoCo's exact mode gives
    wrong values silently), and volumes in coverage reports are estimates.

Bad
    an STL without the face on which the part is bolted to its neighbour

Good
    the same solid exported as a closed body

References
    MuJoCo XML reference, asset/mesh/inertia.
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

ID = 'mesh-open'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.INFO
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'open_share': Option(0.001, '1', 0.0, 1.0, 'with more of the area unclosed, volumes were seen to be off '
                                               'by 1.9 and 6.6 times'),
}
SOURCES = ('MuJoCo XML reference: asset/mesh/inertia',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield one finding per link and file, or one for the robot where there are several."""
    yield from unread(context)
    found = [_finding(use) for use in uses(context) if use.file.open_share > options['open_share']]
    yield from gathered(found, 'mesh files that do not close (harmless to look at; mass, inertia and volumes '
                               'from them are estimates)')


def _finding(use: Use) -> Finding:
    return Finding(message=f'mesh {use.mesh.uri!r} does not close: {use.file.open_share:.1%} of its area '
                           'belongs to open parts; volume and inertia from it are estimates',
                   site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
                   subject=Subject('link', use.link.name),
                   values={'file': use.file.path, 'open_share [1]': use.file.open_share})
