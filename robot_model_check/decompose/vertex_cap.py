"""Convex parts within a vertex budget that still enclose everything.

A physics engine bounds the vertices of a convex collider. Leaving vertices out loses coverage, so a hull is
simplified outwards: an edge collapses to the point of least added volume among those that lie outside every
face around the edge (progressive hulls: Sander, Gu, Gortler, Hoppe, Snyder, "Silhouette clipping", SIGGRAPH
2000).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_model_check.decompose.hull import OUTSIDE, ROWS, Faces, Hull, convex_hull, outside, quick_hull
from robot_model_check.facts import Array
from robot_model_check.geometry import triangles

COPLANAR = 1e-7  # of the hull's size: faces whose planes differ by less count as one facet
SLACK = 1e-9  # of the size: how far inside a facet a point may be that counts as outside
REACH = 0.8  # of the size, from the middle: farther points make spikes of little volume
BOX_CORNERS = 8
MAX_STAR = 12  # facets around an edge among which its new point is sought; the largest ones count
SINGULAR = 1e-6  # three planes whose normals span less meet nowhere in particular
STARS = 64  # whose points are sought at once
TRIED = 4  # edges weighed for each one that collapses
ROUND_SHARE = 2  # half of the surplus vertices goes in each round


def enclosing_hull(points: Array, max_vertices: int) -> Hull:
    """Return a convex part of at most `max_vertices` vertices that contains all points (n, 3).

    Raises ValueError where the points lie in one plane, or fewer than 4 vertices are allowed.
    """
    if max_vertices < 4:
        raise ValueError('a convex part has at least 4 vertices')
    part = convex_hull(points)
    if len(part.vertices) <= max_vertices:
        return part
    low, high = part.vertices.min(axis=0), part.vertices.max(axis=0)
    centre, size = (low + high) / 2, float((high - low).max())
    around = Hull((part.vertices - centre) / size, part.faces, part.volume / size ** 3)
    small = _simplified(around, max_vertices)
    if outside(around.vertices, small) > OUTSIDE:
        small = _enclosing_box(around) if max_vertices >= BOX_CORNERS else _enclosing_tetrahedron(around)
    return convex_hull(small.vertices * size + centre)


def _simplified(part: Hull, max_vertices: int) -> Hull:
    """Return an enclosing part of at most `max_vertices` vertices; `part` is about the origin and of size 1.
    """
    box = _enclosing_box(part) if max_vertices >= BOX_CORNERS else _enclosing_tetrahedron(part)
    while len(part.vertices) > max_vertices:
        surplus = len(part.vertices) - max_vertices
        many = len(part.vertices) // 4 if surplus > 2 * max_vertices else -(-surplus // ROUND_SHARE)
        smaller = _collapsed(part, min(surplus, many))
        if len(smaller.vertices) >= len(part.vertices) or smaller.volume > box.volume:
            return box
        part = smaller
    return part


@dataclass(frozen=True, eq=False)
class _Facets:
    """Faces of a hull gathered by plane: `normals` (k, 3), `offsets` (k,), `areas` (k,), and the facet of
    each face.
    """

    normals: Array
    offsets: Array
    areas: Array
    of_face: Faces


def _facets(part: Hull) -> _Facets:
    cross = triangles.normals(part.vertices, part.faces)
    double = np.linalg.norm(cross, axis=1)
    normals = cross / np.maximum(double, 1e-300)[:, None]
    size = float(np.ptp(part.vertices, axis=0).max())
    offsets = np.einsum('ij,ij->i', normals, part.vertices[part.faces[:, 0]])
    key = np.round(np.column_stack([normals, offsets / size]) / (10 * COPLANAR)).astype(np.int64)
    _, first, of_face = np.unique(key, axis=0, return_index=True, return_inverse=True)
    of_face = of_face.ravel()
    # the outermost of nearly equal planes stands for all of them, so that nothing is cut off
    outermost = (part.vertices @ normals[first].T).max(axis=0)
    area = np.asarray(np.bincount(of_face, double / 2), dtype=np.float64)
    return _Facets(normals[first], outermost, area, of_face)


def _collapsed(part: Hull, count: int) -> Hull:
    """Return the hull after up to `count` edges without a common end have each become one point, the cheapest
    first.
    """
    facets = _facets(part)
    edges = _edges(part, facets)
    edges = edges[np.argsort(_edge_weight(part, facets, edges), kind='stable')]
    around = _facets_around(part, facets)
    points, added = _cheapest_outside(facets, np.any(around[edges[:TRIED * count]], axis=1))
    if not np.isfinite(added).any():
        points, added = _cheapest_outside(facets, np.any(around[edges], axis=1))
    count = min(count, max(1, int(np.isfinite(added).sum()) // TRIED))
    gone: set[int] = set()
    new: list[Array] = []
    for index in np.argsort(added, kind='stable'):
        ends = set(edges[index].tolist())
        if np.isfinite(added[index]) and not ends & gone and len(new) < count:
            gone |= ends
            new.append(points[index])
    return quick_hull(np.vstack([np.delete(part.vertices, sorted(gone), axis=0), *new]))


def _edges(part: Hull, facets: _Facets) -> Faces:
    """Return the edges (e, 2) between different facets."""
    faces = part.faces
    pairs = np.vstack([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    owner = np.tile(facets.of_face, 3)
    order = np.lexsort((pairs.max(axis=1), pairs.min(axis=1)))
    pairs, owner = np.sort(pairs[order], axis=1), owner[order]
    edges: Faces = pairs[::2][owner[::2] != owner[1::2]]
    return edges


def _facets_around(part: Hull, facets: _Facets) -> NDArray[np.bool_]:
    """Return which facets meet at each vertex (n, k)."""
    around = np.zeros((len(part.vertices), len(facets.areas)), dtype=bool)
    around[part.faces, facets.of_face[:, None]] = True
    return around


def _edge_weight(part: Hull, facets: _Facets, edges: Faces) -> Array:
    """Return a cheap guess (e,) of what collapsing an edge adds: its length times how much its ends turn."""
    turn = np.zeros(len(part.vertices))
    normals = np.zeros_like(part.vertices)
    area = np.linalg.norm(triangles.normals(part.vertices, part.faces), axis=1)
    for corner in range(3):
        np.add.at(normals, part.faces[:, corner], area[:, None] * facets.normals[facets.of_face])
        np.add.at(turn, part.faces[:, corner], area)
    flatness = np.linalg.norm(normals, axis=1) / np.maximum(turn, 1e-300)
    bend = 1 - np.minimum(flatness, 1.0)
    length = np.linalg.norm(part.vertices[edges[:, 0]] - part.vertices[edges[:, 1]], axis=1)
    weight: Array = length ** 2 * (bend[edges].sum(axis=1) + 1e-6)
    return weight


def _cheapest_outside(facets: _Facets, stars: NDArray[np.bool_]) -> tuple[Array, Array]:
    """Return for each star (e, k) of facets the point (e, 3) outside them all that adds the least volume, and
    that volume (e,).

    A linear programme in three unknowns: its optimum is a point where three of the planes meet, so all are
    tried. A point may see facets beyond its star: these count too. The volume is inf where no point was
    found.
    """
    sizes = np.minimum(stars.sum(axis=1), MAX_STAR)
    largest_first = np.argsort(-facets.areas, kind='stable')
    points = np.full((len(stars), 3), np.nan)
    for size in np.unique(sizes[sizes > 2]).tolist():
        for which in _few(np.flatnonzero(sizes == size), STARS):
            ranked = stars[which][:, largest_first]
            first = np.argsort(~ranked, axis=1, kind='stable')[:, :size]
            points[which] = _corner_search(facets, largest_first[first])
    added = np.full(len(stars), np.inf)
    for which in _few(np.arange(len(stars)), ROWS):
        heights = points[which] @ facets.normals.T - facets.offsets
        outside = ((heights >= -SLACK) | ~stars[which]).all(axis=1)
        added[which] = np.where(outside, np.maximum(heights, 0) @ facets.areas / 3, np.inf)
    return points, added


def _few(indices: Faces, count: int) -> list[Faces]:
    """Return the indices, at most `count` at a time: tables of more do not fit the processor's cache."""
    return [indices[start:start + count] for start in range(0, len(indices), count)]


def _corner_search(facets: _Facets, stars: Faces) -> Array:
    """`_cheapest_outside` for stars (e, k) given by their facets; nan where there is no point."""
    triples = stars[:, _TRIPLES[stars.shape[1]]]
    a, b, c = (facets.normals[triples[:, :, corner]] for corner in range(3))
    bc = _cross(b, c)
    determinant = np.einsum('etj,etj->et', a, bc)
    d = facets.offsets[triples]
    corners = d[..., :1] * bc + d[..., 1:2] * _cross(c, a) + d[..., 2:] * _cross(a, b)
    corners /= np.where(np.abs(determinant) > SINGULAR, determinant, np.nan)[..., None]
    heights = corners @ facets.normals[stars].transpose(0, 2, 1) - facets.offsets[stars][:, None]
    volume = (heights @ facets.areas[stars][..., None])[..., 0]
    fits = (heights.min(axis=2) >= -SLACK) & (np.abs(corners).max(axis=2) < REACH)
    volume = np.where(fits, volume, np.inf)
    best = np.argmin(volume, axis=1)
    rows = np.arange(len(stars))
    return np.where(np.isfinite(volume[rows, best])[:, None], corners[rows, best], np.nan)


def _cross(a: Array, b: Array) -> Array:
    """numpy.cross without its overhead, which counts on many small arrays."""
    x, y, z = np.moveaxis(a, -1, 0)
    u, v, w = np.moveaxis(b, -1, 0)
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=-1)


_TRIPLES = {count: np.array(list(itertools.combinations(range(count), 3)), dtype=np.int64).reshape(-1, 3)
            for count in range(MAX_STAR + 1)}


def _enclosing_box(part: Hull) -> Hull:
    low, high = part.vertices.min(axis=0), part.vertices.max(axis=0)
    return convex_hull(np.array(list(itertools.product(*zip(low, high, strict=True)))))


def _enclosing_tetrahedron(part: Hull) -> Hull:
    low = part.vertices.min(axis=0)
    reach = float((part.vertices - low).sum(axis=1).max())
    return convex_hull(np.vstack([low, low + reach * np.eye(3)]))
