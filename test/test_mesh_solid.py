"""The solid that a mesh encloses, whatever its parts and faces are like."""

from __future__ import annotations

import os

import numpy as np
import pytest
from shapes import both, box, channel, refined, write_stl

from robot_model_check.geometry import triangles
from robot_model_check.geometry.mesh import load, measure_file
from robot_model_check.geometry.solid import closed_solid, to_arrays
from robot_model_check.geometry.triangles import (
    convex,
    hull,
    is_convex,
    signed_volume,
    weld,
)
from robot_model_check.kinematics import rotation


def solid_volume(V, F):
    body, _ = closed_solid(V, F)
    return None if body is None else body.volume()


def test_solid_of_overlapping_components_is_their_union():
    assert solid_volume(*both(box(), box((1, 1, 1), (0.5, 0, 0)))) == pytest.approx(1.5, rel=1e-12)


def test_solid_keeps_a_cavity():
    V, F = box((0.5, 0.5, 0.5))
    assert solid_volume(*both(box(), (V, F[:, ::-1]))) == pytest.approx(0.875, rel=1e-12)


def test_solid_of_an_inside_out_neighbour_is_no_cavity():
    neighbour, cavity = ((V, F[:, ::-1]) for V, F in (box((0.5, 0.5, 0.5), (3, 0, 0)), box((0.2, 0.2, 0.2))))
    assert solid_volume(*both(box(), neighbour)) == pytest.approx(1.125, rel=1e-12)
    assert solid_volume(*both(box(), neighbour, cavity)) == pytest.approx(1.117, rel=1e-12)


def test_solid_of_an_inverted_or_mixed_mesh():
    V, F = channel(1.0)
    assert solid_volume(V, F[:, ::-1]) == pytest.approx(61440, rel=1e-12)
    mixed = F.copy()
    mixed[::3] = mixed[::3, ::-1]
    assert solid_volume(V, mixed) == pytest.approx(61440, rel=1e-12)


def test_a_surface_given_twice_counts_once(tmp_path):
    V, F = channel(1.0)
    twice = np.vstack([F, np.roll(F, 1, axis=1)])
    assert solid_volume(V, twice) == pytest.approx(61440, rel=1e-12)
    facts = measure_file(write_stl(tmp_path / 'a.stl', V, twice))
    assert (facts.faces, facts.volume, facts.open_share) == (56, 61440, 0.0)


def test_what_is_convex():
    V, F = box()
    assert is_convex(V, F)
    dented = V.copy()
    dented[0] *= 0.2
    assert not is_convex(dented, F)
    assert not is_convex(*channel())


def test_a_hull_that_the_library_gets_wrong_is_made_by_another(monkeypatch):
    monkeypatch.setattr(triangles, 'is_convex', lambda V, F: False)
    V = np.random.default_rng(1).normal(size=(200, 3))
    found = convex(V)
    assert triangles.signed_volume(*found) == pytest.approx(signed_volume(*hull_of(V)), rel=1e-9)
    assert closed_solid(*found)[0].volume() == pytest.approx(signed_volume(*found), rel=1e-9)


def hull_of(V):
    """The hull by manifold3d."""
    from manifold3d import Manifold
    return to_arrays(Manifold.hull_points(V))


def test_a_hull_contains_its_points_where_they_nearly_lie_in_planes(shared):
    mesh = load(str(shared / 'robots/leap_hand/leap_hand_dexurdf/meshes/visual/dip.obj'))
    V = mesh.vertices @ rotation((-3.1415926, 0, 0)).T + np.array([0.0211, -0.0084, 0.0097])
    W, F = hull(V)
    assert is_convex(W, F)
    normal = np.cross(W[F[:, 1]] - W[F[:, 0]], W[F[:, 2]] - W[F[:, 0]])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    outside = V @ normal.T - np.einsum('ij,ij->i', normal, W[F[:, 0]])
    assert outside.max() < 1e-6


def in_one_corner(*sizes):
    """Boxes that share the face at z = 0, welded."""
    corners = [box((1, 1, size), (0, 0, size / 2)) for size in sizes]
    return weld(*both(*corners))


def test_bodies_that_share_a_face_wound_alike_are_closed_and_count_once(tmp_path):
    V, F = in_one_corner(1, 2)
    assert len(np.unique(np.sort(F, axis=1), axis=0)) == len(F) - 2  # the case is what it says
    assert solid_volume(V, F) == pytest.approx(2, rel=1e-12)
    assert solid_volume(V, F[:, ::-1]) == pytest.approx(2, rel=1e-12)
    assert solid_volume(*both((V, F), box((1, 1, 1), (3, 0, 0)))) == pytest.approx(3, rel=1e-12)
    assert measure_file(write_stl(tmp_path / 'a.stl', V, F)).open_share == 0


def test_a_face_given_twice_is_left_out_where_the_rest_closes():
    V, F = in_one_corner(1)
    assert solid_volume(V, np.vstack([F, F[:1]])) == pytest.approx(1, rel=1e-12)


def test_two_copies_of_a_file_are_one_mesh(tmp_path):
    first, copy = (write_stl(tmp_path / name, *box()) for name in ('a.stl', 'copy.stl'))
    assert load(copy) is load(first)
    assert measure_file(copy).path == copy
    other = write_stl(tmp_path / 'other.stl', *box((2, 1, 1)))
    assert load(other) is not load(first)
    write_stl(tmp_path / 'copy.stl', *box((3, 1, 1)))
    os.utime(copy, ns=(1, 1))
    assert load(copy).vertices.max() == 1.5


def test_open_meshes_have_no_solid_and_do_not_crash():
    V, F = box()
    for count in range(1, 12):
        body, open_share = closed_solid(*weld(V, F[:count]))
        assert body is None
        assert open_share == 1.0


def test_a_speck_that_does_not_close_is_left_out():
    speck = (np.array([[0.6, 0, 0], [0.61, 0, 0], [0.6, 0.01, 0]]), np.array([[0, 1, 2]]))
    body, open_share = closed_solid(*both(box(), speck))
    assert 0 < open_share < 1e-4
    assert body.volume() == pytest.approx(1)


def test_double_sided_sheet_encloses_nothing():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    assert closed_solid(V, np.array([[0, 1, 2], [0, 2, 1]])) == (None, 0.0)


def test_more_faces_than_booleans_bear(monkeypatch):
    from robot_model_check.geometry import solid
    monkeypatch.setattr(solid, 'EXACT_FACES', 100)
    assert closed_solid(*refined(*channel(), 1)) == (None, 0.0)


def test_a_solid_comes_out_in_one_order_however_it_came_in() -> None:
    V, F = channel()
    random = np.random.default_rng(3)
    expected = None
    for _ in range(5):
        order = random.permutation(len(V))
        turned = np.roll(np.argsort(order)[F], random.integers(3), axis=1)[random.permutation(len(F))]
        body, _ = closed_solid(V[order], turned)
        found = to_arrays(body)
        expected = expected or found
        np.testing.assert_array_equal(found[0], expected[0])
        np.testing.assert_array_equal(found[1], expected[1])
