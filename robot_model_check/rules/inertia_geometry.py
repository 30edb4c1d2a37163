"""The tensor per mass fits the geometry; where it does not, which mistake explains it.

Checks
    The tensor divided by the mass, and the COM, against the bodies that the geometry allows: the exact solid,
    or what shapes that do not close enclose by winding numbers; the convex hull, the bounding boxes in the
    axes of link, mesh and solid, and a thin shell of the visuals (else of the collisions); the sum of the
    collision shapes, the solid of all that is welded to the link, and the solid with up to half of the mass
    lumped where it moves the COM to where it is declared, as a motor does. The misfit is the root mean square
    of the logarithms of the eigenvalues of K_ref^-1/2 K K_ref^-1/2: it does not depend on the axes, and a
    factor f on the whole tensor counts as ln f.

    Every known mistake is undone in turn, and one is told only where it explains tensor and COM better than
    the numbers as declared do, by `margin`, and leaves a misfit of at most `left`. How uneven the density is
    nobody knows, so its scale is integrated out: where a tensor fits its solid to the printed digits but for
    one flipped sign, a flip of 2 % shows; on a part of uneven density it proves nothing and is not told.

    Causes, each with the corrected <inertial> (declared mass, axes of the link):
    sign:ixy, sign:ixz, sign:iyz: one product has the wrong sign.
    sign:products: all three have it. CAD programs, SolidWorks among them, can give the products as
    +integral(xy dm); URDF wants the tensor elements, -integral(xy dm).
    mirror:x, mirror:y, mirror:z: the products of the mirrored twin; likely only where another link has the
    same six numbers and the shape of this one mirrored.
    origin:link: the tensor is about the link origin, the parallel-axis term was not taken off.
    origin:omitted: the COM was left at the link origin.
    origin:parts: the tensors of the parts were added, each about its own COM; told where the parts are
    visuals of their own that all close, and the tensor is that sum to the digits.
    frame:rpy-omitted: computed in the axes of the mesh, or in link axes though an rpy is written.
    frame:rpy-transposed, frame:lost: the inverse rotation; moments that fit about axes that do not.
    axes:xzy ...: permuted; the letters say under which axes the numbers of x, y, z are written.
    axes:y-up: turned by 90 deg about x, as between y up and z up.
    moments:zyx ...: ixx, iyy and izz are in another order, the products in their places.
    products:dropped: ixx, iyy and izz fit, and the three products are 0 though those of the part are not.
    decimal:x10^k: a slip of the decimal point.
    from:hull, from:bbox, from:shell, from:parts: the tensor is, to the digit, that of the convex hull, a
    bounding box, a thin shell or the sum of the collision shapes, not of the solid; the COM is of either.
    unit:mass-lb: the mass is in pounds and the tensor is not, on a part of even density: a motor in the
    middle of one has the same effect.

    `rivals` are causes that this part cannot tell apart; where all of them ask for the same numbers the state
    is named all the same, else ambiguous. Links that share one are taken to have the same mistake, and a
    mistake that is plain on one link is told on others where it leaves a larger misfit. `not_testable` lists
    mistakes whose effect on this part is smaller than what is left. A misfit beyond `factor` that nothing
    explains is told as well, its cause unknown. Nothing is said where another rule says it: placeholders,
    units, COMs outside the geometry. Of a tensor that no body has, or that is in another unit as well, only
    the mistake is told that made it, read in the unit that unit-inertia names. A link whose COM and tensor
    the configuration gives is left to inertia-reference.

    What CAD programs and their exporters are known to have done, and what comes of it here:
    SolidWorks shows products as +integral(xy dm) unless told otherwise ("positive tensor notation"), so that
    numbers copied from its dialog give sign:products; its URDF exporter turned the sign of what the program
    returns (Inertia.cs, 2018 to 2025). A link of several parts got the sum of their tensors, none of them
    shifted to the common COM (issue 117): origin:parts where each part is a visual, and too small a tensor of
    unknown cause where one mesh holds them all. A mass that somebody overrode was not heeded (issue 172).
    Fusion: ACDC4Robot wrote COM and tensor of the root link in the axes of its component and its mesh in
    those of the world (issue 18): frame:lost, or a COM outside, on the root alone. fusion2urdf exchanged ixz
    and iyz until 2019 (pull request 23), and rounds to 1e-6 kg m^2, which leaves small parts zeros.
    Onshape: onshape-to-robot turned the tensor by the inverse rotation until 2022 (issue 85): frame:lost.
    Creo: creo2urdf left the tensor in the axes of the part until 2024 (pull request 83): frame:lost.
    Solid Edge shows products as +integral(xy dm), and the tensor about the origin of the model as well:
    sign:products, origin:link (jsk_aerial_robot, pull request 511 and issue 155).

Who breaks
    Nobody says anything: these tensors are positive definite and satisfy A + B >= C. The link accelerates as
    another body would: controllers tuned in simulation are too soft or unstable on the robot, gravity
    compensation is right and inertia compensation is wrong.

Bad
    0.48 kg, 60 x 40 x 200 mm along z: <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.000208" iyz="0"
    izz="0.001744"/>

Good
    0.48 kg, 60 x 40 x 200 mm along z: <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0"
    izz="0.000208"/>

References
    Lee, Wensing and Park, Geometric robot dynamic identification: a convex programming approach, T-RO 2020
    (the affine invariant distance). Foerstner and Moonen, A metric for covariance matrices, 1999. On GitHub:
    ros/solidworks_urdf_exporter, ACDC4Robot/Fusion360, syuntoku14/fusion2urdf, Rhoban/onshape-to-robot,
    mesh-iit/creo2urdf, jsk-ros-pkg/jsk_aerial_robot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import names_of, together
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.model import Inertial, Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.diagnosis.candidates import Candidate
    from robot_model_check.diagnosis.diagnosis import Diagnosis

ID = 'inertia-geometry'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'factor': Option(
        5.0,
        '1',
        1.5,
        1000.0,
        'without a cause: 1.8 % of the links of 42 robots picked as clean lie beyond it',
    ),
    'margin': Option(
        2.0,
        'nat',
        1.0,
        50.0,
        'accuses less than 0.5 % of correct inertials of parts of uneven density (docs/DIAGNOSIS.md)',
    ),
    'left': Option(0.2, '1', 0.01, 1.0, 'of correct inertials of parts of uneven density 10 % lie beyond it'),
    'many': Option(
        5, 'links', 2, None, 'four legs or wheels are read one by one, more are one habit of an export'
    ),
}
SOURCES = ('Lee 2020', 'Foerstner and Moonen 1999')
PLACES = {'origin:omitted': ('origin', 'xyz'), 'sign:ixy': ('inertia', 'ixy'), 'sign:ixz': ('inertia', 'ixz'),
          'sign:iyz': ('inertia', 'iyz')}  # where not the tensor as a whole is meant


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link, or one for all links with the same cause."""
    from robot_model_check.diagnosis.diagnosed import diagnoses
    from robot_model_check.diagnosis.diagnosis import Thresholds
    limits = Thresholds(options['margin'], options['left'], options['factor'])
    same: dict[str | None, list[Finding]] = {}
    for name, said in diagnoses(context, limits).items():
        if isinstance(said, str):
            yield NotChecked(said, Subject('link', name))
        else:
            same.setdefault(said.cause, []).append(_finding(context.tree.links[name], said, context))
    for found in same.values():
        yield from found if len(found) < options['many'] else [_together(found)]


def _place(link: Link, cause: str | None) -> dict[str, Any]:
    """Return the site and attribute that a cause is about."""
    inertial = link.inertial
    assert inertial is not None  # only what is declared is diagnosed
    tag, attribute = PLACES.get(cause or '', ('inertia', ''))
    element = inertial.element.find(tag) or inertial.element
    return {'site': element.site, 'attribute': attribute if attribute in element.attributes else None}


def _finding(link: Link, said: Diagnosis, context: Context) -> Finding:
    text, values = _evidence(link, said, context)
    xml = corrected(link, said)
    return Finding(
        message=_message(said) + text,
        **_place(link, said.cause),
        subject=Subject('link', link.name),
        cause=said.cause,
        cause_state=said.state,
        rivals=said.rivals,
        suggestion=Suggestion(f'the inertial with that undone: {said.told}', xml,
                              (Correction(link.inertial.element, xml),),  # type: ignore[union-attr]
                              holds_for_rivals=said.state == 'named')
        if xml else None,
        values={
            'misfit_before [1]': said.before,
            'misfit_after [1]': said.after,
            'reference': said.reference.name,
            'margin [nat]': said.margin,
            'not_testable': list(said.not_testable),
            **values,
        },
    )


def _message(said: Diagnosis) -> str:
    reference = said.reference.name
    if said.cause is None:
        return ('the tensor does not fit the geometry, and no known mistake explains it: it is off by '
                f'a factor {exp(said.before):.3g} (root mean square over the axes) from the best fit, '
                f'the {reference}. Compute mass, COM and tensor from the part again')
    if said.before == said.after:
        return f'{said.told}: {said.com_before:.2g} radii of gyration from the COM of the {reference}'
    return (f'{said.told}: the misfit to the {reference} is {said.before:.3g} as declared and '
            f'{said.after:.2g} with that undone')


def _evidence(link: Link, said: Diagnosis, context: Context) -> tuple[str, dict[str, Any]]:
    """Return what else bears on a cause, in words and as values."""
    from robot_model_check.diagnosis.copies import mirrored_copies, same_numbers
    cause, text, values = said.cause or '', '', dict[str, Any]()
    if said.like:
        text, values = f'; link {said.like} shows it more plainly', {'shown_by': said.like}
    if said.rivals:
        text += f'; this part does not tell it from {", ".join(said.rivals)}'
    if cause.startswith('mirror') and (twins := same_numbers(link, context)):
        image = mirrored_copies(link, context).get(cause)
        text += f'; link {image or twins[0]} has the same numbers'
        text += ' and the shape of this one mirrored' if image else ''
        values['same_numbers_as'] = list(twins)
    if said.taken is not None:
        more, numbers = _mass_evidence(link, said.taken, said.reference, context)
        text, values = text + more, {**values, **numbers}
    return text, values


def _mass_evidence(link: Link, taken: Candidate, meant: Candidate, context: Context
                   ) -> tuple[str, dict[str, Any]]:
    """Return whether the mass, too, is that of the wrong body: then another link has the density it
    implies."""
    from robot_model_check.diagnosis.diagnosed import like_density
    like = like_density(link, taken.volume, context)
    if like is None:
        return '', {}
    mass = link.inertial.mass * meant.volume / taken.volume  # type: ignore[union-attr]
    return (f'. The mass, too: with {like[1]:.4g} kg/m^3, the density of link {like[0]}, it is that of the '
            f'{taken.name}, and the {meant.name} has {mass:.6g} kg; then scale the tensor with it',
            {'density_like': like[0], 'density [kg/m^3]': like[1], 'mass_of_solid [kg]': mass})


def corrected(link: Link, said: Diagnosis) -> str | None:
    """Return the <inertial> that was meant: the declared mass, in kg, tensor about the COM in link axes."""
    if said.fixed is None:
        return None
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    digits = 15 if said.fixed.mass == inertial.mass else 9  # 15 keep the value
    return inertial_xml(f'{said.fixed.mass:.{digits}g}', said.fixed.com, said.fixed.inertia)


def _together(found: Sequence[Finding]) -> Finding:
    names, first = names_of(found), found[0]
    if first.cause is None:
        return _unexplained(found, names)
    told = together(
        found,
        f'{len(names)} links have the same mistake ({first.cause}), each in its own numbers: '
                f'{", ".join(names)}. The first: {first.message}',
        {'links': names, 'each': [dict(one.values) for one in found],
         'corrected': [one.suggestion.xml if one.suggestion else None for one in found]})
    undone = Suggestion('the inertial of each link with that undone, in the values', None)
    return replace(told, suggestion=undone)


def _unexplained(found: Sequence[Finding], names: list[str]) -> Finding:
    factors = [2.718281828459045 ** one.values['misfit_before [1]'] for one in found]
    return together(
        found,
        f'the tensors of {len(names)} links do not fit the geometry, and no known mistake explains '
                f'them: they are off by factors of {min(factors):.3g} to {max(factors):.3g}. Compute mass, '
                f'COM and tensor from the parts again: {", ".join(names)}',
        {'links': names, 'each': [dict(one.values) for one in found]})
