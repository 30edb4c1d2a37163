"""Collisions do not stick out of what is seen.

Checks
    How far the collisions of a link, as physics engines see them, stick out of the convex hull of its
    visuals: a simplified collision inside the hull is fine, and so is even padding of a few percent. Whoever
    draws a box around a part means it, so collisions in the box of the visuals, in their own axes, are told
    only where they add more than the visuals' own volume. Where
    the collision is the visual moved to another place, or that of another link, collision-coverage says so;
    where a unit explains it (a factor of about 1000), unit-mesh does. Of several collisions the one that
    sticks out is named.

Who breaks
    Nobody says anything. A finger box 20 mm too long knocks the part over before the finger arrives; MoveIt
    finds no path into a place the robot fits in, or reports a start state in collision.

Bad
    <box size="0.06 0.10 0.006"/> as the collision of a plate of 0.06 x 0.08 x 0.006 m

Good
    <box size="0.06 0.08 0.006"/>

References
    URDF XML specification, link, <collision>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.collision_fit import Fit

ID = 'collision-protrusion'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'share': Option(0.1, '1', 0.0, 10.0, 'of the diagonal of the visual: simplified collisions of 9 public '
                                         'robots stay below 0.05, and the ones beyond 0.1 are wrong'),
    'least': Option(0.005, 'm', 0.0, None, 'less is the usual padding'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/collision',)

MEANT = 1.05  # of the visual's volume: as decompose, what a box around a part adds
AIRY = 'It fits around the part and is mostly air. Replace it by convex parts: robot_model_check decompose'


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose collision sticks out, or one that lists those of one cause."""
    yield from by_cause(_look(context, options), options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    told = ', '.join(f'{one.subject.name} ({1e3 * one.values["protrusion [m]"]:.0f} mm)'
                     for one in found if one.subject)
    return f'the collisions of {len(found)} links stick out of their visuals: {told}'


def _look(context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.collision_fit import UNIT, fits
    for fit in fits(context):
        if isinstance(fit, NotChecked):
            yield fit
        elif fit.stands_elsewhere or (fit.why is not None and fit.why.cause == UNIT):
            continue  # told by collision-coverage, by unit-mesh
        else:
            yield from _out(fit, max(options['share'] * fit.size, options['least']))


def _out(fit: Fit, allowed: float) -> Iterator[Finding]:
    if fit.coverage.protrusion > allowed:
        around = fit.why is None and fit.is_around(allowed)
        if not around or (fit.coverage.excess or 0.0) > MEANT:
            yield _finding(fit, AIRY if around else 'Shorten it')


def _finding(fit: Fit, advice: str) -> Finding:
    from robot_model_check.clues.directions import place, towards
    coverage, why = fit.coverage, fit.why
    at, nearest = coverage.protrusion_at or (), coverage.protrusion_nearest or ()
    return Finding(
        message=f'the collision sticks out of the visual by up to {1e3 * coverage.protrusion:.3g} mm, at '
                f'{place(at)} in the link frame, towards {towards(nearest, at)} '
                f'({coverage.protrusion / fit.size:.0%} of the diagonal of the visual): it touches things '
                'before the robot does. '
                + (f'{why.text[0].upper()}{why.text[1:]}' if why else advice),
        site=fit.farthest_out.element.site,
        subject=Subject('link', fit.link.name),
        cause=why.cause if why else None,
        cause_state='named' if why else 'unknown',
        values={'protrusion [m]': coverage.protrusion, 'protrusion_at [m]': list(at),
                'protrusion_nearest [m]': list(nearest), 'collision': fit.farthest_out.index,
                'protrusion_share [1]': coverage.protrusion / fit.size, 'method': coverage.method,
                'protruding_surface [1]': coverage.protruding_area, 'excess [1]': coverage.excess,
                'spacing [m]': coverage.spacing})
