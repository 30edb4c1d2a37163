"""Planes through the axes of bores."""

from __future__ import annotations

import numpy as np
import pytest
from manifold3d import Manifold

from robot_model_check.decompose.bores import bore_planes
from robot_model_check.decompose.edges import edges_of
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.kinematics import rotation

R = rotation((0.3, -0.5, 1.0))
CENTRES = ((-0.25, 0.05), (0.2, -0.1))


def plate(centres, sides=20):
    """A plate with bores of 0.1 at `centres`, turned."""
    body = Manifold.cube((1, 0.6, 0.1), True)
    for x, y in centres:
        body -= Manifold.cylinder(1, 0.05, -1, sides, True).translate((x, y, 0))
    return body.transform(np.column_stack([R, np.zeros(3)]))


def planes(solid):
    V, F = to_arrays(solid)
    return bore_planes(edges_of(V, F), len(F))


def test_planes_hold_the_axis_of_each_bore_towards_the_other_and_square_to_it():
    found = planes(plate(CENTRES))
    assert len(found) == 4
    one, other = (R @ [*centre, 0] for centre in CENTRES)
    along, towards = R[:, 2], (other - one) / np.linalg.norm(other - one)
    for normal, point in found:
        assert abs(normal @ along) < 1e-9
        assert min(abs(abs(normal @ towards) - 1), abs(normal @ towards)) < 1e-6
        assert min(np.linalg.norm(np.cross(point - centre, along)) for centre in (one, other)) < 1e-6


def test_an_arc_that_a_cut_left_has_the_axis_of_its_bore():
    half, _ = plate(CENTRES[:1]).split_by_plane(tuple(R[:, 0]), -0.24)
    assert planes(half)
    for _, point in planes(half):
        assert np.linalg.norm(np.cross(point - R @ [*CENTRES[0], 0], R[:, 2])) < 1e-6


@pytest.mark.parametrize('solid', [Manifold.cube((1, 1, 1)), Manifold.cylinder(1, 0.3, -1, 32),
                                   Manifold.cube((1, 1, 1)) - Manifold.cube((0.5, 0.5, 0.5))])
def test_what_has_no_bore_gives_no_planes(solid):
    assert planes(solid) == []
