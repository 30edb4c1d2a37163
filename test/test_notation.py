"""notation: what is written and read again is the same tensor to 1e-14, whatever its shape and scale."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from robot_model_check import notation
from robot_model_check.inertia import Body, compose, from_second_moment, moved, rotate, tensor
from robot_model_check.kinematics import rotation, transform
from robot_model_check.model import Pose

EXACT = 1e-14
SHAPES = {  # lengths of a body along its own axes
    'any': (3.0, 2.0, 1.0), 'two equal': (1.0, 1.0, 2.0), 'nearly equal': (1.0, 1.0 + 1e-9, 2.0),
    'equal to rounding': (1.0, 1.0 + 3e-16, 1.0), 'sphere': (1.0, 1.0, 1.0), 'needle': (1e-5, 1e-5, 1.0),
    'lamina': (1.0, 2.0, 0.0)}
SCALES = (1e-12, 1e-3, 1.0, 1e9)


def turns(count: int) -> list[np.ndarray]:
    """Random rotations, and those on which formulas divide by zero: half turns, pitch at a right angle."""
    rng = np.random.default_rng(4)
    angles = [rng.uniform(-math.pi, math.pi, 3) for _ in range(count)]
    right = math.pi / 2
    angles += list(itertools.product((0, right, math.pi), (-right, 0, right), (0, -right, math.pi)))
    angles += [(0.3, right - near, -1.2) for near in (1e-3, 1e-6, 1e-8, 1e-12, 1e-15)]
    return [rotation(tuple(map(float, rpy))) for rpy in angles]


TENSORS = [pytest.param(scale * from_second_moment(np.diag(np.square(lengths))), id=f'{name} x {scale:g}')
           for name, lengths in SHAPES.items() for scale in SCALES]


def close(found, expected, tolerance=EXACT):
    assert np.abs(np.asarray(found) - expected).max() <= tolerance * np.abs(expected).max()


@pytest.mark.parametrize('given', TENSORS)
def test_every_notation_gives_the_tensor_back(given):
    for R in turns(50):
        turned = rotate(R, given)
        turned = (turned + turned.T) / 2
        close(tensor(*notation.urdf_full(turned)), turned, 0)
        close(notation.from_mjcf_full(notation.mjcf_full(turned)), turned, 0)
        close(notation.from_urdf_principal(*notation.urdf_principal(turned)), turned)
        close(notation.from_mjcf_principal(*notation.mjcf_principal(turned)), turned)


def test_the_orders_of_the_numbers():
    numbers = tensor(1, 2, 3, 4, 5, 6)
    assert notation.urdf_full(numbers).tolist() == [1, 2, 3, 4, 5, 6]
    assert notation.mjcf_full(numbers).tolist() == [1, 4, 6, 2, 3, 5]


def test_principal_notations_name_the_axes():
    """Turned by a quarter about z, the long axis lies along y."""
    expected = np.diag([2.5, 1.0, 2.0])
    quarter = math.sqrt(0.5)
    close(notation.from_urdf_principal([1.0, 2.5, 2.0], [0, 0, math.pi / 2]), expected)
    close(notation.from_mjcf_principal([1.0, 2.5, 2.0], [quarter, 0, 0, quarter]), expected)
    close(notation.from_mjcf_principal([1.0, 2.5, 2.0], [7, 0, 0, 7]), expected)
    moments, rpy = notation.urdf_principal(expected)
    close(moments, np.array([1.0, 2.0, 2.5]))
    close(np.abs(rotation(tuple(rpy))), np.array([[0, 0, 1.0], [1, 0, 0], [0, 1, 0]]))


@pytest.mark.parametrize('R', turns(50))
def test_rotations_come_back(R):
    close(rotation(tuple(notation.roll_pitch_yaw(R))), R, 1e-15)
    q = notation.quaternion(R)
    assert q[0] >= 0
    close(np.linalg.norm(q), 1.0, 1e-15)
    close(notation.from_quaternion(q), R, 1e-15)


def test_a_quaternion_by_hand():
    close(notation.quaternion(rotation((math.pi / 3, 0, 0))), [math.cos(math.pi / 6), 0.5, 0, 0], 1e-15)
    with pytest.raises(ValueError, match='length zero'):
        notation.from_quaternion(np.zeros(4))


def bodies():
    """Random clouds of points of all sizes, their COM within a few of their own lengths."""
    rng = np.random.default_rng(7)
    for scale in SCALES:
        for _ in range(50):
            points = scale * (rng.normal(size=(6, 3)) * rng.uniform(0.1, 1, 3) + rng.normal(size=3))
            masses = rng.uniform(0.1, 1, 6) * 10.0 ** rng.integers(-6, 7)
            yield points, masses, compose(Body(m, p, np.zeros((3, 3)))
                                          for m, p in zip(masses, points, strict=True))


def test_pseudo_inertia_is_the_sum_over_points_and_comes_back():
    for points, masses, body in bodies():
        J = notation.pseudo_inertia(body)
        ends = np.column_stack([points, np.ones(len(points))])
        expected = (ends * masses[:, None]).T @ ends
        close(J[:3, :3], expected[:3, :3], 1e-13)
        close(J[:3, 3], expected[:3, 3], 1e-13)
        back = notation.from_pseudo_inertia(J)
        assert back.mass == body.mass
        close(back.com, body.com)
        assert np.abs(back.inertia - body.inertia).max() <= EXACT * np.abs(J[:3, :3]).max()
        assert notation.is_consistent(J)


def test_pseudo_inertias_add_up_as_bodies_compose():
    first, second = (body for _, _, body in itertools.islice(bodies(), 60, 62))
    T = transform(Pose((1.0, -2.0, 0.5), (0.3, -0.7, 1.9)))
    parts = [moved(first, T), second]
    close(sum(map(notation.pseudo_inertia, parts)), notation.pseudo_inertia(compose(parts)))


@pytest.mark.parametrize('scale', SCALES)
@pytest.mark.parametrize(('moments', 'consistent'), [
    ((1.0, 1.0, 1.0), True), ((1.0, 1.0, 2.0), True), ((1.0, 2.0, 3.0), True), ((0.0, 1.0, 1.0), True),
    ((0.0, 0.0, 0.0), True), ((1.0, 1.0, 2.001), False), ((1.0, 1.0, 4.0), False), ((-1.0, 1.0, 1.0), False)])
def test_consistent_is_what_the_triangle_inequality_says(moments, consistent, scale):
    for R in turns(5):
        body = Body(scale ** 0.5, scale * np.array([0.1, 2.0, -1.0]),
                    scale ** 2.5 * rotate(R, np.diag(moments)))
        assert notation.is_consistent(notation.pseudo_inertia(body)) is consistent


def test_a_negative_mass_is_not_consistent_and_none_has_no_com():
    assert not notation.is_consistent(notation.pseudo_inertia(Body(-1.0, np.zeros(3), np.eye(3))))
    massless = notation.pseudo_inertia(Body(0.0, np.zeros(3), np.eye(3)))
    assert notation.is_consistent(massless)
    with pytest.raises(ValueError, match='without mass'):
        notation.from_pseudo_inertia(massless)
