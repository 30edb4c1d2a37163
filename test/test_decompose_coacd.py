"""CoACD in its own process: parts, and every way to fail."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest
from shapes import channel

from robot_model_check.decompose import coacd
from robot_model_check.decompose.coacd import CoacdError, decompose
from robot_model_check.decompose.hull import convex_hull
from robot_model_check.kinematics import rotation

# Not imported: once coacd is loaded, rclpy crashes in the same process (both bring their own spdlog).
if importlib.util.find_spec('coacd') is None:
    pytest.skip('coacd is not installed', allow_module_level=True)


def test_the_turned_channel_comes_back_in_few_parts_and_in_place():
    V, F = channel(1e-3)
    R = rotation(tuple(np.radians((10, -20, 30))))
    parts = decompose(V @ R.T + [0.1, 0.2, 0.3], F, 0.05)
    own = [(part - [0.1, 0.2, 0.3]) @ R for part in parts]
    assert 3 <= len(parts) <= 6
    assert np.min([part.min(axis=0) for part in own], axis=0) == pytest.approx(V.min(axis=0), abs=1e-3)
    assert sum(convex_hull(part).volume for part in parts) == pytest.approx(61.44e-6, rel=0.05)


def test_a_run_out_of_time_is_said():
    with pytest.raises(CoacdError, match=r'not finish within 0\.05 s'):
        decompose(*channel(1e-3), 0.05, time_limit=0.05)


@pytest.mark.parametrize(('body', 'words'), [
    ('import os; os.abort()', r'crashed \(signal 6\)'),
    ('import sys; sys.exit("assertion failed: no hull")', 'assertion failed: no hull'),
    ('raise ImportError', 'not installed'),
])
def test_a_crash_a_failure_and_its_absence_are_said(tmp_path, monkeypatch, body, words):
    (tmp_path / 'coacd.py').write_text(body)
    monkeypatch.setenv('PYTHONPATH', str(tmp_path))
    with pytest.raises(CoacdError, match=words):
        decompose(*channel(1e-3), 0.05)


def test_it_is_as_sure_the_second_time():
    one, other = (decompose(*channel(1e-3), 0.05) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert coacd.SEARCH['seed'] == 0
