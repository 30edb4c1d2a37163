"""Roll, pitch and yaw that look like degrees."""

from __future__ import annotations

from math import isclose, pi

from robot_model_check.model import Pose

QUARTER = 0.002  # rad: how exactly people write a multiple of pi / 2


def in_degrees(pose: Pose) -> bool:
    """Return whether an angle lies beyond a full turn and is no multiple of a quarter turn in radians."""
    return any(abs(angle) > 2 * pi + QUARTER and not _is_of_pi(angle) for angle in pose.rpy)


def _is_of_pi(angle: float) -> bool:
    quarters = round(angle / (pi / 2))
    exactly = QUARTER * max(1, abs(quarters))
    return angle != round(angle) and isclose(angle, quarters * pi / 2, abs_tol=exactly)
