"""Whether the collision of a link is that of another one, copied or assigned by mistake.

Convex hulls are compared by their support functions h(d), how far they reach in each direction d: the largest
difference over all directions is the Hausdorff distance of two convex sets (Schneider, Convex Bodies, 1.8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from robot_model_check.context import Context
from robot_model_check.facts import Array, ShapeFacts
from robot_model_check.geometry.triangles import diagonal
from robot_model_check.model import Link

DIFFERS = 0.1  # of the diagonal by which the collision must miss its own visual
SAME = 0.002  # of the diagonal by which it may differ from the collision of the other link,
FITS = 0.04  # or from its visual
EXACT = 0.01  # of the diagonal: fits that are better do not differ
RIVAL = 2.0  # times better than moving or scaling the own visual explains it
FEW = 2  # links it may fit: what fits more is one shape for all
COUNT = 128  # directions


@dataclass(frozen=True)
class Origin:
    """The links that a collision may come from, and how that shows: a 'copy' in the axes of that link, its
    'mesh', or the 'place' where that link is at q = 0. `part` is the collision concerned, None for all.
    """

    links: tuple[str, ...]
    how: str
    part: int | None = None


@lru_cache(maxsize=1)
def _directions() -> Array:
    """Return unit vectors (COUNT, 3), a Fibonacci lattice on the sphere."""
    k = np.arange(COUNT) + 0.5
    z, angle = 1 - 2 * k / COUNT, np.pi * (1 + 5 ** 0.5) * k
    ring = np.sqrt(1 - z ** 2)
    return np.column_stack([ring * np.cos(angle), ring * np.sin(angle), z])


def _support(points: Array) -> Array:
    """Return how far points (n, 3) reach in each direction."""
    return np.asarray((points @ _directions().T).max(axis=0))


def _points(shapes: Sequence[ShapeFacts]) -> Array:
    return np.concatenate([shape.hull for shape in shapes])


def of_another_link(link: Link, context: Context) -> Origin | None:
    """Return the link whose collision this one has; None where its own visual explains it as well."""
    facts = context.facts[link.name]
    seen, solid = _points(facts.of('visual')), _points(facts.of('collision'))
    own, reach, size = _support(seen), _support(solid), diagonal(seen)
    if np.abs(own - reach).max() <= DIFFERS * size:
        return None
    rival = _rival(own, reach) / size
    for how, fits in (('copy', _copies(link, reach, context)), ('place', _placed(link, solid, context)),
                      ('mesh', _meshes(link, context))):
        near = [name for name, apart in fits if RIVAL * max(apart, EXACT) < rival]
        if near:
            return Origin(tuple(near), how) if len(near) <= FEW else None
    return None


def _rival(own: Array, reach: Array) -> float:
    """Return what is left of the difference after moving the own visual, or moving and scaling it."""
    D = _directions()
    left = []
    for columns in (D, np.column_stack([D, own])):
        goal = reach - own if columns is D else reach
        solution = np.linalg.lstsq(columns, goal, rcond=None)[0]
        left.append(float(np.abs(columns @ solution - goal).max()))
    return min(left)


@dataclass(frozen=True, eq=False)
class _Other:
    """Another link that is seen."""

    name: str
    visuals: tuple[ShapeFacts, ...]
    collisions: tuple[ShapeFacts, ...]

    @cached_property
    def points(self) -> Array:
        """The corners (n, 3) of its visuals."""
        return _points(self.visuals)

    @cached_property
    def reach(self) -> Array:
        """How far its visuals reach in each direction."""
        return _support(self.points)

    @cached_property
    def fitted(self) -> bool:
        """Whether its own collision fits its visual."""
        return bool(self.collisions) and _apart(self.points, _support(_points(self.collisions))) <= DIFFERS

    @property
    def meant(self) -> tuple[tuple[ShapeFacts, ...], float]:
        """What its collision is compared with, and how closely: its own; where that is wrong or missing, as
        when two were exchanged, only the visual can tell.
        """
        return (self.collisions, SAME) if self.fitted else (self.visuals, FITS)


@lru_cache(maxsize=1)
def _seen(context: Context) -> dict[str, _Other]:
    """Return every link that is seen."""
    known = ((name, context.facts[name]) for name in context.tree.links if name in context.facts)
    return {name: _Other(name, facts.of('visual'), facts.of('collision'))
            for name, facts in known if facts.of('visual')}


def _others(link: Link, context: Context) -> Iterator[_Other]:
    """Yield every other link whose visual is another one."""
    seen = _seen(context)
    own = seen[link.name].reach
    for name, other in seen.items():
        if name != link.name and _distance(other.reach, own, other.points) > DIFFERS:
            yield other


def _copies(link: Link, reach: Array, context: Context) -> Iterator[tuple[str, float]]:
    for other in _others(link, context):
        shapes, most = other.meant
        apart = _apart(_points(shapes), reach)
        if apart < most:
            yield other.name, apart


def _apart(points: Array, reach: Array) -> float:
    """Return the distance of the hull of points from one of known reach, as a share of its diagonal."""
    return _distance(_support(points), reach, points)


def _distance(one: Array, other: Array, points: Array) -> float:
    """Return the same of two reaches, as a share of the diagonal of the points that have the one."""
    size = diagonal(points)
    return float(np.abs(one - other).max()) / size if size > 0 else np.inf


def _placed(link: Link, solid: Array, context: Context) -> Iterator[tuple[str, float]]:
    """Links that are welded may carry each other's collisions."""
    if link.name not in context.poses:
        return
    T_world_link = context.poses[link.name]
    for other in _others(link, context):
        if other.name not in context.poses or other.name in context.tree.group(link.name):
            continue
        T = np.linalg.inv(context.poses[other.name]) @ T_world_link
        shapes, most = other.meant
        apart = _apart(_points(shapes), _support(solid @ T[:3, :3].T + T[:3, 3]))
        if apart < most:
            yield other.name, apart


def _meshes(link: Link, context: Context) -> Iterator[tuple[str, float]]:
    """A mesh of its own visual, or one that many links collide with, is no mistake."""
    facts = context.facts[link.name]
    used = {shape.mesh_path for shape in facts.of('collision')}
    if None in used or used & {shape.mesh_path for shape in facts.of('visual')}:
        return
    for other in _others(link, context):
        shapes = (*other.visuals, *(other.collisions if other.fitted else ()))
        if used <= {shape.mesh_path for shape in shapes}:
            yield other.name, 0.0


def part_of_another_link(link: Link, context: Context) -> Origin | None:
    """Return the link that has the one collision by which this link's sticks out, in the same place."""
    facts = context.facts[link.name]
    parts = facts.coverage.parts if facts.coverage is not None else ()
    seen = _points(facts.of('visual'))
    out = [part.index for part in parts if part.protrusion > DIFFERS * diagonal(seen)]
    if len(out) != 1 or len(parts) < 2:
        return None
    reach = _support(next(shape.hull for shape in facts.of('collision') if shape.index == out[0]))
    near = [other.name for other in _others(link, context) if other.fitted
            and any(_apart(shape.hull, reach) < SAME for shape in (*other.visuals, *other.collisions))]
    return Origin(tuple(near), 'copy', out[0]) if 0 < len(near) <= FEW else None
