"""Mass, centre of mass and inertia of fixed-joint groups and of the whole robot.

Links whose <inertial> is absent or unreadable count as massless: the totals are those of what is declared.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.inertia import Body, compose, inertial_in_link, moved
from robot_model_check.kinematics import Tree, transform
from robot_model_check.model import Link


def group_poses(tree: Tree, first: str) -> Mapping[str, Array]:
    """Return T_first_link (4, 4) of every link of the fixed-joint group that begins with `first`, parents
    first.
    """
    return _poses(tree).get(first) or MappingProxyType({first: np.eye(4)})


@lru_cache(maxsize=1)
def _poses(tree: Tree) -> Mapping[str, Mapping[str, Array]]:
    """Return first link -> T_first_link (4, 4) of the links of its group."""
    found: dict[str, Mapping[str, Array]] = {}
    for first, names in tree.groups.items():
        T_first_link = {first: np.eye(4)}
        for name in names[1:]:
            joint = tree.parent_joint[name]
            T_first_link[name] = T_first_link[joint.parent] @ transform(joint.origin)
        found[first] = MappingProxyType(T_first_link)
    return found


def declared(link: Link, T_frame_link: Array) -> Body | None:
    """Return what the link's <inertial> declares in another frame, or None without one."""
    return moved(inertial_in_link(link.inertial), T_frame_link) if link.inertial is not None else None


def group_total(tree: Tree, first: str) -> Body:
    """Return the composite of a fixed-joint group, in the axes of its first link `first` (parallel-axis
    theorem).
    """
    return group_totals(tree).get(first) or _total(tree, first)


def _total(tree: Tree, first: str) -> Body:
    bodies = (declared(tree.links[name], T) for name, T in group_poses(tree, first).items())
    return compose(body for body in bodies if body is not None)


@lru_cache(maxsize=1)
def group_totals(tree: Tree) -> Mapping[str, Body]:
    """Return first link -> composite of its fixed-joint group, in the axes of that link."""
    return MappingProxyType({first: _total(tree, first) for first in tree.groups})


def robot_totals(tree: Tree, poses: Mapping[str, Array]) -> Body:
    """Return the composite of all links that have a pose T_world_link (4, 4), in the axes of the world."""
    bodies = (declared(tree.links[name], T) for name, T in poses.items())
    return compose(body for body in bodies if body is not None)
