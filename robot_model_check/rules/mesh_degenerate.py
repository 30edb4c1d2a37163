"""Collision meshes have a volume, parts are not flat, and meshes are made of triangles that have an area.

Checks
    A collision mesh that is flat (its hull has no volume) or that closes without enclosing anything (a sheet
    written from both sides), a flat mesh that is all there is to see of a link with a mass (an export that
    stopped early, a placeholder), and any mesh of which a large share of the triangles has no area (an info
    where no collision uses it, since nothing is drawn of them). A flat visual beside others, such as a decal
    or a label, is left alone, and so are the few sliver triangles that every CAD export has.

Who breaks
    MuJoCo refuses a mesh without volume ("mesh volume is too small"), and its hull computation stops on
    coplanar points. Bullet and FCL give contacts on a sheet without inside: thin parts pass through.
    Zero-area triangles have no normal; they give NaN contact normals.

Bad
    a plate exported as a surface and used as collision

Good
    the plate with its thickness, or
    <collision><geometry><box size="0.2 0.1 0.002"/></geometry></collision>

References
    MuJoCo, user_mesh.cc. MuJoCo XML reference, asset/mesh/inertia.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.mesh_use import file_of, is_first_use, path_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Link, Mesh, Shape
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import MeshFile

ID = 'mesh-degenerate'
AREA = 'geometry'
SCOPE = 'mesh'
LEVEL = Level.WARNING
NEEDS = ('file',)
OPTIONS = {
    'share': Option(0.1, '1', 0.0, 1.0, 'the worst of 139 meshes of public robots had 0.5 % of its triangles '
                                        'without area'),
}
SOURCES = ('MuJoCo user_mesh.cc', 'MuJoCo XML reference: asset/mesh/inertia')

FLAT = 1e-6  # thickness over diagonal: float32 files cannot tell less from zero


def check(use: tuple[Link, Shape, Mesh], context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for a mesh without volume or of triangles without area."""
    link, shape, mesh = use
    file = file_of(mesh, context)
    if file is None or not is_first_use(link, shape, mesh, context):
        return
    users = _users(link, file, context)
    slivers = _without_area(file, options['share'])
    fault = _without_volume(link, users, file, context) or slivers
    if fault:
        yield Finding(message=f'mesh {mesh.uri!r} {fault}', attribute='filename',
                      level=Level.INFO if fault is slivers and not users else None,
                      values={'file': file.path, 'degenerate_faces [1]': file.degenerate_faces,
                              'faces [1]': file.faces,
                              'extent [file units]': [float(side) for side in file.high - file.low]})


def _users(link: Link, file: MeshFile, context: Context) -> list[Shape]:
    """Return the collisions of a link that use a file."""
    return [shape for shape in link.collisions if isinstance(shape.geometry, Mesh)
            and path_of(shape.geometry, context) == file.path]


def _without_volume(link: Link, users: list[Shape], file: MeshFile, context: Context) -> str:
    """Return how a collision mesh lacks a volume, or ''."""
    if not users:
        return _flat_to_see(link, context)
    if any(_is_flat(link, shape, context) for shape in users):
        return 'is flat and used as collision: give it a thickness or use a <box>'
    if file.open_share == 0 and file.volume is None and not file.mixed_winding:
        return 'closes without enclosing anything and is used as collision: a sheet written from both sides'
    return ''


def _flat_to_see(link: Link, context: Context) -> str:
    """Return that a link with a mass shows nothing but flat shapes, or ''."""
    if link.inertial is None or link.inertial.mass <= 0:
        return ''
    if not link.visuals or not all(_is_flat(link, shape, context) for shape in link.visuals):
        return ''
    return 'is flat, and a link with a mass shows nothing else: export the whole part again'


def _is_flat(link: Link, shape: Shape, context: Context) -> bool:
    """Return whether the hull of a shape is thin, volume over area, for its size; it may lie askew."""
    facts = context.facts.get(link.name)
    own = [one for one in facts.of(shape.kind) if one.index == shape.index] if facts is not None else []
    diagonals = [float(((one.high - one.low) ** 2).sum()) ** 0.5 for one in own]
    return any(one.hull_volume <= FLAT * one.area * size for one, size in zip(own, diagonals, strict=True))


def _without_area(file: MeshFile, share: float) -> str:
    if file.degenerate_faces <= share * file.faces:
        return ''
    return (f'has {file.degenerate_faces} triangles without area of {file.faces} '
            f'({file.degenerate_faces / file.faces:.0%}); clean it up and export it again')
