"""inertia: closed forms to rounding."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapes import ELEMENT, box, channel

from robot_model_check import inertia
from robot_model_check.geometry import primitives
from robot_model_check.kinematics import rotation, transform
from robot_model_check.model import Box, Capsule, Cylinder, Inertial, Pose, Sphere

EXACT = 1e-14
TURN = rotation((0.3, -0.7, 1.9))


def close(found, expected, tolerance=EXACT):
    scale = np.abs(expected).max()
    np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance * scale)


def box_tensor(mass, a, b, c):
    return mass / 12 * np.diag([b * b + c * c, a * a + c * c, a * a + b * b])


def test_tensor_places_the_six_numbers():
    expected = [[1, 2, 3], [2, 4, 5], [3, 5, 6]]
    assert inertia.tensor(1, 2, 3, 4, 5, 6).tolist() == expected


def test_inertial_in_link_turns_the_tensor_by_rpy():
    origin = Pose((0.1, 0.2, 0.3), (0.0, 0.0, math.pi / 2))
    given = Inertial(2.0, 1.0, 0.0, 0.0, 2.0, 0.0, 2.5, origin, ELEMENT)
    body = inertia.inertial_in_link(given)
    assert body.mass == 2.0
    assert body.com.tolist() == [0.1, 0.2, 0.3]
    close(body.inertia, np.diag([2.0, 1.0, 2.5]))


def test_equivalent_box_gives_back_a_turned_box():
    tensor = inertia.rotate(TURN, box_tensor(3.0, 0.3, 0.1, 0.2))
    close(inertia.equivalent_box(tensor, 3.0), np.array([0.1, 0.2, 0.3]), 1e-13)


def test_equivalent_box_without_mass_or_real_sides():
    assert inertia.equivalent_box(np.eye(3), 0.0).tolist() == [0, 0, 0]
    assert inertia.equivalent_box(np.diag([1.0, 1.0, 3.0]), 1.0)[0] == 0


def test_principal_axes_are_right_handed_and_diagonalise():
    tensor = inertia.rotate(TURN, np.diag([1.0, 2.0, 2.5]))
    moments, axes = inertia.principal_axes(tensor)
    assert np.linalg.det(axes) == pytest.approx(1)
    close(axes.T @ tensor @ axes, np.diag(moments))
    close(moments, np.array([1.0, 2.0, 2.5]))


@pytest.mark.parametrize(('moments', 'excess'), [
    ((1.0, 2.0, 2.5), -0.2), ((1.0, 1.0, 2.0), 0.0), ((1.0, 1.0, 4.0), 0.5), ((0.0, 0.0, 0.0), 0.0),
    ((-1.0, -1.0, -1.0), math.inf)])
def test_triangle_excess_on_turned_tensors(moments, excess):
    tensor = inertia.rotate(TURN, np.diag(moments))
    assert inertia.triangle_excess(tensor).excess == pytest.approx(excess, abs=1e-15)


def test_triangle_excess_that_no_diagonal_shows():
    """Franka's fer_link4 as published: each diagonal pair exceeds the third, the principal moments do not."""
    tensor = inertia.tensor(0.00784585566, -0.00339591957, 0.00158704074, 0.00649543136, -0.00181477884,
                            0.01003079917)
    assert tensor[2, 2] < tensor[0, 0] + tensor[1, 1]
    assert round(100 * inertia.triangle_excess(tensor).excess, 1) == 8.6


def test_shift_is_huygens_steiner_both_ways():
    tensor = box_tensor(2.0, 0.1, 0.2, 0.3)
    shifted = inertia.shift(tensor, 2.0, np.array([1.0, 0.0, 0.0]))
    close(shifted, tensor + np.diag([0.0, 2.0, 2.0]))
    close(shifted - inertia.parallel_axis(2.0, np.array([1.0, 0, 0])), tensor, 1e-13)


def test_compose_two_halves_of_a_box_in_any_axes():
    halves = [inertia.Body(1.0, np.array([x, 0.0, 0.0]), box_tensor(1.0, 0.2, 0.1, 0.3)) for x in (-0.1, 0.1)]
    T = transform(Pose((1.0, 2.0, 3.0), (0.3, -0.7, 1.9)))
    whole = inertia.compose(inertia.moved(half, T) for half in halves)
    assert whole.mass == 2.0
    close(whole.com, np.array([1.0, 2.0, 3.0]))
    close(whole.inertia, inertia.rotate(T[:3, :3], box_tensor(2.0, 0.4, 0.1, 0.3)), 1e-13)


def test_compose_nothing_and_massless():
    assert inertia.compose([]).mass == 0
    body = inertia.compose([inertia.Body(0.0, np.ones(3), np.zeros((3, 3)))])
    assert body.com.tolist() == [0, 0, 0]


def test_second_moment_and_back():
    tensor = inertia.rotate(TURN, box_tensor(1.0, 0.3, 0.2, 0.1))
    close(inertia.second_moment(box_tensor(12.0, 0.3, 0.2, 0.1)), np.diag([0.09, 0.04, 0.01]))
    close(inertia.from_second_moment(inertia.second_moment(tensor)), tensor)


def test_solid_of_a_box_far_from_the_origin_and_turned():
    V, F = box((0.3, 0.2, 0.1))
    found = inertia.solid_properties(V @ TURN.T + [7.0, -8.0, 9.0], F)
    assert found.volume == pytest.approx(0.006, rel=1e-12)
    close(found.com, np.array([7.0, -8.0, 9.0]))
    close(found.inertia, inertia.rotate(TURN, box_tensor(1.0, 0.3, 0.2, 0.1)), 1e-12)


def test_solid_of_the_unit_tetrahedron():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    F = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    found = inertia.solid_properties(V, F)
    assert found.volume == pytest.approx(1 / 6, rel=EXACT)
    close(found.com, np.full(3, 0.25))
    S = np.full((3, 3), 1 / 20 - 1 / 16)
    np.fill_diagonal(S, 1 / 10 - 1 / 16)
    close(inertia.second_moment(found.inertia), S)


def test_solid_inside_out_counts_as_positive():
    V, F = channel(1e-3)
    right, inverted = inertia.solid_properties(V, F), inertia.solid_properties(V, F[:, ::-1])
    close(inverted.inertia, right.inertia)
    assert inverted.volume == pytest.approx(right.volume, rel=EXACT)


def test_shell_of_a_cube():
    found = inertia.shell_properties(*box((2.0, 2.0, 2.0), (1.0, 2.0, 3.0)))
    assert found.method == 'shell'
    assert found.volume == 0
    close(found.com, np.array([1.0, 2.0, 3.0]))
    close(found.inertia, np.eye(3) * 5 / 18 * 4, 1e-13)


def test_no_volume_and_no_area_are_errors():
    V = np.zeros((3, 3))
    with pytest.raises(ValueError, match='volume'):
        inertia.solid_properties(V, np.array([[0, 1, 2]]))
    with pytest.raises(ValueError, match='area'):
        inertia.shell_properties(V, np.array([[0, 1, 2]]))


def test_box_between_corners():
    found = inertia.box_properties(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]))
    assert found.volume == 6
    assert found.com.tolist() == [0.5, 2.0, 3.5]
    close(found.inertia, box_tensor(1.0, 1, 2, 3))


R, L = 0.3, 0.7
BALL, TUBE = 4 / 3 * math.pi * R ** 3, math.pi * R ** 2 * L
CAPSULE_ACROSS = (TUBE * (R ** 2 / 4 + L ** 2 / 12)
                  + BALL * (0.4 * R ** 2 + L ** 2 / 4 + 3 * L * R / 8)) / (TUBE + BALL)


@pytest.mark.parametrize(('primitive', 'volume', 'area', 'moments'), [
    (Box((1.0, 2.0, 3.0)), 6.0, 22.0, (13 / 12, 10 / 12, 5 / 12)),
    (Sphere(R), BALL, 4 * math.pi * R ** 2, (0.4 * R ** 2,) * 3),
    (Cylinder(R, L), TUBE, 2 * math.pi * R * (L + R),
     ((3 * R ** 2 + L ** 2) / 12, (3 * R ** 2 + L ** 2) / 12, R ** 2 / 2)),
    (Capsule(R, L), TUBE + BALL, 2 * math.pi * R * (L + 2 * R),
     (CAPSULE_ACROSS, CAPSULE_ACROSS, (TUBE * R ** 2 / 2 + BALL * 0.4 * R ** 2) / (TUBE + BALL))),
])
def test_primitives_by_the_textbook(primitive, volume, area, moments):
    found = primitives.properties(primitive)
    assert found.volume == pytest.approx(volume, rel=EXACT)
    assert primitives.area(primitive) == pytest.approx(area, rel=EXACT)
    close(found.inertia, np.diag(moments))


@pytest.mark.parametrize('primitive', [Box((1.0, 2.0, 3.0)), Sphere(R), Cylinder(R, L), Capsule(R, L),
                                       Capsule(R, 0.0)])
def test_primitive_triangles_are_closed_and_inscribed(primitive):
    from robot_model_check.geometry.triangles import closure, signed_volume
    V, F = primitives.tessellate(primitive)
    found = closure(F, len(V))
    assert not found.open.any()
    assert not found.unbalanced.any()
    share = signed_volume(V, F) / primitives.volume(primitive)
    assert 0.995 < share <= 1 + EXACT
    reach = primitives.reach(primitive, TURN)
    extent = np.abs(V @ TURN.T).max(axis=0)
    assert (extent <= reach * (1 + EXACT)).all()
    assert (extent >= reach * 0.995).all()
