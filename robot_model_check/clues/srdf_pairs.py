"""Pairs of links that touch whatever the joints do, and that the SRDF does not let touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robot_model_check.clues.neighbours import are_neighbours
from robot_model_check.clues.overlap import Part, depth_of, meeting
from robot_model_check.clues.postures import Posture, sampled, zero_pose
from robot_model_check.context import Context

POSTURES = 20  # besides the zero pose: what touches in all of them touches always


@dataclass(frozen=True)
class Pair:
    """Two links, how deep they overlap at q = 0 [m], and the reason in the words of MoveIt's setup
    assistant.
    """

    one: str
    other: str
    depth: float
    reason: str

    @property
    def xml(self) -> str:
        """The element that lets them touch."""
        return f'<disable_collisions link1="{self.one}" link2="{self.other}" reason="{self.reason}"/>'


def missing_pairs(context: Context, parts: Sequence[Part], depth: float) -> Iterator[Pair]:
    """Yield neighbours that overlap by more than `depth` [m] at q = 0 and in every posture, but may not by
    the SRDF; nothing where there is none, or one of named poses that disables no pair at all.
    """
    if context.srdf is None or not (context.srdf.disabled or context.srdf.free):
        return
    found = _overlapping(context, parts, zero_pose(context.tree), depth)
    for q in sampled(context.tree, POSTURES, 0) if found else ():
        again = _overlapping(context, parts, q, depth)
        found = {pair: value for pair, value in found.items() if pair in again}
    for (one, other), value in found.items():
        reason = 'Adjacent' if _are_joined(one, other, context) else 'Always'
        yield Pair(one, other, value, reason)


def _overlapping(context: Context, parts: Sequence[Part], q: Posture, least: float
                 ) -> dict[tuple[str, str], float]:
    deepest: dict[tuple[str, str], float] = {}
    for one, other in meeting(parts, context.tree.poses(q)):
        pair = one.link, other.link
        if one.link == other.link or context.srdf is None or context.srdf.may_touch(*pair):
            continue
        if are_neighbours(*pair, context):
            depth = depth_of(one, other)
            if depth > max(least, deepest.get(pair, 0.0)):
                deepest[pair] = depth
    return deepest


def _are_joined(one: str, other: str, context: Context) -> bool:
    above = context.tree.parent_joint
    return any(child in above and above[child].parent == parent
               for child, parent in ((one, other), (other, one)))
