"""What is wrong with the inertials of a robot: each link by itself, then what the links say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from math import inf

import numpy as np

from robot_model_check.candidates import candidates
from robot_model_check.context import Context
from robot_model_check.diagnosis import Diagnosis, Thresholds, diagnose, with_cause
from robot_model_check.fit import told_by_units
from robot_model_check.groups import gaps, matters
from robot_model_check.hypotheses import Declared
from robot_model_check.inertia import tensor_of, triangle_excess
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial, Link
from robot_model_check.placeholder import placeholder

BROKEN = 1e-3  # of the largest moment: beyond, the rule on A + B >= C says it
SAME_DENSITY = 0.01  # relative


@lru_cache(maxsize=4)
def diagnoses(context: Context, limits: Thresholds) -> Mapping[str, Diagnosis | str]:
    """Return link -> what is wrong with its inertial, or why that could not be told; links in order are left
    out."""
    found: dict[str, Diagnosis | str] = {}
    for name, link in context.tree.links.items():
        said = diagnosis_of(link, context, limits)
        if said is not None:
            found[name] = said
    named = {name: said for name, said in found.items() if isinstance(said, Diagnosis)}
    return {**found, **agreed(named, limits)}


def declared_of(inertial: Inertial) -> Declared:
    """Return an <inertial> as the diagnosis takes it."""
    return Declared(
        inertial.mass, np.array(inertial.origin.xyz), rotation(inertial.origin.rpy), tensor_of(inertial)
    )


def diagnosis_of(link: Link, context: Context, limits: Thresholds) -> Diagnosis | str | None:
    """Return what is wrong with one inertial, why that cannot be told, or None.

    None, too, where other rules tell it: placeholders, tensors that no body has, wrong units, COMs outside.
    """
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0 or not link.shapes or not _judgeable(inertial):
        return None
    why = gaps(link.name, context)
    if why:
        return why
    declared = declared_of(inertial)
    columns = candidates(link, declared.com, context)
    if not columns:
        return 'its geometry has no volume'
    found = diagnose(declared, columns, [rotation(shape.origin.rpy) for shape in link.shapes], limits)
    if found is None or told_by_units(link, context) or not _worth(found, link, context):
        return None
    return found


def _judgeable(inertial: Inertial) -> bool:
    moments, excess = triangle_excess(tensor_of(inertial))
    return bool(moments[0] > 0 and excess < BROKEN and placeholder(inertial) is None)


def _worth(found: Diagnosis, link: Link, context: Context) -> bool:
    """Return whether an unexplained misfit matters, and a COM at the link origin is not told as one that is
    outside."""
    if found.cause is None:
        return matters(link, context)
    if found.cause != 'origin:omitted' or found.before != found.after:
        return True
    facts = context.facts[link.name]
    low, high = facts.bounds() or (np.zeros(3), np.zeros(3))
    beyond = np.maximum(low, 0) - np.minimum(high, 0)
    return bool(np.linalg.norm(np.maximum(beyond, 0)) <= 0.02 * np.linalg.norm(high - low))


def agreed(found: Mapping[str, Diagnosis], limits: Thresholds) -> Mapping[str, Diagnosis]:
    """Return the same diagnoses where links that one mistake explains have it as their cause.

    Who exports one link with the wrong sign does so with all: a code that is not excluded on several links is
    taken on all of them, and what one of them excludes is excluded on all. """
    left, settled = dict(found), dict(found)
    while True:
        places = _places(left, limits)
        most = max((len(links) for links in places.values()), default=0)
        if most < 2:
            return settled
        shared = {code: links for code, links in places.items() if len(links) == most}
        code = min(shared, key=lambda one: (-_causes(one, left), _loss(one, left, shared[one])))
        for name in shared[code]:
            settled[name] = _settled(code, name, shared[code], left, limits)
        left = {name: said for name, said in left.items() if name not in shared[code]}


def _places(found: Mapping[str, Diagnosis], limits: Thresholds) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for name, said in found.items():
        for code, loss in said.losses.items():
            if loss < limits.margin:
                places.setdefault(code, []).append(name)
    return places


def _causes(code: str, found: Mapping[str, Diagnosis]) -> int:
    return sum(said.cause == code for said in found.values())


def _loss(code: str, found: Mapping[str, Diagnosis], links: list[str]) -> float:
    return sum(found[name].losses.get(code, inf) for name in links)


def _settled(
    code: str, name: str, links: list[str], found: Mapping[str, Diagnosis], limits: Thresholds
) -> Diagnosis:
    said = found[name]
    losses = {other: _loss(other, found, links) for other in said.losses}
    least = min(losses.values())
    chosen = said.others[code]
    return with_cause(replace(chosen, losses={other: loss - least for other, loss in losses.items()},
                              not_testable=said.not_testable, others=said.others), limits)


def same_numbers(link: Link, context: Context) -> tuple[str, ...]:
    """Return the other links that hold the same six numbers: copies."""
    if link.inertial is None:
        return ()
    tensor = tensor_of(link.inertial)
    others = ((name, other.inertial) for name, other in context.tree.links.items() if name != link.name)
    return tuple(name for name, inertial in others
                 if inertial is not None and np.array_equal(tensor, tensor_of(inertial)))


def like_density(link: Link, volume: float, context: Context) -> tuple[str, float] | None:
    """Return the (link, density [kg/m^3]) whose solid has the density that a link would have with this volume
    [m^3]. """
    mass = link.inertial.mass if link.inertial is not None else 0.0
    for name, other in context.tree.links.items():
        facts = context.facts.get(name)
        if name == link.name or other.inertial is None or facts is None or not facts.references:
            continue
        solid = facts.references[0].volume
        if solid > 0 and abs(other.inertial.mass / solid - mass / volume) < SAME_DENSITY * mass / volume:
            return name, other.inertial.mass / solid
    return None
