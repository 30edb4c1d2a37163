"""In which unit a tensor is written that is out of all proportion to its mass and geometry.

Each unit is tried together with each other mistake: a tensor in kg mm^2 about the link origin is larger than
one about the COM, and taken alone its size may be that of another unit. What one link leaves open its
siblings settle: a unit is a habit of an export.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf, log

from robot_model_check.clues.groups import matters
from robot_model_check.clues.mesh_units import DENSITIES
from robot_model_check.clues.units import (
    FITS,
    INERTIA_RANGE,
    INERTIA_UNITS,
    MASS_UNITS,
    Range,
    Verdict,
    verdict,
)
from robot_model_check.context import Context
from robot_model_check.diagnosis.candidates import candidates
from robot_model_check.diagnosis.diagnosis import DEFAULT, best_score
from robot_model_check.diagnosis.evidence import score
from robot_model_check.diagnosis.hypotheses import Declared, declared_of
from robot_model_check.inertia import TOO_LIGHT, tensor_of, too_light
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial, Link

REACH = 300.0  # what other mistakes make of a tensor at most, as a factor: one about a far origin does
ODDS = {'unit:kg*mm^2': 0.0, 'unit:g*mm^2': 0.0}  # nats: what CAD programs write
SELDOM = 1.5  # nats: the others
FACTORS = {cause: factor for factor, cause in INERTIA_UNITS.items()}
OUTVOTED = 6.0  # nats: how much one link can say against the unit of the others


@dataclass(frozen=True)
class Reading:
    """A tensor read in a unit: `cause`, '' where none explains it; `factor`, the number written over the
    number in kg m^2 for the true mass; `mass_factor`, the same of the mass; `rivals`, what is not told apart;
    `ratio` as declared, over the uniform hull of the declared mass; `losses`: cause -> nats behind the best.
    """

    cause: str
    factor: float
    mass_factor: float
    ratio: float
    rivals: tuple[str, ...] = ()
    losses: Mapping[str, float] = field(default_factory=dict)


@lru_cache(maxsize=4)
def readings(context: Context, ratios: Range = INERTIA_RANGE) -> Mapping[str, Reading | str]:
    """Return link -> in which unit its tensor is, or why that could not be told; the others are left out.

    `ratios`: the range of tensor over that of the uniform hull of the declared mass, in good models.
    """
    unknown: dict[str, str] = {}
    found: dict[str, Reading] = {}
    for name, link in context.tree.links.items():
        said = _read(link, context, ratios)
        if isinstance(said, str):
            unknown[name] = said
        elif said is not None:
            found[name] = said
    return {**unknown, **_together(found)}


def read_as(link: Link, context: Context) -> tuple[Declared, str] | None:
    """Return what an <inertial> declares, read in the units that are named for it, and these in words; None
    where a unit is wrong and it is not known which.
    """
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    found, reading = verdict(link, context), readings(context).get(link.name)
    declared = declared_of(inertial)
    if not isinstance(found, Verdict):
        return declared, ''
    if reading is None and found.mass_cause is None and found.inertia_cause is None:
        return declared, ''
    if found.mass_cause == '' or isinstance(reading, str) or (reading is not None and (
            not reading.cause or reading.rivals)):
        return None
    if reading is None and found.inertia_cause is not None:
        return None
    factor = reading.factor if reading is not None else found.mass_factor if found.consistent else 1.0
    words = [cause.partition(':')[2].replace('*', ' ')
             for cause in (found.mass_cause, reading.cause if reading is not None else '') if cause]
    return (replace(declared, mass=declared.mass / found.mass_factor, tensor=declared.tensor / factor),
            f'read in {" and ".join(words)}, ')


def _read(link: Link, context: Context, ratios: Range) -> Reading | str | None:
    found = verdict(link, context, DENSITIES, ratios)
    if not isinstance(found, Verdict):
        return found
    if too_light(tensor_of(link.inertial), link.inertial.mass):  # type: ignore[union-attr, arg-type]
        return TOO_LIGHT
    if (not found.wide and found.inertia_cause is None) or found.mass_cause == '':
        return None  # nothing is known about a tensor whose mass is wrong
    if not matters(link, context):
        return None
    scores = _scores(link, found, context)
    if scores:
        return _reading(found, scores)
    if found.inertia_cause is None:
        return None  # inertia-impossible has the proof that it is wrong
    return Reading(found.inertia_cause, found.inertia_factor, found.mass_factor, found.inertia_ratio or inf,
                   found.rivals)


def _scores(link: Link, found: Verdict, context: Context) -> dict[str, float]:
    """Return cause -> how well the tensor read in that unit fits, other mistakes allowed [nats]."""
    declared = declared_of(link.inertial)  # type: ignore[arg-type]
    columns = candidates(link, declared.com, context)
    ratio = (found.inertia_ratio or 0.0) * found.mass_factor
    if not columns or not ratio > 0:
        return {}
    turns = [rotation(shape.origin.rpy) for shape in link.shapes]
    scores = {}
    for cause, factor in FACTORS.items():
        if abs(log(ratio / factor)) < log(REACH):
            read = replace(declared, mass=declared.mass / found.mass_factor, tensor=declared.tensor / factor)
            best = best_score(score(read, columns, turns), FITS)
            if best > -inf:
                scores[cause] = best - ODDS.get(cause, SELDOM)
    return scores


def _reading(found: Verdict, scores: Mapping[str, float]) -> Reading:
    best = max(scores, key=lambda cause: scores[cause])
    losses = {cause: scores[best] - value for cause, value in scores.items()}
    rivals = tuple(cause for cause, loss in losses.items() if cause != best and loss < DEFAULT.rival)
    # a mass in another unit, too, makes such a tensor, where the part can have that density
    rivals += tuple(cause for factor, cause in MASS_UNITS.items() if cause in found.rivals
                    and DENSITIES[0] <= found.density / factor <= DENSITIES[1])
    return Reading(best, FACTORS[best], found.mass_factor, found.inertia_ratio or inf, rivals, losses)


def _together(found: Mapping[str, Reading]) -> dict[str, Reading]:
    """Return the readings with one unit where it explains several links."""
    causes = {cause for one in found.values() for cause in one.losses}
    voting = [one for one in found.values() if one.losses]
    if len(voting) < 2:
        return dict(found)
    total = {cause: sum(min(one.losses.get(cause, inf), OUTVOTED) for one in voting) for cause in causes}
    shared = min(sorted(total), key=lambda cause: total[cause])
    excluded = {cause for cause in causes if total[cause] - total[shared] >= DEFAULT.rival}
    return {name: _settled(one, shared, excluded) for name, one in found.items()}


def _settled(one: Reading, shared: str, excluded: set[str]) -> Reading:
    if one.losses.get(shared, inf) >= OUTVOTED:
        return one
    near = {one.cause, *one.rivals} - {shared} - excluded
    rivals = tuple(cause for cause in one.losses if cause in near)
    return replace(one, cause=shared, factor=FACTORS[shared], rivals=rivals)
