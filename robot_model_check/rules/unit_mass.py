"""Masses are in kilograms.

Checks
    The mass over the volume of the convex hull of the link's geometry (visuals, else collisions). Real parts,
    hollow or with motors in them, lie between 20 and 12000 kg/m^3; where a link lies outside, everything it
    is welded to is taken together, since a motor may be drawn by one link and weighed by another. The unit is
    named where it brings the density back: grams, tonnes. Pounds show only where the tensor is exactly that
    of the mesh but for the factor of a pound, or exactly that, and two other links have the density that the
    mass then gives; or where the parts of a robot, five at least, fit their solids in pounds. A mass that was
    weighed, or that a CAD table gives, is what it is: nothing is said where the configuration confirms it.

Who breaks
    Nobody says anything. Gravity compensation and effort limits are wrong by the factor; a simulated gripper
    with fingers of 30 kg tips the robot over; light links on heavy ones make a solver jitter.

Bad
    <mass value="480"/>   (a part of 60 x 40 x 200 mm)

Good
    <mass value="0.48"/>

References
    REP 103, Standard Units of Measure. URDF XML specification, link, <inertial>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, NotChecked, Suggestion
from robot_model_check.generation.element_xml import divided, with_attributes
from robot_model_check.model import Inertial, Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.units import Verdict

ID = 'unit-mass'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'low': Option(20.0, 'kg/m^3', 0.0, 1000.0, '2 % of the links of clean public robots lie outside the '
                                               'two; a foam shell has 20'),
    'high': Option(12000.0, 'kg/m^3', 1000.0, None, 'lead has 11340, and a hull is larger than the part'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('REP 103', 'URDF XML: link/inertial')

WORDS = {'unit:mass-g': 'grams', 'unit:mass-t': 'tonnes', 'unit:mass-lb': 'pounds'}


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose density is implausible, or one that lists those of one cause."""
    said = per_link(robot, 'inertial', lambda link: _look(link, context, options))
    yield from by_cause(said, options['many'], _together)


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.given import is_confirmed
    from robot_model_check.clues.units import verdict
    if is_confirmed(link, context):
        return
    found = verdict(link, context, densities=(options['low'], options['high']))
    if isinstance(found, str):
        yield NotChecked(found)
    elif found is not None and found.mass_cause is not None:
        yield _finding(link, found)


def _together(found: Sequence[Finding], names: str) -> str:
    densities = [one.values['density [kg/m^3]'] for one in found]
    unit = WORDS.get(found[0].cause or '')
    advice = f'read as {unit} they fit' if unit else 'no part is like that: weigh them, or correct their size'
    return (f'{len(found)} links have {min(densities):.3g} to {max(densities):.3g} kg per m^3 of hull; '
            f'{advice}: {names}')


def _finding(link: Link, found: Verdict) -> Finding:
    mass = link.inertial.mass  # type: ignore[union-attr]
    element = link.inertial.element.find('mass')  # type: ignore[union-attr]
    right = f'<mass value="{mass / found.mass_factor:.9g}"/>'
    near = f' (other links: {found.neighbours:.4g} kg/m^3)' if found.neighbours else ''
    return Finding(
        message=f'{mass:g} kg in a hull of {mass / found.density:.3g} m^3 are {found.density:.3g} kg/m^3'
                f'{near}; ' + _reading(found, right),
        site=element.site if element else None, attribute='value', cause=found.mass_cause or None,
        cause_state='named' if found.mass_cause else 'unknown',
        values={'mass [kg]': mass, 'density [kg/m^3]': found.density,
                'density of other links [kg/m^3]': found.neighbours, 'factor [1]': found.mass_factor},
        suggestion=_suggestion(link, found, right) if found.mass_cause else None)


def _suggestion(link: Link, found: Verdict, right: str) -> Suggestion:
    """Return the mass to write, and where the tensor was computed for the same number, that too; to be looked
    at where the link itself has no geometry, since any typed mass is large for a frame.
    """
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    if not link.shapes:
        return Suggestion(f'the mass read as {WORDS[found.mass_cause or ""]}', right)
    mass, tensor = inertial.element.find('mass'), inertial.element.find('inertia')
    told = f'the mass read as {WORDS[found.mass_cause or ""]}'
    corrections = [Correction(mass, right)] if mass is not None else []
    if tensor is None or not found.consistent:
        return Suggestion(told, right, tuple(corrections))
    numbers = with_attributes(tensor, divided(inertial, found.mass_factor))
    origin = inertial.element.find('origin')
    place = with_attributes(origin, {}) if origin is not None else ''
    return Suggestion(f'{told}, and the tensor with it', f'<inertial>{place}{right}{numbers}</inertial>',
                      (*corrections, Correction(tensor, numbers)))


def _reading(found: Verdict, right: str) -> str:
    if not found.mass_cause:
        return 'no part is like that: weigh the part, or correct its geometry'
    if found.mass_cause == 'unit:mass-lb' and found.consistent:
        return ('tensor and mesh agree, and read as pounds they have the very density of other links: write '
                f'{right}, and divide the inertia by the same factor')
    if found.alike:
        return f'the tensors of {found.alike} links are those of their solids for pounds: write {right}'
    if found.mass_cause == 'unit:mass-lb':
        return f'the tensor is exactly that of the mesh for the same number in pounds: write {right}'
    also = ', and divide the inertia by the same factor' if found.consistent else ''
    true = found.density / found.mass_factor
    return f'read as {WORDS[found.mass_cause]} they are {true:.3g}: write {right}{also}'
