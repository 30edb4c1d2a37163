"""One visual or collision in link axes: triangles, exact solid and convex hull, each mesh file worked on
once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry import primitives
from robot_model_check.geometry.mesh import (
    CACHED_FILES,
    TriangleMesh,
    closing_of,
    load,
    mesh_scale,
    shape_mesh,
)
from robot_model_check.geometry.primitives import Primitive
from robot_model_check.geometry.solid import from_arrays, solid_of
from robot_model_check.geometry.triangles import Faces, Triangles, hull, signed_volume
from robot_model_check.kinematics import transform
from robot_model_check.model import Mesh, Shape

if TYPE_CHECKING:
    from manifold3d import Manifold

CONTRADICTION = 1e-6  # by which a part may exceed the whole in floating point


@dataclass(frozen=True, eq=False)
class Placed:
    """A shape in link axes [m].

    `V`, `F`: its triangles (curved primitives inscribed). `solid`: what it encloses, None where it does not
    close well enough. `hull`: its convex hull as a closed mesh and `hull_solid` the same as a solid, None
    where it is flat. Either `primitive` or `mesh` with its `path` and `T_link_file` (3, 4) is given.
    """

    shape: Shape
    V: Array
    F: Faces
    solid: Manifold | None
    hull: Triangles | None
    hull_solid: Manifold | None
    primitive: Primitive | None = None
    mesh: TriangleMesh | None = None
    path: str | None = None
    T_link_file: Array | None = None
    mirrored: bool = False

    def bounds(self) -> tuple[Array, Array]:
        """Return (low, high), each (3,); exact for curved primitives too."""
        if self.primitive is None:
            return self.V.min(axis=0), self.V.max(axis=0)
        half = primitives.reach(self.primitive, transform(self.shape.origin)[:3, :3])
        centre = np.array(self.shape.origin.xyz)
        return centre - half, centre + half


def place(shape: Shape, path: str | None) -> Placed:
    """Return a shape in link axes; `path` is the file of a mesh shape. Raises mesh.MeshError."""
    if isinstance(shape.geometry, Mesh) and path is not None:
        return _place_mesh(shape, shape.geometry, path)
    V, F = shape_mesh(shape, None)
    solid = from_arrays(V, F)
    primitive = None if isinstance(shape.geometry, Mesh) else shape.geometry
    return Placed(shape, V, F, solid, (V, F), solid, primitive=primitive)


def _place_mesh(shape: Shape, geometry: Mesh, path: str) -> Placed:
    mesh = load(path)
    V, F = shape_mesh(shape, mesh)
    solid, around, around_solid = _file_solids(mesh)
    T_link_file = transform(shape.origin)[:3]
    T_link_file[:, :3] *= mesh_scale(geometry, mesh)
    return Placed(shape, V, F, _moved(solid, T_link_file), _moved_triangles(around, T_link_file),
                  _moved(around_solid, T_link_file), mesh=mesh, path=path, T_link_file=T_link_file,
                  mirrored=bool(np.prod(np.sign(geometry.scale)) < 0))


def file_hull(mesh: TriangleMesh) -> Triangles | None:
    """Return the convex hull of a file in its own numbers, None where it is flat."""
    return _file_solids(mesh)[1]


@lru_cache(maxsize=CACHED_FILES)
def _file_solids(mesh: TriangleMesh) -> tuple[Manifold | None, Triangles | None, Manifold | None]:
    """Return (solid, hull, hull as solid) of a file in its own numbers; the mesh stands for one state of the
    file.
    """
    around = hull(mesh.vertices)
    if around is None:
        return None, None, None
    solid = solid_of(mesh.vertices, closing_of(mesh))[0]
    most = (1 + CONTRADICTION) * signed_volume(*around)
    if solid is not None and solid.volume() > most:  # a surface through itself encloses space twice
        solid = None
    return solid, around, from_arrays(*around)


def _moved(body: Manifold | None, T: Array) -> Manifold | None:
    return None if body is None else body.transform(T)


def _moved_triangles(triangles: Triangles | None, T: Array) -> Triangles | None:
    if triangles is None:
        return None
    V, F = triangles
    return V @ T[:, :3].T + T[:, 3], F if np.linalg.det(T[:, :3]) > 0 else F[:, ::-1]
