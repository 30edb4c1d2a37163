"""Which links that are not neighbours overlap at the zero pose, by the convex hulls of their collisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import Triangles, diagonal, hull, normals
from robot_model_check.kinematics import Tree
from robot_model_check.model import Joint

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


@dataclass(frozen=True, eq=False)
class Part:
    """The hull of one collision in world axes."""

    link: str
    mesh: Triangles

    @cached_property
    def low(self) -> Array:
        """Lower corner (3,)."""
        return np.asarray(self.mesh[0].min(axis=0))

    @cached_property
    def high(self) -> Array:
        """Upper corner (3,)."""
        return np.asarray(self.mesh[0].max(axis=0))

    @cached_property
    def body(self) -> Manifold:
        """The hull as a solid."""
        import manifold3d
        return manifold3d.Manifold.hull_points(self.mesh[0])

    @cached_property
    def normals(self) -> Array:
        """Different outward face normals (n, 3)."""
        long = normals(*self.mesh)
        length = np.linalg.norm(long, axis=1)
        keep = np.argsort(-length)[:MOST_NORMALS]
        keep = keep[length[keep] > 0]
        return np.unique(np.round(long[keep] / length[keep, None], 6), axis=0)


def zero_pose(tree: Tree) -> dict[str, float]:
    """Return the value [rad, m] of every joint at 0, moved to the nearest limit where 0 lies outside;
    followers at what they mimic.
    """
    q = {name: _nearest_to_zero(joint) for name, joint in tree.joints.items()}
    for name, joint in tree.joints.items():
        if joint.mimic is not None and joint.mimic.joint in q:
            q[name] = joint.mimic.multiplier * q[joint.mimic.joint] + joint.mimic.offset
    return q


def _nearest_to_zero(joint: Joint) -> float:
    limit = joint.limit
    if limit is None or joint.type not in ('revolute', 'prismatic'):
        return 0.0
    lower, upper = limit.lower or 0.0, limit.upper or 0.0
    return min(max(0.0, lower), upper) if lower <= upper else 0.0


def overlaps(context: Context) -> Iterator[Overlap]:
    """Yield every overlap of links that are neither welded nor joined nor disabled, one per pair: the
    deepest.
    """
    deepest: dict[tuple[str, str], Overlap] = {}
    for one, other in islice(_pairs(context), MOST_PAIRS):
        depth = depth_of(one, other)
        size = min(diagonal(one.mesh[0]), diagonal(other.mesh[0]))
        pair = (one.link, other.link)
        if depth > 0 and (pair not in deepest or depth > deepest[pair].depth):
            deepest[pair] = Overlap(*pair, depth, size)
    yield from deepest.values()


def are_too_many(context: Context) -> bool:
    """Return whether more than MOST_PAIRS pairs of parts would have to be compared."""
    return next(islice(_pairs(context), MOST_PAIRS, None), None) is not None


def _pairs(context: Context) -> Iterator[tuple[Part, Part]]:
    """Yield the parts whose bounding boxes meet and whose links may not touch."""
    for one, other in _meeting(_parts(context, context.tree.poses(zero_pose(context.tree)))):
        if not _may_touch(one.link, other.link, context):
            yield one, other


def _parts(context: Context, poses: Mapping[str, Array]) -> list[Part]:
    parts = []
    for name in context.tree.order:
        facts = context.facts.get(name)
        for shape in facts.of('collision') if facts is not None else ():
            around = hull(shape.hull @ poses[name][:3, :3].T + poses[name][:3, 3])
            if around is not None:
                parts.append(Part(name, around))
    return parts


def _meeting(parts: Sequence[Part]) -> Iterator[tuple[Part, Part]]:
    """Yield the pairs whose bounding boxes meet, in order."""
    low = np.array([part.low for part in parts]).reshape(-1, 3)
    high = np.array([part.high for part in parts]).reshape(-1, 3)
    for i, part in enumerate(parts):
        meets = (low[i] < high[i + 1:]).all(axis=1) & (low[i + 1:] < high[i]).all(axis=1)
        yield from ((part, parts[i + 1 + j]) for j in np.flatnonzero(meets).tolist())


def _may_touch(one: str, other: str, context: Context) -> bool:
    """Return whether links are welded, joined by one joint, or disabled in the SRDF."""
    group, parent = context.tree.group_root, context.tree.parent_joint
    a, b = group[one], group[other]
    joined = (first in parent and group[parent[first].parent] == second for first, second in ((a, b), (b, a)))
    if a == b or any(joined):
        return True
    return context.srdf is not None and context.srdf.may_touch(one, other)


def depth_of(one: Part, other: Part) -> float:
    """Return how far [m] one hull must move to be free of the other, 0 where they do not meet.

    Exact where the closest way out is along a face normal of either, as for boxes that do not meet edge on
    edge; otherwise slightly too large.
    """
    directions = np.concatenate([one.normals, other.normals, -one.normals, -other.normals])
    ahead = (one.mesh[0] @ directions.T).max(axis=0) - (other.mesh[0] @ directions.T).min(axis=0)
    least = float(ahead.min())
    if least <= 0 or (one.body ^ other.body).volume() <= 0:
        return 0.0
    return least
