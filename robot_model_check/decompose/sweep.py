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

Indices = NDArray[np.int64]
Level = tuple[Array, Array]  # lowest and highest (x, y) that an element can be touched over, each (m, 2)


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles that may be touched from either side; they need not close."""

    V: Array
    F: Faces

    @cached_property
    def edges(self) -> Faces:
        """Each edge (e, 2) once."""
        pairs = np.sort(np.concatenate([self.F[:, [0, 1]], self.F[:, [1, 2]], self.F[:, [2, 0]]]), axis=1)
        keys = np.unique(pairs[:, 0] * len(self.V) + pairs[:, 1])
        return np.column_stack([keys // len(self.V), keys % len(self.V)])

    def seen(self, axis: int, sign: float) -> Surface:
        """Return the surface with a direction turned up: what is farthest along `axis` times `sign`."""
        turned = Surface(self.V[:, [(axis + 1) % 3, (axis + 2) % 3, axis]] * [1.0, 1.0, sign], self.F)
        turned.__dict__['edges'] = self.edges
        return turned


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
    corners = surface.V[surface.F]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normals, axis=1)
    turned = normals[:, 2] < 0
    corners[turned] = corners[turned][:, [0, 2, 1]]
    normals[turned] *= -1
    usable = normals[:, 2] > STEEP * np.maximum(length, 1e-300)
    corners, normals, doubles = corners[usable], normals[usable], normals[usable, 2]
    normals = normals / length[usable, None]
    shift = radius * normals[:, :2]
    level = corners[:, :, :2].min(axis=1) + shift, corners[:, :, :2].max(axis=1) + shift
    top = corners[:, :, 2].max(axis=1) + radius
    for face, ray in _pairs(level, top, grid, wanted, found):
        point, normal = grid.points[ray], normals[face]
        foot = point - radius * normal[:, :2]
        inside = np.ones(len(face), dtype=bool)
        for k in range(3):
            a, b = corners[face, k, :2], corners[face, (k + 1) % 3, :2]
            inside &= _cross(b - a, foot - a) >= -EDGE * doubles[face]
        slope = np.einsum('ij,ij->i', normal[:, :2], point - corners[face, 0, :2])
        height = corners[face, 0, 2] + (radius - slope) / normal[:, 2]
        _keep(found, ray, np.where(inside, height, -np.inf), normal)


def _on_edges(surface: Surface, grid: Grid, radius: float, wanted: Flags | None, found: Contacts) -> None:
    ends = surface.V[surface.edges]
    along = ends[:, 1] - ends[:, 0]
    length = np.linalg.norm(along, axis=1)
    usable = np.linalg.norm(along[:, :2], axis=1) > STEEP * length
    start, length = ends[usable, 0], length[usable]
    along = along[usable] / length[:, None]
    level = ends[usable, :, :2].min(axis=1) - radius, ends[usable, :, :2].max(axis=1) + radius
    top = ends[usable, :, 2].max(axis=1) + radius
    for edge, ray in _pairs(level, top, grid, wanted, found):
        u, offset = along[edge], grid.points[ray] - start[edge, :2]
        projected = np.einsum('ij,ij->i', u[:, :2], offset)
        level_part = np.einsum('ij,ij->i', u[:, :2], u[:, :2])
        beside = _cross(u[:, :2], offset) ** 2 / level_part  # squared distance of the two lines
        root = np.sqrt(np.maximum(level_part * (radius ** 2 - beside), 0))
        rise = (projected * u[:, 2] + root) / level_part
        at = projected + rise * u[:, 2]
        touched = (beside <= radius ** 2) & (at >= 0) & (at <= length[edge])
        centre = np.column_stack([offset, rise])
        normal = (centre - at[:, None] * u) / radius
        _keep(found, ray, np.where(touched, start[edge, 2] + rise, -np.inf), normal)


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
    order = order[count[order] > 0]
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
