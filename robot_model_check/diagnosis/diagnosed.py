"""What is wrong with the inertials of a robot: each link by itself, then what the links say together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np

from robot_model_check.clues.angles import in_degrees
from robot_model_check.clues.given import given_spread
from robot_model_check.clues.groups import gaps, matters
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.placeholder import placeholder
from robot_model_check.clues.spread import is_impossible
from robot_model_check.clues.twins import twins, unmirrored
from robot_model_check.context import Context
from robot_model_check.diagnosis.agreement import agreed, seconded
from robot_model_check.diagnosis.candidates import candidates
from robot_model_check.diagnosis.copies import mirrored_copies
from robot_model_check.diagnosis.diagnosis import Diagnosis, Thresholds, examine
from robot_model_check.diagnosis.readings import read_as
from robot_model_check.diagnosis.unshifted import unshifted
from robot_model_check.inertia import TOO_LIGHT, tensor_of, too_light, triangle_excess
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial, Link

BROKEN = 1e-3  # of the largest moment: beyond, the rule on A + B >= C says it
OUTSIDE = 0.02  # of the diagonal: beyond, the rule on COMs outside says it
COPIED = 0.02  # relative
SAME_DENSITY = 0.01  # relative
SLACK, EXCESS = 0.01, 1.05  # as inertia-impossible has them: what it proves is no misfit of unknown cause


@lru_cache(maxsize=4)
def diagnoses(context: Context, limits: Thresholds) -> Mapping[str, Diagnosis | str]:
    """Return link -> what is wrong with its inertial, or why that could not be told; links in order are left
    out.

    Where other rules tell it nothing is said: placeholders, tensors that no body has, units, COMs outside.
    """
    unknown: dict[str, str] = {}
    found: dict[str, Diagnosis] = {}
    suspected: dict[str, Mapping[str, Diagnosis]] = {}
    for name, link in context.tree.links.items():
        said = _examined(link, context, limits)
        if isinstance(said, str):
            unknown[name] = said
        elif said is not None:
            if said[0] is not None:
                found[name] = said[0]
            suspected[name] = said[1]
    settled = agreed(found, limits, len(suspected))
    together = {**settled, **seconded(settled, suspected, limits)}
    worth = {name: said for name, said in together.items() if _worth(said, context.tree.links[name], context)}
    return {**unknown, **worth}


def _examined(link: Link, context: Context, limits: Thresholds
              ) -> tuple[Diagnosis | None, Mapping[str, Diagnosis]] | str | None:
    inertial = link.inertial
    if 'inertial' in link.damaged:
        return 'its <inertial> could not be read'
    if inertial is None or not link.shapes or inertial.mass <= 0 or placeholder(inertial) is not None:
        return None
    given = given_spread(link, context)
    if given is not None and given.inertia is not None:  # the rule on references compares that
        return None
    why = gaps(link.name, context) or (TOO_LIGHT if too_light(tensor_of(inertial), inertial.mass) else '')
    if why:
        return why
    read = None if _misread(link, context) else read_as(link, context)
    if read is None:
        return None
    declared, words = read
    columns = candidates(link, declared.com, context)
    if not columns:
        return 'its geometry has no volume'
    parts = unshifted(declared, context.facts.get(link.name), columns[0])
    if parts is not None:
        return _in_words(words, parts), {}
    turns = [rotation(shape.origin.rpy) for shape in link.shapes]
    copies = mirrored_copies(link, context)
    said, suspected = examine(declared, columns, turns, limits, copies)
    return said and _in_words(words, said), {code: _in_words(words, one) for code, one in suspected.items()}


def _misread(link: Link, context: Context) -> bool:
    """Return whether the geometry or the angles of the inertial are told to be in another unit."""
    misread = suspect_links(context) & set(context.tree.group(link.name))
    return bool(misread) or in_degrees(link.inertial.origin)  # type: ignore[union-attr]


def _in_words(words: str, said: Diagnosis) -> Diagnosis:
    return replace(said, told=words + said.told, others={
        code: replace(one, told=words + one.told) for code, one in said.others.items()})


def _is_body(inertial: Inertial) -> bool:
    """Return whether some body has the tensor; otherwise the rules on that tell it, and here only causes."""
    moments, excess = triangle_excess(tensor_of(inertial))
    return bool(moments[0] > 0 and excess < BROKEN)


def _worth(said: Diagnosis, link: Link, context: Context) -> bool:
    """Return whether a diagnosis is to be told: it matters, and no other rule tells it."""
    if said.cause is None:
        known = not _is_body(link.inertial) or is_impossible(link, context, SLACK, EXCESS)  # type: ignore[arg-type]
        return matters(link, context) and not known
    codes = (said.cause or '', *said.rivals)
    if any(code.startswith('mirror') for code in codes) and link.name in _copied(context):
        return False
    if not said.is_com_alone:
        return True
    low, high = context.facts[link.name].bounds() or (np.zeros(3), np.zeros(3))
    beyond = np.maximum(np.maximum(low, -high), 0.0)  # of the link origin, where the COM is
    return bool(np.linalg.norm(beyond) <= OUTSIDE * np.linalg.norm(high - low))


@lru_cache(maxsize=4)
def _copied(context: Context) -> frozenset[str]:
    """Return the links whose numbers are those of a twin that were copied, which the rule on twins says."""
    pairs = [pair for pair in twins(context) if unmirrored(pair, context, COPIED) is not None]
    return frozenset(link.name for pair in pairs for link in (pair.left, pair.right))


def like_density(link: Link, volume: float, context: Context) -> tuple[str, float] | None:
    """Return the (link, density [kg/m^3]) whose solid has the density that a link would have with this volume
    [m^3]; None for a shell, whose volume of 0 says nothing of its density. """
    mass = link.inertial.mass if link.inertial is not None else 0.0
    if not volume > 0:
        return None
    for name, other in context.tree.links.items():
        facts = context.facts.get(name)
        if name == link.name or other.inertial is None or facts is None or not facts.references:
            continue
        solid = facts.references[0].volume
        if solid > 0 and abs(other.inertial.mass / solid - mass / volume) < SAME_DENSITY * mass / volume:
            return name, other.inertial.mass / solid
    return None
