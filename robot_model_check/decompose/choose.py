"""Choose the collision of a link: keep what is good, else the first method whose measured parts meet the
budget.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from robot_model_check.decompose.capping import capped, without_cavities
from robot_model_check.decompose.child import ChildError
from robot_model_check.decompose.methods import METHODS, Body, Limits, RefusedError
from robot_model_check.decompose.parts import Part, measure, with_primitives
from robot_model_check.facts import Coverage
from robot_model_check.geometry import coverage
from robot_model_check.geometry.mesh import MeshError
from robot_model_check.geometry.placed import Placed, place
from robot_model_check.model import Link, Mesh, Shape

ENCLOSING = ('primitive', 'hull')  # one part around everything
LADDER = ('primitive', 'hull', 'split', 'coacd')
THIN_SHELL = 10.0  # hull over solid: beyond, the visual is a skin and its excess says nothing
SLACK = 1e-3  # differences of measured shares below this are no reason to keep or to refuse


@dataclass(frozen=True)
class Wish:
    """`method` is one of METHODS or 'auto'. With `always` a good collision is replaced too, unless for the
    worse.
    """

    method: str = 'auto'
    limits: Limits = field(default_factory=Limits)
    always: bool = False


@dataclass(frozen=True, eq=False)
class Choice:
    """What becomes of a link's collision.

    `method` is 'kept' (then there are no parts) or that which made `parts`. `now` and `before` are measured
    on the new and the old collision, None where that was not possible. `certificate` bounds the excess from
    above where the solid is known. `refused` says of each other method that was tried why it was not taken.
    `failed` means that the link needs another collision and did not get one.
    """

    method: str
    parts: tuple[Part, ...]
    now: Coverage | None
    before: Coverage | None
    certificate: float | None
    note: str
    refused: tuple[str, ...] = ()
    failed: bool = False


@dataclass(frozen=True, eq=False)
class _Attempt:
    """Parts that a method made. `certificate` is the volume they add if they contain the solid, as a share of
    its own, None where the visual does not close; one part around everything needs no measurement to be
    judged by it.
    """

    method: str
    body: Body
    parts: tuple[Part, ...]
    certificate: float | None

    @cached_property
    def measured(self) -> Coverage | None:
        return measure(self.body.visuals, self.parts)

    def shortfall(self, limits: Limits) -> tuple[float, float]:
        """Return by how much coverage and excess miss the budget; inf where the excess is unknown."""
        if self.certificate is not None and self.method in ENCLOSING:
            return 0.0, max(0.0, self.certificate - limits.max_excess)
        if self.measured is None:
            return 0.0, 0.0
        if self.certificate is not None and self.certificate <= limits.max_excess:
            return _bare(self.measured, limits), 0.0  # also for a thin shell, whose excess is not told
        return _bare(self.measured, limits), _surplus(self.measured, limits)

    def why_not(self, limits: Limits) -> str:
        """Say in what the parts miss the budget, if in anything."""
        bare, surplus = self.shortfall(limits)
        count = f'{len(self.parts)} part{"s" if len(self.parts) > 1 else ""}'
        excess = self.certificate if self.method in ENCLOSING else self.measured and self.measured.excess
        words = [f'{bare:.1%} of the visual too little covered'] if bare else []
        if surplus:
            words.append('excess unknown' if excess is None else f'excess {excess:.1%}')
        return f'{self.method}: {count}, {" and ".join(words) or "more than needed"}'


def _bare(measured: Coverage, limits: Limits) -> float:
    """How much coverage is missing; of the surface, where the visual has no volume."""
    if measured.coverage is None:
        return measured.uncovered_area if measured.uncovered_area > 1 - limits.min_coverage else 0.0
    missing = limits.min_coverage - measured.coverage - measured.uncertainty
    return missing if missing > SLACK else 0.0


def _surplus(measured: Coverage, limits: Limits) -> float:
    if measured.excess is None:
        return math.inf
    return max(0.0, measured.excess - measured.uncertainty - limits.max_excess)


def _is_worse(new: Coverage | None, old: Coverage, limits: Limits) -> bool:
    """Coverage decides, and where that is equal, excess; what is unknown on either side does not."""
    if new is None:
        return False
    bare = _bare(new, limits) - _bare(old, limits)
    if abs(bare) > SLACK:
        return bare > 0
    if new.excess is None or old.excess is None:
        return False
    return _surplus(new, limits) > _surplus(old, limits) + SLACK


def _figures(measured: Coverage | None) -> str:
    if measured is None:
        return ''
    if measured.coverage is None:
        return f' ({measured.uncovered_area:.1%} of the surface bare, excess unknown)'
    excess = 'excess unknown' if measured.excess is None else f'excess {measured.excess:.1%}'
    return f' (coverage {measured.coverage:.1%}, {excess})'


def choose(link: Link, paths: Mapping[str, str], wish: Wish) -> Choice:
    """Choose the collision of a link with visuals; `paths` maps mesh URIs to files."""
    limits = wish.limits
    try:
        visuals, filled = _filled([_place(shape, paths) for shape in link.visuals])
    except MeshError as error:
        failed = not link.collisions
        return Choice('kept', (), None, None, None, f'a visual cannot be used: {error}', failed=failed)
    collisions, unusable = _usable(link.collisions, paths)
    before = coverage.measure(visuals, collisions) if collisions and not unusable else None
    reason = unusable or _fault(collisions, before, limits)
    if reason is None and not wish.always:
        note = f'its collision covers the visual and is convex{_figures(before)}'
        return Choice('kept', (), before, before, None, '; '.join(filter(None, [note, filled])))
    body = Body(visuals, collisions if not unusable else ())
    ladder = LADDER if wish.method == 'auto' else (wish.method,)
    choice = _decide(body, before, reason, ladder, limits)
    return replace(choice, note='; '.join(filter(None, [choice.note, filled])))


def hull_only(link: Link, paths: Mapping[str, str], limits: Limits) -> Choice:
    """Return the convex hull of a link's visuals, with nothing measured: the last resort."""
    visuals = [_place(shape, paths) for shape in link.visuals]
    parts = next(METHODS['hull'](Body(visuals), limits))
    return Choice('hull', parts, None, None, None, 'not measured')


def _filled(visuals: Sequence[Placed]) -> tuple[list[Placed], str]:
    """Return the visuals as bodies that nothing can get into, and in words what was filled for that."""
    found, holes, cavities = [], 0, 0
    for shape in visuals:
        closed = capped(shape.V, shape.F) if shape.solid is None and shape.hull is not None else None
        solid = shape.solid if closed is None else closed.solid
        outer, sealed = without_cavities(solid) if solid is not None else (None, 0)
        found.append(replace(shape, solid=outer))
        holes += closed.holes if closed is not None else 0
        cavities += sealed
    words = [f'{count} {one if count == 1 else many}' for count, one, many in
             ((holes, 'hole', 'holes'), (cavities, 'sealed cavity', 'sealed cavities')) if count]
    return found, f'{" and ".join(words)} of the visual filled first' if words else ''


def _place(shape: Shape, paths: Mapping[str, str]) -> Placed:
    path = None
    if isinstance(shape.geometry, Mesh):
        path = paths.get(shape.geometry.uri)
        if path is None:
            raise MeshError(f'the mesh {shape.geometry.uri!r} was not found')
    return place(shape, path)


def _usable(shapes: Sequence[Shape], paths: Mapping[str, str]) -> tuple[list[Placed], str | None]:
    """Return the collisions that can be placed, and what is wrong with the first that cannot."""
    placed, problem = [], None
    for shape in shapes:
        try:
            placed.append(_place(shape, paths))
        except MeshError as error:
            problem = problem or f'a collision cannot be used: {error}'
    return placed, problem


def _fault(collisions: Sequence[Placed], before: Coverage | None, limits: Limits) -> str | None:
    """Return what is wrong with the present collision, None where it is good."""
    if not collisions:
        return 'it has no collision'
    if any(_is_concave(shape, before, limits) for shape in collisions):
        return 'its collision mesh is concave, and engines take its hull'
    if before is None:
        return 'its collision has no volume' if not any(shape.hull for shape in collisions) else None
    if before.coverage is not None and before.coverage < limits.min_coverage - before.uncertainty:
        return f'its collision covers {before.coverage:.1%} of the visual'
    return None


def _is_concave(shape: Placed, before: Coverage | None, limits: Limits) -> bool:
    """Where the mesh does not close, the excess of the whole collision decides; unknown, it is let pass."""
    if shape.primitive is not None or shape.hull_solid is None:
        return False
    if shape.solid is not None and shape.solid.volume() > 0:
        return bool(shape.hull_solid.volume() / shape.solid.volume() - 1 > limits.max_excess)
    return before is not None and (before.excess or 0.0) > limits.max_excess


def _decide(body: Body, before: Coverage | None, reason: str | None, ladder: Sequence[str],
            limits: Limits) -> Choice:
    attempts, refused = _attempts(body, ladder, limits)
    if not attempts:
        attempts, again = _attempts(body, ('hull',), limits)
        refused += again
    if not attempts:
        note = '; '.join(filter(None, [reason, *refused]))
        return Choice('kept', (), before, before, None, note, tuple(refused), failed=reason is not None)
    best = min(reversed(attempts), key=lambda attempt: attempt.shortfall(limits))
    why = (*refused, *(attempt.why_not(limits) for attempt in attempts if attempt is not best))
    if before is not None and _is_worse(best.measured, before, limits):
        note = f'the new collision would be worse{_figures(best.measured)} than the old{_figures(before)}'
        return Choice('kept', (), before, before, None, note, why, failed=reason is not None)
    fallback = [] if best.method in ladder else [f'{"; ".join(refused)}: the hull was taken instead']
    note = '; '.join(filter(None, [reason, *fallback, *_remarks(body, best, limits)]))
    return Choice(best.method, best.parts, best.measured, before, _certificate(best), note, why)


def _attempts(body: Body, ladder: Sequence[str], limits: Limits) -> tuple[list[_Attempt], list[str]]:
    """Try the methods in order until one meets the budget; return all attempts and why methods were refused.
    """
    attempts: list[_Attempt] = []
    refused = []
    for method in ladder:
        if method == 'coacd' and any(attempt.method == 'split' for attempt in attempts):
            break  # exact cuts do no worse, in a fraction of the time
        try:
            for parts in METHODS[method](body, limits):
                attempts.append(_attempt(body, method, parts, limits))
                if math.isinf(attempts[-1].shortfall(limits)[1]) or attempts[-1].shortfall(limits) == (0, 0):
                    break  # finer parts cannot be told from these, or are not needed
        except (RefusedError, ChildError) as error:
            refused.append(f'{method}: {error}')
        if attempts and attempts[-1].shortfall(limits) == (0, 0):
            break
    return attempts, refused


def _attempt(body: Body, method: str, parts: tuple[Part, ...], limits: Limits) -> _Attempt:
    if body.solid is None:
        return _Attempt(method, body, parts, None)
    volume = body.solid.volume()
    room = (1 + limits.max_excess) * volume - sum(part.volume for part in parts)
    parts = with_primitives(parts, room)
    return _Attempt(method, body, parts, sum(part.volume for part in parts) / volume - 1)


def _certificate(best: _Attempt) -> float | None:
    """Return the sum of the parts less what they cover: never below the excess, which counts overlaps once.
    """
    if best.certificate is None or best.measured is None or best.measured.coverage is None:
        return None
    return best.certificate + 1 - best.measured.coverage


def _remarks(body: Body, best: _Attempt, limits: Limits) -> list[str]:
    remarks = []
    if body.solid is None:
        stood_in = ', so the collision mesh was cut instead' if best.method == 'split' else ''
        remarks.append(f'the visual does not close{stood_in}')
    elif (body.hull_ratio or 0) > THIN_SHELL:
        remarks.append(f'the visual is a thin shell (its hull has {body.hull_ratio:.0f} times its volume), '
                       'so its excess says nothing')
    measured = best.measured
    if measured is None:
        return [*remarks, 'the visual is flat, so nothing was measured']
    if measured.excess is not None and _surplus(measured, limits):
        advice = '' if best.method in ENCLOSING else ': allow more parts for less'
        remarks.append(f'excess {measured.excess:.1%} is above {limits.max_excess:.1%}{advice}')
    if _bare(measured, limits):
        remarks.append(f'coverage is below {limits.min_coverage:.1%}')
    return remarks
