"""Which links that are not neighbours overlap, by their collisions as the engine of the profile sees them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.clues.neighbours import are_neighbours
from robot_model_check.clues.postures import Posture, zero_pose
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.geometry.solid import from_arrays, to_arrays
from robot_model_check.geometry.triangles import Triangles, diagonal, hull, normals

if TYPE_CHECKING:
    from manifold3d import Manifold

MOST_PAIRS = 20_000  # of parts that are compared: a robot that is modelled in one place has more
MOST_NORMALS = 512  # directions tried per part: the largest faces come first


@dataclass(frozen=True)
class Overlap:
    """Two links, how deep they overlap [m], and the diagonal of the smaller part [m]."""

    one: str
    other: str
    depth: float
    size: float

    @property
    def links(self) -> tuple[str, str]:
        """Both links."""
        return self.one, self.other


@dataclass(frozen=True, eq=False)
class Part:
    """The hull of one collision in the axes of its link, and its own `surface` where engines take that; with
    `T_world_link` (4, 4) it stands in the world. What does not depend on the pose is worked on in its
    `source`, once.
    """

    link: str
    mesh: Triangles
    T_world_link: Array = field(default_factory=lambda: np.eye(4))
    source: Part | None = None
    surface: Triangles | None = None

    def at(self, T_world_link: Array) -> Part:
        """Return the part with its link in another pose."""
        return Part(self.link, self.mesh, T_world_link, self.source or self, self.surface)

    @cached_property
    def _own(self) -> tuple[Manifold, Array]:
        """The solid and the different outward normals (n, 3), in the axes of the link."""
        long = normals(*self.mesh)
        length = np.linalg.norm(long, axis=1)
        keep = np.argsort(-length)[:MOST_NORMALS]
        keep = keep[length[keep] > 0]
        return (from_arrays(*(self.surface or self.mesh)),
                np.unique(np.round(long[keep] / length[keep, None], 6), axis=0))

    @cached_property
    def corners(self) -> Array:
        """The corners (n, 3) in the world."""
        return np.asarray(self.mesh[0] @ self.T_world_link[:3, :3].T + self.T_world_link[:3, 3])

    @cached_property
    def body(self) -> Manifold:
        """The solid in the world."""
        return (self.source or self)._own[0].transform(self.T_world_link[:3])

    @cached_property
    def normals(self) -> Array:
        """Different outward face normals (n, 3) in the world."""
        return np.asarray((self.source or self)._own[1] @ self.T_world_link[:3, :3].T)


def parts_of(context: Context) -> list[Part]:
    """Return all collisions that have a volume, in the axes of their links."""
    parts = []
    for name in context.tree.order:
        facts = context.facts.get(name)
        for shape in facts.of('collision') if facts is not None else ():
            around = hull(shape.hull)
            if around is not None:
                parts.append(Part(name, around, surface=shape.surface))
    return parts


def overlaps(context: Context, parts: Sequence[Part], q: Posture | None = None) -> list[Overlap]:
    """Return every overlap in a posture (near zero where none is given) of links that are neither neighbours
    nor disabled, one per pair: the deepest.
    """
    deepest: dict[tuple[str, str], Overlap] = {}
    for one, other in islice(_pairs(context, parts, q), MOST_PAIRS):
        depth = depth_of(one, other)
        pair = (one.link, other.link)
        if depth > 0 and (pair not in deepest or depth > deepest[pair].depth):
            deepest[pair] = Overlap(*pair, depth, min(diagonal(one.corners), diagonal(other.corners)))
    return list(deepest.values())


def are_too_many(context: Context, parts: Sequence[Part]) -> bool:
    """Return whether more than MOST_PAIRS pairs of parts would have to be compared."""
    return next(islice(_pairs(context, parts), MOST_PAIRS, None), None) is not None


def _pairs(context: Context, parts: Sequence[Part], q: Posture | None = None) -> Iterator[tuple[Part, Part]]:
    """Yield the parts whose bounding boxes meet and whose links may not touch."""
    for one, other in meeting(parts, context.tree.poses(zero_pose(context.tree) if q is None else q)):
        disabled = context.srdf is not None and context.srdf.may_touch(one.link, other.link)
        if not disabled and not are_neighbours(one.link, other.link, context):
            yield one, other


def meeting(parts: Sequence[Part], poses: Mapping[str, Array]) -> Iterator[tuple[Part, Part]]:
    """Yield the pairs whose bounding boxes meet when the links stand in these poses, in order."""
    placed = [part.at(poses[part.link]) for part in parts]
    low = np.array([part.corners.min(axis=0) for part in placed]).reshape(-1, 3)
    high = np.array([part.corners.max(axis=0) for part in placed]).reshape(-1, 3)
    for i, part in enumerate(placed):
        meets = (low[i] < high[i + 1:]).all(axis=1) & (low[i + 1:] < high[i]).all(axis=1)
        yield from ((part, placed[i + 1 + j]) for j in np.flatnonzero(meets).tolist())


def depth_of(one: Part, other: Part) -> float:
    """Return how far [m] one part must move to be free of the other, 0 where they do not meet.

    Exact where the closest way out is along a face normal of either, as for boxes that do not meet edge on
    edge; otherwise slightly too large. Of what is not convex it is at most how thick what they share is.
    """
    directions = np.concatenate([one.normals, other.normals, -one.normals, -other.normals])
    ahead = (one.corners @ directions.T).max(axis=0) - (other.corners @ directions.T).min(axis=0)
    least = float(ahead.min())
    common = one.body ^ other.body if least > 0 else None
    if common is None or common.volume() <= 0:
        return 0.0
    if one.surface is None and other.surface is None:
        return least
    return min(least, max(float(np.ptp(to_arrays(piece)[0] @ directions.T, axis=0).min())
                          for piece in common.decompose()))
