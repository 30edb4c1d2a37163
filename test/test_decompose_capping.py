"""Holes of a surface that are filled, and those that cannot be."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import both, box, channel, refined

from robot_model_check.decompose.capping import capped


@pytest.mark.parametrize('missing', [[0], [0, 1], [3], [0, 5], list(range(6))])
def test_missing_faces_are_filled_to_the_exact_volume(missing):
    V, F = channel(1e-3)
    found = capped(V, np.delete(F, missing, axis=0))
    assert found.solid.volume() == pytest.approx(61.44e-6, rel=1e-6)


def test_holes_are_counted_and_turned_faces_do_not_matter():
    V, F = refined(*box((1, 1, 1)), 2)
    flat = [index for index in range(len(F)) if np.ptp(V[F[index]][:, 2]) == 0]
    below = [index for index in flat if V[F[index]][0, 2] < 0]
    above = [index for index in flat if V[F[index]][0, 2] > 0]
    F = np.delete(F, [below[3], *above], axis=0)
    F[::3] = F[::3, ::-1]
    found = capped(V, F)
    assert found.holes == 2
    assert found.solid.volume() == pytest.approx(1)


def test_several_bodies_are_filled_each():
    one, other = box((1, 1, 1)), box((1, 1, 1), (3, 0, 0))
    V, F = both((one[0], one[1][1:]), (other[0], other[1][:-1]))
    found = capped(V, F)
    assert (found.holes, found.solid.volume()) == (2, pytest.approx(2))


def test_what_has_no_hole_or_no_inside_is_not_filled():
    V, F = box()
    assert capped(V, F) is None
    assert capped(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.0]]), np.array([[0, 1, 2]])) is None
