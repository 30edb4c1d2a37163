"""Choose the collision of a link: keep what is good, else the first method whose measured parts meet the
budget and that spheres touch no worse than what was there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from robot_model_check.decompose.attempt import (
    ENCLOSING,
    Attempt,
    Present,
    attempt,
    bare,
    figures,
    surplus,
)
from robot_model_check.decompose.capping import capped, without_cavities
from robot_model_check.decompose.child import ChildError
from robot_model_check.decompose.drop import Dropped, Trial, of_shapes
from robot_model_check.decompose.methods import METHODS, Body, Limits, RefusedError
from robot_model_check.decompose.parts import Part
from robot_model_check.decompose.probe import Probe
from robot_model_check.facts import Coverage
from robot_model_check.geometry.coverage import THIN_SHELL
from robot_model_check.geometry.mesh import MeshError
from robot_model_check.geometry.placed import Placed, place
from robot_model_check.geometry.solid import closed_solid
from robot_model_check.geometry.triangles import signed_volume
from robot_model_check.model import Link, Mesh, Shape

LADDER = ('primitive', 'hull', 'split', 'coacd')
INSTEAD = ('split', 'coacd', 'hull')  # of a method that made nothing
# Share of the visual's volume beyond the budget up to which a convex collision that covers it stays: whoever
# drew a box around a link meant it, but not one that is more air than link.
MOSTLY_AIR = 1.0


@dataclass(frozen=True)
class Wish:
    """`method` is one of METHODS or 'auto', which takes the first of LADDER that will do; those named in
    `without` are not tried. With `always` a good collision is replaced too, unless for the worse.
    """

    method: str = 'auto'
    limits: Limits = field(default_factory=Limits)
    always: bool = False
    without: tuple[str, ...] = ()

    @property
    def ladder(self) -> tuple[str, ...]:
        """The methods to try, in order."""
        methods = LADDER if self.method == 'auto' else (self.method,)
        return tuple(method for method in methods if method not in self.without)

    @property
    def instead(self) -> tuple[str, ...]:
        """The methods to try where none of the ladder makes anything."""
        tried = {*self.ladder, *self.without} - {'hull'}
        return tuple(method for method in INSTEAD if method not in tried)


@dataclass(frozen=True, eq=False)
class Choice:
    """What becomes of a link's collision.

    `method` is 'kept' (then there are no parts) or that which made `parts`. `now` and `before` are measured
    on the new and the old collision, `probed` and `probed_before` how spheres touch them, None where that was
    not possible. `certificate` bounds the excess from above where the solid is known. `refused` says of each
    other method that was tried why it was not taken. `failed` means that the link needs another collision and
    did not get one. `trial` is what the parts are to be dropped on in MuJoCo, `dropped` what came of it.
    """

    method: str
    parts: tuple[Part, ...]
    now: Coverage | None
    before: Coverage | None
    certificate: float | None
    note: str
    refused: tuple[str, ...] = ()
    failed: bool = False
    probed: Probe | None = None
    probed_before: Probe | None = None
    trial: Trial | None = None
    dropped: Dropped | None = None

    def after(self, dropped: Dropped) -> Choice:
        """Return what becomes of the link after the drop: it keeps the old collision where the new one did
        worse.
        """
        if not dropped.is_worse or self.trial is None:
            return replace(self, dropped=dropped, trial=None)
        note = f'in MuJoCo the new collision would be worse{_drops(dropped)}'
        return replace(self, method='kept', parts=(), now=self.before, certificate=None, note=note,
                       refused=(*self.refused, f'{self.method}: worse in MuJoCo'), failed=self.trial.needs,
                       probed=self.probed_before, trial=None, dropped=dropped)


Trying = Callable[[str], None]


def choose(link: Link, paths: Mapping[str, str], wish: Wish, trying: Trying = lambda method: None) -> Choice:
    """Choose the collision of a link with visuals; `paths` maps mesh URIs to files. `trying` is told of each
    method before it is tried.
    """
    try:
        visuals, filled = _filled([_place(shape, paths) for shape in link.visuals])
    except MeshError as error:
        return Choice('kept', (), None, None, None, f'a visual cannot be used: {error}', failed=True)
    collisions, unusable = _usable(link.collisions, paths)
    body = Body(visuals, collisions if not unusable else ())
    present = Present(body, body.collisions)
    reason = unusable or _fault(collisions, present, wish.limits)
    if reason is None and not wish.always:
        note = f'its collision covers the visual and is convex{figures(present.measured, present.probed)}'
        choice = _kept(present, note)
    else:
        choice = _decide(body, present, reason, wish, trying)
    return replace(choice, note='; '.join(filter(None, [choice.note, filled])))


def _kept(present: Present, note: str, refused: Sequence[str] = (), failed: bool = False) -> Choice:
    return Choice('kept', (), present.measured, present.measured, None, note, tuple(refused), failed,
                  present.probed, present.probed)


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


def _fault(collisions: Sequence[Placed], present: Present, limits: Limits) -> str | None:
    """Return what is wrong with the present collision, None where it is good."""
    before = present.measured
    if not collisions:
        return 'it has no collision'
    if any(_is_concave(shape, before, limits) for shape in collisions):
        return 'its collision mesh is concave, and engines take its hull'
    if before is None:
        return 'its collision has no volume' if not any(shape.hull for shape in collisions) else None
    if before.coverage is not None and before.coverage < limits.min_coverage - before.uncertainty:
        return f'its collision covers {before.coverage:.1%} of the visual'
    if before.excess is not None and surplus(before, limits) > MOSTLY_AIR:
        return f'its collision is {1 + before.excess:.1f} times as large as the visual'
    return None


def _is_concave(shape: Placed, before: Coverage | None, limits: Limits) -> bool:
    """Where the mesh does not close, the excess of the whole collision decides; unknown, it is let pass."""
    if shape.primitive is not None or shape.hull_solid is None:
        return False
    if shape.solid is not None and shape.solid.volume() > 0:
        return bool(shape.hull_solid.volume() / shape.solid.volume() - 1 > limits.max_excess)
    return before is not None and (before.excess or 0.0) > limits.max_excess


def _decide(body: Body, present: Present, reason: str | None, wish: Wish, trying: Trying) -> Choice:
    limits = wish.limits
    attempts, refused = _attempts(body, present, wish.ladder, limits, trying)
    if not attempts:
        attempts, again = _attempts(body, present, wish.instead, limits, trying)
        refused += again
    if not attempts:
        note = '; '.join(filter(None, [reason, *refused]))
        return _kept(present, note, refused, failed=reason is not None)
    finest_first = attempts[::-1]  # of equals, the finer parts
    ranked = sorted(finest_first, key=lambda tried: tried.shortfall(limits))
    best = next((tried for tried in ranked if not tried.is_worse(present, limits)), None)
    why = (*refused, *(tried.why_not(limits) for tried in attempts if tried is not best))
    if best is None:
        note = (f'the new collision would be worse{figures(ranked[0].measured, ranked[0].probed)} than the '
                f'old{figures(present.measured, present.probed)}')
        return _kept(present, note, why, failed=reason is not None)
    instead = '' if best.method in wish.ladder else f'{"; ".join(refused)}: {best.method} was taken instead'
    note = '; '.join(filter(None, [reason, instead, *_remarks(body, best, limits)]))
    return Choice(best.method, best.parts, best.measured, present.measured, best.certificate, note, why,
                  probed=best.probed, probed_before=present.probed,
                  trial=_trial(body, present, reason is not None))


def _trial(body: Body, present: Present, needs: bool) -> Trial | None:
    slides = body.slides()
    return None if slides is None else Trial(*slides, of_shapes(present.shapes), needs)


def _drops(dropped: Dropped) -> str:
    """Return in words how the new collision did in the drop, and the old."""
    now, before = dropped.now, dropped.before
    new = f'{now.within:.1%}' if now is not None else dropped.refusal
    assert before is not None  # else it is no worse
    return f' ({new} of the balls rest where they should, {before.within:.1%} before)'


def _attempts(body: Body, present: Present, ladder: Sequence[str], limits: Limits,
              trying: Trying) -> tuple[list[Attempt], list[str]]:
    """Try the methods in order until one meets the budget and is no worse than what is there; return all
    attempts and why methods were refused.
    """
    attempts: list[Attempt] = []
    refused = []

    def will_do(tried: Attempt) -> bool:
        return tried.shortfall(limits) == (0, 0) and not tried.is_worse(present, limits)

    for method in ladder:
        if method == 'coacd' and any(tried.method == 'split' for tried in attempts):
            break  # exact cuts do no worse, in a fraction of the time
        trying(method)
        try:
            for parts in METHODS[method](body, limits):
                attempts.append(attempt(body, method, parts, limits))
                missed = attempts[-1].shortfall(limits)
                if missed[1] == inf or missed == (0, 0):
                    break  # finer parts cannot be told from these, or are not needed
        except (RefusedError, ChildError) as error:
            refused.append(f'{method}: {error}')
        if attempts and will_do(attempts[-1]):
            break
    return attempts, refused


def _remarks(body: Body, best: Attempt, limits: Limits) -> list[str]:
    remarks = []
    if body.solid is None:
        stood_in = ', so the collision mesh was cut instead' if best.method in ('split', 'vhacd') else ''
        remarks.append(f'the visual {_why_no_solid(body)}{stood_in}')
    elif (body.hull_ratio or 0) > THIN_SHELL:
        remarks.append(f'the visual is a thin shell (its hull has {body.hull_ratio:.0f} times its volume), '
                       'so its excess says nothing')
    remarks += _shape_remarks(body)
    measured = best.measured
    if measured is None:
        return [*remarks, 'the visual is flat, so nothing was measured']
    if body.solid is not None and measured.coverage is None:
        remarks.append('the visual runs through itself, so nobody can say what volume it has')
    if measured.excess is not None and surplus(measured, limits):
        advice = '' if best.method in ENCLOSING else ': allow more parts for less'
        remarks.append(f'excess {measured.excess:.1%} is above {limits.max_excess:.1%}{advice}')
    if not all(part.encloses for part in best.parts) and measured.coverage is not None:
        remarks.append(f'it leaves {1 - measured.coverage:.1%} of the visual bare, for less excess')
    if bare(measured, limits):
        remarks.append(f'coverage is below {limits.min_coverage:.1%}')
    return remarks


def _why_no_solid(body: Body) -> str:
    closes = [closed_solid(shape.V, shape.F)[0] is not None for shape in body.visuals
              if shape.solid is None and shape.hull is not None]
    return 'runs through itself' if closes and all(closes) else 'does not close'


def _shape_remarks(body: Body) -> list[str]:
    """Say what is odd about the visuals and made no difference."""
    meshes = [shape for shape in body.visuals if shape.solid is not None and shape.mesh is not None]
    inside_out = any(signed_volume(shape.V, shape.F) < 0 for shape in meshes)
    count = len(body.solid.decompose()) if body.solid is not None else 1
    return [*(['the visual is inside out and was turned'] if inside_out else []),
            *([f'the visual falls into {count} bodies'] if count > 1 else [])]
