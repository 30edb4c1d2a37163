"""Primitives around convex parts: engines treat a box, cylinder or sphere exactly and fastest."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.hull import Hull
from robot_model_check.facts import Array
from robot_model_check.model import Box, Cylinder, Pose, Sphere
from robot_model_check.notation import roll_pitch_yaw

MARGIN = 1e-9  # of the size: room for the nine digits a URDF is written with
ROUNDS = 200  # of the walk to the smallest enclosing ball, which comes within 1/ROUNDS of its radius


@dataclass(frozen=True)
class Fitted:
    """A primitive, its pose in the part's axes, and its volume [m^3]; the ends of a capsule count by the half
    that stands out of its cylinder. It contains the part if it `encloses`.
    """

    geometry: Box | Cylinder | Sphere
    pose: Pose
    volume: float
    encloses: bool = True


def enclosing(part: Hull) -> Fitted:
    """Return the box, cylinder or sphere of least volume, among those along the part's own axes, that
    contains it.
    """
    return min(_candidates(part), key=lambda fitted: fitted.volume)


def enclosing_capsule(part: Hull) -> tuple[Fitted, ...] | None:
    """Return a cylinder and two spheres that make the capsule of least volume, among those along the part's
    own axes, that contains it; None where that is a sphere.
    """
    found = [made for axis in own_axes(part.vertices, part.faces)
             if (made := _capsule(part.vertices, axis)) is not None]
    return min(found, key=lambda made: sum(fitted.volume for fitted in made), default=None)


def _capsule(points: Array, axis: Array) -> tuple[Fitted, ...] | None:
    axes = _upright(axis)
    along = points @ axes.T
    middle, radius = _ball(along[:, :2])
    room = np.sqrt(np.maximum(radius ** 2 - ((along[:, :2] - middle) ** 2).sum(axis=1), 0))
    low, high = float((along[:, 2] + room).min()), float((along[:, 2] - room).max())
    if low >= high:
        return None
    return capsule_at(axis, np.array([*middle, (low + high) / 2]) @ axes, radius, high - low)


def capsule_at(axis: Array, centre: Array, radius: float, length: float) -> tuple[Fitted, ...]:
    """Return the cylinder and the two spheres of a capsule; `length` is between the centres of its ends."""
    rod = cylinder_at(axis, centre, radius, length)
    half = _upright(axis)[2] * (length / 2)
    half_ball = 2 / 3 * np.pi * radius ** 3
    ends = [Pose(_triple(end)) for end in (centre - half, centre + half)]
    return (rod, *(Fitted(Sphere(radius), end, half_ball) for end in ends))


def cylinder_at(axis: Array, centre: Array, radius: float, length: float) -> Fitted:
    """Return the cylinder along an axis, either way round."""
    pose = Pose(_triple(centre), _triple(roll_pitch_yaw(_upright(axis).T)))
    return Fitted(Cylinder(radius, length), pose, np.pi * radius ** 2 * length)


def sphere_at(centre: Array, radius: float) -> Fitted:
    """Return the sphere about a point."""
    return Fitted(Sphere(radius), Pose(_triple(centre)), 4 / 3 * np.pi * radius ** 3)


def enclosing_box(points: Array, axes: Array) -> Fitted:
    """Return the box along `axes` (rows) that contains points (n, 3)."""
    axes = _least_turned(axes)
    along = points @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    size = (high - low) * (1 + MARGIN)
    pose = Pose(_triple((low + high) / 2 @ axes), _triple(roll_pitch_yaw(axes.T)))
    return Fitted(Box(_triple(size)), pose, float(np.prod(size)))


def _candidates(part: Hull) -> Iterator[Fitted]:
    axes = own_axes(part.vertices, part.faces)
    yield enclosing_box(part.vertices, axes)
    for axis in axes:
        yield _cylinder(part.vertices, axis)
    centre, radius = _ball(part.vertices)
    yield sphere_at(centre, radius)


def _least_turned(axes: Array) -> Array:
    """Return the axes in the order and directions, of the 24 right-handed ones, nearest to those of the link.
    """
    turned = [np.array(signs)[:, None] * axes[list(order)] for order in itertools.permutations(range(3))
              for signs in itertools.product((1.0, -1.0), repeat=3)]
    right_handed = [found for found in turned if np.linalg.det(found) > 0]
    return max(right_handed, key=lambda found: round(float(np.trace(found)), 9))


def _cylinder(points: Array, axis: Array) -> Fitted:
    axes = _upright(axis)
    along = points @ axes.T
    middle, radius = _ball(along[:, :2])
    low, high = float(along[:, 2].min()), float(along[:, 2].max())
    centre = np.array([*middle, (low + high) / 2]) @ axes
    return cylinder_at(axis, centre, radius, (high - low) * (1 + MARGIN))


def _upright(axis: Array) -> Array:
    """Return axes (rows) whose third is `axis`, made to point forward, turned from those of the link by the
    smallest angle.
    """
    axis = axis if axis[np.argmax(np.abs(axis))] > 0 else -axis
    across = np.cross([0.0, 0.0, 1.0], axis)
    K = np.array([[0, -across[2], across[1]], [across[2], 0, -across[0]], [-across[1], across[0], 0]])
    if axis[2] < -0.999999:
        return np.diag([1.0, -1.0, -1.0])
    R = np.eye(3) + K + K @ K / (1 + axis[2])
    axes: Array = R.T
    return axes


def _ball(points: Array) -> tuple[Array, float]:
    """Return centre and radius of nearly the smallest ball around points (n, d).

    Badoiu and Clarkson, "Smaller core-sets for balls", SODA 2003: go ever smaller steps towards the farthest
    point.
    """
    centre = (points.min(axis=0) + points.max(axis=0)) / 2
    best, least = centre, float(np.linalg.norm(points - centre, axis=1).max())
    for step in range(2, ROUNDS):
        farthest = points[np.argmax(np.linalg.norm(points - centre, axis=1))]
        centre = centre + (farthest - centre) / step
        radius = float(np.linalg.norm(points - centre, axis=1).max())
        if radius < least:
            best, least = centre, radius
    return best, least * (1 + MARGIN)


def _triple(values: Array) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z

