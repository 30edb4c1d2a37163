"""The geometry of a fixed-joint group in the axes of one of its links: where its mass may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from robot_model_check.clues.totals import group_poses, group_total
from robot_model_check.context import Context
from robot_model_check.facts import Array, ShapeFacts
from robot_model_check.inertia import inertial_in_link
from robot_model_check.model import Link

LIGHT = 0.01  # of the group: less changes no torque that matters


def member_poses(link: str, context: Context) -> Mapping[str, Array]:
    """Return T_link_member (4, 4) of every link rigidly joined to `link`, itself included."""
    T_first_member = group_poses(context.tree, context.tree.group_root.get(link, link))
    T_link_first = np.linalg.inv(T_first_member[link])
    return {name: T_link_first @ T for name, T in T_first_member.items()}


def gaps(link: str, context: Context) -> str:
    """Return why some geometry of the group could not be measured, or '' where all of it was."""
    for name in context.tree.group(link):
        if not context.tree.links[name].shapes:
            continue
        facts = context.facts.get(name)
        if facts is None:
            return f'link {name} was not measured'
        if facts.unmeasured:
            return f'the geometry of link {name} is incomplete: {facts.unmeasured}'
    return ''


def group_shapes(link: str, context: Context) -> Iterator[tuple[str, ShapeFacts, Array]]:
    """Yield (member, shape, T_link_member) for every measured shape of the group."""
    for name, T in member_poses(link, context).items():
        facts = context.facts.get(name)
        for shape in facts.shapes if facts is not None else ():
            yield name, shape, T


def group_points(link: str, context: Context) -> Array:
    """Return the hull vertices (n, 3) of all visuals and collisions of the group, in the axes of `link`."""
    first = context.tree.group_root.get(link, link)
    known = _known_points(context)
    if first not in known:
        hulls = [shape.hull @ T[:3, :3].T + T[:3, 3] for _, shape, T in group_shapes(first, context)]
        known[first] = np.concatenate(hulls) if hulls else np.zeros((0, 3))
    if link == first:
        return known[first]
    T_link_first = np.linalg.inv(group_poses(context.tree, first)[link])
    return np.asarray(known[first] @ T_link_first[:3, :3].T + T_link_first[:3, 3])


@lru_cache(maxsize=1)
def _known_points(context: Context) -> dict[str, Array]:
    """Return the store of what `group_points` has put together, by the first link of the group."""
    return {}


def matters(link: Link, context: Context, with_tensor: bool = True) -> bool:
    """Return whether the mass of a link, or its tensor, is more than a hundredth of all it is welded to."""
    if link.inertial is None:
        return False
    body = inertial_in_link(link.inertial)
    total = group_total(context.tree, context.tree.group_root.get(link.name, link.name))
    if abs(body.mass) > LIGHT * total.mass or not with_tensor:
        return abs(body.mass) > LIGHT * total.mass
    points = group_points(link.name, context)
    extent = float((np.ptp(points, axis=0) ** 2).sum()) / 12 if len(points) else 0.0
    usual = max(np.abs(total.inertia).max(), total.mass * extent)  # a group may lack its tensor altogether
    return bool(np.abs(body.inertia).max() > LIGHT * usual)
