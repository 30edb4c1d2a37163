"""A part's own frame: the axes its maker drew it in, whatever pose it has in its link.

The directions that most of the surface faces are taken; where the surface is curved all over, the principal
axes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry import triangles

SAME = np.cos(np.radians(0.5))  # normals closer than this face one way
ACROSS = np.sin(np.radians(0.5))
CANDIDATES = 64
LEAST_SHARE = 0.02  # of the area looked at: a direction that less of it faces says nothing


def own_axes(vertices: Array, faces: NDArray[np.int64]) -> Array:
    """Return a rotation (3, 3) whose rows are the part's own axes, right-handed."""
    normals, areas, centres = _faces(vertices, faces)
    principal = _principal_axes(centres, areas)
    first = _main_direction(normals, areas, np.ones(len(areas), dtype=bool))
    if first is None:
        return _right_handed(principal)
    second = _main_direction(normals, areas, np.abs(normals @ first) < ACROSS)
    if second is None:
        second = max(principal, key=lambda axis: (round(float(np.linalg.norm(np.cross(axis, first))), 6)))
    second = second - first * (second @ first)
    second /= np.linalg.norm(second)
    return np.array([first, second, np.cross(first, second)])


def _faces(vertices: Array, faces: NDArray[np.int64]) -> tuple[Array, Array, Array]:
    """Return normals (n, 3), areas (n,) and centres (n, 3) of the faces that have an area."""
    cross = triangles.normals(vertices, faces)
    double = np.linalg.norm(cross, axis=1)
    sound = double > 1e-12 * double.max()
    return cross[sound] / double[sound, None], double[sound] / 2, vertices[faces[sound]].mean(axis=1)


def _main_direction(normals: Array, areas: Array, allowed: NDArray[np.bool_]) -> Array | None:
    """Return the direction, either way round, that the largest area faces, or None where none stands out."""
    if not allowed.any():
        return None
    normals_in, areas_in = normals[allowed], areas[allowed]
    tried = normals_in[np.argsort(-areas_in, kind='stable')[:CANDIDATES]]
    facing = np.abs(tried @ normals_in.T) > SAME
    shares = facing @ areas_in
    best = int(np.argmax(np.round(shares / areas_in.sum(), 9)))
    if shares[best] < LEAST_SHARE * areas_in.sum():
        return None
    members = normals_in[facing[best]]
    signs = np.sign(members @ tried[best])
    mean = ((signs * areas_in[facing[best]])[:, None] * members).sum(axis=0)
    direction: Array = mean / np.linalg.norm(mean)
    return direction


def _principal_axes(centres: Array, areas: Array) -> Array:
    """Return the principal axes (rows) of the surface, the longest extent first."""
    offsets = centres - np.average(centres, axis=0, weights=areas)
    _, axes = np.linalg.eigh((offsets * areas[:, None]).T @ offsets)
    longest_first: Array = axes.T[::-1]
    return longest_first


def _right_handed(axes: Array) -> Array:
    turned: Array = axes if np.linalg.det(axes) > 0 else axes * np.array([[1.0], [1.0], [-1.0]])
    return turned
