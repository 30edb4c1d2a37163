"""The proof behind inertia-impossible, tried on random mass distributions and on the ones that reach the
bound.
"""

from __future__ import annotations

import numpy as np
import pytest

from robot_model_check.clues.spread import worst_spread
from robot_model_check.inertia import Body, from_second_moment, rotate

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)


def body(masses: np.ndarray, places: np.ndarray) -> Body:
    """Return the composite of point masses."""
    mass = float(masses.sum())
    com = masses @ places / mass
    S = (places - com).T @ ((places - com) * masses[:, None])
    return Body(mass, com, from_second_moment(S))


@pytest.mark.parametrize('seed', range(200))
def test_no_mass_distribution_inside_is_called_impossible(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = rng.normal(size=(40, 3)) * rng.uniform(0.01, 0.5, 3) + rng.normal(size=3)
    count = int(rng.integers(1, 60))
    weights = rng.dirichlet(np.full(len(shape), rng.uniform(0.05, 2)), size=count)
    masses = rng.exponential(size=count) ** 3 + 1e-9
    worst = worst_spread(body(masses, weights @ shape), shape, 1e-9)
    assert worst is None or worst.excess <= 1 + 1e-6


def test_mass_at_both_ends_reaches_the_bound_and_not_more() -> None:
    ends = body(np.array([1.0, 3.0]), np.array([[-1.0, 0, 0], [1.0, 0, 0]]))
    worst = worst_spread(ends, CORNERS, 0)
    assert worst is not None
    assert worst.excess == pytest.approx(1)
    assert worst.declared == pytest.approx(np.sqrt(0.75))
    assert (worst.low, worst.high) == (pytest.approx(-1.5), pytest.approx(0.5))


def test_a_little_more_is_impossible() -> None:
    ends = body(np.array([1.0, 3.0]), np.array([[-1.1, 0, 0], [1.1, 0, 0]]))
    shifted = ends._replace(com=np.array([0.5, 0, 0]))
    worst = worst_spread(shifted, CORNERS, 0)
    assert worst is not None
    assert worst.excess == pytest.approx(1.1)


def test_principal_axes_prove_what_link_axes_cannot() -> None:
    turn = np.array([[1, -1, 0], [1, 1, 0], [0, 0, np.sqrt(2)]]) / np.sqrt(2)
    plate = CORNERS * [1, 0.1, 0.1]
    long = Body(1.0, np.zeros(3), from_second_moment(np.diag([0.5, 0.02, 0.001])))
    straight = worst_spread(long, plate, 0)
    turned = worst_spread(long._replace(inertia=rotate(turn, long.inertia)), plate @ turn.T, 0)
    assert straight is not None
    assert turned is not None
    assert turned.excess == pytest.approx(straight.excess)
    assert turned.excess > 1


def test_with_a_com_outside_the_bound_is_that_of_any_com_inside() -> None:
    long = from_second_moment(np.diag([1.21, 0.5, 0.5]))
    worst = worst_spread(Body(1.0, np.array([1.1, 0, 0]), long), CORNERS, 0)
    assert worst is not None
    assert worst.anywhere
    assert (worst.declared, worst.possible) == (pytest.approx(1.1), pytest.approx(1))


def test_geometry_without_extent_proves_nothing() -> None:
    assert worst_spread(Body(1.0, np.zeros(3), np.eye(3)), np.zeros((1, 3)), 0) is None
