"""The joint tree: parents, fixed-joint groups, and T_world_link.

Malformed trees (several roots, two parents, cycles) are walked as far as they go: the first parent joint of a
link counts, and a link that no root reaches has no transform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.model import Joint, Link, Pose, Robot

BASE_NAMES = frozenset({'world', 'map', 'odom'})


def rotation(rpy: tuple[float, float, float]) -> Array:
    """Return R (3, 3) = Rz(yaw) Ry(pitch) Rx(roll) for rpy [rad]."""
    (cr, cp, cy), (sr, sp, sy) = np.cos(rpy), np.sin(rpy)
    return np.array([[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
                     [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
                     [-sp, cp * sr, cp * cr]])


def transform(pose: Pose) -> Array:
    """Return T (4, 4) of a pose."""
    T = np.eye(4)
    T[:3, :3] = rotation(pose.rpy)
    T[:3, 3] = pose.xyz
    return T


def joint_motion(joint: Joint, q: float) -> Array:
    """Return T_joint0_joint (4, 4) for joint value q [rad or m]; identity for joints without one value."""
    T = np.eye(4)
    norm = float(np.linalg.norm(joint.axis))
    if norm == 0 or q == 0:
        return T
    axis = np.array(joint.axis) / norm
    if joint.type == 'prismatic':
        T[:3, 3] = axis * q
    elif joint.type in ('revolute', 'continuous'):
        K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
        T[:3, :3] = np.eye(3) + np.sin(q) * K + (1 - np.cos(q)) * K @ K
    return T


@dataclass(frozen=True, eq=False)
class Tree:
    """The joint tree of a robot."""

    robot: Robot

    @cached_property
    def links(self) -> Mapping[str, Link]:
        """First link of each name, in document order."""
        return self.robot.links_by_name()

    @cached_property
    def joints(self) -> Mapping[str, Joint]:
        """First joint of each name."""
        return {joint.name: joint for joint in reversed(self.robot.joints)}

    @cached_property
    def parent_joint(self) -> Mapping[str, Joint]:
        """Child link name -> the first joint that holds it; joints whose links do not exist are left out."""
        return {joint.child: joint for joint in reversed(self.robot.joints)
                if joint.child in self.links and joint.parent in self.links}

    @cached_property
    def child_joints(self) -> Mapping[str, tuple[Joint, ...]]:
        """Link name -> joints that start there and are the parent joint of their child."""
        children: dict[str, list[Joint]] = {name: [] for name in self.links}
        for joint in self.robot.joints:
            if self.parent_joint.get(joint.child) is joint:
                children[joint.parent].append(joint)
        return {name: tuple(joints) for name, joints in children.items()}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """Links without a parent, in document order."""
        return tuple(name for name in dict.fromkeys(link.name for link in self.robot.links)
                     if name not in self.parent_joint)

    def subtree(self, root: str) -> tuple[str, ...]:
        """Return the links below and including `root`, parents first."""
        found: dict[str, None] = {}
        todo = [root]
        while todo:
            name = todo.pop()
            if name not in found:
                found[name] = None
                todo.extend(joint.child for joint in reversed(self.child_joints[name]))
        return tuple(found)

    @cached_property
    def root(self) -> str | None:
        """The root of the largest tree (the first of equals), or None when there is none."""
        return max(self.roots, key=lambda root: len(self.subtree(root)), default=None)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """Links that `root` reaches, parents first."""
        return self.subtree(self.root) if self.root is not None else ()

    @cached_property
    def group_root(self) -> Mapping[str, str]:
        """Link -> the first link of its fixed-joint group."""
        groups: dict[str, str] = {}
        for root in self.roots:
            for name in self.subtree(root):
                joint = self.parent_joint.get(name)
                groups[name] = groups[joint.parent] if joint is not None and joint.type == 'fixed' else name
        return groups

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """First link -> all links of its fixed-joint group, parents first."""
        members: dict[str, list[str]] = {}
        for name, first in self.group_root.items():
            members.setdefault(first, []).append(name)
        return {first: tuple(names) for first, names in members.items()}

    def group(self, link: str) -> tuple[str, ...]:
        """Return the links rigidly joined to `link`, itself included; just itself where no root reaches
        it."""
        return self.groups.get(self.group_root.get(link, ''), (link,))

    def is_moving(self, link: str) -> bool:
        """Return whether the link's fixed-joint group hangs on a joint that moves (the base group does
        not)."""
        first = self.group_root.get(link)
        return first is not None and first in self.parent_joint

    @cached_property
    def _T_parent_link(self) -> Mapping[str, Array]:
        """Child link name -> T (4, 4) of its parent joint at 0."""
        return {name: transform(joint.origin) for name, joint in self.parent_joint.items()}

    def poses(self, q: Mapping[str, float] | None = None) -> dict[str, Array]:
        """Return T_world_link (4, 4) of every link that `root` reaches; joints not in `q` [rad, m] stand at
        0."""
        q = q or {}
        T_world_link: dict[str, Array] = {}
        for name in self.order:
            joint = self.parent_joint.get(name)
            if joint is None:
                T_world_link[name] = np.eye(4)
            else:
                T_world_link[name] = T_world_link[joint.parent] @ self._T_parent_link[name]
                value = q.get(joint.name, 0.0)
                if value:
                    T_world_link[name] = T_world_link[name] @ joint_motion(joint, value)
        return T_world_link
