"""Depth of hollows: known shapes."""

from __future__ import annotations

import numpy as np
import pytest
from support import box_mesh, channel_mesh

from robot_model_check.geometry.cavity import depth
from robot_model_check.geometry.triangles import hull, joined


def test_the_mouth_of_a_channel_is_half_its_width_from_the_walls() -> None:
    V, F = channel_mesh()
    around = hull(V)
    assert around is not None
    assert depth((V, F), around) == pytest.approx(0.024, abs=0.001)


def test_a_hollow_without_an_opening_does_not_count() -> None:
    outer, inner = box_mesh((0.1, 0.1, 0.1)), box_mesh((0.08, 0.08, 0.08))
    shell = joined([outer, (inner[0], np.ascontiguousarray(inner[1][:, ::-1]))])
    around = hull(shell[0])
    assert around is not None
    assert depth(shell, around) < 1e-6
