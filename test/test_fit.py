"""Distance of tensors: closed forms, and independence of axes and units."""

from __future__ import annotations

import numpy as np
import pytest

from robot_model_check.clues.directions import direction, place
from robot_model_check.clues.fit import distance, relative
from robot_model_check.kinematics import rotation


def test_a_factor_counts_as_itself() -> None:
    K = np.diag([1.0, 2.0, 2.5])
    np.testing.assert_allclose(relative(7 * K, K), [7, 7, 7])
    assert np.exp(distance(relative(7 * K, K))) == pytest.approx(7)
    assert np.exp(distance(relative(K / 7, K))) == pytest.approx(7)


def test_axes_do_not_matter() -> None:
    A, B, R = np.diag([1.0, 2.0, 2.5]), np.diag([2.0, 1.0, 2.5]), rotation((0.3, -0.2, 0.5))
    assert distance(relative(A, B)) == pytest.approx(np.sqrt(2 / 3) * np.log(2))
    assert distance(relative(R @ A @ R.T, R @ B @ R.T)) == pytest.approx(distance(relative(A, B)))


@pytest.mark.parametrize(('vector', 'signed', 'words'), [
    ((0, 0, -2), False, 'z'), ((0, 0, -2), True, '-z'), ((3, 0.01, 0), True, '+x'),
    ((1, 1, 0), False, '(0.71 0.71 0.00)'),
    ((0, 0, 0), False, '(0.00 0.00 0.00)')])
def test_directions_in_words(vector: tuple[float, ...], signed: bool, words: str) -> None:
    assert direction(vector, signed) == words


def test_places_in_millimetres() -> None:
    assert place((0.0123, -1, 0)) == '(12.3 -1000 0) mm'


def test_relative_moments_agree_with_the_generalised_eigenvalues() -> None:
    from scipy.linalg import eigh
    random = np.random.default_rng(7)
    for _ in range(50):
        A, B = (M @ M.T + 1e-3 * np.eye(3) for M in random.normal(size=(2, 3, 3)))
        np.testing.assert_allclose(relative(A, B), eigh(A, B, eigvals_only=True), rtol=1e-9)
