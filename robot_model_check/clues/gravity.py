"""Static gravity torque of every joint over its range of motion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry.sampling import spread
from robot_model_check.inertia import inertial_in_link
from robot_model_check.kinematics import Tree, transform
from robot_model_check.model import Joint, Link

GRAVITY = 9.80665  # m/s^2, down the z axis of the root link
POSES = 512
TURN = np.pi  # rad: half the range of a joint without limits
FAR = 1e3  # rad, m: limits beyond are none
SHOWN = 100  # joints of a pose
SINGLE = ('revolute', 'continuous', 'prismatic')


@dataclass(frozen=True)
class Load:
    """What holds a joint still against gravity at its worst sampled pose.

    `effort` [N m, for prismatic N], `mass` [kg] of all that the joint carries, `pose` values [rad, m] of the
    joints between the root and what it carries: no other changes the load. Empty where they are more than
    SHOWN: a thousand findings on a chain of a thousand joints would be a million numbers.
    """

    joint: str
    effort: float
    mass: float
    pose: Mapping[str, float]


def ranges(tree: Tree) -> dict[str, tuple[float, float]]:
    """Return the range of every joint that moves on its own; +-pi for turns without limits."""
    found = {}
    for name, joint in tree.joints.items():
        if joint.type not in SINGLE or joint.mimic is not None:
            continue
        limit = joint.limit
        lower, upper = (limit.lower or 0.0, limit.upper or 0.0) if limit is not None else (0.0, 0.0)
        free = joint.type == 'continuous' or (joint.type == 'revolute' and limit is None)
        low, high = (float(np.clip(end, -FAR, FAR)) for end in sorted((lower, upper)))
        found[name] = (-TURN, TURN) if free else (low, high)
    return found


def sample_poses(tree: Tree, count: int = POSES) -> dict[str, Array]:
    """Return values (count,) [rad, m] per joint: the zero pose, both ends, then an even spread over all
    ranges; followers at what they mimic.
    """
    own = ranges(tree)
    low = np.array([bounds[0] for bounds in own.values()])
    high = np.array([bounds[1] for bounds in own.values()])
    points = [np.clip(np.zeros(len(own)), low, high), low, high]
    inner = low + spread(max(count - len(points), 1), max(len(own), 1))[:, :len(own)] * (high - low)
    values = np.concatenate([np.array(points), inner])
    q = {name: values[:, k] for k, name in enumerate(own)}
    for name, joint in tree.joints.items():
        if joint.mimic is not None and joint.mimic.joint in own:
            q[name] = joint.mimic.multiplier * q[joint.mimic.joint] + joint.mimic.offset
    return q


def loads(tree: Tree, count: int = POSES) -> Iterator[Load]:
    """Yield the load of every joint that moves on its own, in the order of the tree; links without inertial
    weigh 0.
    """
    q = sample_poses(tree, count)
    placed = _poses(tree, q, count)
    carried = _carried(tree, placed)
    for name in tree.order:
        joint = tree.parent_joint.get(name)
        if joint is not None and joint.type in SINGLE and joint.mimic is None and any(joint.axis):
            yield _load(tree, joint, placed, carried, q)


def _load(tree: Tree, joint: Joint, placed: Mapping[str, Array],
          carried: Mapping[str, tuple[float, Array]], q: Mapping[str, Array]) -> Load:
    mass, moment = carried[joint.child]
    T = placed[joint.child]
    axis = T[:, :3, :3] @ (np.array(joint.axis) / np.linalg.norm(joint.axis))
    down = np.array([0.0, 0.0, -GRAVITY])
    if joint.type == 'prismatic':
        effort = np.abs(mass * axis @ down)
    else:
        arm = moment - mass * T[:, :3, 3]
        effort = np.abs(np.einsum('ni,ni->n', np.cross(arm, down), axis))
    worst = int(np.argmax(effort))
    branch = [name for name in _branch(tree, joint) if name in q]
    pose = {name: float(q[name][worst]) for name in branch} if len(branch) <= SHOWN else {}
    return Load(joint.name, float(effort[worst]), mass, pose)


def _branch(tree: Tree, joint: Joint) -> list[str]:
    """Return the joints from the root to this one, then those below it."""
    above = [joint]
    while (parent := tree.parent_joint.get(above[-1].parent)) is not None:
        above.append(parent)
    below = [tree.parent_joint[link].name for link in tree.subtree(joint.child) if link != joint.child]
    return [*(one.name for one in reversed(above)), *below]


def _carried(tree: Tree, placed: Mapping[str, Array]) -> dict[str, tuple[float, Array]]:
    """Return, per link, the mass [kg] from it down and its first moment (count, 3) [kg m] in the axes of the
    root; added up from the tips, so that a long chain costs no more than a short one per link.
    """
    found: dict[str, tuple[float, Array]] = {}
    for name in reversed(tree.order):
        mass, moment = _own(tree.links[name], placed[name])
        for joint in tree.child_joints[name]:
            mass, moment = mass + found[joint.child][0], moment + found[joint.child][1]
        found[name] = mass, moment
    return found


def _own(link: Link, T_root_link: Array) -> tuple[float, Array]:
    if link.inertial is None:
        return 0.0, np.zeros((len(T_root_link), 3))
    body = inertial_in_link(link.inertial)
    return body.mass, body.mass * (T_root_link[:, :3, :3] @ body.com + T_root_link[:, :3, 3])


def _poses(tree: Tree, q: Mapping[str, Array], count: int) -> dict[str, Array]:
    """Return T_root_link (count, 4, 4) of every link that the root reaches."""
    placed: dict[str, Array] = {}
    for name in tree.order:
        joint = tree.parent_joint.get(name)
        if joint is None:
            placed[name] = np.tile(np.eye(4), (count, 1, 1))
        else:
            motion = _motions(joint, q.get(joint.name, np.zeros(count)))
            placed[name] = placed[joint.parent] @ transform(joint.origin) @ motion
    return placed


def _motions(joint: Joint, q: Array) -> Array:
    """Return T_joint0_joint (count, 4, 4); Rodrigues' formula."""
    T = np.tile(np.eye(4), (len(q), 1, 1))
    if joint.type not in SINGLE or not any(joint.axis):
        return T
    axis = np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.type == 'prismatic':
        T[:, :3, 3] = q[:, None] * axis
        return T
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    T[:, :3, :3] += np.sin(q)[:, None, None] * K + (1 - np.cos(q))[:, None, None] * (K @ K)
    return T
