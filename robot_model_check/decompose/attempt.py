"""Parts that a method made of a link's visuals, judged by the budget and against what was there before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from robot_model_check.decompose.methods import Body, Limits
from robot_model_check.decompose.parts import Part, measure, placed, with_primitives
from robot_model_check.decompose.probe import Probe, is_worse
from robot_model_check.facts import Coverage
from robot_model_check.geometry import coverage
from robot_model_check.geometry.placed import Placed

ENCLOSING = ('primitive', 'hull')  # one part around everything
WRITTEN = 1e-7  # of the volume: what rounding, also to the digits of the URDF, may add
SLACK = 1e-3  # differences of measured shares below this are no reason to keep or to refuse


@dataclass(frozen=True, eq=False)
class Present:
    """The collision that a link has; `shapes` is empty where one of them cannot be used."""

    body: Body
    shapes: Sequence[Placed] = ()

    @cached_property
    def measured(self) -> Coverage | None:
        """How it covers the visuals, None where that is unknown."""
        return coverage.measure(self.body.visuals, self.shapes) if self.shapes else None

    @cached_property
    def probed(self) -> Probe | None:
        """How spheres touch it, as engines see it."""
        return self.body.probe([shape.hull for shape in self.shapes if shape.hull is not None])


@dataclass(frozen=True, eq=False)
class Attempt:
    """Parts that a method made. `added` is the sum of their volumes less that of the solid, as a share of
    that, None where the visual does not close; what contains everything needs no measurement to be judged by
    it.
    """

    method: str
    body: Body
    parts: tuple[Part, ...]
    added: float | None

    @property
    def encloses(self) -> bool:
        """Whether the parts are known to contain everything."""
        return self.method in ENCLOSING and all(part.encloses for part in self.parts)

    @property
    def certificate(self) -> float | None:
        """The sum of the parts less what they cover, as a share of the solid: never below the excess, which
        counts overlaps once. None where what they cover is not known exactly.
        """
        if self.added is None or self.measured is None or self.measured.coverage is None:
            return None
        certain = self.measured.method == 'exact'
        return self.added + 1 - self.measured.coverage + WRITTEN if certain else None

    @cached_property
    def measured(self) -> Coverage | None:
        """How the parts cover the visuals."""
        return measure(self.body.visuals, self.parts)

    @cached_property
    def probed(self) -> Probe | None:
        """How spheres touch the parts."""
        shapes = [placed(part) for part in self.parts]
        return self.body.probe([(shape.V, shape.F) for shape in shapes])

    def shortfall(self, limits: Limits) -> tuple[float, float]:
        """Return by how much coverage and excess miss the budget; inf where the excess is unknown."""
        if self.added is not None and self.encloses:
            return 0.0, max(0.0, self.added - limits.max_excess)
        if self.measured is None:
            return 0.0, 0.0
        if self.certificate is not None and self.certificate <= limits.max_excess:
            return bare(self.measured, limits), 0.0  # also for a thin shell, whose excess is not told
        return bare(self.measured, limits), surplus(self.measured, limits)

    def why_not(self, limits: Limits) -> str:
        """Say in what the parts miss the budget, if in anything."""
        missing, beyond = self.shortfall(limits)
        count = f'{len(self.parts)} part{"s" if len(self.parts) > 1 else ""}'
        excess = self.added if self.encloses else self.measured and self.measured.excess
        words = [f'{missing:.1%} of the visual too little covered'] if missing else []
        if beyond:
            words.append('excess unknown' if excess is None else f'excess {excess:.1%}')
        return f'{self.method}: {count}, {" and ".join(words) or "more than needed"}'

    def is_worse(self, present: Present, limits: Limits) -> bool:
        """Return whether the parts are worse than what is there: coverage decides, where that is equal
        excess, and then how spheres touch; what is unknown on either side does not.
        """
        if present.measured is None:
            return False
        if self.measured is not None and _covers_worse(self.measured, present.measured, limits):
            return True
        return self.probed is not None and present.probed is not None and is_worse(
            self.probed, present.probed)


def attempt(body: Body, method: str, parts: tuple[Part, ...], limits: Limits) -> Attempt:
    """Return what a method made, parts that nearly are primitives as primitives where the budget lets them.
    """
    if body.solid is None:
        return Attempt(method, body, parts, None)
    volume = body.solid.volume()
    room = (1 + limits.max_excess) * volume - sum(part.volume for part in parts)
    parts = with_primitives(parts, room)
    return Attempt(method, body, parts, sum(part.volume for part in parts) / volume - 1)


def bare(measured: Coverage, limits: Limits) -> float:
    """Return how much coverage is missing; of the surface, where the visual has no volume."""
    if measured.coverage is None:
        return measured.uncovered_area if measured.uncovered_area > 1 - limits.min_coverage else 0.0
    missing = limits.min_coverage - measured.coverage - measured.uncertainty
    return missing if missing > SLACK else 0.0


def surplus(measured: Coverage, limits: Limits) -> float:
    """Return how much excess is beyond the budget; inf where it is unknown."""
    if measured.excess is None:
        return math.inf
    return max(0.0, measured.excess - measured.uncertainty - limits.max_excess)


def _covers_worse(new: Coverage, old: Coverage, limits: Limits) -> bool:
    more_bare = bare(new, limits) - bare(old, limits)
    if abs(more_bare) > SLACK:
        return more_bare > 0
    if new.excess is None or old.excess is None:
        return False
    return surplus(new, limits) > surplus(old, limits) + SLACK


def figures(measured: Coverage | None, probed: Probe | None = None) -> str:
    """Return in words what was measured."""
    said = []
    if measured is not None and measured.coverage is None:
        said.append(f'{measured.uncovered_area:.1%} of the surface bare, excess unknown')
    elif measured is not None:
        excess = 'excess unknown' if measured.excess is None else f'excess {measured.excess:.1%}'
        said.append(f'coverage {measured.coverage:.1%}, {excess}')
    if probed is not None:
        said.append(f'{probed.within:.1%} of the contacts within {probed.tolerance * 1e3:.1f} mm')
    return f' ({", ".join(said)})' if said else ''
