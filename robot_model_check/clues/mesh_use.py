"""Which link uses which mesh file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from robot_model_check.context import Context
from robot_model_check.finding import NotChecked, Subject
from robot_model_check.model import Link, Mesh, Shape

if TYPE_CHECKING:
    from robot_model_check.facts import MeshFile


@dataclass(frozen=True, eq=False)
class Use:
    """The first use of a mesh file by a link; `kinds` are the kinds of shapes that use it there."""

    link: Link
    shape: Shape
    mesh: Mesh
    file: MeshFile
    kinds: frozenset[str]


def path_of(mesh: Mesh, context: Context) -> str | None:
    """Return the file that a mesh URI means, or None where it was not found."""
    found = context.resolutions.get(mesh.uri)
    return found.path if found is not None else None


def file_of(mesh: Mesh, context: Context) -> MeshFile | None:
    """Return the facts of a mesh file that was found and read, else None."""
    file = context.meshes.get(path_of(mesh, context) or '')
    return file if file is not None and file.problem is None else None


def place_of(mesh: Mesh, context: Context) -> str:
    """Return what makes two mesh references the same file: the path, or the URI where there is none."""
    return path_of(mesh, context) or mesh.uri


def is_first_use(link: Link, shape: Shape, mesh: Mesh, context: Context) -> bool:
    """Return whether no earlier shape of the link uses the same file."""
    place = place_of(mesh, context)
    first = next(other for other in link.shapes
                 if isinstance(other.geometry, Mesh) and place_of(other.geometry, context) == place)
    return first is shape


def uses(context: Context) -> Iterator[Use]:
    """Yield every file that was read, once per link that uses it."""
    for link, shape, mesh in context.robot.mesh_shapes():
        file = file_of(mesh, context)
        if file is not None and is_first_use(link, shape, mesh, context):
            kinds = frozenset(other.kind for other in link.shapes if isinstance(other.geometry, Mesh)
                              and path_of(other.geometry, context) == file.path)
            yield Use(link, shape, mesh, file, kinds)


def unread(context: Context) -> Iterator[NotChecked]:
    """Yield what a rule over all mesh files could not look at."""
    for link, shape, mesh in context.robot.mesh_shapes():
        if file_of(mesh, context) is None and is_first_use(link, shape, mesh, context):
            yield NotChecked(f'mesh file not found or not read: {mesh.uri}', Subject('link', link.name))
