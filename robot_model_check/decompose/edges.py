"""Edges of a closed mesh: what faces meet there, at which angle, and whether the solid is concave there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import normals

RISE = 1e-9  # how far the one face must rise above the other's plane; the part has a diagonal of about 1
SLIVER = 1e-14  # twice the area of a face that has no normal to speak of


@dataclass(frozen=True, eq=False)
class Edges:
    """Edges between two faces: `start`, `end` (e, 3), the `faces` (e, 2), their `normals` (e, 2, 3), the
    `angle` (e,) between these, and whether the edge is `concave` (e,).
    """

    start: Array
    end: Array
    faces: NDArray[np.int64]
    normals: Array
    angle: Array
    concave: NDArray[np.bool_]


def edges_of(vertices: Array, faces: NDArray[np.int64]) -> Edges:
    """Return the edges of a closed mesh."""
    cross = normals(vertices, faces)
    double = np.linalg.norm(cross, axis=1)
    unit = cross / np.maximum(double, 1e-300)[:, None]
    edge, one, other = _edge_pairs(faces)
    opposite = faces[other].sum(axis=1) - edge.sum(axis=1)
    rise = np.einsum('ij,ij->i', vertices[opposite] - vertices[edge[:, 0]], unit[one])
    angle = np.arccos(np.clip(np.einsum('ij,ij->i', unit[one], unit[other]), -1, 1))
    concave = (rise > RISE) & (double[one] > SLIVER) & (double[other] > SLIVER)
    return Edges(vertices[edge[:, 0]], vertices[edge[:, 1]], np.column_stack([one, other]),
                 np.stack([unit[one], unit[other]], axis=1), angle, concave)


def _edge_pairs(faces: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the edges (e, 2) that two faces share, and the two faces of each."""
    pairs = np.sort(np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    key = pairs[:, 0] * (faces.max() + 1) + pairs[:, 1]
    order = np.argsort(key, kind='stable')
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    first, second = order[same], order[same + 1]
    return pairs[first], owner[first], owner[second]
