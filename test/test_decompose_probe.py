"""Spheres that touch: closed forms, distances by another library, and what the probe makes of them."""

from __future__ import annotations

from dataclasses import replace

import igl
import numpy as np
import pytest
from shapes import both, box, channel

from robot_model_check.decompose.probe import LINES, Reference, is_worse
from robot_model_check.decompose.sweep import Grid, Surface, drop
from robot_model_check.geometry.triangles import convex
from robot_model_check.kinematics import rotation

TURNED = rotation(tuple(np.radians((10, -20, 30))))
FLOOR, LEFT, RIGHT = (box((0.06, 0.08, 0.006), (0, 0, 0.003)), box((0.006, 0.08, 0.034), (-0.027, 0, 0.023)),
                      box((0.006, 0.08, 0.034), (0.027, 0, 0.023)))


def one_line(V, F, x, y, radius):
    """(height, normal) of the first contact over one point."""
    found = drop(Surface.of(V, F), Grid(np.array([x, y]), np.ones(2), (1, 1)), radius)
    return float(found.heights[0]), found.normals[0]


@pytest.mark.parametrize(('x', 'y', 'height', 'normal'), [
    (0.2, -0.3, 1.5 + 0.25, (0, 0, 1)),
    (0.5 + 0.15, 0.1, 1.5 + 0.2, (0.6, 0, 0.8)),
    (0.5 + 0.09, 0.5 + 0.12, 1.5 + 0.2, (0.36, 0.48, 0.8)),
    (0.5 + 0.2500001, 0, -np.inf, (0, 0, 0))])
def test_a_sphere_touches_a_face_an_edge_a_corner_of_a_box_or_passes(x, y, height, normal):
    found, found_normal = one_line(*box((1, 1, 1), (0, 0, 1)), x, y, 0.25)
    assert found == pytest.approx(height, abs=1e-12)
    assert found_normal == pytest.approx(normal, abs=1e-12)


def test_a_slope_and_a_lying_rod_are_touched_where_they_should():
    slope = np.array([[0.0, 0, 0], [4, 0, 3], [4, 1, 3], [0, 1, 0]]), np.array([[0, 1, 2], [0, 2, 3]])
    height, normal = one_line(*slope, 2, 0.5, 0.4)
    assert height == pytest.approx(1.5 + 0.4 / 0.8)
    assert normal == pytest.approx((-0.6, 0, 0.8))
    assert one_line(slope[0], slope[1][:, ::-1], 2, 0.5, 0.4)[0] == height  # from behind as well


@pytest.mark.parametrize('axis', [0, 1, 2])
@pytest.mark.parametrize('sign', [1.0, -1.0])
def test_any_soup_of_triangles_agrees_with_distances(axis, sign):
    random = np.random.default_rng(4)
    V = (random.uniform(-1, 1, (40, 1, 3)) + random.normal(0, 0.3, (40, 3, 3))).reshape(-1, 3)
    F = np.arange(120).reshape(-1, 3)
    surface, radius = Surface.of(V, F).seen(axis, sign), 0.1
    assert (surface.V[:, 2] == sign * V[:, axis]).all()
    grid = Grid(np.full(2, -2.0), np.full(2, 0.19), (22, 22))
    found = drop(surface, grid, radius)
    met = np.isfinite(found.heights)
    assert 50 < met.sum() < len(met)
    centres = np.column_stack([grid.points, found.heights])[met]
    squared, _, at = igl.point_mesh_squared_distance(centres, surface.V, F)
    assert np.sqrt(squared) == pytest.approx(radius, abs=1e-9)
    assert (centres - at) / radius == pytest.approx(found.normals[met], abs=1e-6)
    end = np.where(met, found.heights, -4.0)
    ways = np.concatenate([np.column_stack([grid.points, end + up]) for up in np.linspace(0.001, 4, 200)])
    assert np.sqrt(igl.point_mesh_squared_distance(ways, surface.V, F)[0]).min() > radius - 1e-9


def test_only_what_is_wanted_is_looked_at():
    V, F = box()
    grid = Grid(np.full(2, -0.4), np.full(2, 0.2), (5, 5))
    wanted = np.arange(25) % 3 == 0
    assert (np.isfinite(drop(Surface.of(V, F), grid, 0.1, wanted).heights) == wanted).all()


@pytest.mark.parametrize('R', [np.eye(3), TURNED])
def test_the_hull_of_the_channel_is_34_mm_early_and_blocks_the_way_through(R):
    V, F = channel(1e-3)
    V = V @ R.T
    reference = Reference(V, F)
    found = reference.probe([convex(V)])
    r = reference.radius
    assert r == pytest.approx(np.sqrt(0.06 ** 2 + 0.08 ** 2 + 0.04 ** 2) / 32)
    assert found.early[3] == pytest.approx(0.034, abs=1e-9)
    assert found.late[3] == pytest.approx(0, abs=1e-9)
    x = (np.arange(LINES) + 0.5) / LINES * (0.06 + 2 * r) - 0.03 - r
    z = (np.arange(LINES) + 0.5) / LINES * (0.04 + 2 * r) - r
    to_wall = np.hypot(0.024 - np.abs(x)[:, None], np.maximum(z - 0.04, 0))
    free = (np.abs(x) < 0.024)[:, None] & (to_wall > r) & (z > 0.006 + r)
    assert found.ghosts == 2 * free.sum() == 480
    assert found.misses == 0
    assert found.error[2] == pytest.approx(0.08 + 2 * r, abs=1e-9)
    assert 0.6 < found.within < 0.8
    assert found.uncertainty == pytest.approx(np.sqrt(found.within * (1 - found.within) / found.lines))


def test_three_exact_boxes_are_no_different_from_the_channel():
    found = Reference(*channel(1e-3)).probe([FLOOR, LEFT, RIGHT])
    assert (found.within, found.ghosts, found.misses) == (1, 0, 0)
    assert max(*found.error, *found.normal_error) < 1e-5


def test_a_lacking_wall_is_missed_and_a_sunken_floor_late():
    V, F = channel(1e-3)
    lacking = Reference(V, F).probe([FLOOR, LEFT])
    assert lacking.misses > 50
    assert (lacking.ghosts, lacking.early[3]) == (0, pytest.approx(0, abs=1e-9))
    sunken = Reference(V, F).probe([box((0.06, 0.08, 0.003), (0, 0, 0.0015)), LEFT, RIGHT])
    assert sunken.late[3] == pytest.approx(0.003, abs=1e-9)
    assert sunken.within < 0.95


def test_a_tilted_face_within_tolerance_shows_in_the_normals_alone():
    V, F = box((0.1, 0.1, 0.1))
    tilted = V.copy()
    tilted[(V[:, 2] > 0) & (V[:, 0] > 0), 2] += 0.1 * np.tan(np.radians(0.5))
    found = Reference(V, F).probe([convex(tilted)])
    assert (found.within, found.ghosts, found.misses) == (1, 0, 0)
    assert found.normal_error[0] == pytest.approx(0, abs=1e-5)
    assert found.normal_error[1] == pytest.approx(0.5, abs=1e-6)


def slabs(half_gap):
    """Two slabs that fill a cube of 0.1 m but for a gap."""
    width = 0.05 - half_gap
    return [box((width, 0.1, 0.1), (sign * (half_gap + width / 2), 0, 0)) for sign in (-1, 1)]


@pytest.mark.parametrize(('room', 'narrower', 'ghosts'), [(0.3, 0.6, False), (1.2, 1.5, True)])
def test_what_grazes_an_edge_within_tolerance_is_no_ghost(room, narrower, ghosts):
    radius, tolerance = 0.1 * np.sqrt(3) / 32, 0.001 * np.sqrt(3)
    half_gap = (0.1 + 2 * radius) / LINES / 2 + radius + room * tolerance  # two rows of lines pass
    reference = Reference(*both(*slabs(half_gap)))
    assert (reference.radius, reference.tolerance) == pytest.approx((radius, tolerance))
    found = reference.probe(slabs(half_gap - narrower * tolerance))
    assert found.misses == 0
    assert (found.ghosts > 0) == ghosts
    assert (found.within == 1) != ghosts


def test_nothing_met_is_no_result():
    assert Reference(*box((0.1, 0.1, 0.1))).probe([box((0.1, 0.1, 0.1), (1, 1, 1))]).misses > 0
    sheet = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]]), np.array([[0, 1, 2]])
    assert Reference(*sheet).probe([box((0.2, 0.2, 0.2))]).ghosts > 0


def test_worse_is_further_off_in_one_and_better_in_none():
    reference = Reference(*channel(1e-3))
    hull, boxes = reference.probe([convex(channel(1e-3)[0])]), reference.probe([FLOOR, LEFT, RIGHT])
    assert is_worse(hull, boxes)
    assert not is_worse(boxes, hull)
    assert not is_worse(boxes, boxes)
    mixed = replace(boxes, within=0.9, error=(0, 0, 0, 0))
    assert is_worse(mixed, boxes)
    assert not is_worse(mixed, replace(boxes, error=(0, 0.01, 0.01, 0.01)))


def test_all_six_sides_count():
    cube = box((0.1, 0.1, 0.1))
    for axis in range(3):
        for sign in (-1, 1):
            centre = np.zeros(3)
            centre[axis] = sign * 0.06
            found = Reference(*cube).probe([cube, box((0.02, 0.02, 0.02), centre)])
            assert found.early[3] == pytest.approx(0.02, abs=1e-9)
    assert Reference(*both(cube)).probe([cube]).error[3] < 1e-9
