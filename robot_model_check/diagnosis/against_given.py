"""Which mistake makes an inertial differ from the COM and the tensor that are given for its link.

What is given is the body meant, not one of uneven density that may be meant: a mistake is named where undoing
it gives the numbers of the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from robot_model_check.clues.given import (
    GIVEN,
    GivenMass,
    GivenSpread,
    created,
    given_mass,
    given_spread,
    spread_of_geometry,
)
from robot_model_check.clues.units import COM_UNITS, INERTIA_UNITS
from robot_model_check.context import Context
from robot_model_check.diagnosis.agreement import agreed
from robot_model_check.diagnosis.candidates import Candidate, candidates
from robot_model_check.diagnosis.diagnosis import BORROWED, Diagnosis, Thresholds, examine
from robot_model_check.diagnosis.evidence import apart, com_misfits, is_possible
from robot_model_check.diagnosis.hypotheses import Declared
from robot_model_check.facts import Array
from robot_model_check.inertia import Body, inertial_in_link, is_definite, principal_moments, tensor_of
from robot_model_check.kinematics import rotation
from robot_model_check.model import Link

EXACT = 0.02  # misfit that printed digits and a simplified mesh leave
VANISHED = 0.1  # of a misfit, where a mistake is undone
DIGITS = 1e-3  # floor of a reference: what its printed digits leave
LIMITS = Thresholds(left=EXACT)
UNKNOWN = 'reference:inertia'
COM_CAUSES = dict(zip(COM_UNITS, ('unit:com-mm', 'unit:com-cm'), strict=True))


@dataclass(frozen=True, eq=False)
class Difference:
    """How an inertial differs from what is given for its link.

    `mass` [kg] is that which the link should have. `misfit` of the tensor: None where none is given, inf
    where the declared one is of no body; `distance` [m] and `far` [radii of gyration] of the COMs. `cause`,
    `rivals` and `told` are the mistake, `told` '' where no known one makes the difference. `doubted`:
    it may be the reference that is wrong, since the geometry fits the file better, or since the principal
    moments agree and the axes do not.
    """

    spread: GivenSpread
    mass: float
    misfit: float | None
    distance: float
    far: float
    cause: str = UNKNOWN
    rivals: tuple[str, ...] = ()
    told: str = ''
    doubted: bool = False


def differences(context: Context, misfit: float, far: float, share: float) -> Mapping[str, Difference]:
    """Return link -> how it differs, for tensors by more than `misfit` and COMs by more than `far` radii of
    gyration; a mass given without a tolerance is known to `share` of it.

    A smaller difference of a tensor is one, too, where undoing one mistake makes it vanish. A mistake that
    several links may have made is taken on all of them.
    """
    found = dict(_differences(context, share))
    named = {name: said for name, one in found.items()
             if (said := _diagnosis(context.tree.links[name], one)) is not None}
    found = {name: one for name, one in found.items()
             if one.far > far or (one.misfit or 0.0) > misfit or _vanishes(one, named.get(name))}
    for name, said in agreed({name: said for name, said in named.items() if name in found}, LIMITS).items():
        doubted = _fits_better(context.tree.links[name], found[name], context)
        found[name] = replace(found[name], cause=said.cause or UNKNOWN, rivals=said.rivals, told=said.told,
                              doubted=doubted)
    return found


def _fits_better(link: Link, found: Difference, context: Context) -> bool:
    """Return whether the geometry fits a declared tensor better than that of a table: whoever says what its
    numbers mean makes the same mistakes.
    """
    body, shape = inertial_in_link(link.inertial), spread_of_geometry(link, context)  # type: ignore[arg-type]
    if shape is None or shape.inertia is None or found.spread.inertia is None or found.spread.trust != GIVEN:
        return False
    better = apart(shape.inertia, found.spread.inertia) - apart(shape.inertia, body.inertia / found.mass)
    return better > EXACT


def _vanishes(found: Difference, said: Diagnosis | None) -> bool:
    return said is not None and found.misfit is not None and said.after < VANISHED * found.misfit


def _differences(context: Context, share: float) -> Iterator[tuple[str, Difference]]:
    for name, link in context.tree.links.items():
        spread = _spread(link, context)
        if link.inertial is None or spread is None:
            continue
        yield name, _with_cause(_difference(link, spread, _mass(link, share, context)), link, context)


def _spread(link: Link, context: Context) -> GivenSpread | None:
    """Return what is given; where only a mass is and no body has the declared tensor, that of the geometry.
    """
    given = given_spread(link, context)
    if given is not None or link.inertial is None or is_possible(inertial_in_link(link.inertial).inertia):
        return given
    made = created(link, context)
    return made[1] if made is not None else None


def _mass(link: Link, share: float, context: Context) -> float:
    """Return the mass that a link should have: the declared one where that agrees with what is given."""
    given, declared = given_mass(link, context), link.inertial.mass  # type: ignore[union-attr]
    differs = isinstance(given, GivenMass) and not given.agrees(declared, share)
    return given.mass if differs else declared  # type: ignore[union-attr]


def _difference(link: Link, spread: GivenSpread, mass: float) -> Difference:
    body = inertial_in_link(link.inertial)  # type: ignore[arg-type]
    definite = is_definite(body.inertia)
    misfit = None
    if spread.inertia is not None:  # a tensor of another mass is told by the rule on masses
        masses = {mass, body.mass if body.mass > 0 else mass}
        misfit = min(apart(spread.inertia, body.inertia / one) for one in masses) if definite else np.inf
    shape = spread.inertia if spread.inertia is not None else body.inertia / mass if definite else np.eye(3)
    return Difference(spread, mass, misfit, float(np.linalg.norm(body.com - spread.com)),
                      float(com_misfits(body.com[None], [_column(spread, shape)])[0, 0]))


def _column(spread: GivenSpread, inertia: Array) -> Candidate:
    return Candidate(f'body {spread.told}', spread.com, inertia, DIGITS, 0.0)


def _with_cause(found: Difference, link: Link, context: Context) -> Difference:
    """Return a difference with the unit or the body that makes it, where there is one."""
    body = inertial_in_link(link.inertial)  # type: ignore[arg-type]
    if not is_definite(body.inertia):
        return found
    cause, told = _unit(found, body.com, body.inertia)
    if not cause and body.mass > 0:
        cause, told = _other_body(link, body, context)
    return replace(found, cause=cause or UNKNOWN, told=told, doubted=not told and _is_turned(found, body))


def _is_turned(found: Difference, body: Body) -> bool:
    given = found.spread.inertia
    if given is None or (found.misfit or 0.0) < EXACT:
        return False
    moments = principal_moments(body.inertia) / (principal_moments(given) * found.mass)
    return bool(np.abs(np.log(moments)).max() < EXACT)


def _other_body(link: Link, body: Body, context: Context) -> tuple[str, str]:
    """Return (cause, what was done) where COM and tensor are those of the hull, the box, ... of the geometry.
    """
    columns = candidates(link, body.com, context)
    for other in columns[1:]:
        near = com_misfits(body.com[None], [other])[0, 0] < EXACT
        another = columns[0].name == 'solid' and apart(columns[0].inertia, other.inertia) > BORROWED
        if other.culprit and another and near and apart(other.inertia, body.inertia / body.mass) < EXACT:
            return other.culprit, f'COM and tensor are those of the {other.name} of its geometry'
    return '', ''


def _unit(found: Difference, com: Array, inertia: Array) -> tuple[str, str]:
    """Return (cause, what was done) of a unit that makes the difference, ('', '') for none."""
    given = found.spread.inertia
    for factor, cause in INERTIA_UNITS.items() if given is not None else ():
        if apart(given, inertia / factor / found.mass) < EXACT:  # type: ignore[arg-type]
            return cause, f'the tensor is {factor:g} times that in kg m^2'
    near = EXACT * float(np.linalg.norm(found.spread.com))
    for factor, cause in COM_CAUSES.items():
        if np.linalg.norm(com / factor - found.spread.com) < near:
            return cause, f'the COM is {factor:g} times that in metres'
    return '', ''


def _diagnosis(link: Link, found: Difference) -> Diagnosis | None:
    """Return the mistake whose undoing gives the reference to its digits."""
    if found.spread.inertia is None or found.told or not np.isfinite(found.misfit or 0.0):
        return None
    assert link.inertial is not None
    origin = link.inertial.origin
    declared = Declared(found.mass, np.array(origin.xyz), rotation(origin.rpy), tensor_of(link.inertial))
    turns = [rotation(shape.origin.rpy) for shape in link.shapes]
    said, _ = examine(declared, [_column(found.spread, found.spread.inertia)], turns, LIMITS)
    return said if said is not None and said.cause is not None and said.after < EXACT else None
