"""Where to cut through bores: planes that hold the axis of a round hole, or of the arc that is left of one.

Faces that follow one another over flat concave edges make a bore, whose axis is that of the circle through
the edges. It is opened with the fewest pieces by cuts through the axis: towards another bore, and square to
that.
"""

from __future__ import annotations

import numpy as np

from robot_model_check.decompose.edges import Edges
from robot_model_check.facts import Array

MOST = 6  # bores that are looked at, the largest ones
LEAST_EDGES = 3
FLATTEST, STEEPEST = np.radians(2), np.radians(75)  # of the angle between neighbouring faces of a bore
STRAIGHT = 0.1  # spread of the edges' directions, above which the round is no bore
PARALLEL = 0.999


def bore_planes(edges: Edges, faces: int) -> list[tuple[Array, Array]]:
    """Return (normal, point) of planes through the axes of the largest bores of a mesh with so many faces."""
    axes = _axes(edges, faces)
    found = []
    for index, (centre, direction) in enumerate(axes):
        towards = [other - centre for place, (other, along) in enumerate(axes)
                   if place != index and abs(along @ direction) > PARALLEL]
        for vector in towards or list(np.eye(3)):
            across = vector - (vector @ direction) * direction
            length = float(np.linalg.norm(across))
            if length > 1e-3:
                found += [(across / length, centre), (np.cross(direction, across / length), centre)]
    return found


def _axes(edges: Edges, faces: int) -> list[tuple[Array, Array]]:
    """Return (point, direction) of the axis of each bore, the largest first."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    bent = edges.concave & (edges.angle > FLATTEST) & (edges.angle < STEEPEST)
    joined = bent | (edges.angle <= FLATTEST)
    one, other = edges.faces[joined].T
    graph = coo_matrix((np.ones(len(one)), (one, other)), shape=(faces, faces))
    _, label = connected_components(graph, directed=False)
    owner = label[edges.faces[bent, 0]]
    start, end, angle = edges.start[bent], edges.end[bent], edges.angle[bent]
    weight = np.linalg.norm(end - start, axis=1) * np.sin(angle)
    totals = np.bincount(owner, weight) if len(owner) else np.zeros(0)
    axes = []
    for bore in np.argsort(-np.round(totals, 9), kind='stable')[:MOST]:
        members = owner == bore
        axis = _axis(start[members], end[members]) if members.sum() >= LEAST_EDGES else None
        if axis is not None:
            axes.append(axis)
    return axes


def _axis(start: Array, end: Array) -> tuple[Array, Array] | None:
    """Return (point, direction) of the axis of the circle through edges, None where they are not parallel."""
    _, spread, directions = np.linalg.svd(end - start, full_matrices=True)
    if spread[1] > STRAIGHT * spread[0]:
        return None
    direction, first, second = directions
    middle = (start + end) / 2
    flat = middle @ np.column_stack([first, second])
    around, *_ = np.linalg.lstsq(np.column_stack([2 * flat, np.ones(len(flat))]), (flat ** 2).sum(axis=1))
    centre = around[0] * first + around[1] * second + float((middle @ direction).mean()) * direction
    return centre, direction
