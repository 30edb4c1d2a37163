"""The body that a surface encloses where it does not close: by winding numbers at sample points.

A mesh with slits, doubled faces or loose screws is no solid to a boolean, but nearly every point still has a
winding number near 0 or 1 (Barill et al., Fast winding numbers for soups and clouds, 2018).
"""

from __future__ import annotations

import numpy as np

from robot_model_check.facts import MassProperties
from robot_model_check.geometry.volume_samples import COUNTS, UNCLEAR, VolumeSamples
from robot_model_check.inertia import from_second_moment

ENOUGH = 2000  # points inside: COM and tensor are then within about 1 %
FEWEST = 200  # points inside, below which the shape of the body is a guess
AMBIGUOUS = 0.05  # of the points inside: with more of unclear ones nobody knows what is inside


def sampled_solid(samples: VolumeSamples) -> MassProperties | None:
    """Return the body of unit density inside a surface, None where the winding numbers do not say what is
    inside."""
    found = None
    for count in COUNTS:
        found, inside = _sampled(samples, count)
        if found is None or inside >= ENOUGH:
            break
    return found if inside >= FEWEST else None


def _sampled(samples: VolumeSamples, count: int) -> tuple[MassProperties | None, int]:
    """Return (the body, how many of `count` points of its box lie in it)."""
    points, number, done = samples.take(count)
    within = points[number > 0.5]
    unclear = np.abs(number - np.round(number)) > UNCLEAR
    if len(within) < 4 or unclear.sum() > AMBIGUOUS * len(within):
        return None, len(within)
    com = within.mean(axis=0)
    second = (within - com).T @ (within - com) / len(within)
    volume = samples.box_volume * len(within) / done
    return MassProperties('winding', volume, com, from_second_moment(second)), len(within)
