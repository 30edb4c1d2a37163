"""Enclosing hulls within a vertex budget."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import box

from robot_model_check.decompose import hull
from robot_model_check.decompose.hull import as_stored, convex_hull, outside, thickened
from robot_model_check.decompose.vertex_cap import enclosing_hull
from robot_model_check.geometry.triangles import signed_volume


def sphere(count):
    """Points (count, 3) spread over the unit sphere."""
    step = np.arange(count) + 0.5
    z, angle = 1 - 2 * step / count, np.pi * (1 + 5 ** 0.5) * step
    r = np.sqrt(1 - z ** 2)
    return np.column_stack([r * np.cos(angle), r * np.sin(angle), z])


def prism(sides):
    """A regular prism about the unit cylinder, of height 1."""
    angle = np.arange(sides) * 2 * np.pi / sides
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.vstack([np.column_stack([ring, np.full(sides, z)]) for z in (0, 1)])


@pytest.mark.parametrize(('points', 'cap', 'most'), [
    (sphere(600), 64, 1.09), (sphere(600), 20, 1.5), (prism(128), 64, 1.01), (prism(64), 16, 1.1),
    (1e-3 * sphere(300) + 5, 64, 1.08), (1e3 * sphere(100), 32, 1.2)])
def test_the_part_contains_all_points_within_its_vertices_and_little_more(points, cap, most):
    """64 vertices around a sphere of 600 cost 8 %, 16 around a cylinder 7 %."""
    part = enclosing_hull(points, cap)
    assert len(part.vertices) <= cap
    size = np.ptp(points, axis=0).max()
    assert outside(points, part) <= 1e-8 * size
    assert 1 <= part.volume / convex_hull(points).volume <= most


@pytest.mark.parametrize('cap', [4, 5, 8])
def test_very_few_vertices_still_enclose(cap):
    part = enclosing_hull(sphere(200), cap)
    assert len(part.vertices) <= cap
    assert outside(sphere(200), part) <= 1e-8


def test_a_hull_within_the_budget_is_left_exact():
    part = enclosing_hull(prism(20), 64)
    assert part.volume == pytest.approx(10 * np.sin(2 * np.pi / 20), rel=1e-12)
    assert len(part.vertices) == 40


def test_less_than_four_vertices_and_flat_points_are_refused():
    with pytest.raises(ValueError, match='at least 4'):
        enclosing_hull(sphere(50), 3)
    with pytest.raises(ValueError, match='one plane'):
        convex_hull(sphere(50) * [1, 1, 0])


def test_a_flat_shape_gets_a_thickness_and_a_solid_one_stays():
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0.0]])
    assert convex_hull(thickened(square)).volume == pytest.approx(1e-3)
    assert len(thickened(box()[0])) == 8


def test_a_line_and_a_point_get_a_volume_too():
    for points in (np.array([[0, 0, 0], [1, 0, 0.0]]), np.zeros((1, 3))):
        assert convex_hull(thickened(points)).volume > 0


def test_stored_vertices_are_float32_and_their_hull_is_convex():
    part = as_stored(convex_hull(sphere(100) / 3))
    assert np.array_equal(part.vertices, part.vertices.astype(np.float32))
    assert outside(part.vertices, part) <= 1e-15


def test_points_that_the_library_leaves_out_are_noticed(monkeypatch):
    points = np.vstack([prism(8), [[2, 0, 0.5]]])
    whole, most = convex_hull(points), convex_hull(prism(8))
    monkeypatch.setattr(hull, 'quick_hull', lambda points: most)
    again = convex_hull(points)
    assert again.volume == pytest.approx(whole.volume)
    assert signed_volume(again.vertices, again.faces) == pytest.approx(whole.volume)
    assert outside(points, again) <= 1e-12
    assert len(again.vertices) == len(whole.vertices)


def test_vertices_and_faces_come_in_lexical_order():
    """So that equal points give equal bytes, whatever order manifold3d happens to make."""
    found = convex_hull(sphere(2000)[::-1])
    assert found.vertices.tolist() == sorted(found.vertices.tolist())
    assert found.faces.tolist() == sorted(found.faces.tolist())
    assert (found.faces[:, 0] == found.faces.min(axis=1)).all()
