"""Left and right twins: which reflection takes one link's geometry to the other's.

Twins are links whose names differ only in a word for the side. Their frames may be mirror images, copies of
each other, or turned by half turns, and nothing in the names says which; the geometry does. A reflection
(or, where the same part is used on both sides, a rotation) is accepted when it takes the hull of one to the
hull of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from robot_model_check.clues.sizes import link_sizes
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.inertia import Body, inertial_in_link
from robot_model_check.model import Link

SIDES = (('left', 'right'), ('Left', 'Right'), ('LEFT', 'RIGHT'), ('l', 'r'), ('L', 'R'),
         ('lf', 'rf'), ('LF', 'RF'), ('lh', 'rh'), ('LH', 'RH'), ('fl', 'fr'), ('FL', 'FR'),
         ('rl', 'rr'), ('RL', 'RR'), ('bl', 'br'), ('hl', 'hr'), ('HL', 'HR'))
Map = tuple[str, Array, Array]

MATCH = 0.01  # of the diagonal: how well the hulls of twins agree


@dataclass(frozen=True, eq=False)
class Twins:
    """Two links, and the maps that take the geometry of `left` to that of `right`.

    Each is (name, Q (3, 3), t (3,)): a point p of the left link's frame is at Q p + t in the right one's.
    `candidates` are all maps that were tried.
    """

    left: Link
    right: Link
    maps: tuple[Map, ...]
    candidates: tuple[Map, ...]


def other_side(name: str) -> str | None:
    """Return the name of the right twin of a left link or joint, or None where the name has no side.

    The side is a word of its own (`arm_left_1`, `l_arm`, `FL_hip`), or `left` inside a word (`leftfinger`).
    """
    words = re.split(r'([_\-/. ]+)', name)
    for left, right in SIDES:
        if words.count(left) == 1:
            return ''.join(right if word == left else word for word in words)
    for left, right in SIDES[:3]:
        if name.count(left) == 1:
            return name.replace(left, right)
    return None


def twins(context: Context) -> Iterator[Twins]:
    """Yield the twins whose geometry agrees under some map."""
    for name, link in context.tree.links.items():
        other = context.tree.links.get(other_side(name) or '')
        if other is None:
            continue
        left, right = _points(name, context), _points(other.name, context)
        if left is None or right is None:
            continue
        tried = tuple(_maps(name, other.name, left, right, context))
        maps = tuple((word, Q, t) for word, Q, t in tried if _agrees(left @ Q.T + t, right))
        if maps:
            yield Twins(link, other, maps, tried)


def look_alike(name: str, other: str, context: Context) -> bool:
    """Return whether a mirror or a half turn takes the geometry of one link to that of another."""
    one, two = _points(name, context), _points(other, context)
    return one is not None and two is not None and any(
        _agrees(one @ Q.T + t, two) for _, Q, t in _maps(name, other, one, two, context))


def _points(name: str, context: Context) -> Array | None:
    """Return the hull vertices (n, 3) of the link's visuals, or collisions, in its frame."""
    facts = context.facts.get(name)
    if facts is None or len(facts.shapes) < len(context.tree.links[name].shapes):
        return None
    shapes = facts.of('visual') or facts.of('collision')
    return np.concatenate([shape.hull for shape in shapes]) if shapes else None


def _maps(left: str, right: str, points: Array, other: Array,
          context: Context) -> Iterator[Map]:
    """Yield the maps that people make: signs of the frame's axes, and mirrors of the standing robot."""
    for signs in product((1.0, -1.0), repeat=3):
        name = ''.join(axis for axis, sign in zip('xyz', signs, strict=True) if sign < 0)
        yield name, np.diag(signs), np.zeros(3)
    if left in context.poses and right in context.poses:
        yield from _world_maps(context.poses[left], context.poses[right], points, other)


def _world_maps(T_left: Array, T_right: Array, points: Array,
                other: Array) -> Iterator[Map]:
    """Yield the mirrors of the standing robot, each in the plane midway between the two."""
    middle = _middle(points @ T_left[:3, :3].T + T_left[:3, 3]) \
        + _middle(other @ T_right[:3, :3].T + T_right[:3, 3])
    for axis, name in enumerate('xyz'):
        S = np.eye(4)
        S[axis, axis], S[axis, 3] = -1, middle[axis]
        X = np.linalg.inv(T_right) @ S @ T_left
        yield f'world {name}', X[:3, :3], X[:3, 3]


def _middle(points: Array) -> Array:
    return np.asarray((points.min(axis=0) + points.max(axis=0)) / 2)


def _agrees(moved: Array, other: Array) -> bool:
    """Return whether two clouds have the same extent along 26 directions and the same spread."""
    diagonal = float(np.linalg.norm(np.ptp(other, axis=0)))
    directions = np.array([d for d in product((-1.0, 0.0, 1.0), repeat=3) if any(d)])
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    difference = (moved @ directions.T).max(axis=0) - (other @ directions.T).max(axis=0)
    return diagonal > 0 and bool(np.abs(difference).max() <= MATCH * diagonal)


def unmirrored(pair: Twins, context: Context, tolerance: float) -> tuple[int, tuple[float, float]] | None:
    """Return (map of the geometry, how far COM and tensor are from it) of twins whose inertials were copied
    without mirroring; None where they agree, or differ in size, too.

    COM per diagonal, tensor per largest element. Where each of the two fits some map but not the same one
    that the geometry fits, the numbers were copied. """
    left, right = pair.left.inertial, pair.right.inertial
    if left is None or right is None or left.mass <= 0 or right.mass <= 0:
        return None
    a, b = inertial_in_link(left), inertial_in_link(right)
    size = link_sizes(context).get(pair.left.name, 0.0)
    off = [_differences(a, b, Q, t, size) for _, Q, t in pair.maps]
    tried = [_differences(a, b, Q, t, size) for _, Q, t in pair.candidates]
    copied = all(min(part) <= tolerance for part in zip(*tried, strict=True))
    if min(max(one) for one in off) <= tolerance or not copied or abs(b.mass / a.mass - 1) > tolerance:
        return None
    best = min(range(len(off)), key=lambda index: max(off[index]))
    return best, off[best]


def _differences(a: Body, b: Body, Q: Array, t: Array, size: float) -> tuple[float, float]:
    """Return how far COM and tensor are from the mapped ones, per diagonal and per largest element.

    COMs left at both link origins were never computed: they say nothing.
    """
    com = 0.0 if not a.com.any() and not b.com.any() else float(np.abs(Q @ a.com + t - b.com).max()) / size
    largest = float(np.abs(a.inertia).max()) or 1.0
    return com, float(np.abs(Q @ a.inertia @ Q.T - b.inertia).max()) / largest
