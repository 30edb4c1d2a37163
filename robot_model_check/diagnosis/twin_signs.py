"""Which signs are wrong in a tensor that should be the mirror image of that of a twin."""

from __future__ import annotations

import numpy as np

from robot_model_check.diagnosis.hypotheses import PRODUCTS, SIGNS
from robot_model_check.facts import Array

NEARER = 0.005  # of the largest element: what the digits of twins leave


def wrong_signs(own: Array, meant: Array, mirror: str) -> str:
    """Return the cause whose undoing brings a tensor (3, 3) to that meant, both in link axes: `mirror`, the
    copy that was not mirrored, unless another one comes nearer.
    """
    left = {code: max(abs(sign * own[place] - meant[place])
                      for place, sign in zip(PRODUCTS, signs, strict=True)) for code, _, signs, _ in SIGNS}
    nearest = min(left, key=lambda code: left[code])
    return nearest if left[mirror] - left[nearest] > NEARER * np.abs(meant).max() else mirror
