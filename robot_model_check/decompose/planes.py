"""Where to cut a solid: planes that its concave edges suggest, and some across it.

All lengths here are in the search's own units: the part is about the origin, along its own axes, with a
diagonal of 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.decompose.bores import bore_planes
from robot_model_check.decompose.edges import Edges, edges_of
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
    edges = edges_of(vertices, faces)
    bores = [Plane(normal, float(normal @ point)) for normal, point in bore_planes(edges, len(faces))]
    return _concave_planes(vertices, edges) + bores + _across_planes(vertices)


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


def _concave_planes(vertices: Array, edges: Edges) -> list[Plane]:
    """Face planes and bisectors at concave edges, near ones gathered, by edge length x sine of the angle."""
    normals, offsets, weights, is_face = _at_concave_edges(edges)
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


def _at_concave_edges(edges: Edges) -> tuple[Array, Array, Array, NDArray[np.bool_]]:
    """Return normals (k, 3), offsets, weights and whether it is a face plane, for each plane at a concave
    edge.
    """
    concave = edges.concave & (edges.angle > LEAST_ANGLE)
    start, one, other = edges.start[concave], edges.normals[concave, 0], edges.normals[concave, 1]
    length = np.linalg.norm(edges.end[concave] - start, axis=1)
    weight = length * np.sin(np.minimum(edges.angle[concave], np.pi / 2))
    half = one - other  # the bisector plane holds the edge and the mean of the two normals
    half /= np.linalg.norm(half, axis=1)[:, None]
    normals = np.vstack([one, other, half])
    offsets = np.einsum('ij,ij->i', normals, np.tile(start, (3, 1)))
    weights = np.concatenate([weight, weight, BISECTOR_WEIGHT * weight])
    return normals, offsets, weights, np.arange(len(weights)) < 2 * len(weight)


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
