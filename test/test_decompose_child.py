"""CoACD and V-HACD in their own processes: parts, and every way to fail."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from shapes import channel

from robot_model_check.decompose import child, coacd, vhacd
from robot_model_check.decompose.child import ChildError
from robot_model_check.decompose.hull import convex_hull
from robot_model_check.geometry.solid import add, from_arrays
from robot_model_check.kinematics import rotation

# Not imported: once coacd is loaded, rclpy crashes in the same process (both bring their own spdlog).
if any(importlib.util.find_spec(name) is None for name in ('coacd', 'vhacdx')):
    pytest.skip('coacd or vhacdx is not installed', allow_module_level=True)

ROOT = Path(__file__).resolve().parents[1]
TURNED = rotation(tuple(np.radians((10, -20, 30))))
SHIFT = np.array([0.1, 0.2, 0.3])


def by_coacd(V, F, time_limit=None):
    """The parts of CoACD."""
    return coacd.decompose(V, F, 0.05, time_limit)


def by_vhacd(V, F, time_limit=None, count=3):
    """The parts of V-HACD."""
    return vhacd.decompose(V, F, count, time_limit)


def shares(parts, V, F):
    """(coverage, excess) of the hulls of parts, by booleans."""
    solid = from_arrays(V, F)
    union = add([from_arrays(hull.vertices, hull.faces) for hull in map(convex_hull, parts)])
    common = (solid ^ union).volume()
    return common / solid.volume(), (union.volume() - common) / solid.volume()


def test_coacd_gives_the_turned_channel_back_in_few_parts_and_in_place():
    V, F = channel(1e-3)
    V = V @ TURNED.T + SHIFT
    parts = by_coacd(V, F)
    assert 3 <= len(parts) <= 6
    assert shares(parts, V, F) == (pytest.approx(1, abs=1e-3), pytest.approx(0, abs=5e-3))


@pytest.mark.parametrize(('R', 'shift'), [(np.eye(3), 0.0), (TURNED, SHIFT)])
def test_three_parts_of_vhacd_are_seven_per_cent_too_much_however_the_channel_is_turned(R, shift):
    V, F = channel(1e-3)
    V = V @ R.T + shift
    parts = by_vhacd(V, F)
    assert len(parts) == 3
    assert shares(parts, V, F) == (pytest.approx(1, abs=1e-3), pytest.approx(0.0719, abs=2e-3))


@pytest.mark.parametrize(('decompose', 'name'), [(by_coacd, 'CoACD'), (by_vhacd, 'V-HACD')])
def test_a_run_out_of_time_is_said(decompose, name):
    with pytest.raises(ChildError, match=rf'{name} did not finish within 0\.05 s'):
        decompose(*channel(1e-3), time_limit=0.05)


@pytest.mark.parametrize(('decompose', 'package', 'name'), [
    (by_coacd, 'coacd', 'CoACD'), (by_vhacd, 'vhacdx', 'V-HACD')])
@pytest.mark.parametrize(('body', 'words'), [
    ('import os; os.abort()', r'{name} crashed \(signal 6\)'),
    ('import sys; sys.exit("assertion failed: no hull")', '{name} failed: assertion failed: no hull'),
    ('raise ImportError', 'the {package} package is not installed'),
    ('import resource\nresource.setrlimit(resource.RLIMIT_DATA, (2**29, 2**29))\nbytearray(2**31)',
     '{name} ran out of memory'),
])
def test_a_crash_a_failure_and_its_absence_are_said(tmp_path, monkeypatch, decompose, package, name, body,
                                                    words):
    (tmp_path / f'{package}.py').write_text(body)
    monkeypatch.setenv('PYTHONPATH', str(tmp_path))
    monkeypatch.setattr(child, 'TIME_LIMIT', 20.0)
    with pytest.raises(ChildError, match=words.format(name=name, package=package)):
        decompose(*channel(1e-3))


@pytest.mark.parametrize('decompose', [by_coacd, by_vhacd])
def test_it_is_as_sure_the_second_time(decompose, monkeypatch):
    monkeypatch.setattr(vhacd, 'VOXELS', 50_000)
    one, other = (decompose(*channel(1e-3)) for _ in range(2))
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_it_ends_when_the_process_that_asked_is_gone_before_it_has_begun():
    stranger = str(os.getppid())
    words = [sys.executable, '-m', 'robot_model_check.decompose.vhacd', stranger]
    waiting, _ = os.pipe()  # nothing ever comes
    assert subprocess.run(words, stdin=waiting, check=False, cwd=ROOT).returncode == 1
