"""A long part, such as a gripper finger, as a few boxes along its axis: tip, middle, root.

The solid is cut square to its longest own axis into slices, and the runs of slices whose boxes have the
least volume in all are found by dynamic programming. The boxes contain the solid by construction.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.hull import Hull, convex_hull
from robot_model_check.decompose.primitive import Fitted, enclosing_box
from robot_model_check.facts import Array
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.geometry.triangles import normals

if TYPE_CHECKING:
    from manifold3d import Manifold

SLICES = 12  # of equal thickness; besides, cuts are made where the section changes in a step
STEPS = 8
SQUARE = 0.9999  # |cosine| to the axis of the normal of a face that is a step
NEAR = 1e-5  # of the length: cuts on both sides of a step, as far from it
LEAST = 0.05  # of the length: boxes are not flatter
LONG = 2.0  # length over the larger of the other extents, from which a part is long


def boxes_along(solid: Manifold, count: int) -> list[tuple[Hull, Fitted]]:
    """Return `count` boxes in a row that contain a long solid, each with the hull of what lies in it.

    The list is empty where the solid is not long.
    """
    axes = own_axes(*to_arrays(solid))
    turned = solid.transform(np.column_stack([axes, np.zeros(3)]))
    low, high = np.split(np.array(turned.bounding_box()), 2)
    extents = high - low
    longest = int(np.argmax(np.round(extents, 9)))
    if extents[longest] < LONG * np.delete(extents, longest).max():
        return []
    slices = _slices(turned, longest, _heights(turned, longest, low[longest], high[longest]))
    cores = [convex_hull(np.vstack(slices[start:end]) @ axes) for start, end in _runs(slices, longest, count)]
    return [(core, enclosing_box(core.vertices, axes)) for core in cores]


def _heights(solid: Manifold, axis: int, low: float, high: float) -> Array:
    """Return where to cut along an axis, ascending: evenly, and close to both sides of the widest steps."""
    V, F = to_arrays(solid)
    normal = normals(V, F)
    area = np.linalg.norm(normal, axis=1)
    square = np.abs(normal[:, axis]) > SQUARE * area
    level, which = np.unique(np.round((V[F[square, 0], axis] - low) / (high - low) / NEAR),
                             return_inverse=True)
    widest = np.argsort(-np.round(np.bincount(which, area[square]), 12), kind='stable')[:STEPS]
    shares = np.concatenate([level[widest] * NEAR - NEAR, level[widest] * NEAR + NEAR,
                             np.arange(1, SLICES) / SLICES])
    inside = (shares > NEAR / 2) & (shares < 1 - NEAR / 2)
    ascending: Array = low + (high - low) * np.unique(shares[inside])
    return ascending


def _slices(solid: Manifold, axis: int, heights: Array) -> list[Array]:
    """Return the vertices of each slice of a solid, cut at ascending heights along an axis."""
    normal = tuple(np.eye(3)[axis])
    found, rest = [], solid
    for height in heights:
        rest, below = rest.split_by_plane(normal, height)
        found.append(to_arrays(below)[0])
    return [points for points in (*found, to_arrays(rest)[0]) if len(points)]


def _runs(slices: list[Array], axis: int, count: int) -> list[tuple[int, int]]:
    """Return where to begin and end the runs of slices whose boxes have the least volume in all."""
    low = np.array([points.min(axis=0) for points in slices])
    high = np.array([points.max(axis=0) for points in slices])
    number = len(slices)

    def volume(start: int, end: int) -> float:
        size = high[start:end].max(axis=0) - low[start:end].min(axis=0)
        flat = size[axis] < LEAST * (high[-1] - low[0])[axis]
        return math.inf if flat else float(np.prod(size))

    best: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    for run in range(count):
        ends = [number] if run == count - 1 else range(run + 1, number)
        best = {end: min(((best[start][0] + volume(start, end), [*best[start][1], (start, end)])
                          for start in best if start < end), default=(math.inf, [])) for end in ends}
    return best[number][1]
