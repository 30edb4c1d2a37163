"""A link of several parts, whose tensors were added without shifting each to the COM of all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot_model_check.facts import Array, LinkFacts
from robot_model_check.inertia import Body, compose


@dataclass(frozen=True, eq=False)
class PartTensors:
    """Of the visuals of a link as parts of one density: `com` (3,) of all in link axes, `added` (3, 3) their
    tensors about the COM of each, `shifted` (3, 3) about that of all; both per unit mass.
    """

    com: Array
    added: Array
    shifted: Array


def part_tensors(facts: LinkFacts | None) -> PartTensors | None:
    """Return the tensors of the parts of a link; None unless it has several visuals and all of them close."""
    solids = [shape.solid for shape in facts.of('visual')] if facts is not None else []
    parts = [Body(solid.volume, solid.com, solid.volume * solid.inertia)
             for solid in solids if solid is not None]
    if len(parts) < 2 or len(parts) < len(solids):
        return None
    whole = compose(parts)
    added = sum((part.inertia for part in parts), np.zeros((3, 3)))
    return PartTensors(whole.com, added / whole.mass, whole.inertia / whole.mass)
