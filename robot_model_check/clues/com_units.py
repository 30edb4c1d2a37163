"""Which unit brings a centre of mass that lies far outside the geometry back into it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from robot_model_check.clues.groups import group_points
from robot_model_check.clues.spread import worst_spread
from robot_model_check.clues.units import COM_UNITS, explains_com, hull_of
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.inertia import inertial_in_link
from robot_model_check.model import Link

WORDS: Mapping[float, tuple[str, str]] = MappingProxyType({
    1000.0: ('unit:com-mm', 'millimetres'), 100.0: ('unit:com-cm', 'centimetres')})

CENTRAL = 0.25  # of the diagonal: how far COMs of public robots lie from that of the uniform hull
APART = 0.2  # of the diagonal: how much nearer to the centre the right one of two readings lies
SLACK, EXCESS = 0.01, 1.05  # as inertia-impossible


def com_units(link: Link, context: Context) -> tuple[float, ...]:
    """Return the numbers per metre that may have been written in a COM, the likeliest first.

    One: the others leave the COM outside the geometry, make the tensor impossible, or put the COM far from
    the middle of the part. Several: nothing tells them apart. None: no unit explains the COM.
    """
    points = group_points(link.name, context)
    if link.inertial is None or len(points) == 0:
        return ()
    com, low, high = np.array(link.inertial.origin.xyz), points.min(axis=0), points.max(axis=0)
    fitting = [unit for unit in COM_UNITS if explains_com(link.inertial.origin.xyz, low, high, (unit,))]
    possible = [unit for unit in fitting if _is_possible(link, com / unit, points)] or fitting
    hull = hull_of(link, context)
    middle = hull.com if hull is not None else (low + high) / 2
    return _nearest({unit: float(np.linalg.norm(com / unit - middle) / np.linalg.norm(high - low))
                     for unit in possible})


def _is_possible(link: Link, com: Array, points: Array) -> bool:
    """Return whether a mass inside the geometry can have the tensor of a link about this COM."""
    body = inertial_in_link(link.inertial)._replace(com=com)  # type: ignore[arg-type]
    worst = worst_spread(body, points, SLACK)
    return worst is None or worst.excess <= EXCESS


def _nearest(off: Mapping[float, float]) -> tuple[float, ...]:
    """Return the units, nearest to the middle first, without those that are clearly farther off."""
    order = sorted(off, key=lambda unit: off[unit])
    if not order or off[order[0]] > CENTRAL:
        return tuple(order)
    return tuple(unit for unit in order if unit == order[0] or off[unit] - off[order[0]] < APART)
