"""Tensors that nobody computed: ones, one round number thrice, one number six times."""

from __future__ import annotations

from robot_model_check.model import Inertial

NOTHING = 1e-12  # m^2, of inertia per mass: a radius of gyration of a micrometre is no part of a robot
DIGITS = 2  # a computed moment that happens to end after two significant digits is rare


def placeholder(inertial: Inertial) -> str | None:
    """Return the cause code of a tensor that looks typed rather than computed, or None.

    `placeholder:zero`, `placeholder:ones`, `placeholder:all-six-equal` or `placeholder:isotropic`; a cube or
    a sphere may rightly be isotropic, so the last one proves nothing alone.
    """
    moments = (inertial.ixx, inertial.iyy, inertial.izz)
    products = (inertial.ixy, inertial.ixz, inertial.iyz)
    if max(abs(number) for number in moments + products) < NOTHING * inertial.mass:
        return 'placeholder:zero'
    if len(set(moments)) > 1:
        return None
    if moments[0] == 0:
        return None if any(products) else 'placeholder:zero'
    if set(products) == set(moments):
        return 'placeholder:all-six-equal'
    if any(products):
        return None
    if moments[0] == 1:
        return 'placeholder:ones'
    return 'placeholder:isotropic' if is_round(moments[0]) else None


def is_round(value: float) -> bool:
    """Return whether at most two significant digits write the value."""
    return float(f'{value:.{DIGITS - 1}e}') == value
