"""Every mesh file that a link names exists.

Checks
    That the file behind `filename` is found: in the package of a `package://` URI (by its package.xml name or
    its folder name), at a relative path from the description, or at an absolute one. Where it is not, the
    finding says where it was looked for and which existing files were probably meant: another case, a near
    name, the same name in another folder or package. A URI that cannot work anywhere else by its form is
    `mesh-uri`.

Who breaks
    RViz shows the link without that shape ("Could not load resource [...]"). Gazebo and MoveIt drop the shape
    and go on, so a collision that is missing is found only when the robot drives through something. MuJoCo
    refuses the model ("Error opening file"). A name of the wrong case works on the author's Mac or Windows
    machine and fails on Linux.

Bad
    <mesh filename="package://my_description/meshes/Arm.STL"/>   (the file is arm.stl)

Good
    <mesh filename="package://my_description/meshes/arm.stl"/>

References
    URDF XML specification, link, <mesh>. ROS 2 resource_retriever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.mesh_use import is_first_use
from robot_model_check.clues.uri_form import fault_of_form, is_remote
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Suggestion
from robot_model_check.model import Link, Mesh, Shape
from robot_model_check.reading.packages import Resolution
from robot_model_check.rules import Option

ID = 'mesh-missing'
AREA = 'geometry'
SCOPE = 'mesh'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link/visual/geometry/mesh', 'ROS 2 resource_retriever')


def check(use: tuple[Link, Shape, Mesh], context: Context,
          options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding for a file that a link names and that does not exist."""
    link, shape, mesh = use
    found = context.resolutions.get(mesh.uri)
    if not is_first_use(link, shape, mesh, context) or (found is not None and found.path is not None):
        return
    if found is None or is_remote(mesh.uri):
        yield NotChecked(f'nothing was looked for behind {mesh.uri!r}')
    elif not fault_of_form(mesh.uri, context.document):
        yield _finding(found)


def _finding(found: Resolution) -> Finding:
    near = found.candidates
    return Finding(
        message=f'mesh file not found: {found.uri!r}; {_why(found)}'
                + (f'; probably meant: {", ".join(near)}' if near else ''),
        attribute='filename',
        values={'uri': found.uri, 'looked at': list(found.tried), 'candidates': list(near)},
        suggestion=Suggestion(f'name the file that exists: {near[0]}') if near else None)


def _why(found: Resolution) -> str:
    inside = found.uri.rpartition('/')[2]
    places = ', '.join(found.tried) or 'nowhere'
    if found.package and not any(place.endswith(inside) for place in found.tried):
        return (f'there is no package {found.package!r} (looked in {places}); '
                'source its workspace or name its folder with --package-path')
    return '; '.join(part for part in (found.remark, f'looked at {places}') if part)
