"""Which joint origins are in millimetres, judged on the size of the links and the other joints."""

from __future__ import annotations

from functools import lru_cache

from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.sizes import link_sizes
from robot_model_check.context import Context
from robot_model_check.kinematics import BASE_NAMES
from robot_model_check.model import Joint

MILLIMETRES = 1000.0
FAR = 20.0  # times the largest link: chains of links without geometry stay below on public robots
FAR_FROM_WORLD = 300.0  # times the largest link: a robot may stand anywhere in its world
NEAR = 3.0  # times the largest link: where the joint then lies
FAR_ALONE = 100.0  # times the longest other joint origin, where no link has geometry


def reach(joint: Joint) -> float:
    """Return the largest coordinate of the joint's origin [m]."""
    return max(abs(value) for value in joint.origin.xyz)


def yardstick(context: Context) -> float | None:
    """Return the size [m] of the largest link whose meshes can be trusted, or None without geometry."""
    wrong = suspect_links(context)
    return max((size for name, size in link_sizes(context).items() if name not in wrong), default=None)


@lru_cache(maxsize=1)
def joints_in_millimetres(context: Context) -> frozenset[str]:
    """Return the joints whose origin is in millimetres."""
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
