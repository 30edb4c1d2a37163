"""Where to cut a solid: planes that its concave edges suggest, and some across it.

All lengths here are in the search's own units: the part is about the origin, along its own axes, with a
diagonal of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array

CONCAVE_PLANES = 40
ACROSS_PLANES = 7
# Of these planes so many are tried exactly: the most promising by their edges, and by rough hulls.
FIRST_TRIED, BEST_TRIED = 5, 6
GRID = 16  # cells along the longest side, of which one vertex each is looked at in a rough hull
# Flatter concave edges belong to fillets and bores, whose neighbours say the same.
LEAST_ANGLE = np.radians(8)
# A bisector leaves both pieces a concave edge half as deep; a face plane leaves one none.
BISECTOR_WEIGHT = 0.6
CLEARANCE = 2e-6  # a cut along a face passes this far outside it, lest rounding leave slivers of the face
NEAR = 2e-5  # vertices this close to a face's plane belong to it
NORMAL_CELL, OFFSET_CELL = 1 / 20, 1 / 60


@dataclass(frozen=True, eq=False)
class Plane:
    """The points x with normal . x = offset."""

    normal: Array
    offset: float


def candidates(vertices: Array, faces: NDArray[np.int64]) -> list[Plane]:
    """Return planes worth trying on a closed mesh, the most promising first."""
    return _concave_planes(vertices, faces) + _across_planes(vertices)


def worth_trying(vertices: Array, faces: NDArray[np.int64]) -> list[Plane]:
    """Return the candidates that stand out, either by the edges they pass or by little hull volume on their
    two sides.
    """
    planes = candidates(vertices, faces)
    volumes = np.round(_rough_volumes(vertices, faces, planes), 12)
    best = np.argsort(volumes, kind='stable')[:BEST_TRIED].tolist()
    return [planes[index] for index in sorted({*range(min(FIRST_TRIED, len(planes))), *best})]


def _rough_volumes(vertices: Array, faces: NDArray[np.int64], planes: Sequence[Plane]) -> Array:
    """Return for each plane the volumes of the hulls of about what lies on either side, as a sum (k,).

    Of the vertices one in each cell of a grid is looked at, and of what one plane leaves in several pieces
    their joint hull.
    """
    heights = vertices @ np.array([plane.normal for plane in planes]).T
    heights -= np.array([plane.offset for plane in planes])
    start, end = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    once = start < end
    start, end = start[once], end[once]
    low = vertices.min(axis=0)
    cell = np.floor((vertices - low) * (GRID / float((vertices.max(axis=0) - low).max()))).astype(np.int64)
    _, few = np.unique(cell @ np.array([1, GRID + 1, (GRID + 1) ** 2]), return_index=True)
    volumes = np.empty(len(planes))
    for index, height in enumerate(heights.T):
        crossing = np.flatnonzero((height[start] > 0) != (height[end] > 0))
        a, b = start[crossing], end[crossing]
        share = (height[a] / (height[a] - height[b]))[:, None]
        section = vertices[a] + share * (vertices[b] - vertices[a])
        above = height[few] > 0
        volumes[index] = _hull_volume(np.vstack([vertices[few[above]], section]))
        volumes[index] += _hull_volume(np.vstack([vertices[few[~above]], section]))
    return volumes


def _hull_volume(points: Array) -> float:
    from manifold3d import Manifold
    return float(Manifold.hull_points(points).volume()) if len(points) > 3 else 0.0


def _across_planes(vertices: Array) -> list[Plane]:
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    shares = np.arange(1, ACROSS_PLANES + 1) / (ACROSS_PLANES + 1)
    return [Plane(np.eye(3)[axis], float(low[axis] + share * (high - low)[axis]))
            for axis in range(3) for share in shares]


def _concave_planes(vertices: Array, faces: NDArray[np.int64]) -> list[Plane]:
    """Face planes and bisectors at concave edges, near ones gathered, by edge length x sine of the angle."""
    normals, offsets, weights, is_face = _at_concave_edges(vertices, faces)
    if len(weights) == 0:
        return []
    centre = (vertices.min(axis=0) + vertices.max(axis=0)) / 2
    sign = _hemisphere(normals)
    key = np.column_stack([np.round(sign[:, None] * normals / NORMAL_CELL),
                           np.round(sign * (offsets - normals @ centre) / OFFSET_CELL)]).astype(np.int64)
    _, cell = np.unique(key, axis=0, return_inverse=True)
    cell = cell.ravel()
    totals = np.bincount(cell, weights)
    planes = []
    for chosen in np.argsort(-np.round(totals, 9), kind='stable')[:CONCAVE_PLANES]:
        members = np.flatnonzero(cell == chosen)
        best = members[np.argmax(weights[members])]
        planes.append(_cleared(normals[best], float(offsets[best]), vertices) if is_face[best]
                      else Plane(normals[best], float(offsets[best])))
    return planes


def _at_concave_edges(vertices: Array,
                      faces: NDArray[np.int64]) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Return normals (k, 3), offsets, weights and whether it is a face plane, for each plane at a concave
    edge.
    """
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    double = np.linalg.norm(cross, axis=1)
    unit = cross / np.maximum(double, 1e-300)[:, None]
    edge, one, other = _edge_pairs(faces)
    opposite = faces[other].sum(axis=1) - edge.sum(axis=1)
    rise = np.einsum('ij,ij->i', vertices[opposite] - vertices[edge[:, 0]], unit[one])
    angle = np.arccos(np.clip(np.einsum('ij,ij->i', unit[one], unit[other]), -1, 1))
    concave = (rise > 1e-9) & (angle > LEAST_ANGLE) & (double[one] > 1e-14) & (double[other] > 1e-14)
    edge, one, other, angle = edge[concave], one[concave], other[concave], angle[concave]
    length = np.linalg.norm(vertices[edge[:, 0]] - vertices[edge[:, 1]], axis=1)
    weight = length * np.sin(np.minimum(angle, np.pi / 2))
    half = unit[one] - unit[other]  # the bisector plane holds the edge and the mean of the two normals
    half /= np.linalg.norm(half, axis=1)[:, None]
    normals = np.vstack([unit[one], unit[other], half])
    offsets = np.einsum('ij,ij->i', normals, np.tile(vertices[edge[:, 0]], (3, 1)))
    weights = np.concatenate([weight, weight, BISECTOR_WEIGHT * weight])
    return normals, offsets, weights, np.arange(len(weights)) < 2 * len(weight)


def _edge_pairs(faces: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges (e, 2) that two faces share, and the two faces of each."""
    pairs = np.sort(np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    key = pairs[:, 0] * (faces.max() + 1) + pairs[:, 1]
    order = np.argsort(key, kind='stable')
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    first, second = order[same], order[same + 1]
    return pairs[first], owner[first], owner[second]


def _hemisphere(normals: Array) -> Array:
    """Return the sign (k,) that turns each normal so that its first component of any size is positive."""
    rounded = np.round(normals, 6)
    first = np.argmax(rounded != 0, axis=1)
    sign: Array = np.sign(np.take_along_axis(rounded, first[:, None], axis=1)[:, 0])
    return sign


def _cleared(normal: Array, offset: float, vertices: Array) -> Plane:
    """Return the face's plane moved just outside all vertices that belong to it."""
    heights = vertices @ normal - offset
    on_plane = np.abs(heights) < NEAR
    return Plane(normal, offset + float(heights[on_plane].max(initial=0.0)) + CLEARANCE)
