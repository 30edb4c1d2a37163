"""Which joint origins are in another unit, judged on the size of the links and the other joints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from robot_model_check.clues.groups import group_shapes
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.sizes import link_sizes
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.kinematics import BASE_NAMES, rotation
from robot_model_check.model import Joint

MILLIMETRES = 1000.0
CENTIMETRES = 100.0
WORDS: Mapping[float, tuple[str, str]] = MappingProxyType({
    MILLIMETRES: ('unit:joint-mm', 'millimetres'), CENTIMETRES: ('unit:joint-cm', 'centimetres')})
FAR = 20.0  # times the largest link: chains of links without geometry stay below on public robots
FAR_FROM_WORLD = 300.0  # times the largest link: a robot may stand anywhere in its world
NEAR = 3.0  # times the largest link: where the joint then lies
GAP = 0.25  # of the largest link: farther from its parent, a child hangs in the air
FLUSH = 0.1  # of the distance: nearer, a child sits on its parent, which no accident does
FAR_ALONE = 100.0  # times the longest other joint origin, where no link has geometry


def reach(joint: Joint) -> float:
    """Return the largest coordinate of the joint's origin [m]."""
    return max(abs(value) for value in joint.origin.xyz)


def yardstick(context: Context) -> float | None:
    """Return the size [m] of the largest link whose meshes can be trusted, or None without geometry."""
    wrong = suspect_links(context)
    return max((size for name, size in link_sizes(context).items() if name not in wrong), default=None)


@lru_cache(maxsize=1)
def misread_joints(context: Context) -> frozenset[str]:
    """Return the joints whose origin is in millimetres or centimetres."""
    joints = [joint for joint in context.robot.joints if 'origin' not in joint.damaged]
    size = yardstick(context)
    if size is not None:
        return frozenset(joint.name for joint in joints if _is_far(joint, size))
    lengths = {joint.name: reach(joint) for joint in joints}
    return frozenset(name for name, length in lengths.items() if _is_alone(length, lengths, name))


def _is_far(joint: Joint, size: float) -> bool:
    far = FAR_FROM_WORLD if joint.parent in BASE_NAMES else FAR
    return reach(joint) > far * size and reach(joint) / MILLIMETRES <= NEAR * size


def _is_alone(length: float, lengths: dict[str, float], name: str) -> bool:
    """Without any geometry: far longer than all others, and like them in millimetres."""
    others = [other for other_name, other in lengths.items() if other_name != name and other > 0]
    if len(others) < 2:
        return False
    return length > FAR_ALONE * max(others) and length / MILLIMETRES <= 10 * max(others)


def joint_units(joint: Joint, context: Context) -> tuple[float, ...]:
    """Return the numbers per metre that may have been written in a joint origin, the likelier first.

    Centimetres are left out where they leave the child far away or hanging in the air, millimetres where
    the child sits on its parent in centimetres.
    """
    size = yardstick(context)
    if size is None:
        lengths = [reach(other) for other in context.robot.joints if other is not joint]
        return _of(reach(joint) / CENTIMETRES <= NEAR * max(lengths, default=0.0))
    length = float(np.linalg.norm(joint.origin.xyz)) / CENTIMETRES
    touching = _touching(joint, context)
    if reach(joint) / CENTIMETRES > NEAR * size or length - touching > GAP * size:
        return _of(False)
    return (CENTIMETRES,) if abs(length - touching) <= FLUSH * touching else _of(True)


def _of(centimetres: bool) -> tuple[float, ...]:
    return (MILLIMETRES, CENTIMETRES) if centimetres else (MILLIMETRES,)


def _touching(joint: Joint, context: Context) -> float:
    """Return how far along its origin a child lies [m] when it begins where its parent ends.

    What a side is welded to counts as well; a side without geometry is a point.
    """
    along = np.array(joint.origin.xyz) / np.linalg.norm(joint.origin.xyz)
    beyond = frozenset(context.tree.subtree(joint.child))
    rest = frozenset(context.tree.links) - beyond
    ends = _side(joint.parent, rest, context) @ along
    begins = _side(joint.child, beyond, context) @ rotation(joint.origin.rpy).T @ along
    return float(ends.max() - begins.min())


def _side(link: str, members: frozenset[str], context: Context) -> Array:
    """Return the points (n, 3) of those members that are welded to a link, in its axes."""
    points = [shape.hull @ T[:3, :3].T + T[:3, 3] for name, shape, T in group_shapes(link, context)
              if name in members]
    return np.concatenate(points) if points else np.zeros((1, 3))
