"""All but the node and its messages must work where no ROS is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import GOOD

ROOT = Path(__file__).resolve().parents[1]
# what the node runs in its own process
WITH_ROS = {'node', 'sinks.diagnostics', 'sinks.latched', 'sinks.markers'}
MODULES = sorted(
    '.'.join(path.relative_to(ROOT).with_suffix('').parts)
    for path in (ROOT / 'robot_model_check').rglob('*.py')
)

# The environment may hold an installed ROS; this makes the interpreter one without.
BLOCK = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        top = name.split('.')[0]
        if top in {'rclpy', 'std_srvs', 'launch', 'launch_ros', 'ament_index_python'} or '_msgs' in top:
            raise ModuleNotFoundError(f'{name} is blocked', name=name)

sys.meta_path.insert(0, Blocker())
"""
RUN = (
    BLOCK
    + """
from robot_model_check.cli import main
if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
"""
)


def python(folder: Path, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter; ROS variables are not set either."""
    (folder / 'program.py').write_text(code, encoding='utf-8')
    environment = {key: value for key, value in os.environ.items() if not key.startswith(('ROS_', 'AMENT_'))}
    environment['PYTHONPATH'] = str(ROOT)
    return subprocess.run(
        [sys.executable, 'program.py', *arguments],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        timeout=900,
    )


def test_modules_import(tmp_path: Path) -> None:
    allowed = {f'robot_model_check.{name}' for name in WITH_ROS}
    names = [name.removesuffix('.__init__') for name in MODULES if name not in allowed]
    assert 'robot_model_check.cli' in names
    imports = f'import importlib\nfor name in {names!r}:\n    importlib.import_module(name)\n'
    done = python(tmp_path, BLOCK + imports)
    assert done.returncode == 0, done.stderr


def test_blocker_blocks(tmp_path: Path) -> None:
    done = python(tmp_path, BLOCK + 'import diagnostic_msgs.msg')
    assert 'diagnostic_msgs is blocked' in done.stderr


def test_check_works(tmp_path: Path) -> None:
    (tmp_path / 'robot.urdf').write_text(GOOD, encoding='utf-8')
    done = python(tmp_path, RUN, 'check', 'robot.urdf', '--xunit-file', 'robot.xml', '--sarif', 'robot.sarif')
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ''


@pytest.mark.parametrize('arguments', [(), ('fixed:=true',)])
def test_demo_arm_is_read_with_its_mesh(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = python(tmp_path, RUN, 'check', str(ROOT / 'urdf' / 'demo_arm.urdf.xacro'), *arguments)
    assert done.returncode == (0 if arguments else 1), done.stdout + done.stderr
    assert 'mesh-missing' not in done.stdout


def test_decompose_works(tmp_path: Path) -> None:
    model = str(ROOT / 'urdf' / 'demo_arm.urdf.xacro')
    done = python(tmp_path, RUN, 'decompose', model, 'fixed:=true', '--links', 'upper_arm', '-o', 'out')
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / 'out' / 'urdf' / 'demo_arm.urdf').is_file()


def test_node_says_what_it_needs(tmp_path: Path) -> None:
    code = BLOCK + 'from robot_model_check.node import main\nsys.exit(main([]))'
    done = python(tmp_path, code)
    assert done.returncode == 2
    assert 'Traceback' not in done.stderr
    assert 'robot_model_check[ros]' in done.stderr
