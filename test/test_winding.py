"""The body inside a surface that does not close, by winding numbers."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import shape
from support import channel_mesh

from robot_model_check.diagnosis.evidence import apart
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.volume_samples import VolumeSamples
from robot_model_check.geometry.winding import sampled_solid
from robot_model_check.inertia import solid_properties

V, F = channel_mesh()
WHOLE = solid_properties(V, F)


def samples_of(surface) -> VolumeSamples:
    """Samples in a surface."""
    return VolumeSamples([Placed(shape(None), *surface, None, None, None)])


def slit(share: float):
    """The channel with every face drawn a little smaller, so that none touches the next."""
    corners = V[F]
    smaller = corners + share * (corners.mean(axis=1, keepdims=True) - corners)
    return smaller.reshape(-1, 3), np.arange(3 * len(F)).reshape(-1, 3)


@pytest.mark.parametrize('turned', [False, True])
def test_slits_change_nothing(turned: bool) -> None:
    vertices, faces = slit(0.01)
    found = sampled_solid(samples_of((vertices, faces[:, ::-1] if turned else faces)))
    assert found is not None
    assert found.method == 'winding'
    assert found.volume == pytest.approx(WHOLE.volume, rel=0.02)
    assert apart(WHOLE.inertia, found.inertia) < 0.02
    assert np.abs(found.com - WHOLE.com).max() < 0.0008  # a hundredth of the longest side


def test_a_wide_hole_leaves_no_inside() -> None:
    areas = np.linalg.norm(np.cross(V[F[:, 1]] - V[F[:, 0]], V[F[:, 2]] - V[F[:, 0]]), axis=1)
    assert sampled_solid(samples_of((V, F[areas < areas.max() * 0.99]))) is None
    assert sampled_solid(samples_of(slit(0.5))) is None


def test_a_sheet_has_no_inside() -> None:
    sheet = np.array([[0.0, 0, 0], [1, 0, 0.1], [0, 1, 0.1], [1, 1, 0.4]])
    assert sampled_solid(samples_of((sheet, np.array([[0, 1, 2], [1, 3, 2]])))) is None
