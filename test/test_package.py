"""The package as installers see it."""

from __future__ import annotations

import importlib.util
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import setuptools
from support import channel_mesh, stl

import robot_model_check

ROOT = Path(__file__).resolve().parents[1]
ROS = {'rclpy', 'ament_index_python', 'launch', 'launch_ros', 'std_srvs'}
DISTRIBUTIONS = {'igl': 'libigl', 'yaml': 'PyYAML', 'collada': 'pycollada', 'pinocchio': 'pin'}
SCRIPTS = {
    'robot_model_check': 'robot_model_check.cli:main',
    'check_model': 'robot_model_check.cli:check_main',
    'decompose_model': 'robot_model_check.cli:decompose_main',
    'repair_model': 'robot_model_check.cli:repair_main',
    'robot_model_check_node': 'robot_model_check.node:main',
}


@pytest.fixture
def setup(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return what setup.py hands to setuptools."""
    given: dict[str, Any] = {}
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(setuptools, 'setup', lambda **arguments: given.update(arguments))
    runpy.run_path(str(ROOT / 'setup.py'))
    return given


def test_versions_agree(setup: dict[str, Any]) -> None:
    manifest = ElementTree.parse(ROOT / 'package.xml').getroot()
    assert manifest.findtext('version') == setup['version'] == robot_model_check.__version__
    assert manifest.findtext('name') == setup['name'] == 'robot_model_check'


def test_changelog_has_this_version_or_is_open() -> None:
    changelog = (ROOT / 'CHANGELOG.rst').read_text(encoding='utf-8')
    version = re.escape(robot_model_check.__version__)
    assert re.search(rf'^(Forthcoming$|{version}\b)', changelog, re.MULTILINE)


def test_console_scripts_exist(setup: dict[str, Any]) -> None:
    given = dict(script.split(' = ') for script in setup['entry_points']['console_scripts'])
    assert given == SCRIPTS


def test_colcon_sees_pytest(setup: dict[str, Any]) -> None:
    assert any(re.match(r'pytest\b(?!-)', requirement) for requirement in setup['extras_require']['test'])


def test_every_file_for_users_is_installed(setup: dict[str, Any]) -> None:
    installed = {Path(file) for _, files in setup['data_files'] for file in files}
    share = Path('share/robot_model_check')
    for folder, files in setup['data_files']:
        for file in files:  # package:// paths must be the same in the source tree and when installed
            if Path(folder).is_relative_to(share) and file != 'package.xml':
                assert Path(folder) == share / Path(file).parent
    wanted = {
        path.relative_to(ROOT)
        for folder, pattern in (
            ('launch', '*.py'),
            ('config', '*.yaml'),
            ('urdf', '**/*.xacro'),
            ('urdf', '**/*.stl'),
            ('cmake', '*.cmake'),
            ('docs', '*.json'),
        )
        for path in (ROOT / folder).glob(pattern)
    }
    assert wanted <= installed
    assert {Path('package.xml'), Path('resource/robot_model_check')} <= installed


def test_package_data_is_packed(setup: dict[str, Any]) -> None:
    folder = ROOT / 'robot_model_check'
    packed = {path for pattern in setup['package_data']['robot_model_check'] for path in folder.glob(pattern)}
    kept = {
        path
        for path in folder.rglob('*')
        if path.is_file() and path.suffix not in ('.py', '.pyc') and '/.' not in str(path)  # caches of tools
    }
    assert kept <= packed


def test_every_module_folder_is_a_package(setup: dict[str, Any]) -> None:
    folders = {path.parent for path in (ROOT / 'robot_model_check').rglob('*.py')}
    assert {'.'.join(folder.relative_to(ROOT).parts) for folder in folders} == set(setup['packages'])


def imported() -> set[str]:
    """Return the top-level names of others that the package and its launch files import."""
    pattern = re.compile(r'^\s*(?:from|import) ([a-zA-Z_]\w*)', re.MULTILINE)
    names: set[str] = set()
    for path in [*(ROOT / 'robot_model_check').rglob('*.py'), *(ROOT / 'launch').glob('*.py')]:
        code = re.sub(r'"""[\s\S]*?"""', '', path.read_text(encoding='utf-8'))
        names.update(pattern.findall(code))
    return names - set(sys.stdlib_module_names) - {'robot_model_check'}


def is_ros(name: str) -> bool:
    """Tell whether a module comes with ROS and not from an index of Python packages."""
    return name.endswith(('_msgs', '_interfaces')) or name in ROS


def test_every_import_is_required(setup: dict[str, Any]) -> None:
    given = [*setup['install_requires'], *setup['extras_require']['sim']]
    required = {re.split(r'[^\w-]', requirement)[0] for requirement in given}
    names = {DISTRIBUTIONS.get(name, name) for name in imported() if not is_ros(name)}
    assert names <= required


def test_every_ros_import_is_a_dependency() -> None:
    manifest = ElementTree.parse(ROOT / 'package.xml').getroot()
    needed = {element.text for element in manifest.iter('exec_depend')}
    assert {name for name in imported() if is_ros(name)} <= needed


def test_channel_mesh_is_the_reference_part() -> None:
    made = stl(*channel_mesh())
    shipped = (ROOT / 'urdf' / 'meshes' / 'channel.stl').read_bytes()
    assert np.array_equal(np.frombuffer(shipped[80:], np.uint8), np.frombuffer(made[80:], np.uint8))


@pytest.mark.parametrize('script', [name for name in SCRIPTS if name != 'robot_model_check_node'])
def test_script_answers_help(script: str, tmp_path: Path) -> None:
    module, function = SCRIPTS[script].split(':')
    code = f'import sys, {module} as module; sys.argv = [{script!r}, "--help"]; sys.exit(module.{function}())'
    environment = {**os.environ, 'PYTHONPATH': str(ROOT)}
    done = subprocess.run(
        [sys.executable, '-c', code], cwd=tmp_path, env=environment, text=True, capture_output=True
    )
    assert done.returncode == 0, done.stderr
    assert 'usage: ' in done.stdout


def test_node_has_a_main() -> None:
    spec = importlib.util.find_spec('robot_model_check.node')
    assert spec is not None
    assert re.search(r'^def main\(', Path(spec.origin).read_text(encoding='utf-8'), re.MULTILINE)
