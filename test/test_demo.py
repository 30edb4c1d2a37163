"""The demo as `make demo` runs it, and its outcome as other programs read it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
CHANNEL = 0.165888 / 2700  # volume of the U channel [m^3]


def test_demo_ends_clean_and_others_read_its_urdf(ros_domain: int, tmp_path: Path) -> None:
    output = tmp_path / 'demo'
    done = subprocess.run(
        [sys.executable, 'urdf/demo.py', str(output)], cwd=ROOT, text=True, capture_output=True, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'Clean: no error, no warning.' in done.stdout
    assert 'Traceback' not in done.stdout + done.stderr

    urdf = pytest.importorskip('urdf_parser_py.urdf')
    model = output / 'urdf' / 'demo_arm.urdf'
    robot = urdf.URDF.from_xml_string(model.read_bytes())
    assert [link.name for link in robot.links] == [
        'world', 'base_link', 'upper_arm', 'forearm', 'wrist', 'left_finger', 'right_finger'
    ]
    arm = robot.link_map['upper_arm']
    solids = [solid(shape.geometry, model.parent) for shape in arm.collisions]
    assert len(solids) >= 3
    assert all(part.is_watertight and part.is_convex for part in solids)
    assert sum(part.volume for part in solids) == pytest.approx(CHANNEL, rel=0.05)
    assert solid(arm.visuals[0].geometry, model.parent).volume == pytest.approx(CHANNEL, rel=1e-5)


def solid(geometry: Any, folder: Path) -> Any:
    """Return a box or mesh as trimesh reads it."""
    trimesh = pytest.importorskip('trimesh')
    if not hasattr(geometry, 'filename'):
        return trimesh.creation.box(geometry.size)
    file = geometry.filename.replace('package://robot_model_check', str(ROOT))
    return trimesh.load(folder / file, force='mesh')
