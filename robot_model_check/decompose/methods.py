"""The ways to make parts of a link's visuals. Each gives parts or says why it cannot."""

from __future__ import annotations

import contextlib
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
    from_manifold,
    thickened,
)
from robot_model_check.decompose.least_excess import least_excess
from robot_model_check.decompose.parts import Part, placed
from robot_model_check.decompose.primitive import enclosing, enclosing_capsule
from robot_model_check.decompose.probe import Probe, Reference, lets_through
from robot_model_check.decompose.slabs import boxes_along
from robot_model_check.decompose.vertex_cap import enclosing_hull
from robot_model_check.facts import Array
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.solid import add, to_arrays
from robot_model_check.geometry.triangles import Triangles, areas, joined
from robot_model_check.settings import link_options

if TYPE_CHECKING:
    from manifold3d import Manifold

    from robot_model_check.simulators.slide import Slides

THRESHOLDS = (0.05, 0.02)  # of CoACD's concavity, tried until the excess is within the budget
FEW_PARTS = 8  # of V-HACD, tried first
CAPSULE_PARTS = 3  # not every reader of URDF knows a capsule
MOST_BOXES = 3  # of a long part: tip, middle, root


class RefusedError(Exception):
    """The method cannot make parts of this link; the message says why in one line."""


@dataclass(frozen=True)
class Limits:
    """The budget of a link. `time_limit` [s] is for each method, None for its own default."""

    max_excess: float = link_options.MAX_EXCESS
    min_coverage: float = link_options.MIN_COVERAGE
    max_parts: int = link_options.MAX_PARTS
    max_vertices: int = link_options.MAX_VERTICES
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
    def mesh(self) -> Triangles:
        """The surface of the solid, else the triangles of all visuals."""
        if self.solid is not None:
            return to_arrays(self.solid)
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

    @cached_property
    def _reference(self) -> Reference | None:
        V, F = self.mesh
        return Reference(V, F) if len(F) and areas(V, F).any() else None

    def probe(self, hulls: Sequence[Triangles]) -> Probe | None:
        """Let spheres touch convex parts and the visuals; None where there is nothing to touch."""
        return self._reference.probe(hulls) if self._reference is not None and hulls else None

    def slides(self) -> tuple[Slides, Array] | None:
        """Return slides for balls and how far the visuals let each go; None where there is nothing to touch.
        """
        return self._reference.slides() if self._reference is not None else None


def _union(shapes: Sequence[Placed]) -> Manifold | None:
    thick = [shape for shape in shapes if shape.hull is not None]
    solids = [shape.solid for shape in thick if shape.solid is not None]
    if not solids or len(solids) < len(thick):
        return None
    union = add(solids)
    return union if union.volume() > 0 else None


def by_primitive(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """One box, cylinder or sphere around everything, or a capsule, as a cylinder and two spheres; a long part
    also as a few boxes in a row; at last that which leaves a little bare for less excess.
    """
    core = _core(body)
    single = enclosing(core)
    yield (Part(core, core, single),)
    capsule = enclosing_capsule(core) if limits.max_parts >= CAPSULE_PARTS else None
    if capsule is not None and sum(fitted.volume for fitted in capsule) < single.volume:
        yield tuple(Part(core, core, fitted) for fitted in capsule)
    if body.solid is None:
        return
    for count in range(2, min(MOST_BOXES, limits.max_parts) + 1):
        boxes = boxes_along(body.solid, count)
        if not boxes:
            break
        yield tuple(Part(hull, hull, fitted) for hull, fitted in boxes)
    found = least_excess(body.solid, limits.min_coverage, limits.max_excess)
    parts = tuple(Part(core, core, fitted) for fitted in found)
    if 0 < len(parts) <= limits.max_parts and _stops_spheres(body, parts):
        yield parts


def _stops_spheres(body: Body, parts: Sequence[Part]) -> bool:
    """Return whether hardly a sphere feels what parts leave bare; a pin of little volume may well be felt."""
    probe = body.probe([(shape.V, shape.F) for shape in map(placed, parts)])
    return probe is not None and not lets_through(probe)


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
    solid = _to_cut(body)
    deadline = None if limits.time_limit is None else time.monotonic() + limits.time_limit
    found = split(solid, Budget(limits.max_excess, limits.max_parts, limits.max_vertices, deadline))
    yield tuple(Part(hull, core) for hull, core in zip(found.parts, found.cores, strict=True))


def _to_cut(body: Body) -> Manifold:
    solid = body.solid if body.solid is not None else body.stand_in
    if solid is None:
        raise RefusedError('the visual does not close, so there is no solid to cut')
    return solid


def by_coacd(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """The parts of CoACD, finer ones on request."""
    from robot_model_check.decompose.coacd import decompose
    left = _time_left(limits)
    for threshold in THRESHOLDS:
        yield _within_budget('CoACD', decompose(*body.mesh, threshold, left()), limits)


def by_vhacd(body: Body, limits: Limits) -> Iterator[tuple[Part, ...]]:
    """The parts of V-HACD, more of them on request; needs a solid, as the split."""
    from robot_model_check.decompose.vhacd import decompose
    mesh = to_arrays(_to_cut(body))
    left = _time_left(limits)
    for count in sorted({min(FEW_PARTS, limits.max_parts), limits.max_parts}):
        yield _within_budget('V-HACD', decompose(*mesh, count, left()), limits)


def _time_left(limits: Limits) -> Callable[[], float | None]:
    """Return what tells the seconds left, None where there is no limit."""
    if limits.time_limit is None:
        return lambda: None
    until = time.monotonic() + limits.time_limit
    return lambda: max(until - time.monotonic(), 0.1)


def _within_budget(name: str, found: Sequence[Array], limits: Limits) -> tuple[Part, ...]:
    """Return the hulls of point sets, flat ones left out, joined down to the number of parts allowed."""
    from manifold3d import Manifold

    from robot_model_check.decompose.merge import groupings
    hulls = [hull for points in found if not (hull := Manifold.hull_points(points)).is_empty()]
    groups = groupings(hulls, 0.0, limits.max_parts)[0].groups if hulls else ()
    parts = []
    for group in groups:
        with contextlib.suppress(ValueError):  # flat but for rounding
            core = from_manifold(Manifold.batch_hull([hulls[index] for index in group]))
            parts.append(_part(core, limits))
    if not parts:
        raise RefusedError(f'{name} gave flat parts only')
    return tuple(parts)


Method = Callable[[Body, Limits], Iterator[tuple[Part, ...]]]

METHODS: Mapping[str, Method] = {
    'primitive': by_primitive,
    'hull': by_hull,
    'split': by_split,
    'coacd': by_coacd,
    'vhacd': by_vhacd,
}
