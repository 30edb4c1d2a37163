"""COM and tensor are those that a CAD table gives, or those of a solid of the density that is given.

Checks
    Only what the configuration gives under `references`: a row of a table with COM and tensor, brought to
    kg m^2, tensor elements, link axes and the COM as the configuration says what its numbers mean; or, where
    the link has a density or a material, the solid of its visual (else collision): exact where all shapes
    close, sampled where what they enclose can be told. The misfit of the tensors is the root mean square of
    the logarithms of the eigenvalues of K_ref^-1/2 K K_ref^-1/2, as in inertia-geometry, which leaves these
    links to this rule: a part of which somebody knows the mass properties need not be guessed.

    Where undoing one known mistake gives the reference, the mistake is named, by the same hypotheses and
    codes as in inertia-geometry, and the units of tensor and COM. Else the cause is reference:inertia. The
    corrected <inertial> has the numbers of the reference and the declared mass, where that agrees with what
    is given (mass-reference), else the given one.

    Whoever says what the numbers of a table mean makes the same mistakes. Where the geometry fits the file
    better than the table, or the principal moments of both agree and no known mistake turns the axes, the
    finding says so, and repair leaves the link to a person. Where no row of a table has the numbers of its
    link in the units that are said for it, and most have in others, the table is told once, reference:unit,
    and none of it is compared or put in: by this rule for lengths and tensors, by mass-reference for masses.
    If the geometry does not show which of the two is wrong, the state is ambiguous.

    A link whose mass is given and whose declared tensor no body has is told as well, with the tensor that the
    given mass has in the body made of the geometry. Nothing is said where a rule on units is certain of it.

Who breaks
    As for inertia-geometry: nobody says anything, and the link accelerates as another body would.

Bad
    <inertia ixx="0.001664" ixy="0.0002" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>
    <!-- the CAD program prints Pxy = +0.0002, the integral of x y dm -->

Good
    <inertia ixx="0.001664" ixy="-0.0002" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>

References
    Lee, Wensing and Park, Geometric robot dynamic identification: a convex programming approach, T-RO 2020
    (the affine invariant distance).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, isfinite
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.model import Inertial, Link, Robot
from robot_model_check.rules import Option
from robot_model_check.settings.references import References

if TYPE_CHECKING:
    from robot_model_check.diagnosis.against_given import Difference

ID = 'inertia-reference'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'misfit': Option(0.05, '1', 0.0, 10.0, 'what screws, cables and a simplified mesh leave'),
    'com': Option(0.05, 'radii of gyration', 0.0, 10.0, 'a few millimetres on a link of 0.2 m'),
    'share': Option(0.05, '1', 0.0, 1.0, 'as mass-reference: by how much a given mass may differ'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('Lee 2020',)

NO_MISTAKE = 'reference:inertia'
NEAR = 0.01  # misfit, and radii of gyration: a tensor and a COM that are what they should be


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link that differs from its reference, or one for those of one cause."""
    if context.references == References():
        return
    from robot_model_check.clues.table_units import misread_findings
    yield from misread_findings(context, with_mass=False)
    yield from by_cause(_looks(context, options), options['many'], _together)


def _looks(context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.diagnosis.against_given import differences
    for name, found in differences(context, options['misfit'], options['com'], options['share']).items():
        link = context.tree.links[name]
        if _is_contradicted(link, found, context):
            found = replace(found, cause=NO_MISTAKE, rivals=(), told='', doubted=True)
        if not _told_by_units(link, found, context):
            yield _finding(link, found)


def _told_by_units(link: Link, found: Difference, context: Context) -> bool:
    """Return whether a rule on units tells the difference for certain."""
    from robot_model_check.clues.angles import in_degrees
    from robot_model_check.clues.units import Verdict, verdict
    from robot_model_check.diagnosis.readings import Reading, readings
    assert link.inertial is not None
    if in_degrees(link.inertial.origin):
        return True
    said, read = verdict(link, context), readings(context).get(link.name)
    if isinstance(read, Reading) and read.cause == found.cause and not read.rivals:
        return True
    if isinstance(said, Verdict) and (said.mass_cause or said.inertia_cause) and not said.rivals:
        return True
    return _told_by_unit_com(link, found, context)


def _told_by_unit_com(link: Link, found: Difference, context: Context) -> bool:
    from robot_model_check.clues.com_units import WORDS, com_units
    from robot_model_check.clues.groups import gaps
    from robot_model_check.clues.mesh_units import suspect_links
    if gaps(link.name, context) or link.name in suspect_links(context):
        return False
    return [WORDS[unit][0] for unit in com_units(link, context)] == [found.cause]


def _is_contradicted(link: Link, found: Difference, context: Context) -> bool:
    """Return whether the geometry allows what is declared and not what is given."""
    from robot_model_check.clues.given import GIVEN
    from robot_model_check.clues.plausible import is_plausible
    from robot_model_check.inertia import inertial_in_link
    given = found.spread
    if given.trust != GIVEN or link.inertial is None or link.inertial.mass <= 0:
        return False
    body = inertial_in_link(link.inertial)
    return (is_plausible(link, found.mass, given.com, given.inertia, context) is False
            and is_plausible(link, body.mass, body.com, body.inertia / body.mass, context) is True)


def _finding(link: Link, found: Difference) -> Finding:
    inertial = link.inertial
    assert inertial is not None
    xml = _corrected(inertial, found)
    what = 'COM and tensor' if found.spread.inertia is not None else 'the COM'
    return Finding(
        message=_message(found),
        site=inertial.element.site,
        subject=Subject('link', link.name),
        cause=found.cause,
        cause_state='ambiguous' if found.rivals or found.doubted else 'named',
        rivals=found.rivals,
        values={'misfit [1]': found.misfit, 'com_distance [m]': found.distance,
                'reference': found.spread.told, 'trust': found.spread.trust},
        suggestion=Suggestion(f'{what} {found.spread.told}', xml, (Correction(inertial.element, xml),),
                              holds_for_rivals=not found.doubted),
    )


def _corrected(inertial: Inertial, found: Difference) -> str:
    """Return the <inertial> with what is given; what it leaves out stays as it is."""
    com, inertia = found.spread.com, found.spread.inertia
    if inertia is None:
        xyz, rpy = (' '.join(f'{value:.9g}' for value in part) for part in (com, inertial.origin.rpy))
        return f'<inertial><origin xyz="{xyz}" rpy="{rpy}"/></inertial>'
    mass = inertial.element.find('mass')
    assert mass is not None
    written = mass.attributes['value'] if found.mass == inertial.mass else f'{found.mass:.9g}'
    return inertial_xml(written, com, found.mass * inertia)


def _message(found: Difference) -> str:
    away = f'the COM is {1000 * found.distance:.3g} mm away'
    if found.misfit is None or found.misfit < NEAR:
        text = f'{away} from that {found.spread.told}'
    elif not isfinite(found.misfit):
        text = f'no body has the declared tensor; it should be that {found.spread.told}'
    else:
        text = (f'the tensor is off by a factor {exp(found.misfit):.3g} (root mean square over the axes) '
                f'from that {found.spread.told}' + (f', and {away}' if found.far > NEAR else ''))
    if found.doubted:
        text += '; or is it the reference that is wrong: are its units, frame, point and signs as said?'
    return f'{found.told}: {text}' if found.told else text


def _together(found: Sequence[Finding], names: str) -> str:
    cause = found[0].cause
    why = 'differ from their references' if cause == NO_MISTAKE else f'have one mistake ({cause})'
    return f'COM or tensor of {len(found)} links {why}: {names}. The first: {found[0].message}'
