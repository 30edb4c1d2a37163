"""Where the jaws of a gripper first meet: by their collisions, and by what is seen of them.

Jaws are the links that a joint and one that mimics it move, on different branches of the tree, or those at
the end of two joints on one link whose ranges are equal or mirror images: a left and a right slide, or two
that slide or turn what looks alike. Both kinds of shapes are taken as convex hulls, as physics engines take
collisions; in the profile of an engine that takes triangles as they are, where all of them close.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.clues.postures import driven, limits
from robot_model_check.clues.twins import look_alike, other_side
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.geometry.solid import from_arrays
from robot_model_check.geometry.triangles import hull
from robot_model_check.kinematics import Tree
from robot_model_check.model import Joint

if TYPE_CHECKING:
    from manifold3d import Manifold

STEPS = 24  # from open to closed, before the bisection
HALVINGS = 12
FAR = 0.3  # m: wider gaps are not measured
TOUCH = 1e-5  # m
DRIVEN = ('prismatic', 'revolute')


@dataclass(frozen=True)
class Aperture:
    """The joint value [rad, m] at which each kind first touches, None where it never does; `lost` [m]: how
    far the other kind is still apart then. `as_hulls` tells that all meshes were taken as such.
    """

    joint: str
    follower: str
    collisions_at: float | None
    visuals_at: float | None
    lost: float
    as_hulls: bool


@dataclass(frozen=True, eq=False)
class Jaws:
    """The bodies of one kind on the branches of a joint and of its follower, as (link, solid in link axes).

    A follower without <mimic> moves `ratio` times as far as the joint.
    """

    tree: Tree
    joint: str
    follower: str
    ratio: float
    parts: tuple[Sequence[tuple[str, Manifold]], Sequence[tuple[str, Manifold]]]

    def gap(self, value: float, most: float = FAR) -> float:
        """Return how far [m] they are apart at a joint value, 0 where they touch, at most `most`.

        The nearer two bounding boxes, the earlier their bodies are measured: most need not be.
        """
        values = {self.follower: self.ratio * value, self.joint: value}
        poses = self.tree.poses(driven(self.tree, values))
        one, other = ([body.transform(poses[name][:3]) for name, body in branch] for branch in self.parts)
        apart = _apart(_boxes(one), _boxes(other))
        for index in np.argsort(apart, axis=None, kind='stable'):
            if apart.flat[index] >= most:
                break
            i, j = divmod(int(index), len(other))
            most = min(most, float(one[i].min_gap(other[j], most)))
        return most

    def _touches(self, value: float) -> bool:
        return self.gap(value, TOUCH) < TOUCH

    def first_touch(self, start: float, end: float) -> float | None:
        """Return the joint value at which they first touch on the way from `start` to `end`, or None."""
        values = np.linspace(start, end, STEPS + 1)
        index = next((k for k, value in enumerate(values) if self._touches(float(value))), None)
        if index is None or index == 0:
            return None if index is None else start
        apart, touching = float(values[index - 1]), float(values[index])
        for _ in range(HALVINGS):
            middle = (apart + touching) / 2
            apart, touching = (apart, middle) if self._touches(middle) else (middle, touching)
        return touching


def _boxes(bodies: Sequence[Manifold]) -> Array:
    """Return the bounds (n, 2, 3) of bodies."""
    return np.array([body.bounding_box() for body in bodies]).reshape(-1, 2, 3)


def _apart(one: Array, other: Array) -> Array:
    """Return how far (n, m) boxes (n, 2, 3) and (m, 2, 3) are apart."""
    below, above = one[:, None, 0] - other[:, 1], other[:, 0] - one[:, None, 1]
    return np.asarray(np.linalg.norm(np.maximum(np.maximum(below, above), 0), axis=2))


def apertures(context: Context) -> Iterator[Aperture]:
    """Yield what is known of every pair of a joint with limits and one that mimics it, or its twin."""
    tree = context.tree
    for follower in tree.joints.values():
        master, ratio = _master(follower, context)
        if master is not None and _are_branches(master, follower, tree):
            found = _aperture(master, follower, ratio, context)
            if found is not None:
                yield found


def _master(follower: Joint, context: Context) -> tuple[Joint | None, float]:
    """Return the joint that another one follows, and how far that moves with it where it has no <mimic>."""
    joints = context.tree.joints
    if follower.mimic is not None:
        return joints.get(follower.mimic.joint), follower.mimic.multiplier
    if follower.type not in DRIVEN:
        return None, 0.0
    named = next((joint for joint in joints.values() if other_side(joint.name) == follower.name), None)
    if named is not None and (named.type, follower.type) == ('prismatic', 'prismatic'):
        return _with_ratio(named, follower)
    siblings = context.tree.child_joints.get(follower.parent, ())
    for joint in takewhile(lambda joint: joint is not follower, siblings):
        pair = _with_ratio(joint, follower)
        if joint.type == follower.type and pair[0] is not None and _end_alike(joint, follower, context):
            return pair
    return None, 0.0


def _with_ratio(joint: Joint, follower: Joint) -> tuple[Joint | None, float]:
    """Return the joint and +-1, how far the other one goes with it, where their ranges say that."""
    (lower, upper), own = limits(joint), limits(follower)
    if joint.mimic is not None or joint.parent != follower.parent or lower == -upper:
        return None, 0.0
    return next(((joint, ratio) for ratio in (1.0, -1.0) if sorted((ratio * lower, ratio * upper)) == [*own]),
                (None, 0.0))


def _end_alike(joint: Joint, follower: Joint, context: Context) -> bool:
    """Return whether two joints are the last of their branches and what they move looks alike, mirrored."""
    tree, one, other = context.tree, joint.child, follower.child
    if one not in tree.links or other not in tree.links:
        return False
    beyond = (inner for first in (one, other) for name in tree.subtree(first)
              for inner in tree.child_joints[name])
    return all(inner.type == 'fixed' for inner in beyond) and look_alike(one, other, context)


def _are_branches(master: Joint, follower: Joint, tree: Tree) -> bool:
    limit = master.limit
    if limit is None or limit.lower is None or limit.upper is None or not limit.lower < limit.upper:
        return False
    if not all(joint.child in tree.links and joint.child in tree.order for joint in (master, follower)):
        return False
    one, other = tree.subtree(master.child), tree.subtree(follower.child)
    return master.child not in other and follower.child not in one


def _aperture(master: Joint, follower: Joint, ratio: float, context: Context) -> Aperture | None:
    as_hulls = _are_hulls(master, follower, context)
    seen, solid = (_jaws(master, follower, ratio, kind, context, as_hulls)
                   for kind in ('visual', 'collision'))
    if seen is None or solid is None or master.limit is None:
        return None
    ends = (master.limit.lower or 0.0, master.limit.upper or 0.0)
    start, end = sorted(ends, key=lambda value: -seen.gap(value))
    visuals_at, collisions_at = seen.first_touch(start, end), solid.first_touch(start, end)
    reached = [value for value in (visuals_at, collisions_at) if value is not None]
    if not reached or start in reached:
        return None  # nothing closes, or it is closed at both ends
    first = min(reached, key=lambda value: abs(value - start))
    lost = max(seen.gap(first), solid.gap(first))
    return Aperture(master.name, follower.name, collisions_at, visuals_at, lost, as_hulls)


def _are_hulls(master: Joint, follower: Joint, context: Context) -> bool:
    """Return whether meshes are taken as hulls: by the profile, or because one does not close, whose true
    shape beside the other kind's hulls would say nothing.
    """
    shapes = [shape for joint in (master, follower) for name in context.tree.subtree(joint.child)
              if name in context.facts for shape in context.facts[name].shapes]
    return all(shape.surface is None for shape in shapes) or any(shape.volume is None for shape in shapes)


def _jaws(master: Joint, follower: Joint, ratio: float, kind: str, context: Context,
          as_hulls: bool) -> Jaws | None:
    """Return the shapes of this kind that both joints move, or None where one of them moves none."""
    one, other = (_branch(joint.child, kind, context, as_hulls) for joint in (master, follower))
    return Jaws(context.tree, master.name, follower.name, ratio, (one, other)) if one and other else None


def _branch(first: str, kind: str, context: Context, as_hulls: bool) -> list[tuple[str, Manifold]]:
    facts = [(name, context.facts[name]) for name in context.tree.subtree(first) if name in context.facts]
    surfaces = [(name, (None if as_hulls else shape.surface) or hull(shape.hull))
                for name, found in facts for shape in found.of(kind)]
    return [(name, body) for name, surface in surfaces
            if surface is not None and (body := from_arrays(*surface)) is not None]
