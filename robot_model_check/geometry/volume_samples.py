"""Winding numbers of a surface at points spread over the space it takes: what is inside, where it is open.

A point is inside where the winding number exceeds 1/2 (Barill et al., Fast winding numbers for soups and
clouds, 2018).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry import sampling
from robot_model_check.geometry.bodies import inside_hull, winding_number
from robot_model_check.geometry.mesh import CACHED_FILES, TriangleMesh
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.triangles import Triangles, hull, joined

CELLS, TIMES = 16, 4  # along each side of the box, and points in each
COUNTS = tuple(times * CELLS ** 3 for times in (1, 2, TIMES))  # of points in the box, until they are enough
UNCLEAR = 0.2  # distance of a winding number from the next integer
AMBIGUOUS = 0.05  # share of points with no clear inside beyond which a surface has no volume


class WindingNumbers:
    """Winding numbers at points of the convex hull of a surface, each evaluated once and only when asked for.

    The points are spread over the box of the surface in its own frame; `done` of them have been looked at.
    """

    def __init__(self, surface: Triangles) -> None:
        self.surface = surface
        self.points, self.number, self.done = np.zeros((0, 3)), np.zeros(0), 0

    @cached_property
    def hull(self) -> Triangles | None:
        """The convex hull, None where the surface is flat."""
        return hull(self.surface[0])

    @cached_property
    def _spread(self) -> Array:
        V = self.surface[0]
        return sampling.in_cells(V.min(axis=0), V.max(axis=0), CELLS, TIMES)

    @property
    def box_volume(self) -> float:
        """The volume of the box."""
        return float(np.prod(np.ptp(self.surface[0], axis=0)))

    def take(self, count: int) -> None:
        """Look at the first `count` points of the box at least."""
        if self.hull is not None and self.done < count:
            fresh = self._spread[self.done:count]
            fresh = fresh[inside_hull(fresh, self.hull)]
            self.points = np.concatenate([self.points, fresh])
            self.number = np.concatenate([self.number, winding_number(self.surface, fresh)])
            self.done = count


@lru_cache(maxsize=CACHED_FILES)
def _of_file(mesh: TriangleMesh) -> WindingNumbers:
    return WindingNumbers((mesh.vertices, mesh.faces))


class VolumeSamples:
    """Points in the hull of shapes of a link, in link axes, with the winding numbers of all the shapes.

    Those of a single mesh are worked on in the axes of its file, once for all links that use it.
    """

    def __init__(self, shapes: Sequence[Placed]) -> None:
        self.surface = joined([(shape.V, shape.F) for shape in shapes])
        only = shapes[0] if len(shapes) == 1 else None
        if only is not None and only.mesh is not None and only.T_link_file is not None:
            self._numbers, self._T = _of_file(only.mesh), only.T_link_file
            self.hull = only.hull
        else:
            self._numbers, self._T = WindingNumbers(self.surface), np.eye(4)[:3]
            self.hull = self._numbers.hull

    @property
    def box_volume(self) -> float:
        """The volume of the box that the points were spread over [m^3]."""
        return self._numbers.box_volume * abs(float(np.linalg.det(self._T[:, :3])))

    def take(self, count: int) -> tuple[Array, Array, int]:
        """Return those of the first `count` points of the box or of more that lie in the hull, their winding
        numbers, and how many were looked at.

        A surface that is mostly inside out is taken as turned.
        """
        self._numbers.take(count)
        points, number = self._numbers.points @ self._T[:, :3].T + self._T[:, 3], self._numbers.number
        inverted = (number < -0.5).sum() > (number > 0.5).sum()
        return points, -number if inverted else number, self._numbers.done


def is_ambiguous(number: Array, count: int) -> bool:
    """Return whether too many of `count` points have no clear inside."""
    return bool((np.abs(number - np.round(number)) > UNCLEAR).sum() > AMBIGUOUS * count)
