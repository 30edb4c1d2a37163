"""Join convex parts again, the pair whose joint hull adds least volume first."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from manifold3d import Manifold

TOUCHING = 1e-5  # parts farther apart than this are not joined unless there are too many


@dataclass(frozen=True)
class Grouping:
    """Which hulls go into one part (sorted indices), and the volume of the joint hulls in all."""

    groups: tuple[tuple[int, ...], ...]
    volume: float


def groupings(hulls: Sequence[Manifold], most: float, max_parts: int) -> list[Grouping]:
    """Return the groupings met while joining, of at most `max_parts` groups each, finest first.

    Joining goes on as long as the volume stays within `most`, and in any case until there are `max_parts`
    groups.
    """
    state = _Groups(hulls)
    found = [state.grouping()] if len(hulls) <= max_parts else []
    while (pair := state.cheapest(len(state.hulls) > max_parts)) is not None:
        if len(state.hulls) <= max_parts and state.volume + state.added(pair) > most:
            break
        state.join(pair)
        if len(state.hulls) <= max_parts:
            found.append(state.grouping())
    return found


class _Groups:
    """Hulls by key, and what joining any two would add."""

    def __init__(self, hulls: Sequence[Manifold]) -> None:
        self.hulls = dict(enumerate(hulls))
        self._members: dict[int, tuple[int, ...]] = {key: (key,) for key in self.hulls}
        self._volumes = {key: hull.volume() for key, hull in self.hulls.items()}
        self._boxes = {key: hull.bounding_box() for key, hull in self.hulls.items()}
        self._joint: dict[tuple[int, int], tuple[float, Manifold]] = {}
        self._queue: list[tuple[float, tuple[int, int]]] = []
        for key in self.hulls:
            self._enqueue(key)

    @property
    def volume(self) -> float:
        return float(sum(self._volumes.values()))

    def grouping(self) -> Grouping:
        return Grouping(tuple(sorted(self._members.values())), self.volume)

    def cheapest(self, anywhere: bool) -> tuple[int, int] | None:
        """Return the pair that adds least, of those that touch, or, where none does and `anywhere` is given,
        of all.
        """
        while self._queue:
            pair = self._queue[0][1]
            if pair[0] in self.hulls and pair[1] in self.hulls:
                return pair
            heapq.heappop(self._queue)
        pairs = itertools.combinations(sorted(self.hulls), 2) if anywhere else ()
        return min(pairs, key=lambda pair: (self.added(pair), pair), default=None)

    def added(self, pair: tuple[int, int]) -> float:
        """Return the volume that joining a pair adds; negative where the two overlap more than that."""
        return self._join(pair)[0]

    def join(self, pair: tuple[int, int]) -> None:
        """Replace a pair by its joint hull."""
        hull = self._join(pair)[1]
        key = max(self.hulls) + 1
        self._members[key] = tuple(sorted(self._members[pair[0]] + self._members[pair[1]]))
        for old in pair:
            del self.hulls[old], self._members[old], self._volumes[old], self._boxes[old]
        self.hulls[key], self._volumes[key], self._boxes[key] = hull, hull.volume(), hull.bounding_box()
        self._enqueue(key)

    def _enqueue(self, key: int) -> None:
        """Queue the pairs of a group with the older ones that it touches."""
        for other in self.hulls:
            if other < key and self._touch(other, key):
                heapq.heappush(self._queue, (self.added((other, key)), (other, key)))

    def _join(self, pair: tuple[int, int]) -> tuple[float, Manifold]:
        if pair not in self._joint:
            from manifold3d import Manifold
            a, b = pair
            hull = Manifold.batch_hull([self.hulls[a], self.hulls[b]])
            self._joint[pair] = hull.volume() - self._volumes[a] - self._volumes[b], hull
        return self._joint[pair]

    def _touch(self, a: int, b: int) -> bool:
        x, y, z, u, v, w = self._boxes[a]
        p, q, r, s, t, o = self._boxes[b]
        return bool(x <= s + TOUCHING and p <= u + TOUCHING and y <= t + TOUCHING and q <= v + TOUCHING
                    and z <= o + TOUCHING and r <= w + TOUCHING)
