"""What engines collide with: closed bodies, what lies in them, and how far other things lie outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.geometry.triangles import Faces, Flags, Triangles, joined, normals

if TYPE_CHECKING:
    from manifold3d import Manifold

PLANES = 128  # half-spaces tested at once
MANY_PLANES = 6000  # beyond it the winding number of the hull is quicker


@dataclass(frozen=True, eq=False)
class Body:
    """A closed surface V (n, 3), F (m, 3) in link axes and the same as a solid; `index` is that of the
    collision it stands for.
    """

    V: Array
    F: Faces
    solid: Manifold
    convex: bool
    index: int

    @property
    def surface(self) -> Triangles:
        """The triangles."""
        return self.V, self.F


def as_engines_see(shapes: Sequence[Placed], triangles: bool) -> list[Body]:
    """Return the collisions that have a volume: primitives and convex hulls; with `triangles`, meshes that
    close as they are.
    """
    return [body for shape in shapes if (body := _body(shape, triangles)) is not None]


def _body(shape: Placed, triangles: bool) -> Body | None:
    if triangles and shape.mesh is not None and shape.solid is not None:
        return Body(*to_arrays(shape.solid), shape.solid, convex=False, index=shape.shape.index)
    if shape.hull is None or shape.hull_solid is None:
        return None
    return Body(*shape.hull, shape.hull_solid, convex=True, index=shape.shape.index)


def outside_distance(points: Array, bodies: Sequence[Body]) -> tuple[Array, Array]:
    """Return the distance (n,) of points (n, 3) from the union of bodies, 0 inside, and the nearest point of
    it (n, 3).
    """
    import igl
    distance, nearest = np.zeros(len(points)), points.copy()
    outside = ~inside_any(points, bodies)
    if outside.any():
        squared, _, nearest[outside] = igl.point_mesh_squared_distance(
            np.ascontiguousarray(points[outside]), *joined([body.surface for body in bodies]))
        distance[outside] = np.sqrt(squared)
    return distance, nearest


def inside_any(points: Array, bodies: Sequence[Body]) -> Flags:
    """Return (n,) whether points (n, 3) lie in any of the bodies."""
    inside = np.zeros(len(points), dtype=bool)
    for body in bodies:
        todo = np.flatnonzero(~inside)
        inside[todo] = inside_body(points[todo], body)
    return inside


def inside_body(points: Array, body: Body) -> Flags:
    """Return (n,) whether points (n, 3) lie in a body."""
    low, high = body.V.min(axis=0), body.V.max(axis=0)
    near = np.flatnonzero(((points >= low) & (points <= high)).all(axis=1))
    inside = np.zeros(len(points), dtype=bool)
    if len(near) and body.convex:
        inside[near] = inside_hull(points[near], body.surface)
    elif len(near):
        inside[near] = winding_number(body.surface, points[near]) > 0.5
    return inside


def inside_hull(points: Array, hull: Triangles, slack: float = 0.0) -> Flags:
    """Return (n,) whether points (n, 3) lie in a convex hull, or outside of each plane by `slack` [m] at
    most.

    Half-spaces are tested block by block: most points that are outside are so after a few planes.
    """
    V, F = hull
    if len(F) > MANY_PLANES:
        return np.asarray(winding_number(hull, points) > 0.5)
    normal = normals(V, F)
    length = np.linalg.norm(normal, axis=1)
    order = np.argsort(-length, kind='stable')[:np.count_nonzero(length > length.max() * 1e-12)]
    normal = normal[order] / length[order, None]
    offset = np.einsum('ij,ij->i', normal, V[F[order, 0]]) + slack
    left = np.arange(len(points))
    for start in range(0, len(order), PLANES):
        block = slice(start, start + PLANES)
        left = left[(points[left] @ normal[block].T <= offset[block]).all(axis=1)]
    inside = np.zeros(len(points), dtype=bool)
    inside[left] = True
    return inside


def winding_number(surface: Triangles, points: Array) -> Array:
    """Return how often a surface runs around each of points (n, 3) (Barill et al. 2018)."""
    import igl
    V, F = surface
    return np.asarray(igl.fast_winding_number(*(np.ascontiguousarray(array) for array in (V, F, points))))
