"""Convex parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.geometry.triangles import by_qhull, normals, signed_volume

if TYPE_CHECKING:
    import manifold3d

Faces = NDArray[np.int64]

OUTSIDE = 1e-6  # of the size: points farther outside a hull were left out of it
SLIVER = 1e-9  # of the largest face: smaller ones have no normal to speak of
ROWS = 16  # of a table of points and faces, worked on at once: more do not fit the processor's cache
THIN = 1e-3  # of the size: the thickness given to a flat shape, which no engine takes as a body


@dataclass(frozen=True, eq=False)
class Hull:
    """A convex part: `vertices` (n, 3), all of them extreme, and `faces` (m, 3), counter-clockwise from
    outside.
    """

    vertices: Array
    faces: Faces
    volume: float


def convex_hull(points: Array) -> Hull:
    """Return the convex hull of points (n, 3). Raises ValueError where they lie in one plane.

    manifold3d 3.5.4 leaves out points of some inputs in which many nearly lie in one plane; that is noticed,
    and Qhull, which is slower, asked instead.
    """
    points = np.ascontiguousarray(points, dtype=np.float64)
    part = quick_hull(points)
    size = float(np.ptp(part.vertices, axis=0).max())
    if outside(points, part) <= OUTSIDE * size:
        return part
    V, F = by_qhull(points)
    return Hull(V, F, signed_volume(V, F))


def outside(points: Array, part: Hull) -> float:
    """Return how far the farthest of points (n, 3) lies outside a convex part."""
    cross = normals(part.vertices, part.faces)
    double = np.linalg.norm(cross, axis=1)
    sound = double > SLIVER * double.max()
    unit = cross[sound] / double[sound, None]
    offsets = np.einsum('ij,ij->i', unit, part.vertices[part.faces[sound, 0]])
    return max(float((points[start:start + ROWS] @ unit.T - offsets).max())
               for start in range(0, len(points), ROWS))


def quick_hull(points: Array) -> Hull:
    """Return the convex hull of points (n, 3), nearly always; see convex_hull."""
    from manifold3d import Manifold
    body = Manifold.hull_points(points)
    if body.is_empty() or body.volume() <= 0:
        raise ValueError('the points lie in one plane')
    return from_manifold(body)


def from_manifold(body: manifold3d.Manifold) -> Hull:
    """Return a convex solid as a Hull in lexical order; that of manifold3d 3.5.4 differs now and then between
    two hulls of the same points.
    """
    V, F = to_arrays(body)
    return Hull(V, F, signed_volume(V, F))


def as_stored(part: Hull) -> Hull:
    """Return the part with the float32 coordinates that a binary STL holds, convex again."""
    return convex_hull(part.vertices.astype(np.float32).astype(np.float64))


def thickened(points: Array) -> Array:
    """Return points (2 n, 3) moved both ways along each direction in which they have no extent to speak of.
    """
    centre = points.mean(axis=0)
    _, _, axes = np.linalg.svd(points - centre, full_matrices=True)
    size = max(float(np.ptp(points, axis=0).max()), 1e-3)
    along = (points - centre) @ axes.T
    for axis, values in zip(axes, along.T, strict=True):
        if np.ptp(values) < THIN * size:
            points = np.vstack([points + axis * THIN * size / 2, points - axis * THIN * size / 2])
    return points
