"""Masses are those that were weighed, that a CAD table gives, or that follow from a density.

Checks
    Only what the configuration gives under `references`. The mass of a link against its weighed mass, else
    that of a CAD table, else density times volume; the sum of all masses against the weighed robot. A
    difference beyond the `tolerance` given there, else beyond `share`, is told. A density gives a mass
    where the shapes of the visual (else of the collision) close, or enclose a volume that can be sampled.
    Where they do not, their convex hull stands for the part: a mass above that is too large, one below it is
    not checked.

    Where one known mistake makes the difference, it is named: unit:mass-g, unit:mass-lb, unit:mass-t;
    from:hull, from:bbox, from:parts where density times that volume is the declared mass, as an exporter
    computes it that fills hollows or counts overlaps twice. Else the cause is reference:mass. Whoever says in
    which unit a mass is given makes mistakes as well: where the given mass would make the part of a density
    that no part has, and the declared one does not, the finding says so, and repair leaves it to a person.
    A CAD table of which all masses are off by one unit is told once, as reference:unit, and is not compared.

    In a moving group that has an <inertial>, a link with a given mass and no <inertial> of its own is told as
    well, and so is an <inertial> that cannot be read. A link that is named in the references and that the
    robot does not have is told with the nearest name.

    A material stands for the middle of the densities of its alloys [kg/m^3]: aluminium 2750, brass 8500,
    bronze 8500, cast-iron 7200, copper 8900, magnesium 1795, steel 7850, titanium 4500. Plastics, composites
    and printed parts that are not solid differ too much: give their density.

Who breaks
    Nobody says anything. Gravity compensation pushes the arm up or lets it sink by the difference, payload
    identification books it to the tool, and a policy trained in simulation meets another robot.

Bad
    <mass value="0.52"/>   (weighed: 0.48 kg)

Good
    <mass value="0.48"/>

References
    Gere, Mechanics of Materials, 5th edition, table H-1 (densities).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option
from robot_model_check.settings.references import References
from robot_model_check.words import nearest

if TYPE_CHECKING:
    from robot_model_check.clues.given import GivenMass, GivenSpread

ID = 'mass-reference'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'share': Option(0.05, '1', 0.0, 1.0, 'where no tolerance is given: alloys of one metal differ by as '
                    'much, and so do cables and screws that a CAD model leaves out'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('Gere 2001: table H-1',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose mass differs, or one for those of one cause, and one for the sum."""
    if context.references == References():
        return
    from robot_model_check.clues.table_units import misread_findings
    yield from _unknown(context)
    yield from misread_findings(context, with_mass=True)
    yield from by_cause(_looks(context, options['share']), options['many'], _together)
    yield from _whole(robot, context, options['share'])


def _unknown(context: Context) -> Iterator[Finding]:
    """Yield a finding per name that is no link: a warning where it may be a slip, since parts that are no
    links may well stand in a table."""
    from robot_model_check.clues.given import unknown_links
    for name, source in unknown_links(context):
        near = nearest(name, context.tree.links, 1)
        yield Finding(
            message=f'the references name a link {name!r} that this robot does not have ({source})'
                    + (f'; did you mean {near[0]!r}?' if near else ''),
            level=LEVEL if near else Level.INFO,
            values={'name': name, 'nearest': list(near)},
        )


def _looks(context: Context, share: float) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.given import created
    for link in context.tree.links.values():
        subject, made = Subject('link', link.name), None
        if 'inertial' in link.damaged:
            made = created(link, context)
        if made is not None:
            yield replace(_unreadable(link, *made), subject=subject)
        elif 'inertial' in link.damaged:
            yield NotChecked('its <inertial> could not be read', subject)
        else:
            yield from (replace(said, subject=subject) for said in _look(link, context, share))


def _unreadable(link: Link, mass: GivenMass, spread: GivenSpread) -> Finding:
    from robot_model_check.clues.given_xml import replaced_suggestion
    element = link.element.find('inertial')
    assert element is not None
    return Finding(
        message=f'its <inertial> cannot be read; {mass.told} is {mass.mass:.6g} kg', site=element.site,
        cause='reference:mass', cause_state='named', suggestion=replaced_suggestion(element, mass, spread),
        values={'reference [kg]': mass.mass, 'reference': mass.told, 'trust': mass.trust})


def _look(link: Link, context: Context, share: float) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.given import given_mass
    given = given_mass(link, context)
    if isinstance(given, str):
        yield NotChecked(given)
    elif given is None:
        return
    elif link.inertial is None:
        yield from _bare(link, given, context)
    elif not given.agrees(link.inertial.mass, share):
        if given.is_bound and link.inertial.mass < given.mass:
            yield NotChecked(f'a density gives no mass: the part does not close, and its {given.trust} is '
                             'larger')
        else:
            yield from _different(link, given, context, share)


def _bare(link: Link, given: GivenMass, context: Context) -> Iterator[Finding]:
    """Yield a finding for a link without a mass in a group that has one; other groups have a rule."""
    from robot_model_check.clues.given import created
    from robot_model_check.clues.given_xml import created_suggestion
    tree = context.tree
    others = any(tree.links[name].inertial is not None for name in tree.group(link.name))
    if not tree.is_moving(link.name) or not others or given.is_bound:
        return
    made = created(link, context)
    yield Finding(
        message=f'has no <inertial>; {given.told} is {given.mass:.6g} kg',
        site=link.element.site, cause='reference:mass', cause_state='named',
        values={'reference [kg]': given.mass, 'reference': given.told, 'trust': given.trust},
        suggestion=created_suggestion([(link, *made)]) if made else None)


def _different(link: Link, given: GivenMass, context: Context, share: float) -> Iterator[Finding]:
    from robot_model_check.clues.given_xml import mass_suggestion
    from robot_model_check.diagnosis.mass_causes import mass_cause
    mass = link.inertial.mass  # type: ignore[union-attr]
    cause, words = mass_cause(link, given, given.allowed(share), context)
    if cause.startswith('unit:') and _told_by_units(link, cause, context):
        return
    element = link.inertial.element.find('mass')  # type: ignore[union-attr]
    at_most = 'at most ' if given.is_bound else ''
    doubt = _doubt(link, given, context)
    if doubt:
        cause, words = 'reference:mass', doubt
    yield Finding(
        message=f'declares {mass:g} kg; {given.told} is {at_most}{given.mass:.6g} kg{words}',
        site=element.site if element else None, attribute='value' if element else None, cause=cause,
        cause_state='ambiguous' if doubt else 'named',
        values={'mass [kg]': mass, 'reference [kg]': given.mass, 'tolerance [kg]': given.allowed(share),
                'reference': given.told, 'trust': given.trust},
        suggestion=None if given.is_bound or doubt else mass_suggestion(link, given, context))


def _doubt(link: Link, given: GivenMass, context: Context) -> str:
    """Return in words that the geometry allows the declared mass and not the given one, or ''."""
    from robot_model_check.clues.given import GIVEN
    from robot_model_check.clues.mesh_units import DENSITIES
    from robot_model_check.clues.units import densities
    density = densities(context).get(link.name)
    if density is None or given.trust != GIVEN or not DENSITIES[0] <= density <= DENSITIES[1]:
        return ''
    meant = density * given.mass / link.inertial.mass  # type: ignore[union-attr]
    if DENSITIES[0] <= meant <= DENSITIES[1]:
        return ''
    return f', which would be {meant:.3g} kg per m^3 of its hull: is the unit of the reference right?'


def _told_by_units(link: Link, cause: str, context: Context) -> bool:
    from robot_model_check.clues.units import Verdict, verdict
    found = verdict(link, context)
    return isinstance(found, Verdict) and found.mass_cause == cause


def _together(found: Sequence[Finding], names: str) -> str:
    cause = found[0].cause
    why = 'differ from their references' if cause == 'reference:mass' else f'have the same mistake ({cause})'
    return f'the masses of {len(found)} links {why}: {names}. The first: {found[0].message}'


def _whole(robot: Robot, context: Context, share: float) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.given import GivenMass
    from robot_model_check.diagnosis.mass_causes import unit_of
    weighed = context.references.robot
    if weighed is None:
        return
    damaged = [link.name for link in robot.links if 'inertial' in link.damaged]
    if damaged:
        yield NotChecked(f'the mass of the robot is not known: the <inertial> of {damaged[0]} could not be '
                         'read', Subject('model', robot.name))
        return
    links = context.tree.links.values()
    mass = sum(link.inertial.mass for link in links if link.inertial is not None)
    given = GivenMass(weighed.mass, weighed.tolerance, f'the weighed mass ({weighed.source})')
    if given.agrees(mass, share):
        return
    allowed = given.allowed(share)
    bare = [link.name for link in links if link.shapes and link.inertial is None]
    cause = unit_of(mass, weighed.mass, allowed) or 'reference:mass'
    missing = f'; without <inertial>: {", ".join(bare)}' if bare and mass < weighed.mass else ''
    yield Finding(
        message=f'the links weigh {mass:.6g} kg together; the robot was weighed with {weighed.mass:g} kg'
                + missing,
        cause=cause, cause_state='named',
        values={'mass [kg]': mass, 'reference [kg]': weighed.mass, 'tolerance [kg]': allowed,
                'reference': given.told, 'trust': given.trust})
