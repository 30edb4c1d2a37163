"""Winding numbers of a surface at points spread over the space it takes: what is inside, where it is open.

A point is inside where the winding number exceeds 1/2 (Barill et al., Fast winding numbers for soups and
clouds, 2018).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry import sampling
from robot_model_check.geometry.bodies import inside_hull, winding_number
from robot_model_check.geometry.triangles import Triangles, hull

CELLS, TIMES = 16, 4  # along each side of the box, and points in each
COUNTS = (CELLS ** 3, TIMES * CELLS ** 3)  # of points in the box: enough, and more where that was not enough
UNCLEAR = 0.2  # distance of a winding number from the next integer
AMBIGUOUS = 0.05  # share of points with no clear inside beyond which a surface has no volume


class VolumeSamples:
    """Winding numbers at points of the convex hull of a surface, each evaluated once and only when asked for.
    """

    def __init__(self, surface: Triangles) -> None:
        self.surface = surface
        self.points, self.number, self.done = np.zeros((0, 3)), np.zeros(0), 0

    @cached_property
    def hull(self) -> Triangles | None:
        """The convex hull, None where the surface is flat."""
        return hull(self.surface[0])

    @property
    def box_volume(self) -> float:
        """The volume of the box over which the points are spread [m^3]."""
        return float(np.prod(np.ptp(self.surface[0], axis=0)))

    @cached_property
    def _spread(self) -> Array:
        V = self.surface[0]
        return sampling.in_cells(V.min(axis=0), V.max(axis=0), CELLS, TIMES)

    def take(self, count: int) -> tuple[Array, Array]:
        """Return those of the first `count` points of the box (or of more, `done`, where more are known) that
        lie in the hull, and their winding numbers.

        A surface that is mostly inside out is taken as turned.
        """
        if self.hull is not None and self.done < count:
            fresh = self._spread[self.done:count]
            fresh = fresh[inside_hull(fresh, self.hull)]
            self.points = np.concatenate([self.points, fresh])
            self.number = np.concatenate([self.number, winding_number(self.surface, fresh)])
            self.done = count
        inverted = (self.number < -0.5).sum() > (self.number > 0.5).sum()
        return self.points, -self.number if inverted else self.number


def is_ambiguous(number: Array, count: int) -> bool:
    """Return whether too many of `count` points have no clear inside."""
    return bool((np.abs(number - np.round(number)) > UNCLEAR).sum() > AMBIGUOUS * count)
