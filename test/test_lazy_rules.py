"""Loading the rules costs no numerical library: `rules`, `explain` and pure XML checks stay instant."""

from __future__ import annotations

import subprocess
import sys

CODE = '''
import sys
from robot_model_check import rules
rules.load_all()
heavy = {'numpy', 'scipy', 'trimesh', 'manifold3d', 'igl', 'coacd', 'rclpy', 'mujoco', 'pinocchio'}
print(sorted(heavy & set(sys.modules)))
'''


def test_loading_every_rule_imports_no_heavy_library() -> None:
    done = subprocess.run([sys.executable, '-c', CODE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == '[]'
