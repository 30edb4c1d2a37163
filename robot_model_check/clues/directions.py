"""Directions and places in words."""

from __future__ import annotations

from collections.abc import Sequence

AXES = 'xyz'
ALONG = 0.999  # cosine beyond which a direction is that of an axis: within 2.6 degrees


def direction(vector: Sequence[float], signed: bool = False) -> str:
    """Return a direction (3,) in link axes: 'x', 'y', 'z' (or '+x', '-x', ...) where it is one, else its
    components.
    """
    length = sum(value * value for value in vector) ** 0.5 or 1.0
    for axis, value in zip(AXES, vector, strict=True):
        if abs(value) >= ALONG * length:
            return ('+' if value > 0 else '-') + axis if signed else axis
    return f'({" ".join(f"{value / length:.2f}" for value in vector)})'


def place(point: Sequence[float]) -> str:
    """Return a point (3,) [m] in millimetres."""
    rounded = (round(1e3 * value, 4) + 0.0 for value in point)  # + 0 makes -0 equal 0
    return f'({" ".join(f"{value:.4g}" for value in rounded)}) mm'


def towards(start: Sequence[float], end: Sequence[float]) -> str:
    """Return the direction from one point (3,) to another: '+x', '-y', ... or its components."""
    return direction([last - first for first, last in zip(start, end, strict=True)], signed=True)
