"""Whether the masses of a robot are in pounds, and its tensors in kg m^2.

One link cannot show it: a motor of 55 % of the mass in the middle of a part makes its tensor just as small as
pounds do. That each part of a robot has such a motor is another matter, and a unit is a habit of an export.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, log
from statistics import median

import numpy as np

from robot_model_check.clues.fit import own_solid, relative
from robot_model_check.clues.placeholder import placeholder
from robot_model_check.context import Context
from robot_model_check.inertia import inertial_in_link, too_light
from robot_model_check.model import Link
from robot_model_check.settings.references import POUND

FEWEST = 5  # parts that show it
LEFT = 0.25  # misfit of the parts in the median: of 106 public robots, in kilograms, the nearest has 0.31
USUAL = (log(POUND) - 0.4, log(POUND) + 0.1)  # of the parts in the median; motors make a tensor small, too
Scale = tuple[float, float]  # mean and standard deviation of the logarithms of the three ratios


@lru_cache(maxsize=1)
def in_pounds(context: Context) -> frozenset[str]:
    """Return the links whose masses are in pounds; none unless most parts of the robot say so."""
    scales = {name: scale for name, link in context.tree.links.items()
              if (scale := _scale(link, context)) is not None}
    parts = set(scales.values())  # copies of one part count once
    usual = median(mean for mean, _ in parts) if parts else 0.0
    told = {name: scale for name, scale in scales.items() if abs(scale[0] - usual) < abs(scale[0])}
    if len(set(told.values())) < FEWEST or not USUAL[0] <= usual <= USUAL[1]:
        return frozenset()
    misfit = median(hypot(mean - usual, spread) for mean, spread in parts)
    return frozenset(told if misfit <= LEFT else ())


def _scale(link: Link, context: Context) -> Scale | None:
    """Return how large the tensor is for its mass, measured by the solid; None where that is not known."""
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0 or placeholder(inertial) is not None:
        return None
    body, solid = inertial_in_link(inertial), own_solid(link, context)
    if solid is None or not solid.is_solid or too_light(body.inertia, body.mass):
        return None
    ratios = relative(body.inertia / body.mass, solid.inertia)
    if not ratios[0] > 0:
        return None
    logs = np.log(ratios)
    return round(float(logs.mean()), 3), round(float(logs.std()), 3)
