"""The ways to make parts of a link's visuals. Each gives parts or says why it cannot."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.decompose.hull import (
    Hull,
    as_stored,
    convex_hull,
    enclosing_hull,
    from_manifold,
    thickened,
)
from robot_model_check.decompose.parts import Part
from robot_model_check.decompose.primitive import enclosing
from robot_model_check.facts import Array
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.solid import add
from robot_model_check.geometry.triangles import Triangles, joined

if TYPE_CHECKING:
    from manifold3d import Manifold

THRESHOLDS = (0.05, 0.02)  # of CoACD's concavity, tried until the excess is within the budget


class RefusedError(Exception):
    """The method cannot make parts of this link; the message says why in one line."""


@dataclass(frozen=True)
class Limits:
    """The budget of a link. `time_limit` [s] is for each method, None for its own default."""

    max_excess: float = 0.05
    min_coverage: float = 0.99
    max_parts: int = 32
    max_vertices: int = 64
    time_limit: float | None = None


@dataclass(frozen=True, eq=False)
class Body:
    """What parts are made of: the visuals of a link, and the collisions it has so far."""

    visuals: Sequence[Placed]
    collisions: Sequence[Placed] = ()

    @cached_property
    def solid(self) -> Manifold | None:
        """The union of what the visuals enclose, None where one does not close."""
        return _union(self.visuals)

    @cached_property
    def stand_in(self) -> Manifold | None:
        """The union of what the collisions enclose, None where one does not close."""
        return _union(self.collisions)

    @cached_property
    def surface(self) -> Triangles:
        """The triangles of all visuals."""
        return joined([(shape.V, shape.F) for shape in self.visuals])

    @cached_property
    def points(self) -> Array:
        """Points that span the hull of the visuals, which are given a thickness where they have none."""
        corners = np.vstack([shape.hull[0] if shape.hull is not None else shape.V for shape in self.visuals])
        has_volume = any(shape.hull is not None for shape in self.visuals)
        return corners if has_volume else thickened(corners)

    @cached_property
    def hull_ratio(self) -> float | None:
        """Volume of the hull over that of the solid, None where that is unknown."""
        solid = self.solid
        return None if solid is None else float(solid.hull().volume() / solid.volume())


def _union(shapes: Sequence[Placed]) -> Manifold | None:
    thick = [shape for shape in shapes if shape.hull is not None]
    solids = [shape.solid for shape in thick if shape.solid is not None]
    if not solids or len(solids) < len(thick):
        return None
    union = add(solids)
    return union if union.volume() > 0 else None


def by_primitive(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """One box, cylinder or sphere around everything."""
    core = _core(body)
    yield (Part(core, core, enclosing(core)),)


def by_hull(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """One convex mesh around everything."""
    yield (_part(_core(body), limits),)


def _core(body: Body) -> Hull:
    try:
        return convex_hull(body.points)
    except ValueError as error:
        raise RefusedError(str(error)) from None


def _part(core: Hull, limits: Limits) -> Part:
    return Part(as_stored(enclosing_hull(core.vertices, limits.max_vertices)), core)


def by_split(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """Hulls of the pieces that plane cuts leave; needs a solid, if not of the visuals then of the collisions.
    """
    from robot_model_check.decompose.split import Budget, split
    solid = body.solid if body.solid is not None else body.stand_in
    if solid is None:
        raise RefusedError('the visual does not close, so there is no solid to cut')
    deadline = None if limits.time_limit is None else time.monotonic() + limits.time_limit
    found = split(solid, Budget(limits.max_excess, limits.max_parts, limits.max_vertices, deadline))
    yield tuple(Part(hull, core) for hull, core in zip(found.parts, found.cores, strict=True))


def by_coacd(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """The parts of CoACD, finer ones on request."""
    from robot_model_check.decompose.coacd import CoacdError, decompose
    until = None if limits.time_limit is None else time.monotonic() + limits.time_limit
    for threshold in THRESHOLDS:
        left = None if until is None else max(until - time.monotonic(), 0.1)
        try:
            found = decompose(*body.surface, threshold, left)
        except CoacdError as error:
            raise RefusedError(str(error)) from None
        yield tuple(_part(core, limits) for core in _within_budget(found, limits))


def _within_budget(found: Sequence[Array], limits: Limits) -> list[Hull]:
    """Return the hulls of point sets, flat ones left out, joined down to the number of parts allowed."""
    from manifold3d import Manifold

    from robot_model_check.decompose.merge import groupings
    hulls = [hull for points in found if not (hull := Manifold.hull_points(points)).is_empty()]
    if not hulls:
        raise RefusedError('CoACD gave flat parts only')
    groups = groupings(hulls, 0.0, limits.max_parts)[0].groups
    return [from_manifold(Manifold.batch_hull([hulls[index] for index in group])) for group in groups]


Method = Callable[[Body, Limits], Iterator[tuple[Part, ...]]]

METHODS: Mapping[str, Method] = {
    'primitive': by_primitive,
    'hull': by_hull,
    'split': by_split,
    'coacd': by_coacd,
}
