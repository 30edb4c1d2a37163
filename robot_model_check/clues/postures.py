"""Joint values to look at a robot in: near zero, one joint driven, and spread over the ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from robot_model_check.kinematics import Tree
from robot_model_check.model import Joint

Posture = Mapping[str, float]


def followed(tree: Tree, q: Mapping[str, float]) -> dict[str, float]:
    """Return joint values [rad, m] in which followers stand where what they mimic puts them, in chains
    too.
    """
    found = dict(q)
    for name in tree.joints:
        found[name] = _value(tree, name, q, frozenset())
    return found


def _value(tree: Tree, name: str, q: Mapping[str, float], seen: frozenset[str]) -> float:
    mimic = tree.joints[name].mimic
    if mimic is None or mimic.joint not in tree.joints or name in seen:
        return q.get(name, 0.0)
    return mimic.multiplier * _value(tree, mimic.joint, q, seen | {name}) + mimic.offset


def limits(joint: Joint) -> tuple[float, float]:
    """Return the range of a joint [rad, m]: one turn where it is endless, (0, 0) where it has no value or its
    limits are no range.
    """
    if joint.type == 'continuous':
        return -math.pi, math.pi
    if joint.limit is None or joint.type not in ('revolute', 'prismatic'):
        return 0.0, 0.0
    lower, upper = joint.limit.lower or 0.0, joint.limit.upper or 0.0
    return (lower, upper) if lower <= upper else (0.0, 0.0)


def zero_pose(tree: Tree) -> dict[str, float]:
    """Return the value [rad, m] of every joint at 0, moved to the nearest limit where 0 lies outside;
    followers at what they mimic.
    """
    return followed(tree, {name: min(max(0.0, limits(joint)[0]), limits(joint)[1])
                           for name, joint in tree.joints.items()})


def driven(tree: Tree, values: Mapping[str, float]) -> dict[str, float]:
    """Return the zero pose with some joints at other values and what mimics them following."""
    return followed(tree, {**zero_pose(tree), **values})


def sampled(tree: Tree, count: int, seed: int) -> Iterator[Posture]:
    """Yield postures with every joint anywhere in its range, the same for the same seed."""
    random = np.random.default_rng(seed)
    ranges = {name: limits(joint) for name, joint in tree.joints.items()}
    for _ in range(count):
        yield followed(tree, {name: float(lower + (upper - lower) * random.random())
                              for name, (lower, upper) in sorted(ranges.items())})
