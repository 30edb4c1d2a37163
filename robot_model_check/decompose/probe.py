"""Contact probe: where spheres that come from six sides touch a collision, against where they should.

A ball dropped in a simulator mixes the geometry with its luck at the seams of parts. Here spheres are moved
along straight lines over a grid, along the part's own axes, until they touch: first the visual, then the
collision as engines see it, the union of convex parts. The difference along the way is what a simulated
contact errs by. Each line is exact; the grid samples them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.sweep import Contacts, Grid, Surface, drop
from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import Faces, Flags, Triangles, diagonal, joined
from robot_model_check.simulators.slide import Slides

LINES = 24  # along each side of the grid of a direction
RADIUS = 1 / 32  # of the diagonal: smaller than what the part is to touch, larger than its facets
TOLERANCE = 0.002  # m, that of coverage,
TOLERANCE_SHARE = 0.01  # or this share of the diagonal where it is less
PERCENTILES = (50, 95, 99, 100)
DIRECTIONS = tuple((axis, sign) for axis in range(3) for sign in (1.0, -1.0))
SAMPLING = 0.01  # by which shares may differ because of the grid
SPARSE = 6  # of the lines along each side of the grid one in so many is a slide for MuJoCo


@dataclass(frozen=True)
class Probe:
    """What spheres of `radius` [m] on `lines` straight ways met, of those that met visual or collision.

    `early` and `late` [m]: of those that met both, by how much they touched the collision before the visual
    would have stopped them, or went on into it. `ghosts` met a collision where there is no visual, `misses`
    no collision where there is one. `error` [m] is of all: early, late, or, where only one of the two was
    met, the way that was left. `within` is the share of it that is within `tolerance` [m], `uncertainty` the
    standard error of that. `normal_error` [deg] is the angle between the contact normals of lines within
    tolerance. All but counts and shares stand at PERCENTILES of the lines, None where there are none.
    `spacing` [m] is the widest distance of neighbouring lines.
    """

    radius: float
    spacing: float
    tolerance: float
    lines: int
    within: float
    uncertainty: float
    ghosts: int
    misses: int
    early: tuple[float, ...] | None
    late: tuple[float, ...] | None
    error: tuple[float, ...]
    normal_error: tuple[float, ...] | None


class Touched(Protocol):
    """How spheres touched a collision: see Probe."""

    @property
    def tolerance(self) -> float:
        """What an error may be [m]."""

    @property
    def within(self) -> float:
        """The share of errors within tolerance."""

    @property
    def error(self) -> tuple[float, ...]:
        """The errors [m] at PERCENTILES."""


def is_worse(new: Touched, old: Touched) -> bool:
    """Return whether spheres touch one collision clearly worse than another of the same visual: fewer within
    tolerance, or further off at the 95th or 99th percentile, and better in none of the three.
    """
    slack = new.tolerance / 2
    differences = [(old.within - new.within, SAMPLING)]
    differences += [(new.error[index] - old.error[index], slack) for index in (1, 2)]
    worse = any(difference > allowed for difference, allowed in differences)
    return worse and not any(difference < -allowed for difference, allowed in differences)


def lets_through(probe: Probe) -> bool:
    """Return whether more than one in a hundred spheres go farther into the visual than the tolerance allows,
    or meet no collision where there is a visual.
    """
    late = probe.late is None or probe.late[2] > probe.tolerance
    return late or probe.misses > SAMPLING * probe.lines


class Reference:
    """What a collision is probed against: the surface of a link's visuals, closed or not."""

    def __init__(self, V: Array, F: Faces) -> None:
        """Take vertices (n, 3) [m] and faces (m, 3)."""
        self._axes = own_axes(V, F)
        self._surface = Surface.of(V @ self._axes.T, F)
        size = diagonal(self._surface.V)
        self.radius = RADIUS * size
        self.tolerance = min(TOLERANCE, TOLERANCE_SHARE * size)

    def probe(self, hulls: Sequence[Triangles]) -> Probe | None:
        """Probe the union of convex parts; None where no sphere meets anything."""
        V, F = joined(hulls)
        collision = Surface.of(V @ self._axes.T, F)
        met = [self._one_way(way, drop(surface, way.grid, self.radius), surface)
               for way in self._ways for surface in [collision.seen(way.axis, way.sign)]]
        return self._summary(met) if any(len(lines.error) for lines in met) else None

    def slides(self) -> tuple[Slides, Array]:
        """Return slides for balls along some of the lines, and how far the visual lets each go (n,) [m], all
        the way where it is not met.

        Lines on which a sphere grown by the tolerance is stopped much earlier graze the visual: they are left
        out, since how a ball in a simulation rests on an edge says nothing.
        """
        starts, stops, ends, ways = [], [], [], []
        for way in self._ways:
            lines = np.flatnonzero(way.grid.one_in(SPARSE) & self._is_met_squarely(way))
            start = float(way.surface.V[:, 2].max()) + self.radius * (1 + 1 / SPARSE)
            starts.append(way.turned_back(np.column_stack(
                [way.grid.points[lines], np.full(len(lines), start)])) @ self._axes)
            stops.append(start - np.maximum(way.contacts.heights[lines], way.end))
            ends.append(np.full(len(lines), start - way.end))
            ways.append(np.tile(way.turned_back(np.array([[0.0, 0.0, -1.0]])) @ self._axes, (len(lines), 1)))
        return Slides(np.concatenate(starts), np.concatenate(ways), np.concatenate(ends), self.radius,
                      self.radius / RADIUS), np.concatenate(stops)

    def _is_met_squarely(self, way: _Way) -> Flags:
        grown = drop(way.surface, way.grid, self.radius + self.tolerance).heights
        met = np.isfinite(way.contacts.heights)
        sooner = np.where(met, grown, 0) - np.where(met, way.contacts.heights, 0)
        squarely: Flags = np.where(met, sooner <= 2 * self.tolerance, np.isinf(grown))
        return squarely

    @cached_property
    def _ways(self) -> list[_Way]:
        return [self._way(axis, sign) for axis, sign in DIRECTIONS]

    def _way(self, axis: int, sign: float) -> _Way:
        surface = self._surface.seen(axis, sign)
        low, high = surface.V.min(axis=0) - self.radius, surface.V.max(axis=0) + self.radius
        step = (high - low)[:2] / LINES
        grid = Grid(low[:2] + step / 2, step, (LINES, LINES))
        return _Way(axis, sign, grid, surface, drop(surface, grid, self.radius), float(low[2]))

    def _one_way(self, way: _Way, new: Contacts, collision: Surface) -> _Lines:
        """Return what came of the lines of a direction that met anything."""
        by_visual, by_collision = np.isfinite(way.contacts.heights), np.isfinite(new.heights)
        early = np.maximum(new.heights, way.end) - np.maximum(way.contacts.heights, way.end)
        far = np.abs(early) > self.tolerance
        grazing = far & self._grazes(way, new, collision, far)
        early = np.where(grazing, np.clip(early, -self.tolerance, self.tolerance), early)
        close = by_visual & by_collision & ~far
        cosine = np.einsum('ij,ij->i', way.contacts.normals[close], new.normals[close])
        return _Lines(early[by_visual | by_collision], early[by_visual & by_collision],
                      int((by_collision & ~by_visual & ~grazing).sum()),
                      int((by_visual & ~by_collision & ~grazing).sum()),
                      np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))

    def _grazes(self, way: _Way, new: Contacts, collision: Surface, far: Flags) -> Flags:
        """Return which of the lines far off are so only because they just touch, or just miss, an edge.

        A collision within tolerance of the visual stops no sphere before one grown by the tolerance would be
        stopped by the visual, and lets none pass where that one would be stopped by the collision.
        """
        slack, grown = self.tolerance * 1e-6, self.radius + self.tolerance
        by_visual = drop(way.surface, way.grid, grown, far).heights
        by_collision = drop(collision, way.grid, grown, far).heights
        return (new.heights <= by_visual + slack) & (way.contacts.heights <= by_collision + slack)

    def _summary(self, met: Sequence[_Lines]) -> Probe:
        error, both, tilt = (np.concatenate(found) for found in
                             zip(*((lines.error, lines.both, lines.tilt) for lines in met), strict=True))
        within = float((np.abs(error) <= self.tolerance).mean())
        return Probe(
            radius=self.radius, spacing=max(float(way.grid.step.max()) for way in self._ways),
            tolerance=self.tolerance, lines=len(error), within=within,
            uncertainty=float(np.sqrt(within * (1 - within) / len(error))),
            ghosts=sum(lines.ghosts for lines in met), misses=sum(lines.misses for lines in met),
            early=percentiles(np.maximum(both, 0)), late=percentiles(np.maximum(-both, 0)),
            error=percentiles(np.abs(error)) or (), normal_error=percentiles(tilt))


@dataclass(frozen=True, eq=False)
class _Way:
    """A direction from which spheres come: the visual seen from there, and where they touch it or end."""

    axis: int
    sign: float
    grid: Grid
    surface: Surface
    contacts: Contacts
    end: float

    def turned_back(self, vectors: Array) -> Array:
        """Return vectors (n, 3) along the part's own axes; see Surface.seen."""
        turned = np.empty_like(vectors)
        turned[:, [(self.axis + 1) % 3, (self.axis + 2) % 3, self.axis]] = vectors * [1.0, 1.0, self.sign]
        return turned


@dataclass(frozen=True, eq=False)
class _Lines:
    """The lines of a direction: `error` (n,) [m], positive where early, that of those that met `both` (k,),
    and `tilt` (l,) [deg] of the normals.
    """

    error: Array
    both: Array
    ghosts: int
    misses: int
    tilt: Array


def percentiles(values: Array) -> tuple[float, ...] | None:
    """Return the PERCENTILES of values (n,), None of none: values that were really met."""
    if not len(values):
        return None
    return tuple(float(value) for value in np.percentile(values, PERCENTILES, method='higher'))
