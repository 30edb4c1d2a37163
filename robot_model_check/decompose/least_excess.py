"""The primitive of least excess: where the one around everything is too large, because of a lip or of rounded
edges, one that leaves as little of the solid bare as the budget of coverage allows.

The sides of a box are drawn in along each axis to the shortest stretch that holds enough of the volume; what
they leave bare is then at most the sum of what each axis does. The radius of a round one is found by
bisection. The search runs on a simplified copy; what is returned keeps to the budgets by booleans with the
solid itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.marginal import Marginal, marginal
from robot_model_check.decompose.primitive import (
    Fitted,
    capsule_at,
    cylinder_at,
    enclosing_box,
    sphere_at,
)
from robot_model_check.facts import Array
from robot_model_check.geometry.primitives import Primitive, tessellate, volume
from robot_model_check.geometry.solid import from_arrays, to_arrays
from robot_model_check.geometry.triangles import diagonal
from robot_model_check.model import Box, Capsule, Cylinder, Sphere

if TYPE_CHECKING:
    from manifold3d import Manifold

SEARCH_TOLERANCE = 3e-4  # of the diagonal: how far the copy that is searched may differ from the solid
KEPT_BACK = 0.1  # of what may be bare: room for what the copy leaves out
STEPS = (1.0, 0.75, 0.5, 0.25)  # of what may be bare
TIE = 1e-3  # of the volume: no more is left bare for less than this in excess
SHARES = 4  # what may be bare is shared among the axes in so many equal portions
ENDS = (0.0, 0.5, 1.0)  # of what may be bare: what of it lies beyond the ends of round ones
BISECTIONS = 9
INSCRIBED = 1.002  # a circle counts as a polygon in it, whose sides are nearer


@dataclass(frozen=True, eq=False)
class _Trial:
    """A primitive about `centre`, its own z axis along that of the search's axes which `axis` counts; `bare`
    and `excess` are shares of the solid's volume.
    """

    geometry: Primitive
    centre: Array
    axis: int
    bare: float
    excess: float


@dataclass(frozen=True, eq=False)
class _Search:
    """A solid along its own axes (rows, of the coordinates it came in)."""

    solid: Manifold
    axes: Array

    @cached_property
    def volume(self) -> float:
        return float(self.solid.volume())

    @cached_property
    def vertices(self) -> Array:
        return to_arrays(self.solid)[0]

    @cached_property
    def marginals(self) -> tuple[Marginal, ...]:
        """The marginal along each axis."""
        V, F = to_arrays(self.solid)
        return tuple(marginal(V, F, axis) for axis in range(3))

    def stretches(self, lost: tuple[float, float, float]) -> Array:
        """Return (low, high), each (3,): the shortest that each lose no more than a share of the volume."""
        found = [along.shortest(share) for along, share in zip(self.marginals, lost, strict=True)]
        return np.array(found).T

    def trial(self, geometry: Primitive, centre: Array, axis: int) -> _Trial:
        """Measure a primitive, curved ones inscribed, as everywhere."""
        V, F = tessellate(geometry)
        body = from_arrays(V @ np.roll(np.eye(3), axis - 2, axis=1) + centre, F)
        assert body is not None
        common = float((self.solid ^ body).volume()) / self.volume
        return _Trial(geometry, centre, axis, 1 - common, volume(geometry) / self.volume - common)


# Given how much may be bare, and be added.
_Fit = Callable[[_Search, float, float], '_Trial | None']


def least_excess(solid: Manifold, min_coverage: float, max_excess: float) -> tuple[Fitted, ...]:
    """Return the box, cylinder or sphere along the solid's own axes of the least excess that covers
    `min_coverage` of its volume; where its excess is above `max_excess` (a share of that volume, too), the
    cylinder and two spheres of a capsule; none where that is so, too.
    """
    whole = _own(solid)
    copy = replace(whole, solid=whole.solid.simplify(SEARCH_TOLERANCE * diagonal(whole.vertices)))
    bare = 1 - min_coverage
    if bare <= 0 or copy.volume <= 0:
        return ()
    for fits in (_PLAIN, _CAPSULES):
        best = _best(copy, fits, (1 - KEPT_BACK) * bare, max_excess)
        if best is not None:
            exact = whole.trial(best.geometry, best.centre, best.axis)
            if exact.bare <= bare and exact.excess <= max_excess:
                return _fitted(whole.axes, exact)
    return ()


def _own(solid: Manifold) -> _Search:
    axes = own_axes(*to_arrays(solid))
    return _Search(solid.transform(np.column_stack([axes, np.zeros(3)])), axes)


def _best(copy: _Search, fits: Sequence[_Fit], bare: float, max_excess: float) -> _Trial | None:
    """Return the trial of least excess, of nearly equal ones that which leaves least bare; None where none
    has so little.
    """
    found: list[_Trial] = []
    enough = max_excess
    for step in STEPS:
        tried = [(trial, fit) for fit in fits if (trial := fit(copy, step * bare, enough)) is not None]
        if not tried:
            break
        enough = min(enough, min(trial.excess for trial, _ in tried) + TIE) if not found else enough
        good = [(trial, fit) for trial, fit in tried if trial.excess <= enough]
        found, fits = [trial for trial, _ in good], [fit for _, fit in good]
    return min(found, key=lambda trial: trial.excess + trial.bare, default=None)


def _box(copy: _Search, bare: float, max_excess: float) -> _Trial | None:
    """Return the least box, of all ways to share among the axes what may be bare."""
    portions = [tuple(bare * part / SHARES for part in parts)
                for parts in itertools.product(range(SHARES + 1), repeat=3) if sum(parts) == SHARES]
    ends = [copy.stretches((x, y, z)) for x, y, z in portions]
    low, high = min(ends, key=lambda pair: round(float(np.prod(pair[1] - pair[0])) / copy.volume, 9))
    if np.prod(high - low) > (1 + max_excess) * copy.volume:
        return None
    x, y, z = (float(extent) for extent in high - low)
    return _within(copy.trial(Box((x, y, z)), (low + high) / 2, 2), max_excess)


def _within(trial: _Trial | None, max_excess: float) -> _Trial | None:
    return trial if trial is not None and trial.excess <= max_excess else None


def _sphere(copy: _Search, bare: float, max_excess: float) -> _Trial | None:
    low, high = copy.stretches((bare, bare, bare))
    return _narrowest(copy, (low + high) / 2, (None, bare, max_excess), lambda radius, least: Sphere(radius))


def _cylinder(axis: int, share: float, copy: _Search, bare: float, max_excess: float) -> _Trial | None:
    """Return the least cylinder beyond whose ends lies a share of what may be bare."""
    centre, extent = _stretch(copy, axis, bare, share)
    return _narrowest(copy, centre, (axis, bare, max_excess), lambda radius, least: Cylinder(radius, extent))


def _capsule(axis: int, share: float, copy: _Search, bare: float, max_excess: float) -> _Trial | None:
    centre, extent = _stretch(copy, axis, bare, share)

    def rod(radius: float, least: float) -> Primitive:
        length = extent - 2 * least
        return Capsule(radius, length) if length > 0 else Sphere(radius)
    return _narrowest(copy, centre, (axis, bare, max_excess), rod)


_ENDS = tuple(itertools.product(range(3), ENDS))
_PLAIN: Sequence[_Fit] = (_box, _sphere, *(partial(_cylinder, axis, share) for axis, share in _ENDS))
_CAPSULES: Sequence[_Fit] = tuple(partial(_capsule, axis, share) for axis, share in _ENDS)


def _stretch(copy: _Search, axis: int, bare: float, share: float) -> tuple[Array, float]:
    """Return the centre (3,) of a round primitive along an axis, and its extent along it."""
    low, high = copy.stretches((bare, bare, bare))
    low[axis], high[axis] = copy.marginals[axis].shortest(share * bare)
    return (low + high) / 2, float(high[axis] - low[axis])


def _narrowest(copy: _Search, centre: Array, wanted: tuple[int | None, float, float],
               made: Callable[[float, float], Primitive]) -> _Trial | None:
    """Return the round primitive of the least radius that leaves no more bare than is wanted, None where that
    adds more than is wanted.

    `made` is given the radius, and that with which too much would be bare in any case. Without an axis, all
    directions are across it.
    """
    axis, bare, max_excess = wanted
    across = [other for other in range(3) if other != axis]
    low, high = copy.stretches((bare, bare, bare))
    short = least = float((high - low)[across].max()) / 2
    wide = INSCRIBED * float(np.linalg.norm((copy.vertices - centre)[:, across], axis=1).max())
    radius, best = wide, None
    for _ in range(BISECTIONS):
        if volume(made(short, least)) > (1 + max_excess) * copy.volume:
            return None
        trial = copy.trial(made(radius, least), centre, 2 if axis is None else axis)
        if trial.bare <= bare:
            wide, best = radius, trial
        elif best is None:
            return None
        else:
            short = radius
        radius = (short + wide) / 2
    return _within(best, max_excess)


def _fitted(axes: Array, trial: _Trial) -> tuple[Fitted, ...]:
    """Return a trial in the axes the solid came in."""
    centre, axis, shape = trial.centre @ axes, axes[trial.axis], trial.geometry
    if isinstance(shape, Box):
        half = np.array(shape.size) / 2
        made: tuple[Fitted, ...] = (enclosing_box(np.array([trial.centre - half, trial.centre + half]) @ axes,
                                                  axes),)
    elif isinstance(shape, Cylinder):
        made = (cylinder_at(axis, centre, shape.radius, shape.length),)
    elif isinstance(shape, Capsule):
        made = capsule_at(axis, centre, shape.radius, shape.length)
    else:
        made = (sphere_at(centre, shape.radius),)
    return tuple(replace(fitted, encloses=False) for fitted in made)
