"""The body that a surface encloses where it does not close: by winding numbers at sample points.

A mesh with slits, doubled faces or loose screws is no solid to a boolean, but nearly every point still has a
winding number near 0 or 1 (Barill et al., Fast winding numbers for soups and clouds, 2018).
"""

from __future__ import annotations

import numpy as np

from robot_model_check.facts import Array, MassProperties
from robot_model_check.geometry.triangles import Faces
from robot_model_check.inertia import from_second_moment

CELLS = (16, 26)  # along each side of the box; a point at random in each
ENOUGH = 2000  # points inside: COM and tensor are then within about 1 %
FEWEST = 200  # points inside, below which the shape of the body is a guess
UNCLEAR = 0.2  # distance of a winding number from the next integer
AMBIGUOUS = 0.05  # of the points inside: with more of unclear ones nobody knows what is inside


def sampled_solid(V: Array, F: Faces) -> MassProperties | None:
    """Return the body of unit density inside a surface, None where the winding numbers do not say what is
    inside."""
    found = None
    for cells in CELLS:
        found, inside = _sampled(V, F, cells)
        if found is None or inside >= ENOUGH:
            break
    return found if inside >= FEWEST else None


def _sampled(V: Array, F: Faces, cells: int) -> tuple[MassProperties | None, int]:
    """Return (the body, how many points of its box lie in it)."""
    import igl
    low, high = V.min(axis=0), V.max(axis=0)
    points = low + _spread(cells) * (high - low)
    number = igl.fast_winding_number(*(np.ascontiguousarray(array) for array in (V, F, points)))
    if (number < -0.5).sum() > (number > 0.5).sum():  # inside out
        number = -number
    within = points[number > 0.5]
    unclear = np.abs(number - np.round(number)) > UNCLEAR
    if len(within) < 4 or unclear.sum() > AMBIGUOUS * len(within):
        return None, len(within)
    com = within.mean(axis=0)
    second = (within - com).T @ (within - com) / len(within)
    volume = float(np.prod(high - low)) * len(within) / len(points)
    return MassProperties('winding', volume, com, from_second_moment(second)), len(within)


def _spread(cells: int) -> Array:
    """Return points (cells^3, 3) in [0, 1), the same every time: one at random in each cell.

    Points in rows would see the walls of a part that run along them as a few lines, and products that are not
    there. """
    corners = np.stack(np.meshgrid(*[np.arange(cells)] * 3, indexing='ij'), axis=-1).reshape(-1, 3)
    return np.asarray((corners + np.random.default_rng(0).random(corners.shape)) / cells)
