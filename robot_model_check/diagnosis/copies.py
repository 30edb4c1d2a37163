"""Links with the numbers of another one: where their shapes are mirror images, one of the two is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from robot_model_check.clues.fit import own_solid
from robot_model_check.context import Context
from robot_model_check.diagnosis.evidence import apart
from robot_model_check.facts import Array, MassProperties
from robot_model_check.inertia import second_moment
from robot_model_check.model import Inertial, Link

SAME = 0.01  # misfit of two shapes that are one, and of COMs in radii of gyration
OTHER = 0.02  # misfit from which the mirror image is another shape
FEW = 8  # links with the same numbers: more are one part, or one number for all


def mirrored_copies(link: Link, context: Context) -> Mapping[str, str]:
    """Return mirror code -> the link that has the same six numbers, and the shape of this one mirrored."""
    names, own = same_numbers(link, context), own_solid(link, context)
    found: dict[str, str] = {}
    for name in names if len(names) <= FEW else ():
        other = own_solid(context.tree.links[name], context)
        for code in _mirrors(own, other) if own is not None and other is not None else ():
            found.setdefault(code, name)
    return found


def _mirrors(own: MassProperties, other: MassProperties) -> Iterator[str]:
    if abs(other.volume - own.volume) > SAME * own.volume or apart(own.inertia, other.inertia) < OTHER:
        return
    gyration = float(np.sqrt(np.trace(second_moment(own.inertia))))
    for axis, letter in enumerate('xyz'):
        signs: Array = np.where(np.arange(3) == axis, -1.0, 1.0)
        image = own.inertia * np.outer(signs, signs)
        if apart(image, other.inertia) < SAME \
                and np.linalg.norm(signs * own.com - other.com) < SAME * gyration:
            yield f'mirror:{letter}'


def same_numbers(link: Link, context: Context) -> tuple[str, ...]:
    """Return the other links that hold the same six numbers: copies."""
    if link.inertial is None:
        return ()
    return tuple(name for name in _by_numbers(context)[_numbers(link.inertial)] if name != link.name)


@lru_cache(maxsize=4)
def _by_numbers(context: Context) -> Mapping[tuple[float, ...], list[str]]:
    found: dict[tuple[float, ...], list[str]] = {}
    for name, link in context.tree.links.items():
        if link.inertial is not None:
            found.setdefault(_numbers(link.inertial), []).append(name)
    return found


def _numbers(inertial: Inertial) -> tuple[float, ...]:
    return inertial.ixx, inertial.ixy, inertial.ixz, inertial.iyy, inertial.iyz, inertial.izz
