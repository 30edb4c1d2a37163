"""Evenly spread, repeatable sample points in a box and on a surface."""

from __future__ import annotations

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import Faces, areas


def spread(count: int, dimensions: int) -> Array:
    """Return points (count, dimensions) in [0, 1), of low discrepancy and the same every time.

    The additive recurrence with the powers of the root of x^(d+1) = x + 1, a d-dimensional golden ratio (M.
    Roberts, The unreasonable effectiveness of quasirandom sequences, 2018). Sobol points do as well, but
    scipy.stats is slow to import.
    """
    root = 1.5
    for _ in range(40):
        root = (1 + root) ** (1 / (dimensions + 1))
    steps = root ** -np.arange(1.0, dimensions + 1)
    return np.asarray((0.5 + np.arange(1, count + 1)[:, None] * steps) % 1)


def in_cells(low: Array, high: Array, cells: int, times: int) -> Array:
    """Return points (times cells^3, 3) in a box, the same every time: one at random in each of cells^3 cells,
    and that `times` times over.

    Points of low discrepancy lie in rows, and see a wall that runs along them as a few lines: they find
    products of inertia that are not there.
    """
    corners = np.stack(np.meshgrid(*[np.arange(cells)] * 3, indexing='ij'), axis=-1).reshape(-1, 3)
    within = np.random.default_rng(0).random((times, *corners.shape))
    return np.asarray(low + ((corners + within) / cells).reshape(-1, 3) * (np.asarray(high) - low))


def on_surface(V: Array, F: Faces, count: int) -> Array:
    """Return points (count, 3) spread over the surface, equally many per area; none where there is no area.
    """
    cumulated = np.cumsum(areas(V, F))
    if cumulated[-1] <= 0:
        return np.zeros((0, 3))
    u = spread(count, 3)
    # stratified in the first coordinate: each of `count` equal areas gets one point
    along = (np.arange(count) + u[:, 0]) / count * cumulated[-1]
    corners = V[F[np.minimum(np.searchsorted(cumulated, along, side='right'), len(F) - 1)]]
    a = np.sqrt(u[:, 1:2])
    b = u[:, 2:3]
    return np.asarray((1 - a) * corners[:, 0] + a * (1 - b) * corners[:, 1] + a * b * corners[:, 2])


def widest_hole(area: float, count: int) -> float:
    """Return the radius of the widest hole to expect between `count` points spread over an area.

    That of random points, sqrt(A ln(n) / (pi n)): spread ones do not do worse.
    """
    return float(np.sqrt(area * np.log(count) / (np.pi * count))) if count > 1 else 0.0
