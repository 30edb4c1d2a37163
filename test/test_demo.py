"""The demo as `make demo` runs it, and its outcome as other programs read it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def test_demo_ends_clean_and_others_read_its_urdf(ros_domain: int, tmp_path: Path) -> None:
    output = tmp_path / 'demo'
    done = subprocess.run(
        [sys.executable, 'urdf/demo.py', str(output)], cwd=ROOT, text=True, capture_output=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert 'Clean: no error, no warning.' in done.stdout
    assert 'Traceback' not in done.stdout + done.stderr

    trimesh = pytest.importorskip('trimesh')
    urdf = pytest.importorskip('urdf_parser_py.urdf')
    model = output / 'urdf' / 'demo_arm.urdf'
    robot = urdf.URDF.from_xml_string(model.read_bytes())
    assert [link.name for link in robot.links] == [
        'world', 'base_link', 'upper_arm', 'forearm', 'wrist', 'left_finger', 'right_finger'
    ]
    arm = robot.link_map['upper_arm']
    parts = [trimesh.load(model.parent / shape.geometry.filename, force='mesh') for shape in arm.collisions]
    assert len(parts) >= 3
    assert all(part.is_watertight and part.is_convex for part in parts)
    assert sum(part.volume for part in parts) == pytest.approx(0.165888 / 2700, rel=0.05)
