"""Pieces of a solid, cut by planes: the search for cuts, and the same cuts made on another copy of the solid.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from robot_model_check.decompose.planes import Plane, worth_trying
from robot_model_check.geometry.solid import to_arrays

if TYPE_CHECKING:
    from manifold3d import Manifold

LEAST_SHARE = 1e-4  # a cut that takes less than this of a piece is no cut
DUST = 1e-7  # pieces with less than this of the solid's volume are dropped
EXTRA_PIECE = 0.01  # of a piece's volume: what a cut must save for each piece beyond two
BETTER = 1e-3  # of a piece's volume: what a later candidate must save over an earlier one


@dataclass(eq=False)
class Piece:
    """A piece of the solid and its hull; once cut, also the plane and the pieces on either side of it."""

    body: Manifold
    hull: Manifold
    volume: float
    hull_volume: float
    plane: Plane | None = None
    above: list[Piece] = field(default_factory=list)
    below: list[Piece] = field(default_factory=list)

    @property
    def misfit(self) -> float:
        """The volume that the hull adds."""
        return self.hull_volume - self.volume

    def leaves(self) -> Iterator[Piece]:
        """Yield the pieces that were not cut any further, in a fixed order."""
        if self.plane is None:
            yield self
        for part in self.above + self.below:
            yield from part.leaves()


def whole(body: Manifold) -> Piece:
    """Return a body as one piece."""
    hull = body.hull()
    return Piece(body, hull, body.volume(), hull.volume())


def connected(body: Manifold, dust: float) -> list[Piece]:
    """Return the connected pieces of a body, those of less than `dust` volume left out."""
    return [whole(part) for part in body.decompose() if part.volume() > dust]


@dataclass(frozen=True)
class Goal:
    """When to stop cutting: at the misfit [m^3] or at `count` pieces. With `enough_count` pieces already, the
    larger misfit `enough` will do.
    """

    misfit: float
    count: int
    enough: float
    enough_count: int

    def reached(self, pieces: int, left: float) -> bool:
        """Return whether so many pieces with so much misfit left will do."""
        return left <= self.misfit or pieces >= self.count or (
            pieces >= self.enough_count and left <= self.enough)


def cut_further(roots: Sequence[Piece], goal: Goal, uneven: float, over: Callable[[], bool]) -> None:
    """Cut the worst pieces until the goal is reached or the time is up.

    `uneven` is how much a misfit left in one piece counts beyond the same misfit spread over several.
    """
    volume = sum(root.volume for root in roots)
    leaves = [leaf for root in roots for leaf in root.leaves()]
    heap = [(-leaf.misfit, order, leaf) for order, leaf in enumerate(leaves)]
    heapq.heapify(heap)
    order = pieces = len(heap)
    left = math.fsum(-entry[0] for entry in heap)
    while heap and not goal.reached(pieces, left) and not over():
        leaf = heapq.heappop(heap)[2]
        if not _cut(leaf, DUST * volume, uneven):
            continue
        parts = leaf.above + leaf.below
        left += math.fsum(part.misfit for part in parts) - leaf.misfit
        pieces += len(parts) - 1
        for part in parts:
            heapq.heappush(heap, (-part.misfit, order, part))
            order += 1


def _cut(piece: Piece, dust: float, uneven: float) -> bool:
    """Cut a piece by the plane that leaves the least misfit; return whether there was one."""
    best = math.inf
    for plane in worth_trying(*to_arrays(piece.body)):
        sides = _sides(piece.body, plane, LEAST_SHARE * piece.volume, dust)
        if sides is None:
            continue
        misfits = [part.misfit for side in sides for part in side]
        cost = (math.fsum(misfits) + uneven * math.hypot(*misfits)
                + EXTRA_PIECE * piece.volume * (len(misfits) - 2))
        if cost < best - BETTER * piece.volume:
            best, piece.plane, (piece.above, piece.below) = cost, plane, sides
    return piece.plane is not None


def _sides(body: Manifold, plane: Plane, least: float, dust: float) -> tuple[list[Piece], list[Piece]] | None:
    above, below = body.split_by_plane(tuple(plane.normal), plane.offset)
    if min(above.volume(), below.volume()) < least:
        return None
    return connected(above, dust), connected(below, dust)


def repeat(roots: Sequence[Piece], body: Manifold) -> list[list[Manifold]]:
    """Make the cuts on another copy of the solid; return its pieces for each leaf of the roots.

    Where the copy falls into other connected pieces, each goes to the leaf whose box it overlaps most.
    """
    dust = DUST * body.volume()
    found: dict[int, list[Manifold]] = {id(leaf): [] for root in roots for leaf in root.leaves()}
    todo = _assigned(roots, body, dust)
    while todo:
        piece, part = todo.pop()
        if piece.plane is None:
            found[id(piece)].append(part)
            continue
        above, below = part.split_by_plane(tuple(piece.plane.normal), piece.plane.offset)
        todo += _assigned(piece.above, above, dust) + _assigned(piece.below, below, dust)
    return list(found.values())


def _assigned(pieces: Sequence[Piece], body: Manifold, dust: float) -> list[tuple[Piece, Manifold]]:
    boxes = [piece.body.bounding_box() for piece in pieces]
    return [(pieces[_nearest(part.bounding_box(), boxes)], part)
            for part in (body.decompose() if pieces else []) if part.volume() > dust]


def _nearest(box: Sequence[float], boxes: Sequence[Sequence[float]]) -> int:
    """Return the index of the box that differs least from `box`."""
    differences = [sum(abs(a - b) for a, b in zip(box, other, strict=True)) for other in boxes]
    return differences.index(min(differences))
