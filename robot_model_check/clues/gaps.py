"""Gaps between the geometry beyond a joint and all other geometry, at q = 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

import numpy as np

from robot_model_check.clues.joint_units import misread_joints
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.sizes import link_sizes
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.kinematics import Tree

Boxes: TypeAlias = Mapping[str, tuple[Array, Array]]


MAST = 1.0  # share of the robot: no mast is as long as what carries it


@dataclass(frozen=True)
class Gap:
    """`width` [m] between what hangs on `link` and the rest; `size` [m] of the larger of the two.

    `offset_of_joint` [m] is how far the joint puts the link from its parent's frame, `offset_of_shape` how
    far its nearest shape lies from its own frame.
    """

    link: str
    width: float
    size: float
    offset_of_joint: float
    offset_of_shape: float


def unmeasured(context: Context) -> tuple[str, ...]:
    """Return the links that have shapes of which some, or whose size, is not known."""
    wrong = suspect_links(context)
    return tuple(name for name, link in context.tree.links.items() if link.shapes and (
        name in wrong or name not in context.facts or len(context.facts[name].shapes) < len(link.shapes)))


def find_gaps(context: Context, share: float) -> Iterator[Gap]:
    """Yield the gaps wider than `share` of the larger part and than the median link.

    Where links without geometry lie between, the joint that leads farthest is told, once.
    """
    boxes = _boxes(context)
    usual = median(link_sizes(context).values()) if boxes else 0.0
    for first in _machines(boxes, context):
        links = context.tree.subtree(first)
        held = {name: boxes[name] for name in links if name in boxes}
        yield from _gaps_of(links, held, usual, share, context)


def _machines(boxes: Boxes, context: Context) -> tuple[str, ...]:
    """Return the first link of each machine: of a cell that holds several, the way they stand is a layout.

    A machine of a cell is fixed to a frame that has no geometry, nor has anything that frame is fixed to, and
    joints move beyond it.
    """
    tree = context.tree
    if tree.root is None:
        return ()
    bare, found = {tree.root} - boxes.keys(), []
    for name in tree.order[1:]:
        joint = tree.parent_joint[name]
        if joint.type != 'fixed' or joint.parent not in bare:
            continue
        if name not in boxes:
            bare.add(name)
        elif any(tree.parent_joint[other].type != 'fixed' for other in tree.subtree(name)[1:]):
            found.append(name)
    return tuple(found) if len(found) > 1 else (tree.root,)


def _gaps_of(links: tuple[str, ...], boxes: Boxes, usual: float, share: float, context: Context
             ) -> Iterator[Gap]:
    widest: dict[frozenset[str], Gap] = {}
    for name in links[1:]:
        if _meets_what_holds_it(name, boxes, usual, context):
            continue
        beyond = frozenset(boxes.keys() & set(context.tree.subtree(name)))
        gap = _gap(name, beyond, boxes, context)
        least = MAST if _is_mounted(name, context.tree) else share
        if gap is None or gap.width <= max(least * gap.size, usual):
            continue
        if beyond not in widest or gap.offset_of_joint > widest[beyond].offset_of_joint:
            widest[beyond] = gap
    yield from widest.values()


def _is_mounted(name: str, tree: Tree) -> bool:
    """Return whether a link and all beyond it stand fixed, as a sensor does on a mast that nobody draws."""
    return all(tree.parent_joint[other].type == 'fixed' for other in tree.subtree(name))


def _meets_what_holds_it(name: str, boxes: Boxes, usual: float, context: Context) -> bool:
    """Return whether the link stands close to the next one above it that has geometry: then there is no gap,
    and the rest need not be compared (which for every joint of a long chain would take long).
    """
    joint = context.tree.parent_joint.get(name)
    while joint is not None and joint.parent not in boxes:
        joint = context.tree.parent_joint.get(joint.parent)
    if name not in boxes or joint is None:
        return False
    (low, high), (low_above, high_above) = boxes[name], boxes[joint.parent]
    apart = np.maximum(np.maximum(low - high_above, low_above - high), 0)
    return float(np.linalg.norm(apart)) <= usual


def _boxes(context: Context) -> Boxes:
    """Return link -> (low, high) in the world of its geometry, for the links that stand somewhere."""
    found = {}
    for name, T in context.poses.items():
        facts = context.facts.get(name)
        if facts is not None and facts.shapes:
            points = np.concatenate([shape.hull for shape in facts.shapes]) @ T[:3, :3].T + T[:3, 3]
            found[name] = (points.min(axis=0), points.max(axis=0))
    return found


def _gap(name: str, beyond: frozenset[str], boxes: Boxes, context: Context) -> Gap | None:
    rest = frozenset(boxes.keys() - beyond)
    joint = context.tree.parent_joint[name]
    if not beyond or not rest or joint.name in misread_joints(context):
        return None
    mine, others = (_stack(names, boxes) for names in (beyond, rest))
    apart = np.maximum(np.maximum(mine[0][:, None] - others[1], others[0] - mine[1][:, None]), 0)
    bounds = context.facts[name].bounds() if name in boxes else None
    return Gap(name, float(np.linalg.norm(apart, axis=2).min()), max(_size(mine), _size(others)),
               float(np.linalg.norm(joint.origin.xyz)),
               float(np.linalg.norm(np.maximum(np.maximum(bounds[0], -bounds[1]), 0))) if bounds else 0.0)


def _stack(names: frozenset[str], boxes: Boxes) -> tuple[Array, Array]:
    ordered = sorted(names)
    return np.array([boxes[name][0] for name in ordered]), np.array([boxes[name][1] for name in ordered])


def _size(stacked: tuple[Array, Array]) -> float:
    return float(np.linalg.norm(stacked[1].max(axis=0) - stacked[0].min(axis=0)))
