"""Which links are next to each other in the joint tree."""

from __future__ import annotations

from functools import lru_cache

from robot_model_check.context import Context


def are_neighbours(one: str, other: str, context: Context) -> bool:
    """Return whether links are welded, or joined by one joint, or by several with nothing to touch between.

    MoveIt's setup assistant takes those as adjacent, too: a ball joint is often three joints and two links
    without geometry.
    """
    group = context.tree.group_root
    a, b = group[one], group[other]
    return a == b or next_above(context).get(a) == b or next_above(context).get(b) == a


@lru_cache(maxsize=1)
def next_above(context: Context) -> dict[str, str]:
    """Return for the first link of each welded group that of the nearest group above that can be touched.

    A group with nothing above that can be touched is left out.
    """
    tree = context.tree
    above = {}
    for first in tree.groups:
        joint = tree.parent_joint.get(first)
        while joint is not None:
            parent = tree.group_root[joint.parent]
            if any(tree.links[name].collisions for name in tree.groups[parent]):
                above[first] = parent
                break
            joint = tree.parent_joint.get(parent)
    return above
