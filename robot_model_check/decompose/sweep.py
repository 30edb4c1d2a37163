"""Where spheres that come down on triangles first touch them, in closed form.

The centres of a sphere that touches a set of points are those at its radius from the set: over each point
(x, y) of a grid the highest of the surfaces at that distance from the faces (planes), edges (cylinders) and
vertices (balls) is where the sphere stops. Exact but for rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import Faces, Flags

PAIRS = 1 << 17  # of an element and a grid point, worked on at once
STEEP = 1e-9  # upward part of a normal, or level part of an edge: below, its neighbours are touched instead
EDGE = 1e-9  # of a face's area: points on its edge are its own
TINY = 1e-300

Indices = NDArray[np.int64]
Level = tuple[Array, Array]  # lowest and highest (x, y) that an element can be touched over, each (m, 2)


@dataclass(frozen=True, eq=False)
class Elements:
    """Faces or edges: `vertices` (m, k), bounds `low` and `high` (m, 3), and a unit `direction` (m, 3), the
    normal of a face, the way along an edge; zero where it has none.
    """

    vertices: Faces
    low: Array
    high: Array
    direction: Array


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles that may be touched from either side; they need not close."""

    V: Array
    faces: Elements
    edges: Elements

    @staticmethod
    def of(V: Array, F: Faces) -> Surface:
        """Return the surface of vertices (n, 3) and faces (m, 3)."""
        a, b, c = (V[F[:, corner]] for corner in range(3))
        pairs = np.sort(np.concatenate([F[:, [0, 1]], F[:, [1, 2]], F[:, [2, 0]]]), axis=1)
        keys = np.unique(pairs[:, 0] * len(V) + pairs[:, 1])
        edges = np.column_stack([keys // len(V), keys % len(V)])
        start, end = V[edges[:, 0]], V[edges[:, 1]]
        return Surface(V, Elements(F, np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c),
                                   _unit(np.cross(b - a, c - a))),
                       Elements(edges, np.minimum(start, end), np.maximum(start, end), _unit(end - start)))

    def seen(self, axis: int, sign: float) -> Surface:
        """Return the surface with a direction turned up: what is farthest along `axis` times `sign`."""
        order, signs = [(axis + 1) % 3, (axis + 2) % 3, axis], np.array([1.0, 1.0, sign])

        def turned(elements: Elements) -> Elements:
            ends = (elements.low[:, order] * signs, elements.high[:, order] * signs)
            low, high = ends if sign > 0 else (np.minimum(*ends), np.maximum(*ends))
            return Elements(elements.vertices, low, high, elements.direction[:, order] * signs)

        return Surface(self.V[:, order] * signs, turned(self.faces), turned(self.edges))


def _unit(vectors: Array) -> Array:
    length = np.sqrt(np.einsum('ij,ij->i', vectors, vectors))
    unit: Array = vectors / np.maximum(length, TINY)[:, None]
    return unit


@dataclass(frozen=True, eq=False)
class Grid:
    """Points `low + step * (i, j)`, i < `count[0]`, j < `count[1]`, numbered j first."""

    low: Array
    step: Array
    count: tuple[int, int]

    @cached_property
    def points(self) -> Array:
        """All points (n, 2)."""
        i, j = np.meshgrid(*map(np.arange, self.count), indexing='ij')
        return self.low + self.step * np.column_stack([i.ravel(), j.ravel()])

    def one_in(self, spacing: int) -> Flags:
        """Return which points are those in the middle of `spacing` by `spacing` others."""
        i, j = np.divmod(np.arange(self.count[0] * self.count[1]), self.count[1])
        middle = spacing // 2
        return np.asarray((i % spacing == middle) & (j % spacing == middle))


@dataclass(frozen=True, eq=False)
class Contacts:
    """Height (n,) of the centre over each grid point at first contact, -inf where there is none, and the unit
    normal (n, 3) from the surface to the centre.
    """

    heights: Array
    normals: Array


def drop(surface: Surface, grid: Grid, radius: float, wanted: Flags | None = None) -> Contacts:
    """Let spheres come down over the points of a grid, or over those `wanted` (n,) alone."""
    found = Contacts(np.full(len(grid.points), -np.inf), np.zeros((len(grid.points), 3)))
    for touch in (_on_faces, _on_edges, _on_vertices):
        touch(surface, grid, radius, wanted, found)
    return found


def _on_faces(surface: Surface, grid: Grid, radius: float, wanted: Flags | None, found: Contacts) -> None:
    faces = surface.faces
    usable = np.flatnonzero(np.abs(faces.direction[:, 2]) > STEEP)
    normals = faces.direction[usable]
    normals = normals * np.sign(normals[:, 2:])
    shift = radius * normals[:, :2]
    level = faces.low[usable, :2] + shift, faces.high[usable, :2] + shift
    for face, ray in _pairs(level, faces.high[usable, 2] + radius, grid, wanted, found):
        a, b, c = (surface.V[faces.vertices[usable[face], corner]] for corner in range(3))
        normal, point = normals[face], grid.points[ray]
        foot = point - shift[face]
        double = _cross(b - a, c - a)
        inside = np.ones(len(face), dtype=bool)
        for start, end in ((a, b), (b, c), (c, a)):
            inside &= _cross(end - start, foot - start[:, :2]) * np.sign(double) >= -EDGE * np.abs(double)
        slope = np.einsum('ij,ij->i', normal[:, :2], point - a[:, :2])
        height = a[:, 2] + (radius - slope) / normal[:, 2]
        _keep(found, ray, np.where(inside, height, -np.inf), normal)


def _on_edges(surface: Surface, grid: Grid, radius: float, wanted: Flags | None, found: Contacts) -> None:
    edges = surface.edges
    level = edges.low[:, :2] - radius, edges.high[:, :2] + radius
    for edge, ray in _pairs(level, edges.high[:, 2] + radius, grid, wanted, found):
        u = edges.direction[edge]
        level_part = np.einsum('ij,ij->i', u[:, :2], u[:, :2])
        lies = level_part > STEEP ** 2
        edge, ray, u, level_part = edge[lies], ray[lies], u[lies], level_part[lies]
        start, end = (surface.V[edges.vertices[edge, corner]] for corner in range(2))
        offset = grid.points[ray] - start[:, :2]
        projected = np.einsum('ij,ij->i', u[:, :2], offset)
        beside = _cross(u, offset) ** 2 / level_part  # squared distance of the two lines
        root = np.sqrt(np.maximum(level_part * (radius ** 2 - beside), 0))
        rise = (projected * u[:, 2] + root) / level_part
        at = projected + rise * u[:, 2]
        touched = (beside <= radius ** 2) & (at >= 0) & (at <= np.einsum('ij,ij->i', u, end - start))
        normal = (np.column_stack([offset, rise]) - at[:, None] * u) / radius
        _keep(found, ray, np.where(touched, start[:, 2] + rise, -np.inf), normal)


def _on_vertices(surface: Surface, grid: Grid, radius: float, wanted: Flags | None, found: Contacts) -> None:
    V = surface.V
    for vertex, ray in _pairs((V[:, :2] - radius, V[:, :2] + radius), V[:, 2] + radius, grid, wanted, found):
        offset = grid.points[ray] - V[vertex, :2]
        left = radius ** 2 - np.einsum('ij,ij->i', offset, offset)
        rise = np.sqrt(np.maximum(left, 0))
        normal = np.column_stack([offset, rise]) / radius
        _keep(found, ray, np.where(left >= 0, V[vertex, 2] + rise, -np.inf), normal)


def _cross(a: Array, b: Array) -> Array:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def _keep(found: Contacts, ray: Indices, heights: Array, normals: Array) -> None:
    """Keep what is highest over each grid point."""
    higher = heights > found.heights[ray]
    ray, heights, normals = ray[higher], heights[higher], normals[higher]
    np.maximum.at(found.heights, ray, heights)
    best = heights == found.heights[ray]
    found.normals[ray[best]] = normals[best]


def _pairs(level: Level, top: Array, grid: Grid, wanted: Flags | None,
           found: Contacts) -> Iterator[tuple[Indices, Indices]]:
    """Yield blocks of elements (p,) and grid points (p,) that may touch, but those below what was found; the
    highest elements come first.
    """
    most = np.array(grid.count) - 1
    first = np.clip(np.ceil((level[0] - grid.low) / grid.step), 0, most + 1).astype(np.int64)
    last = np.clip(np.floor((level[1] - grid.low) / grid.step), -1, most).astype(np.int64)
    size = np.maximum(last - first + 1, 0)
    count = size.prod(axis=1)
    order = np.argsort(-top, kind='stable')
    order = order[(count[order] > 0) & (top > _lowest(first, size, grid, wanted, found))[order]]
    ends = np.cumsum(count[order])
    begin = 0
    while begin < len(order):
        done = ends[begin - 1] if begin else 0
        end = max(int(np.searchsorted(ends, done + PAIRS, side='right')), begin + 1)
        block = order[begin:end]
        element = np.repeat(block, count[block])
        place = np.arange(len(element)) - np.repeat(np.cumsum(count[block]) - count[block], count[block])
        i, j = first[element, 0] + place // size[element, 1], first[element, 1] + place % size[element, 1]
        ray = i * grid.count[1] + j
        open_to = top[element] > found.heights[ray]
        if wanted is not None:
            open_to &= wanted[ray]
        yield element[open_to], ray[open_to]
        begin = end


def _lowest(first: Indices, size: Indices, grid: Grid, wanted: Flags | None, found: Contacts) -> Array:
    """Return for each element (m,) a height that nothing lies below that was found over its grid points; of
    large elements, which are few, -inf.
    """
    heights = found.heights if wanted is None else np.where(wanted, found.heights, np.inf)
    window = np.ceil(np.percentile(size, 90, axis=0)).astype(int) if len(size) else np.ones(2, dtype=int)
    padded = np.full((grid.count[0] + window[0], grid.count[1] + window[1]), np.inf)
    padded[:grid.count[0], :grid.count[1]] = heights.reshape(grid.count)
    least = np.full((grid.count[0] + 1, grid.count[1] + 1), np.inf)
    for i, j in np.ndindex(*window):
        np.minimum(least, padded[i:i + least.shape[0], j:j + least.shape[1]], out=least)
    small = (size <= window).all(axis=1)
    return np.where(small, least[first[:, 0], first[:, 1]], -np.inf)
