"""Which known mistake makes a mass differ from the one that is given."""

from __future__ import annotations

import numpy as np

from robot_model_check.clues.given import GivenMass
from robot_model_check.clues.units import MASS_UNITS
from robot_model_check.context import Context
from robot_model_check.diagnosis.candidates import candidates
from robot_model_check.model import Link
from robot_model_check.settings.references import POUND

UNITS = {**MASS_UNITS, 1 / POUND: 'unit:mass-lb'}
EXACT = 0.01  # relative difference below which two masses are one
ANOTHER = 0.02  # relative difference from which two volumes are not one
WORDS = {'unit:mass-g': 'grams', 'unit:mass-t': 'tonnes', 'unit:mass-lb': 'pounds'}


def mass_cause(link: Link, given: GivenMass, allowed: float, context: Context) -> tuple[str, str]:
    """Return the cause of a difference, 'reference:mass' where no known mistake makes it, and the words that
    say it. `allowed` [kg] is how well the given mass is known.
    """
    if given.is_bound:
        return 'reference:mass', ''
    mass = link.inertial.mass  # type: ignore[union-attr]
    unit = unit_of(mass, given.mass, allowed)
    if unit:
        return unit, f': it is written in {WORDS[unit]}'
    body = _other_body(link, given, context)
    if body is not None:
        return body[0], f': it is that of the {body[1]} at this density'
    return 'reference:mass', ''


def unit_of(mass: float, given: float, allowed: float) -> str:
    """Return the unit in which a given mass [kg] is the number `mass`, or ''."""
    return next((cause for factor, cause in UNITS.items() if abs(mass / factor - given) <= allowed), '')


def _other_body(link: Link, given: GivenMass, context: Context) -> tuple[str, str] | None:
    """Return (cause, name) of the body that has the declared mass at the density given for the solid."""
    density = context.references.density(link.name)
    if density is None:
        return None
    com, mass = np.array(link.inertial.origin.xyz), link.inertial.mass  # type: ignore[union-attr]
    for other in candidates(link, com, context):
        another = abs(density.density * other.volume - given.mass) > ANOTHER * given.mass
        if other.culprit and another and abs(density.density * other.volume - mass) <= EXACT * mass:
            return other.culprit, other.name
    return None
