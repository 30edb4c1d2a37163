"""The URDF primitives: triangles, and closed forms of volume, area and inertia."""

from __future__ import annotations

import math

import numpy as np

from robot_model_check.facts import Array, MassProperties
from robot_model_check.geometry.mesh_file import MeshError
from robot_model_check.geometry.triangles import Triangles, convex
from robot_model_check.inertia import from_second_moment
from robot_model_check.model import Box, Capsule, Cylinder, Sphere

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
    """Return the surface in the primitive's own frame, curved ones inscribed. Raises MeshError for bad sizes.
    """
    require_size(primitive)
    return convex(_points(primitive))


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


def volume(primitive: Primitive) -> float:
    """Return the volume [m^3]."""
    if isinstance(primitive, Box):
        return math.prod(primitive.size)
    ball = 4 / 3 * math.pi * primitive.radius ** 3
    if isinstance(primitive, Sphere):
        return ball
    cylinder = math.pi * primitive.radius ** 2 * primitive.length
    return cylinder if isinstance(primitive, Cylinder) else cylinder + ball


def area(primitive: Primitive) -> float:
    """Return the surface area [m^2]."""
    if isinstance(primitive, Box):
        a, b, c = primitive.size
        return 2 * (a * b + b * c + c * a)
    if isinstance(primitive, Sphere):
        return 4 * math.pi * primitive.radius ** 2
    ends = primitive.radius if isinstance(primitive, Cylinder) else 2 * primitive.radius
    return 2 * math.pi * primitive.radius * (primitive.length + ends)


def half_size(primitive: Primitive) -> Array:
    """Return half the bounding box (3,) in the primitive's own frame."""
    if isinstance(primitive, Box):
        return np.array(primitive.size) / 2
    r = primitive.radius
    if isinstance(primitive, Sphere):
        return np.array([r, r, r])
    return np.array([r, r, primitive.length / 2 + (r if isinstance(primitive, Capsule) else 0.0)])


def reach(primitive: Primitive, R: Array) -> Array:
    """Return half the bounding box (3,) of the primitive turned by R (3, 3), exactly."""
    if isinstance(primitive, Box):
        return np.asarray(np.abs(R) @ half_size(primitive))
    if isinstance(primitive, Sphere):
        return half_size(primitive)
    along = np.abs(R[:, 2])
    if isinstance(primitive, Capsule):
        return along * (primitive.length / 2) + primitive.radius
    across = np.sqrt(np.maximum(1 - along ** 2, 0.0))
    return np.asarray(along * (primitive.length / 2) + across * primitive.radius)


def properties(primitive: Primitive) -> MassProperties:
    """Return the mass properties in the primitive's own frame by closed forms; the COM is the origin."""
    S = np.diag(_squares(primitive))
    return MassProperties('exact', volume(primitive), np.zeros(3), from_second_moment(S))


def _squares(primitive: Primitive) -> Array:
    """Return the mean of x^2, y^2, z^2 over the body."""
    if isinstance(primitive, Box):
        return np.asarray(np.array(primitive.size) ** 2 / 12)
    r = primitive.radius
    if isinstance(primitive, Sphere):
        return np.full(3, r ** 2 / 5)
    across, along = r ** 2 / 4, primitive.length ** 2 / 12
    if isinstance(primitive, Cylinder):
        return np.array([across, across, along])
    return _capsule_squares(r, primitive.length)


def _capsule_squares(r: float, length: float) -> Array:
    """Weigh the cylinder with the two half balls, whose mean height over the cylinder's end is 3 r / 8."""
    ball, cylinder = 4 / 3 * r, length  # both volumes over pi r^2
    end = length / 2
    across = (cylinder * r ** 2 / 4 + ball * r ** 2 / 5) / (cylinder + ball)
    along_ball = r ** 2 / 5 + end ** 2 + 2 * end * 3 * r / 8
    along = (cylinder * length ** 2 / 12 + ball * along_ball) / (cylinder + ball)
    return np.array([across, across, along])
