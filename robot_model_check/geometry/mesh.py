"""Mesh files and URDF shapes as triangles: load, facts of a file, and every shape in link axes."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from robot_model_check.facts import Array, MeshFile
from robot_model_check.geometry.mesh_file import MAX_COORDINATE, MeshError, read
from robot_model_check.geometry.primitives import tessellate
from robot_model_check.geometry.triangles import (
    Closing,
    Faces,
    Triangles,
    areas,
    closing,
    component_volumes,
    weld,
)
from robot_model_check.kinematics import rotation
from robot_model_check.model import Mesh, Shape

__all__ = ['MeshError', 'TriangleMesh', 'load', 'measure_file', 'mesh_scale', 'shape_mesh']

OPEN_SHARE = 1e-3  # of the area: with more unclosed, volumes were seen to be off by 1.9 and 6.6 times
CACHED_FILES = 32
MANY_FILES = 4096  # whose hash is kept
ALONE = ('.stl', '.dae', '.ply', '.glb')  # formats whose shape is all in one file


@dataclass(frozen=True, eq=False)
class TriangleMesh:
    """A mesh file in its own numbers.

    `vertices` (n, 3), no two of which are equal in float32; `faces` (m, 3) with three different vertices
    each. `collapsed` counts faces of the file left out since welding made them a line or a point. `unit` and
    `up_axis` are Collada's, as written; `stl_solid_header` marks binary STL that begins with 'solid'.
    """

    vertices: Array
    faces: Faces
    format: str
    unit: float | None = None
    up_axis: str | None = None
    stl_solid_header: bool = False
    collapsed: int = 0


@dataclass(frozen=True)
class _File:
    """A file by what is in it: two copies are one mesh."""

    sha256: str
    suffix: str
    folder: str  # where other files that it names are looked for
    path: str = field(compare=False)


def load(path: str) -> TriangleMesh:
    """Load and weld a mesh file; what is in it is worked on once per process. Raises MeshError."""
    return _load(_file(path))


def fingerprint(path: str) -> str | None:
    """Return the SHA-256 of a file, None where it cannot be read."""
    try:
        return _file(path).sha256
    except MeshError:
        return None


def _file(path: str) -> _File:
    try:
        state = os.stat(path)
        digest = _digest(os.path.abspath(path), state.st_mtime_ns, state.st_size)
    except OSError as error:
        raise MeshError(f'the file cannot be read: {error.strerror or error}') from error
    suffix = os.path.splitext(path)[1].lower()
    folder = '' if suffix in ALONE else os.path.dirname(os.path.abspath(path))
    return _File(digest, suffix, folder, path)


@lru_cache(maxsize=MANY_FILES)
def _digest(path: str, mtime: int, size: int) -> str:
    with open(path, 'rb') as stream:
        return hashlib.sha256(stream.read()).hexdigest()


@lru_cache(maxsize=CACHED_FILES)
def _load(file: _File) -> TriangleMesh:
    raw = read(file.path)
    vertices, faces = weld(raw.vertices, raw.faces)
    collapsed = len(raw.faces) - len(faces)
    if len(faces) == 0:
        raise MeshError(f'all {collapsed} triangles of the file are points or lines')
    for array in (vertices, faces):
        array.setflags(write=False)
    return TriangleMesh(vertices, faces, raw.format, raw.unit, raw.up_axis, raw.solid_header, collapsed)


@lru_cache(maxsize=CACHED_FILES)
def closing_of(mesh: TriangleMesh) -> Closing:
    """Return how a mesh closes."""
    return closing(mesh.faces, len(mesh.vertices))


def measure_file(path: str) -> MeshFile:
    """Return the facts of a mesh file; what is wrong with it stands in `problem`, nothing is raised."""
    try:
        file = _file(path)
        return replace(_facts(file.sha256, _load(file)), path=path)
    except MeshError as error:
        return _unreadable(path, str(error))


def _unreadable(path: str, problem: str) -> MeshFile:
    nothing = np.zeros(3)
    suffix = os.path.splitext(path)[1][1:].lower()
    return MeshFile(path=path, sha256='', format=suffix, faces=0, vertices=0, low=nothing, high=nothing,
                    components=0, open_share=0.0, inverted=False, mixed_winding=False, degenerate_faces=0,
                    volume=None, problem=problem)


@lru_cache(maxsize=CACHED_FILES)
def _facts(digest: str, mesh: TriangleMesh) -> MeshFile:
    V, found = mesh.vertices, closing_of(mesh)
    F, how = found.faces, found.closure
    area = areas(V, F)
    open_share = float(area[how.open].sum() / area.sum()) if area.sum() > 0 else 1.0
    solid = ~how.open & ~how.unbalanced
    enclosed = float(component_volumes(V, F[solid], how.component[solid]).sum()) if solid.any() else 0.0
    return MeshFile(path='', sha256=digest, format=mesh.format, faces=len(mesh.faces) + mesh.collapsed,
                    vertices=len(V), low=V.min(axis=0), high=V.max(axis=0),
                    components=int(how.component.max()) + 1, open_share=open_share,
                    inverted=enclosed < 0, mixed_winding=how.mixed_winding,
                    degenerate_faces=mesh.collapsed + int((area == 0).sum()),
                    volume=abs(enclosed) if open_share <= OPEN_SHARE and enclosed != 0 else None,
                    unit=mesh.unit, up_axis=mesh.up_axis, solid_header=mesh.stl_solid_header)


def mesh_scale(geometry: Mesh, mesh: TriangleMesh) -> Array:
    """Return what the file's numbers are multiplied by (3,): URDF scale times Collada unit."""
    return np.array(geometry.scale, dtype=np.float64) * (mesh.unit or 1.0)


def shape_mesh(shape: Shape, mesh: TriangleMesh | None) -> Triangles:
    """Return a visual or collision as triangles in link axes [m].

    `mesh` is the file of a mesh shape, None for primitives. A mirroring scale turns the winding, so that
    outside stays outside. Raises MeshError where there is no geometry, or a primitive's size is not positive.
    """
    V, F = _own_triangles(shape, mesh)
    with np.errstate(over='ignore', invalid='ignore'):
        placed = V @ rotation(shape.origin.rpy).T + np.array(shape.origin.xyz)
    if not (np.abs(placed) <= MAX_COORDINATE).all():
        raise MeshError(f'the placed geometry has coordinates beyond {MAX_COORDINATE:g} m')
    return placed, F


def _own_triangles(shape: Shape, mesh: TriangleMesh | None) -> Triangles:
    """Return the triangles in the shape's own frame."""
    if shape.geometry is None:
        raise MeshError('the shape has no geometry')
    if not isinstance(shape.geometry, Mesh):
        return tessellate(shape.geometry)
    if mesh is None:
        raise MeshError(f'the mesh {shape.geometry.uri!r} was not loaded')
    scale = mesh_scale(shape.geometry, mesh)
    if not np.all(scale):
        raise MeshError(f'the scale {shape.geometry.scale} flattens the mesh')
    with np.errstate(over='ignore'):
        return mesh.vertices * scale, mesh.faces if np.prod(np.sign(scale)) > 0 else mesh.faces[:, ::-1]
