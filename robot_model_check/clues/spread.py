"""How far mass lies from the COM, and how far the geometry lets it: the proof behind inertia-impossible."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from robot_model_check.clues.groups import group_points
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.inertia import Body, inertial_in_link, principal_axes, second_moment
from robot_model_check.model import Link


class Spread(NamedTuple):
    """Along a unit direction: root mean square distance of the mass from the COM, and the largest possible
    [m]. `anywhere` tells that the COM lies outside, and that the bound holds for every COM inside.
    """

    direction: Array
    declared: float
    possible: float
    low: float
    high: float
    anywhere: bool

    @property
    def excess(self) -> float:
        """Declared over possible."""
        return self.declared / self.possible


def worst_spread(body: Body, points: Array, slack: float) -> Spread | None:
    """Return the direction in which the mass lies farthest beyond what fits; None where nothing fits.

    `body` and `points` (n, 3), the geometry, are in one set of axes; `slack` is a share of the diagonal of
    the points. Mass between lo and hi with its mean at c has a variance of at most (hi - c)(c - lo), whatever
    the density (Bhatia and Davis, A better bound on the variance, 2000).
    """
    axes = np.concatenate([np.eye(3), principal_axes(body.inertia)[1].T])
    along = points @ axes.T
    margin = slack * float(np.linalg.norm(np.ptp(points, axis=0)))
    low, high, com = along.min(axis=0) - margin, along.max(axis=0) + margin, axes @ body.com
    if (low >= high).any():
        return None
    outside = (com <= low) | (com >= high)
    com = np.where(outside, (low + high) / 2, com)  # the COM that allows the most
    variance = np.einsum('ki,ij,kj->k', axes, second_moment(body.inertia), axes) / body.mass
    declared, possible = np.sqrt(np.maximum(variance, 0)), np.sqrt((high - com) * (com - low))
    k = int(np.argmax(declared / possible))
    return Spread(axes[k], float(declared[k]), float(possible[k]), float(low[k] - com[k]),
                  float(high[k] - com[k]), bool(outside[k]))


def is_impossible(link: Link, context: Context, slack: float, excess: float) -> bool:
    """Return whether no mass distribution inside the geometry of its group has the tensor of a link that has
    mass.
    """
    points = group_points(link.name, context)
    if link.inertial is None or len(points) == 0:
        return False
    worst = worst_spread(inertial_in_link(link.inertial), points, slack)
    return worst is not None and worst.excess > excess
