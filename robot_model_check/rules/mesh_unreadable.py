"""Every mesh file that exists can be read and holds triangles.

Checks
    That STL (both kinds), Collada, OBJ, glTF and PLY files open, are complete, have finite coordinates and at
    least one triangle with an area. Typical: an empty file, a Git LFS pointer in place of the mesh, a
    download cut short, a CAD format under the name of a mesh format.

Who breaks
    RViz and Gazebo log a loading error and show nothing. MuJoCo refuses the model, for a pointer file with
    "number of faces should be between 1 and 200000 in STL file '...'; perhaps this is an ASCII file?".

Bad
    a file arm.stl of 131 bytes that begins with "version https://git-lfs.github.com/spec/v1"

Good
    the mesh itself, after `git lfs pull`

References
    URDF XML specification, link, <mesh>. MuJoCo, user_mesh.cc.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.mesh_use import is_first_use, path_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Link, Mesh, Shape
from robot_model_check.rules import Option

ID = 'mesh-unreadable'
AREA = 'geometry'
SCOPE = 'mesh'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link/visual/geometry/mesh', 'MuJoCo user_mesh.cc')


def check(use: tuple[Link, Shape, Mesh], context: Context,
          options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding for a file that exists and cannot be used."""
    link, shape, mesh = use
    path = path_of(mesh, context)
    if path is None or not is_first_use(link, shape, mesh, context):
        return  # a missing file is another rule's finding
    file = context.meshes.get(path)
    if file is None:
        yield NotChecked(f'mesh file was not measured: {mesh.uri}')
    elif file.problem is not None:
        yield Finding(message=f'mesh file {mesh.uri!r} cannot be used: {file.problem}', attribute='filename',
                      values={'path': path, 'problem': file.problem})
