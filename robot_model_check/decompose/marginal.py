"""How the volume of a solid is spread along an axis, in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import normals

EVEN, MOST_LEVELS = 129, 128  # heights looked at: evenly spread, and those of vertices
SAME = 1e-6  # of the extent: heights closer than this are one
ROUNDING = 1e-9  # of the volume
TINY = 1e-300


@dataclass(frozen=True, eq=False)
class Marginal:
    """The volume [m^3] of a solid `below` each of ascending `heights` [m] along an axis, both (k,)."""

    heights: Array
    below: Array

    def shortest(self, lost: float) -> tuple[float, float]:
        """Return the ends of the shortest stretch of the axis that holds all but the share `lost` of the
        volume.
        """
        total = float(self.below[-1])
        mass = (1 - lost) * total
        from_start = np.interp(self.below + mass, self.below, self.heights)
        to_end = np.interp(self.below - mass, self.below, self.heights)
        starts = np.concatenate([self.heights, to_end])
        ends = np.concatenate([from_start, self.heights])
        possible = np.concatenate([self.below + mass <= (1 + ROUNDING) * total,
                                   self.below - mass >= -ROUNDING * total])
        size = self.heights[-1] - self.heights[0]
        lengths = np.round(np.where(possible, ends - starts, np.inf) / size, 9)
        best = int(np.argmin(lengths))
        return float(starts[best]), float(ends[best])


def marginal(V: Array, F: NDArray[np.int64], axis: int) -> Marginal:
    """Return the marginal of a closed mesh along one of the axes of its coordinates.

    It is the flux of min(z, level) along the axis, z being the height; that of the level itself through a
    closed surface is none, so what counts is how far faces lie below the level.
    """
    heights = _heights(V[:, axis])
    corners = np.sort(V[F][:, :, axis], axis=1)
    area = normals(V, F)[:, axis] / 2  # as seen along the axis, positive from above
    upward = np.argsort(corners[:, 2], kind='stable')
    corners, area = corners[upward], area[upward]
    areas = np.concatenate([[0.0], np.cumsum(area)])
    moments = np.concatenate([[0.0], np.cumsum(area * corners.mean(axis=1))])
    wholly = np.searchsorted(corners[:, 2], heights, side='right')
    volumes = moments[wholly] - heights * areas[wholly]
    for index, (level, count) in enumerate(zip(heights, wholly, strict=True)):
        partly = count + np.flatnonzero(corners[count:, 0] < level)
        volumes[index] -= area[partly] @ _depth(corners[partly], level)
    return Marginal(heights, np.maximum.accumulate(np.maximum(volumes, 0.0)))


def _heights(along: Array) -> Array:
    low, high = float(along.min()), float(along.max())
    levels = np.unique(np.round((along - low) / (high - low) / SAME)) * SAME
    few = levels[::-(-len(levels) // MOST_LEVELS)]
    shares = np.unique(np.concatenate([np.linspace(0, 1, EVEN), few, [1.0]]))
    ascending: Array = low + (high - low) * shares
    return ascending


def _depth(corners: Array, level: float) -> Array:
    """Return the mean (m,) of how far each triangle lies below a level that passes through it, nothing where
    it is above; the heights of its `corners` (m, 3) ascend.
    """
    low, middle, high = corners.T
    with np.errstate(over='ignore'):  # of the two that one is, which is not taken
        tip = (level - low) ** 3 / np.maximum((middle - low) * (high - low), TINY)
        rest = (high - level) ** 3 / np.maximum((high - low) * (high - middle), TINY)
    depth: Array = np.where(level <= middle, tip / 3, level - corners.mean(axis=1) + rest / 3)
    return depth
