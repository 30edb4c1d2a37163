"""Corrections that take their values from the references of a configuration."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np

from robot_model_check.clues.given import GIVEN, GivenMass, GivenSpread, given_spread, spread_of_geometry
from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Correction, Suggestion
from robot_model_check.generation.element_xml import divided, inertial_xml, with_attributes, with_child
from robot_model_check.inertia import inertial_in_link, is_definite
from robot_model_check.model import Inertial, Link

FAR = 3.0  # a factor within which a part of uneven density differs from its uniform body


def created_suggestion(made: Sequence[tuple[Link, GivenMass, GivenSpread]]) -> Suggestion:
    """Return the suggestion to give each of these links an <inertial> of its given mass."""
    corrections = tuple(Correction(link.element, with_child(link.element, _xml(mass, spread)))
                        for link, mass, spread in made)
    told = {link.name: _told(mass, spread) for link, mass, spread in made}
    if len(set(told.values())) == 1:
        text = next(iter(told.values()))
    else:
        text = '; '.join(f'{name}: {words}' for name, words in told.items())
    return Suggestion(text, _xml(*made[0][1:]), corrections)


def _xml(mass: GivenMass, spread: GivenSpread) -> str:
    assert spread.inertia is not None
    return inertial_xml(f'{mass.mass:.9g}', spread.com, mass.mass * spread.inertia)


def _told(mass: GivenMass, spread: GivenSpread) -> str:
    most = ', the most that it can have, since the part does not close' if mass.is_bound else ''
    same = mass.trust == spread.trust != GIVEN
    return f'{mass.told}{most}; COM and tensor {"of the same" if same else spread.told}'


def replaced_suggestion(element: Element, mass: GivenMass, spread: GivenSpread) -> Suggestion:
    """Return the suggestion to write an <inertial> anew from what is given."""
    xml = _xml(mass, spread)
    return Suggestion(_told(mass, spread), xml, (Correction(element, xml),))


def mass_suggestion(link: Link, mass: GivenMass, context: Context) -> Suggestion:
    """Return the suggestion to give a link its given mass: with COM and tensor where these are given, too,
    else with the declared tensor, scaled unless it is that of the given mass already.
    """
    inertial = link.inertial
    assert inertial is not None
    spread = given_spread(link, context)
    if spread is None and not is_definite(inertial_in_link(inertial).inertia):
        spread = spread_of_geometry(link, context)
    if spread is not None and spread.inertia is not None:
        return replaced_suggestion(inertial.element, mass, spread)
    written = f'<mass value="{mass.mass:.9g}"/>'
    factor = mass.mass / inertial.mass if inertial.mass > 0 else 1.0
    text, corrections = mass.told, _correction(inertial, 'mass', written)
    if factor != 1 and not _fits_already(link, factor, context):
        old = inertial.element.find('inertia')
        new = with_attributes(old, divided(inertial, 1 / factor)) if old is not None else ''
        text, corrections = f'{text}, and the tensor scaled with it', (*corrections,
                                                                       *_correction(inertial, 'inertia', new))
    return Suggestion(text, written, corrections)


def _correction(inertial: Inertial, tag: str, xml: str) -> tuple[Correction, ...]:
    element = inertial.element.find(tag)
    return (Correction(element, xml),) if element is not None else ()


def _fits_already(link: Link, factor: float, context: Context) -> bool:
    """Return whether a declared tensor is that of the given mass and not of the declared one, which the
    geometry tells apart where the masses differ enough."""
    spread = spread_of_geometry(link, context)
    if spread is None or abs(log(factor)) < log(FAR):
        return False
    body = inertial_in_link(link.inertial)  # type: ignore[arg-type]
    size = np.linalg.det(body.inertia / body.mass) / np.linalg.det(spread.inertia)  # type: ignore[arg-type]
    if not size > 0:
        return False
    return abs(log(size) / 3 - log(factor)) < abs(log(size) / 3)
