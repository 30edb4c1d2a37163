"""The triangles of a mesh wind so that outside is outside.

Checks
    Closed meshes that enclose a negative volume (inside out), and meshes in which neighbouring triangles wind
    in opposite directions (mixed). Mixed winding of an open mesh that is only looked at is an info.

Who breaks
    RViz and Gazebo cull back faces: parts of the link are invisible or lit from the wrong side. Volume, mass
    and inertia computed from the mesh come out negative or wrong; MuJoCo with exact inertia refuses mixed
    winding ("faces of mesh ... have inconsistent orientation"). Coverage and decomposition take outside for
    inside.

Bad
    an STL whose normals point inwards

Good
    the same after "recalculate normals outside" in Blender or `trimesh.repair.fix_normals`

References
    MuJoCo XML reference, asset/mesh. Universal Robots meshes, ros-industrial/universal_robot issue 94.
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

ID = 'mesh-inverted'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'open_share': Option(0.001, '1', 0.0, 1.0, 'with more of the area unclosed, volumes were seen to be off '
                                               'by 1.9 and 6.6 times: such a mesh has no inside'),
}
SOURCES = ('MuJoCo XML reference: asset/mesh', 'ros-industrial/universal_robot issue 94')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link and file; many of one kind are told together."""
    yield from unread(context)
    inverted, mixed, sloppy = list[Finding](), list[Finding](), list[Finding]()
    for use in uses(context):
        if use.file.inverted:
            inverted.append(_finding(use, 'is inside out: its closed parts enclose a negative volume',
                                     Level.WARNING))
        elif use.file.mixed_winding:
            solid = use.file.open_share <= options['open_share'] or 'collision' in use.kinds
            finding = _finding(use, 'has mixed winding: neighbouring triangles face opposite ways',
                               Level.WARNING if solid else Level.INFO)
            (mixed if solid else sloppy).append(finding)
    yield from gathered(inverted, 'meshes that are inside out (their closed parts enclose a negative volume)')
    yield from gathered(mixed, 'meshes of mixed winding (neighbouring triangles face opposite ways)')
    yield from gathered(sloppy, 'visual meshes of mixed winding (parts look dark or transparent)')


def _finding(use: Use, fault: str, level: Level) -> Finding:
    return Finding(message=f'mesh {use.mesh.uri!r} {fault}; recalculate its normals',
                   site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
                   subject=Subject('link', use.link.name), level=level,
                   values={'file': use.file.path, 'open_share [1]': use.file.open_share})
