"""Plain triangle arrays: weld, components, closure, area, volume, hull.

A mesh is a pair V (n, 3) float64, F (m, 3) int64; faces wind counter-clockwise seen from outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array

Faces = NDArray[np.int64]
Flags = NDArray[np.bool_]
Triangles = tuple[Array, Faces]

FLAT = 1e-6  # thickness over diagonal below which float32 coordinates cannot tell a solid from a sheet


def weld(V: Array, F: Faces) -> Triangles:
    """Merge vertices equal in float32; drop faces that then repeat a vertex, and vertices that no face uses.
    """
    bits = np.ascontiguousarray(V.astype(np.float32) + np.float32(0)).view(np.uint32)  # + 0 makes -0 equal 0
    in_xy = np.unique(bits[:, 0].astype(np.uint64) << 32 | bits[:, 1], return_inverse=True)[1]
    key = in_xy.astype(np.uint64) << 32 | bits[:, 2]
    _, first, same = np.unique(key, return_index=True, return_inverse=True)
    faces = same[F]
    different = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    return compact(V[first], faces[different])


def compact(V: Array, F: Faces) -> Triangles:
    """Drop vertices that no face uses."""
    used = np.zeros(len(V), dtype=bool)
    used[F] = True
    return np.ascontiguousarray(V[used]), np.ascontiguousarray((np.cumsum(used) - 1)[F], dtype=np.int64)


def first_of_equals(F: Faces) -> Flags:
    """Return (m,) which faces repeat no earlier one with the same winding, whichever vertex they begin with.
    """
    first = F.argmin(axis=1)
    turned = np.take_along_axis(F, (first[:, None] + np.arange(3)) % 3, axis=1)
    order = np.lexsort(turned.T)  # stable: of equals the earliest comes first
    ahead = turned[order]
    kept = np.ones(len(F), dtype=bool)
    kept[order[1:]] = (ahead[1:] != ahead[:-1]).any(axis=1)
    return kept


def components(F: Faces, n: int) -> NDArray[np.int64]:
    """Return a label (m,) in 0 .. k-1 per face of n vertices; faces of one label hang together by vertices.
    """
    if len(F) == 0:
        return np.zeros(0, dtype=np.int64)
    import igl
    labels = np.asarray(igl.vertex_components(np.ascontiguousarray(F, dtype=np.int64)))[F[:, 0]]
    return np.unique(labels, return_inverse=True)[1].reshape(-1).astype(np.int64)


def normals(V: Array, F: Faces) -> Array:
    """Return the normal (m, 3) of each face, as long as twice its area."""
    return np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]])


def areas(V: Array, F: Faces) -> Array:
    """Return the area (m,) of each face."""
    return np.asarray(np.linalg.norm(normals(V, F), axis=1) / 2)


def signed_volume(V: Array, F: Faces) -> float:
    """Return the enclosed volume by the divergence theorem; negative for a closed mesh turned inside out."""
    if len(F) == 0:
        return 0.0
    P = V - V.mean(axis=0)  # far from the origin the terms would cancel
    return float(np.einsum('ij,ij->', P[F[:, 0]], np.cross(P[F[:, 1]], P[F[:, 2]])) / 6)


def diagonal(V: Array) -> float:
    """Return the diagonal of the bounding box."""
    return float(np.linalg.norm(np.ptp(V, axis=0))) if len(V) else 0.0


def is_flat(V: Array) -> bool:
    """Return whether the points lie in a plane (or on a line, or are one point) to float32 accuracy."""
    if len(V) < 4:
        return True
    P = V - V.mean(axis=0)
    size = np.abs(P).max()
    if size == 0:
        return True
    P = P / size
    axes = np.linalg.eigh(P.T @ P)[1]
    return bool(np.ptp(P @ axes, axis=0).min() < FLAT * np.linalg.norm(np.ptp(P, axis=0)))


def hull(V: Array) -> Triangles | None:
    """Return the convex hull of points as a closed mesh, or None where they are flat."""
    return None if is_flat(V) else convex(V)


def convex(V: Array) -> Triangles:
    """Return the convex hull of points that are known not to lie in a plane.

    Where points nearly lie in one plane or line, manifold3d 3.5.4 was seen to leave out some of them and to
    return a surface that is not convex; Qhull, which is slower to import, then does the work.
    """
    import manifold3d
    body = manifold3d.Manifold.hull_points(np.ascontiguousarray(V, dtype=np.float64)).to_mesh64()
    found = np.array(body.vert_properties)[:, :3], np.array(body.tri_verts, dtype=np.int64)
    return found if is_convex(*found) else by_qhull(V)


def is_convex(V: Array, F: Faces) -> bool:
    """Return whether no face of a closed mesh has its neighbour's far corner outside of its plane."""
    if len(F) == 0:
        return False
    start, end, far = F.T.ravel(), np.roll(F, -1, axis=1).T.ravel(), np.roll(F, -2, axis=1).T.ravel()
    n = len(V)
    order = np.argsort(start * n + end)
    twin = order[np.searchsorted((start * n + end)[order], end * n + start).clip(max=len(order) - 1)]
    normal = normals(V, F)
    length = np.linalg.norm(normal, axis=1)
    unit = np.tile(normal / np.where(length > 0, length, 1.0)[:, None], (3, 1))
    height = np.einsum('ij,ij->i', V[far[twin]] - V[start], unit)
    return bool(height.max() <= FLAT * diagonal(V))


def by_qhull(V: Array) -> Triangles:
    """Return the convex hull of points that are known not to lie in a plane, made by Qhull."""
    from scipy.spatial import ConvexHull
    found = ConvexHull(V)
    F = np.array(found.simplices, dtype=np.int64)
    inwards = np.einsum('ij,ij->i', normals(found.points, F), found.equations[:, :3]) < 0
    F[inwards] = F[inwards, ::-1]
    return compact(found.points, F)


def flat_hull(V: Array) -> Array:
    """Return the corners (k, 3) of the convex hull of points in a plane, on a line, or all the same."""
    P = V - V.mean(axis=0)
    size = np.abs(P).max()
    if size == 0:
        return V[:1]
    plane = P @ np.linalg.eigh((P / size).T @ (P / size))[1]  # coordinates along axes of growing extent
    if np.ptp(plane[:, 1]) <= FLAT * np.ptp(plane[:, 2]):
        return V[[plane[:, 2].argmin(), plane[:, 2].argmax()]]
    from scipy.spatial import ConvexHull
    return np.asarray(V[ConvexHull(plane[:, 1:] / size).vertices])


def joined(meshes: Sequence[Triangles]) -> Triangles:
    """Return several meshes as one."""
    starts = np.cumsum([0, *(len(V) for V, _ in meshes)])[:-1]
    return (np.concatenate([V for V, _ in meshes]),
            np.concatenate([F + start for (_, F), start in zip(meshes, starts, strict=True)]))


@dataclass(frozen=True, eq=False)
class Closure:
    """How the faces of a mesh close.

    `component` (m,): label per face; `open` (m,): the face's component has an edge that an odd number of
    faces meet at; `unbalanced` (m,): it has an edge run through more often in one direction than in the
    other; `mixed_winding`: some two neighbours run through their common edge in the same direction.
    """

    component: NDArray[np.int64]
    open: Flags
    unbalanced: Flags
    mixed_winding: bool


def closure(F: Faces, n: int) -> Closure:
    """Return how the faces of a welded mesh of n vertices close, component by component."""
    edges = np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]])
    key = edges.min(axis=1) * n + edges.max(axis=1)
    _, edge, count = np.unique(key, return_inverse=True, return_counts=True)
    balance = np.bincount(edge, weights=np.where(edges[:, 0] < edges[:, 1], 1.0, -1.0))
    label = components(F, n)
    return Closure(label, _whole_component(label, (count % 2 == 1)[edge].reshape(3, -1)),
                   _whole_component(label, (balance != 0)[edge].reshape(3, -1)),
                   bool(((count == 2) & (np.abs(balance) == 2)).any()))


@dataclass(frozen=True, eq=False)
class Closing:
    """The faces of a mesh, those given twice left out, and how they close; `repeated` (m,) flags the faces of
    components that close only with what is given twice: bodies that touch in a face and wind it alike.
    """

    faces: Faces
    closure: Closure
    repeated: Flags


def closing(F: Faces, n: int) -> Closing:
    """Return the faces of a welded mesh of n vertices that stand for it, and how they close."""
    kept = first_of_equals(F)
    once = closure(F[kept], n)
    if kept.all() or not (once.open | once.unbalanced).any():
        return Closing(F[kept], once, np.zeros(int(kept.sum()), dtype=bool))
    every = closure(F, n)
    leaking = np.zeros(n, dtype=bool)
    leaking[F[kept][once.open | once.unbalanced]] = True
    repeated = leaking[F[:, 0]] & ~every.open & ~every.unbalanced
    if not repeated.any():
        return Closing(F[kept], once, repeated[kept])
    kept |= repeated
    return Closing(F[kept], closure(F[kept], n), repeated[kept])


def _whole_component(label: NDArray[np.int64], edge_flags: Flags) -> Flags:
    """Return (m,) whether any edge (3, m) in the component of a face is flagged."""
    return np.asarray(np.bincount(label, weights=edge_flags.any(axis=0)) > 0)[label]


def component_volumes(V: Array, F: Faces, label: NDArray[np.int64]) -> Array:
    """Return the signed volume (k,) that each component encloses, were it closed."""
    P = V - V.mean(axis=0)
    terms = np.einsum('ij,ij->i', P[F[:, 0]], np.cross(P[F[:, 1]], P[F[:, 2]])) / 6
    return np.asarray(np.bincount(label, weights=terms), dtype=np.float64)


def overlap(low: Array, high: Array, other_low: Array, other_high: Array) -> float:
    """Return the volume that two boxes share over that of their union."""
    shared = float(np.prod(np.maximum(np.minimum(high, other_high) - np.maximum(low, other_low), 0)))
    union = float(np.prod(high - low) + np.prod(other_high - other_low)) - shared
    return shared / union if union > 0 else 0.0
