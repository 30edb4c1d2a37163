"""Cut a solid by planes until the hulls of its pieces fit it: coverage 1 by construction, excess known
beforehand.

The solid S is cut exactly, so its pieces P_i fill it, and each part is the hull H_i of a piece. Hence
vol(union H_i - S) <= sum(vol H_i) - vol S: the certificate. Finding the fewest convex pieces is NP-hard; here
the piece that its hull fits worst is cut by the plane that leaves the least hull volume in the connected
pieces, more often than needed, and then the pairs whose joint hull adds least are joined again. The search
runs on a simplified copy in the part's own frame, so that the pose of the part does not matter; its cuts are
then made on the solid itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.hull import Hull, as_stored, convex_hull
from robot_model_check.decompose.merge import Grouping, groupings
from robot_model_check.decompose.pieces import DUST, Goal, Piece, connected, cut_further, repeat
from robot_model_check.decompose.vertex_cap import enclosing_hull
from robot_model_check.facts import Array
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.settings import link_options

if TYPE_CHECKING:
    from manifold3d import Manifold

# Of the diagonal: how far the copy that is searched may differ from the solid. A plane that just clears a
# face of the copy may leave a sliver of the solid, with a large hull: only many faces are worth that.
SEARCH_TOLERANCE, SEARCH_TOLERANCE_MANY = 1e-5, 3e-4
FEW_FACES = 8000
# Cut into this many times the parts, or to this share of the excess, before joining; finer where that did not
# do.
OVERSPLIT, OVERSHARE = (1.5, 2.5, 3.5), (0.6, 0.3, 0.15)
# How much a misfit left in one piece counts beyond the same misfit spread over several: cuts turn out better
# with the one or with the other.
UNEVEN = (0.3, 0.0)
MANY_FACES = 2500  # with more, one search has to do
HOPELESS = 1.5  # of the excess: with so much too much left, finer cuts do not help
LEVEL_GAP, LEVEL_WIDTH = 5e-7, 4e-6  # of the diagonal: coordinates this close are one level
ROUNDS, JOININGS = len(OVERSPLIT), 4  # attempts to make room for what the vertex budget and the copy add
STORED = 2.0 ** -24  # relative rounding of the float32 coordinates in which parts are stored


@dataclass(frozen=True)
class Budget:
    """What parts may be. `max_excess` is the volume they may add, as a share of the solid's; `deadline` is a
    value of `time.monotonic()` after which no further cut is tried.
    """

    max_excess: float = link_options.MAX_EXCESS
    max_parts: int = link_options.MAX_PARTS
    max_vertices: int = link_options.MAX_VERTICES
    deadline: float | None = None

    def over(self) -> bool:
        """Return whether the time is up."""
        return self.deadline is not None and time.monotonic() > self.deadline


@dataclass(frozen=True, eq=False)
class Split:
    """`parts` in a fixed order, with float32 coordinates, and the hull of what each must contain in `cores`.

    `certificate` bounds their excess, as a share of the solid's volume, from above.
    """

    parts: tuple[Hull, ...]
    cores: tuple[Hull, ...]
    certificate: float


@dataclass(frozen=True, eq=False)
class _Own:
    """A solid about the origin, along its own axes (rows), with a diagonal of 1: x_own = axes (x - centre) /
    size.
    """

    solid: Manifold
    axes: Array
    centre: Array
    size: float

    @property
    def volume(self) -> float:
        """The volume of the solid as it came in."""
        return float(self.solid.volume() * self.size ** 3)

    def forth(self, points: Array) -> Array:
        """Return points (n, 3), given in the axes the solid came in, in its own."""
        turned: Array = (points - self.centre) @ self.axes.T / self.size
        return turned

    def back(self, part: Hull) -> Hull:
        """Return a part in the axes the solid came in."""
        vertices = part.vertices * self.size @ self.axes + self.centre
        return Hull(vertices, part.faces, part.volume * self.size ** 3)


_Made = tuple[Hull, Hull]  # a part, and the hull of what it must contain


def split(solid: Manifold, budget: Budget) -> Split:
    """Return parts that contain the solid, as few as greed finds for the excess that the budget allows.

    Where the budget of parts or time does not suffice, the parts keep to it and the excess does not: see the
    certificate. Raises ValueError for an empty solid.
    """
    own = _own(solid)
    few = own.solid.num_tri() <= FEW_FACES
    copy = own.solid.simplify(SEARCH_TOLERANCE if few else SEARCH_TOLERANCE_MANY)
    tree = min(_searched(copy, budget), key=lambda tree: tree.rank)
    parts: dict[tuple[int, ...], _Made | None] = {}
    best = _joined(own, tree, budget, parts)
    for round_ in range(1, ROUNDS):
        if best.certificate <= budget.max_excess or tree.hopeless(budget) or budget.over():
            break
        tree = _cut_tree(tree.roots, budget, tree.uneven, round_)
        found = _joined(own, tree, budget, parts)
        if found.certificate < best.certificate:
            best = found
    return _halved(own, best, budget)


@dataclass(frozen=True, eq=False)
class _Tree:
    """Pieces of the copy, cut with one way of weighing cuts, and the joinings of them that keep to the budget
    of parts.
    """

    roots: list[Piece]
    uneven: float
    volume: float
    tried: list[Grouping]
    rank: tuple[float, int, float]

    @property
    def leaves(self) -> list[Piece]:
        return [leaf for root in self.roots for leaf in root.leaves()]

    def hopeless(self, budget: Budget) -> bool:
        return self.rank[0] > HOPELESS * budget.max_excess


def _searched(copy: Manifold, budget: Budget) -> Iterator[_Tree]:
    """Yield trees of pieces, each cut with another weight; only one where that is dear or leaves little to
    win.
    """
    for uneven in UNEVEN:
        tree = _cut_tree(connected(copy, DUST * copy.volume()), budget, uneven, 0)
        yield tree
        if tree.rank[1] <= 2 or copy.num_tri() > MANY_FACES or tree.hopeless(budget) or budget.over():
            return


def _cut_tree(roots: list[Piece], budget: Budget, uneven: float, round_: int) -> _Tree:
    volume = sum(root.volume for root in roots)
    most = int(OVERSPLIT[round_] * budget.max_parts)
    goal = Goal(OVERSHARE[round_] * budget.max_excess * volume, max(most, len(roots)),
                budget.max_excess * volume, budget.max_parts if round_ == 0 else most)
    cut_further(roots, goal, uneven, budget.over)
    hulls = [leaf.hull for root in roots for leaf in root.leaves()]
    tried = groupings(hulls, (1 + budget.max_excess) * volume, budget.max_parts)
    excesses = [(max(grouping.volume / volume - 1 - budget.max_excess, 0.0), len(grouping.groups),
                 grouping.volume) for grouping in tried]
    return _Tree(roots, uneven, volume, tried, min(excesses))


def _joined(own: _Own, tree: _Tree, budget: Budget, known: dict[tuple[int, ...], _Made | None]) -> Split:
    """Return the coarsest joining of the leaves whose parts keep within the excess, else the finest.

    What the vertex budget adds to a part is known once the part is made; the joining then has that much less
    to spend. Between one that keeps within the excess and a coarser one that does not it is found by
    bisection.
    """
    leaves, pieces = tree.leaves, repeat(tree.roots, own.solid)
    excesses = [grouping.volume / tree.volume - 1 for grouping in tree.tried]

    def made(index: int) -> Split:
        parts = [_part(own, group, leaves, pieces, budget, known) for group in tree.tried[index].groups]
        kept = [part for part in parts if part is not None]
        hulls = tuple(hull for hull, _ in kept)
        return Split(hulls, tuple(core for _, core in kept), _certificate(own, hulls))

    allowed, coarser, found = budget.max_excess, 0, []
    for _ in range(JOININGS):
        within = [index for index, excess in enumerate(excesses) if excess <= allowed]
        index = within[-1] if within else excesses.index(min(excesses))
        found.append(made(index))
        beyond = found[-1].certificate - budget.max_excess
        if beyond <= 0:
            return _coarsest(made, (index, found[-1]), coarser, budget)
        if not within:
            break
        allowed, coarser = min(allowed, excesses[index]) - beyond, index
    return min(found, key=lambda split: split.certificate)


def _coarsest(made: Callable[[int], Split], fine: tuple[int, Split], coarse: int, budget: Budget) -> Split:
    """Return the coarsest split between the fine one, which keeps within the excess, and the coarse one,
    which does not, by their numbers among all.
    """
    index, found = fine
    while coarse - index > 1 and not budget.over():
        middle = (index + coarse) // 2
        between = made(middle)
        if between.certificate <= budget.max_excess:
            index, found = middle, between
        else:
            coarse = middle
    return found


def _halved(own: _Own, found: Split, budget: Budget) -> Split:
    """Halve the parts to which the vertex budget adds most, such as round ones, until the excess is reached.
    """
    spare = budget.max_excess - sum(core.volume for core in found.cores) / own.volume + 1
    made = list(zip(found.parts, found.cores, strict=True))
    while spare > 0 and found.certificate > budget.max_excess and len(made) < budget.max_parts:
        worst = max(range(len(made)), key=lambda index: made[index][0].volume - made[index][1].volume)
        halves = _halves(own, made[worst][1], budget)
        if sum(half.volume for half, _ in halves) >= made[worst][0].volume or budget.over():
            break
        made[worst:worst + 1] = halves
        parts = tuple(part for part, _ in made)
        found = Split(parts, tuple(core for _, core in made), _certificate(own, parts))
    return found


def _halves(own: _Own, core: Hull, budget: Budget) -> list[_Made]:
    """Return the parts of the halves of a convex core, cut square to its longest extent."""
    from manifold3d import Manifold
    along = own.forth(core.vertices)
    low, high = along.min(axis=0), along.max(axis=0)
    axis = int(np.argmax(np.round(high - low, 9)))
    whole = Manifold.hull_points(along)
    halves = whole.split_by_plane(tuple(np.eye(3)[axis]), float((low + high)[axis] / 2))
    return [_hull(own, [half], budget) for half in halves]


def _part(own: _Own, group: tuple[int, ...], leaves: list[Piece], pieces: list[list[Manifold]],
          budget: Budget, known: dict[tuple[int, ...], _Made | None]) -> _Made | None:
    """Return the part of a group of leaves, made once, or None where the solid itself has nothing there."""
    key = tuple(id(leaves[index]) for index in group)
    if key not in known:
        bodies = [body for index in group for body in pieces[index]]
        known[key] = _hull(own, bodies, budget) if bodies else None
    return known[key]


def _hull(own: _Own, bodies: list[Manifold], budget: Budget) -> _Made:
    core = convex_hull(np.vstack([to_arrays(body)[0] for body in bodies]))
    part = enclosing_hull(core.vertices, budget.max_vertices)
    return as_stored(own.back(part)), own.back(core)


def _certificate(own: _Own, parts: tuple[Hull, ...]) -> float:
    """Sum of the hulls over the solid, less one, plus what rounding may have moved the surfaces."""
    volume = own.volume
    reach = max((float(np.abs(part.vertices).max()) for part in parts), default=0.0)
    moved = LEVEL_WIDTH * own.size + STORED * reach
    area = own.solid.surface_area() * own.size ** 2
    return float(sum(part.volume for part in parts) / volume - 1 + moved * area / volume)


def _own(solid: Manifold) -> _Own:
    vertices, faces = to_arrays(solid)
    if len(faces) == 0:
        raise ValueError('the solid is empty')
    axes = own_axes(vertices, faces)
    along = vertices @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    size, middle = float(np.linalg.norm(high - low)), (low + high) / 2
    placed = solid.transform(np.column_stack([axes, -middle]) / size)
    return _Own(placed.warp_batch(_levelled), axes, middle @ axes, size)


def _levelled(points: Array) -> Array:
    """Move coordinates that rounding has spread by a few millionths back to one value each.

    Faces square to the part's axes are then exactly flat and in line, and cuts along them leave no slivers.
    """
    return np.column_stack([_levels(values) for values in np.asarray(points).T])


def _levels(values: Array) -> Array:
    order = np.argsort(values, kind='stable')
    ascending = values[order]
    starts = np.concatenate([[0], np.flatnonzero(np.diff(ascending) > LEVEL_GAP) + 1])
    lengths = np.diff(np.concatenate([starts, [len(values)]]))
    lowest, highest = ascending[starts], ascending[starts + lengths - 1]
    middle = np.repeat((lowest + highest) / 2, lengths)
    narrow = np.repeat(highest - lowest < LEVEL_WIDTH, lengths)
    levelled = np.empty_like(values)
    levelled[order] = np.where(narrow, middle, ascending)
    return levelled
