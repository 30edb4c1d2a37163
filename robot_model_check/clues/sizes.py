"""The lengths a model shows: how large its links are and how far apart its joints."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from statistics import median

import numpy as np

from robot_model_check.context import Context
from robot_model_check.facts import ShapeFacts
from robot_model_check.inertia import equivalent_box, tensor_of
from robot_model_check.model import Inertial

LEAST = 1e-9  # m; below it a length is zero


@lru_cache(maxsize=1)
def link_sizes(context: Context) -> dict[str, float]:
    """Return link -> diagonal [m] of its largest visual, or collision where it has no visual."""
    sizes = {}
    for name, facts in context.facts.items():
        size = largest(facts.of('visual')) or largest(facts.of('collision'))
        if size > LEAST:
            sizes[name] = size
    return sizes


def largest(shapes: Iterable[ShapeFacts]) -> float:
    """Return the largest diagonal [m], 0 without shapes."""
    return max((shape.diagonal for shape in shapes), default=0.0)


def size_of_others(link: str, context: Context) -> float | None:
    """Return the median size [m] of the other links, or None where there are none."""
    others = [size for name, size in link_sizes(context).items() if name != link]
    return median(others) if others else None


@lru_cache(maxsize=1)
def joint_offset(context: Context) -> float | None:
    """Return the median distance [m] of joints from their parent link's frame, or None where all are 0."""
    lengths = [float(np.linalg.norm(joint.origin.xyz)) for joint in context.robot.joints
               if 'origin' not in joint.damaged]
    lengths = [length for length in lengths if length > LEAST]
    return median(lengths) if lengths else None


def inertial_size(inertial: Inertial | None) -> float | None:
    """Return the diagonal [m] of the box of equal mass and inertia, or None where there is no such box."""
    if inertial is None or inertial.mass <= 0:
        return None
    size = float(np.linalg.norm(equivalent_box(tensor_of(inertial), inertial.mass)))
    return size if size > LEAST else None
