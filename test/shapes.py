"""Meshes and links that tests build in code: the U channel, boxes, binary STL, and model objects around them.
"""

from __future__ import annotations

import itertools

import numpy as np

from robot_model_check.document import Element
from robot_model_check.geometry.mesh_file import STL_RECORD
from robot_model_check.geometry.triangles import hull, joined, weld
from robot_model_check.model import Link, Pose, Shape
from robot_model_check.source import Site, Span

ELEMENT = Element('x', {}, (), '', Site(None, 1), Span(0, 0))


def box(size=(1.0, 1.0, 1.0), centre=(0.0, 0.0, 0.0)):
    """A box as 12 triangles."""
    corners = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * size + centre
    return hull(corners)


def channel(scale=1.0):
    """The U channel of 60 x 80 x 40 mm with walls and floor of 6 mm, in mm times `scale`: floor down, open
    up.
    """
    section = np.array([[-30, 0], [30, 0], [30, 40], [24, 40], [24, 6], [-24, 6], [-24, 40], [-30, 40]])
    section = section * scale
    caps = np.array([(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)])
    count = len(section)
    ends = [np.column_stack([section[:, 0], np.full(count, y * scale), section[:, 1]]) for y in (-40, 40)]
    sides = [(i, i + count, (i + 1) % count) for i in range(count)]
    sides += [((i + 1) % count, i + count, (i + 1) % count + count) for i in range(count)]
    return np.concatenate(ends), np.concatenate([caps, caps[:, ::-1] + count, np.array(sides)])


def refined(V, F, times):
    """Split every triangle into four, `times` times."""
    for _ in range(times):
        corners = V[F]
        middle = (corners + np.roll(corners, -1, axis=1)) / 2
        parts = [np.stack([corners[:, k], middle[:, k], middle[:, k - 1]], axis=1) for k in range(3)]
        soup = np.concatenate([*parts, middle]).reshape(-1, 3)
        V, F = weld(soup, np.arange(len(soup)).reshape(-1, 3))
    return V, F


def both(*meshes):
    """Several meshes as one."""
    return joined(meshes)


def write_stl(path, V, F, header=b''):
    """Write a binary STL."""
    records = np.zeros(len(F), dtype=STL_RECORD)
    records['vertices'] = V[F]
    path.write_bytes(header.ljust(80, b' ') + np.uint32(len(F)).tobytes() + records.tobytes())
    return str(path)


def shape(geometry, kind='visual', index=0, xyz=(0.0, 0.0, 0.0), rpy=(0.0, 0.0, 0.0)):
    """A <visual> or <collision>."""
    return Shape(kind, index, None, Pose(xyz, rpy), geometry, ELEMENT)


def link(visuals=(), collisions=()):
    """A link of shapes, or of bare geometries at the origin."""
    def shapes(kind, given):
        return tuple(g if isinstance(g, Shape) else shape(g, kind, i) for i, g in enumerate(given))
    return Link('part', None, shapes('visual', visuals), shapes('collision', collisions), ELEMENT)
