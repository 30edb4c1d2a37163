"""Primitives that contain a part."""

from __future__ import annotations

import numpy as np
import pytest
from manifold3d import Manifold
from test_decompose_hull import prism, sphere

from robot_model_check.decompose.hull import convex_hull
from robot_model_check.decompose.parts import Part, with_primitives
from robot_model_check.decompose.primitive import enclosing, enclosing_capsule
from robot_model_check.decompose.vertex_cap import enclosing_hull
from robot_model_check.geometry.primitives import tessellate
from robot_model_check.kinematics import rotation, transform
from robot_model_check.model import Box, Cylinder, Sphere

RPY, XYZ = (0.35, -0.25, 0.6), np.array([0.1, 0.2, -0.3])


def placed(points):
    """The convex hull of points, turned and moved."""
    return convex_hull(points @ rotation(RPY).T + XYZ)


def test_a_box_is_found_with_its_size_and_the_least_turned_axes():
    half = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
    found = enclosing(placed(half * [0.06, 0.08, 0.006]))
    assert isinstance(found.geometry, Box)
    assert found.geometry.size == pytest.approx((0.06, 0.08, 0.006), rel=1e-6)
    assert found.pose.xyz == pytest.approx(XYZ)
    assert found.pose.rpy == pytest.approx(RPY)
    assert found.volume == pytest.approx(0.06 * 0.08 * 0.006, rel=1e-6)


def test_a_fine_prism_becomes_the_cylinder_around_it():
    found = enclosing(placed(prism(64) * [0.02, 0.02, 0.1]))
    assert isinstance(found.geometry, Cylinder)
    assert (found.geometry.radius, found.geometry.length) == pytest.approx((0.02, 0.1), rel=1e-6)
    axis = transform(found.pose)[:3, 2]
    assert abs(axis @ rotation(RPY)[:, 2]) == pytest.approx(1)


def test_a_ball_becomes_a_sphere():
    found = enclosing(placed(0.05 * sphere(400)))
    assert isinstance(found.geometry, Sphere)
    assert found.geometry.radius == pytest.approx(0.05, rel=3e-3)


@pytest.mark.parametrize('seed', range(8))
def test_what_is_found_contains_the_part(seed):
    rng = np.random.default_rng(seed)
    part = convex_hull(rng.normal(size=(30, 3)) * rng.uniform(0.1, 1, 3) + rng.normal(size=3))
    found = enclosing(part)
    T = transform(found.pose)
    own = (part.vertices - T[:3, 3]) @ T[:3, :3]
    if isinstance(found.geometry, Box):
        assert (np.abs(own).max(axis=0) <= np.array(found.geometry.size) / 2 * (1 + 1e-12)).all()
    elif isinstance(found.geometry, Sphere):
        assert np.linalg.norm(own, axis=1).max() <= found.geometry.radius * (1 + 1e-12)
    else:
        assert np.linalg.norm(own[:, :2], axis=1).max() <= found.geometry.radius * (1 + 1e-12)
        assert np.abs(own[:, 2]).max() <= found.geometry.length / 2 * (1 + 1e-12)


def test_round_parts_become_primitives_only_while_there_is_room():
    core = placed(prism(40))
    parts = [Part(core, core)]
    added = np.pi - 20 * np.sin(2 * np.pi / 40)
    assert with_primitives(parts, room=1.01 * added)[0].fitted is not None
    assert with_primitives(parts, room=0.99 * added)[0].fitted is None


@pytest.mark.parametrize('axis', [(0, 0, 1), (0, 0, -1), (1, 0, 0), (0, -1, 0), (0.6, 0, -0.8)])
def test_a_cylinder_stands_along_any_axis(axis):
    V, _ = tessellate(Cylinder(0.02, 0.1))
    side = np.cross(axis, (0.36, 0.48, 0.8))
    side /= np.linalg.norm(side)
    found = enclosing(convex_hull(V @ np.array([side, np.cross(axis, side), axis])))
    assert (found.geometry.radius, found.geometry.length) == pytest.approx((0.02, 0.1), rel=1e-3)
    assert abs(transform(found.pose)[:3, 2] @ axis) == pytest.approx(1)


def test_a_part_is_a_cylinder_by_what_it_contains_not_by_its_few_vertices():
    core = convex_hull(prism(64))
    part = Part(enclosing_hull(core.vertices, 24), core)
    assert part.hull.volume > 1.02 * np.pi
    made = with_primitives([part], room=0.0)[0]
    assert made.fitted is not None
    assert made.volume == pytest.approx(np.pi, rel=1e-6)


@pytest.mark.parametrize('axis', [(0, 0, 1), (1, 0, 0), (0.6, 0, -0.8)])
def test_a_capsule_is_a_rod_and_two_balls(axis):
    """Of radius 0.1 and 0.5 between the centres of its ends."""
    ball = Manifold.sphere(0.1, 64).to_mesh64().vert_properties
    ball = ball / np.linalg.norm(ball, axis=1)[:, None] * 0.1
    half = np.array([0, 0, 0.25])
    side = np.cross(axis, (0.36, 0.48, 0.8))
    side /= np.linalg.norm(side)
    R = np.column_stack([side, np.cross(axis, side), axis])
    points = np.vstack([ball + half, ball - half]) @ R.T + XYZ
    rod, one, other = enclosing_capsule(convex_hull(points))
    assert isinstance(rod.geometry, Cylinder)
    assert (rod.geometry.radius, rod.geometry.length) == pytest.approx((0.1, 0.5), rel=2e-2)
    assert abs(transform(rod.pose)[:3, 2] @ axis) == pytest.approx(1, abs=1e-3)
    ends = sorted([tuple(XYZ + R @ half), tuple(XYZ - R @ half)])
    assert sorted([one.pose.xyz, other.pose.xyz]) == [pytest.approx(end, abs=5e-3) for end in ends]
    total = np.pi * 0.1 ** 2 * 0.5 + 4 / 3 * np.pi * 0.1 ** 3
    assert sum(part.volume for part in (rod, one, other)) == pytest.approx(total, rel=3e-2)


@pytest.mark.parametrize('seed', range(6))
def test_a_capsule_contains_the_part(seed):
    rng = np.random.default_rng(seed)
    part = convex_hull(rng.normal(size=(30, 3)) * (0.1, 0.15, 1) @ rotation((1, 2, 3)).T)
    rod, one, other = enclosing_capsule(part)
    start, end = np.array(one.pose.xyz), np.array(other.pose.xyz)
    share = np.clip((part.vertices - start) @ (end - start) / ((end - start) @ (end - start)), 0, 1)[:, None]
    assert np.linalg.norm(part.vertices - start - share * (end - start), axis=1).max() <= (
        rod.geometry.radius * (1 + 1e-9))


def test_a_ball_makes_a_capsule_of_hardly_any_length():
    found = enclosing_capsule(convex_hull(sphere(400)))
    assert found is None or found[0].geometry.length < 0.1
