"""Which simple mistake makes the collisions of a link differ from its visuals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot_model_check.clues.angles import in_degrees
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.context import Context
from robot_model_check.facts import Array, LinkFacts
from robot_model_check.model import Link

SHIFTED, SCALED, PARTIAL = 'collision:shifted', 'collision:scaled', 'collision:partial'
UNIT = 'unit:mesh-mm'
THOUSAND = (300.0, 3000.0)  # a ratio of sizes that is millimetres for metres, whatever else differs

SAME_SIZE = 0.1  # share by which sizes may differ to count as the same
ALIKE = 0.1  # share by which the three ratios of one scale may differ
MOVED = 0.03  # of the diagonal: a smaller offset is no shift


@dataclass(frozen=True)
class Explanation:
    """A cause code with what it says in words."""

    cause: str
    text: str


def measured(link: Link, context: Context) -> LinkFacts | str | None:
    """Return the facts with the coverage of a link, why there is none that means anything, or None with one
    kind only.
    """
    if not link.visuals or not link.collisions:
        return None
    if any(in_degrees(shape.origin) for shape in link.shapes):
        return 'the rpy of a shape of it is in degrees'
    if link.name in suspect_links(context):
        return 'a shape of it is in another unit'
    facts = context.facts.get(link.name)
    if facts is None:
        return 'the link was not measured'
    return facts if facts.coverage is not None else facts.problems.get('coverage', 'it could not be measured')


def diagonal(facts: LinkFacts) -> float:
    """Return the diagonal of the box of the visuals [m]."""
    bounds = facts.bounds('visual')
    return float(np.linalg.norm(bounds[1] - bounds[0])) if bounds is not None else 0.0


def explain(facts: LinkFacts) -> Explanation | None:
    """Return the shift, the scale or the missing part that takes the box of the collisions to that of the
    visuals.
    """
    visual, collision = facts.bounds('visual'), facts.bounds('collision')
    if visual is None or collision is None:
        return None
    (low, high), (near, far) = visual, collision
    size, other = high - low, far - near
    if (size <= 0).any():
        return None
    ratio = other / size
    overall = float(np.linalg.norm(other) / np.linalg.norm(size))
    if any(THOUSAND[0] < factor < THOUSAND[1] for factor in (overall, 1 / max(overall, 1e-9))):
        return Explanation(UNIT, f'the collision has {overall:.3g} times the size of the visual')
    offset = (near + far - low - high) / 2
    moved = max(MOVED * np.linalg.norm(size), np.linalg.norm(other - size))  # short at one end is no shift
    if (abs(ratio - 1) <= SAME_SIZE).all() and np.linalg.norm(offset) > moved:
        return _shifted(offset)
    if np.ptp(ratio) <= ALIKE * ratio.mean() and (abs(ratio - 1) > SAME_SIZE).all():
        return Explanation(SCALED, f'the collision has {ratio.mean():.3g} times the size of the visual')
    slack = SAME_SIZE * size
    if (near >= low - slack).all() and (far <= high + slack).all() and (ratio < 1 - SAME_SIZE).any():
        return _partial(ratio)
    return None


def _shifted(offset: Array) -> Explanation:
    x, y, z = (1e3 * value for value in offset)
    return Explanation(SHIFTED, f'the collision has the size of the visual but stands ({x:.3g} {y:.3g} '
                                f'{z:.3g}) '
                                            'mm beside it')


def _partial(ratio: Array) -> Explanation:
    k = int(np.argmin(ratio))
    return Explanation(PARTIAL, f'the collision spans {ratio[k]:.0%} of the visual along {"xyz"[k]}')
