"""The URDF primitives: triangles, and closed forms of volume, area and inertia."""

from __future__ import annotations

import math

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.mesh_file import MeshError
from robot_model_check.model import Box, Capsule, Cylinder, Sphere
from robot_model_check.triangles import Triangles, hull

Primitive = Box | Cylinder | Sphere | Capsule

SEGMENTS = 64  # of a circle: the inscribed polygon has 99.84 % of its area and errs by 0.12 % of the radius


def dimensions(primitive: Primitive) -> tuple[float, ...]:
    """Return the numbers that make up a primitive's size."""
    if isinstance(primitive, Box):
        return primitive.size
    if isinstance(primitive, Sphere):
        return (primitive.radius,)
    return (primitive.radius, primitive.length)


def require_size(primitive: Primitive) -> None:
    """Raise MeshError unless every dimension is a positive finite number (a capsule's length may be 0)."""
    for value in dimensions(primitive):
        empty_capsule = isinstance(primitive, Capsule) and value == 0 and primitive.radius > 0
        if not (0 < value < math.inf or empty_capsule):
            raise MeshError(f'the size of the {type(primitive).__name__.lower()} is not positive: '
                            f'{" ".join(f"{number:g}" for number in dimensions(primitive))}')


def tessellate(primitive: Primitive) -> Triangles:
    """Return the surface in the primitive's own frame; curved ones are inscribed. Raises MeshError for bad sizes."""
    require_size(primitive)
    faces = hull(_points(primitive))
    if faces is None:
        raise MeshError(f'the {type(primitive).__name__.lower()} is too thin to be a solid')
    return faces


def _points(primitive: Primitive) -> Array:
    if isinstance(primitive, Box):
        corners = np.array(np.meshgrid(*[[-0.5, 0.5]] * 3, indexing='ij'), dtype=np.float64).reshape(3, -1).T
        return np.asarray(corners * primitive.size)
    if isinstance(primitive, Cylinder):
        return _ring(primitive.radius, -primitive.length / 2, primitive.length / 2)
    ball = _ball(primitive.radius)
    if isinstance(primitive, Sphere):
        return ball
    half = np.array([0.0, 0.0, primitive.length / 2])
    return np.concatenate([ball[ball[:, 2] >= 0] + half, ball[ball[:, 2] <= 0] - half])


def _ring(radius: float, *heights: float) -> Array:
    angle = np.arange(SEGMENTS) * (2 * np.pi / SEGMENTS)
    circle = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.concatenate([np.column_stack([circle, np.full(SEGMENTS, height)]) for height in heights])


def _ball(radius: float) -> Array:
    latitude = np.arange(-SEGMENTS // 4 + 1, SEGMENTS // 4) * (2 * np.pi / SEGMENTS)
    rings = [_ring(radius * math.cos(angle), radius * math.sin(angle)) for angle in latitude]
    return np.concatenate([*rings, [[0.0, 0.0, -radius], [0.0, 0.0, radius]]])
