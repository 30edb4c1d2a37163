"""A workspace as users have it: this package and descriptions of three build types, through real colcon."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support import GOOD, edit

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
BUILD_MODES = {'plain': (), 'symlink': ('--symlink-install',)}

BAD = edit(GOOD, ('lower="-1.2" upper="1.2"', 'lower="1.2" upper="-1.2"'))  # joint-limit-order on joint wrist
# Bad by default, good with reach:=1.2.
XACRO = edit(
    GOOD,
    (
        '<robot name="good">',
        '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
        '  <xacro:arg name="reach" default="-2"/>',
    ),
    ('upper="1.2"', 'upper="$(arg reach)"'),
)

PACKAGE = """<?xml version="1.0"?>
<package format="3">
  <name>{name}</name>
  <version>0.0.1</version>
  <description>Test.</description>
  <maintainer email="test@example.org">Test</maintainer>
  <license>Apache-2.0</license>
  <test_depend>robot_model_check</test_depend>
  <export><build_type>{kind}</build_type></export>
</package>
"""
AMENT_CMAKE = """cmake_minimum_required(VERSION 3.20)
project({name} NONE)
find_package(ament_cmake REQUIRED)
install(DIRECTORY urdf DESTINATION share/${{PROJECT_NAME}})
if(BUILD_TESTING)
  find_package(robot_model_check REQUIRED)
  {tests}
endif()
ament_package()
"""
CMAKE = """cmake_minimum_required(VERSION 3.20)
project({name} NONE)
include(CTest)
install(DIRECTORY urdf DESTINATION share/${{PROJECT_NAME}})
install(FILES package.xml DESTINATION share/${{PROJECT_NAME}})
if(BUILD_TESTING)
  find_package(robot_model_check REQUIRED)
  {tests}
endif()
"""
SETUP = """from setuptools import setup
setup(name='{name}', version='0.0.1', packages=[],
      data_files=[('share/ament_index/resource_index/packages', ['resource/{name}']),
                  ('share/{name}', ['package.xml']), ('share/{name}/urdf', ['urdf/robot.urdf'])],
      extras_require={{'test': ['pytest']}})
"""
PYTEST = """from robot_model_check.cli import main_with_errors


def test_model():
    rc, count = main_with_errors(['check', 'urdf/robot.urdf'])
    assert (rc, count) == (0, 0)
"""


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write each text to its path below the folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding='utf-8')


def cmake_package(source: Path, name: str, kind: str, tests: str, models: Mapping[str, str]) -> None:
    """Write a description package with CMake tests."""
    recipe = {'ament_cmake': AMENT_CMAKE, 'cmake': CMAKE}[kind]
    write(
        source / name,
        {
            'package.xml': PACKAGE.format(name=name, kind=kind),
            'CMakeLists.txt': recipe.format(name=name, tests=tests),
            **models,
        },
    )


def python_package(source: Path, name: str, model: str) -> None:
    """Write an ament_python description package with a pytest test."""
    write(
        source / name,
        {
            'package.xml': PACKAGE.format(name=name, kind='ament_python'),
            'setup.py': SETUP.format(name=name),
            f'resource/{name}': '',
            'test/test_model.py': PYTEST,
            'urdf/robot.urdf': model,
        },
    )


def own_package(source: Path) -> None:
    """Copy what of this repository makes the package."""
    target = source / 'robot_model_check'
    target.mkdir(parents=True)
    for name in ('package.xml', 'setup.py', 'setup.cfg'):
        shutil.copy(ROOT / name, target)
    for name in ('resource', 'robot_model_check', 'launch', 'config', 'cmake', 'urdf', 'docs'):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns('__pycache__'))


def describe(source: Path) -> None:
    """Write the good and bad description packages of each build type."""
    one = 'robot_model_check_add_test(urdf/robot.urdf)'
    cmake_package(
        source,
        'ament_good',
        'ament_cmake',
        'robot_model_check_add_test(urdf/robot.urdf.xacro ARGUMENTS reach:=1.2 FAIL_ON warning)',
        {'urdf/robot.urdf.xacro': XACRO},
    )
    cmake_package(
        source,
        'ament_bad',
        'ament_cmake',
        'robot_model_check_add_test(urdf/robot.urdf.xacro)\n'
        '  robot_model_check_add_test(urdf/robot.urdf.xacro ARGUMENTS reach:=1.2)\n'
        '  robot_model_check_add_test(urdf/robot.urdf.xacro FAIL_ON never)',
        {'urdf/robot.urdf.xacro': XACRO},
    )
    cmake_package(source, 'cmake_good', 'cmake', one, {'urdf/robot.urdf': GOOD})
    cmake_package(source, 'cmake_bad', 'cmake', one, {'urdf/robot.urdf': BAD})
    python_package(source, 'python_good', GOOD)
    python_package(source, 'python_bad', BAD)


def environment() -> dict[str, str]:
    """Return the environment with this interpreter first and this source tree nowhere."""
    python_path = [
        entry
        for entry in os.environ.get('PYTHONPATH', '').split(os.pathsep)
        if entry and Path(entry).resolve() != ROOT
    ]
    return {
        **os.environ,
        'PATH': f'{BIN}{os.pathsep}{os.environ["PATH"]}',
        'PYTHONPATH': os.pathsep.join(python_path),
        'COLCON_LOG_LEVEL': 'warning',
        'PYTEST_ADDOPTS': '',
    }


def colcon(workspace: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a colcon verb in the workspace."""
    return subprocess.run(
        ['colcon', *arguments], cwd=workspace, env=environment(), text=True, capture_output=True, timeout=1800
    )


def results(workspace: Path, package: str) -> subprocess.CompletedProcess[str]:
    """Return what `colcon test-result` says of one package."""
    return colcon(workspace, 'test-result', '--test-result-base', f'build/{package}', '--all', '--verbose')


@pytest.fixture(scope='module', params=BUILD_MODES)
def workspace(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build and test the workspace once in each build mode."""
    for program in ('colcon', 'cmake'):
        if shutil.which(program, path=environment()['PATH']) is None:
            pytest.skip(f'{program} is not installed')
    folder = tmp_path_factory.mktemp(f'workspace_{request.param}')
    own_package(folder / 'src')
    describe(folder / 'src')
    built = colcon(folder, 'build', *BUILD_MODES[request.param])
    assert built.returncode == 0, built.stdout + built.stderr
    tested = colcon(folder, 'test', '--packages-skip', 'robot_model_check')
    assert tested.returncode == 0, tested.stdout + tested.stderr
    return folder


@pytest.mark.parametrize('package', ['ament_good', 'cmake_good', 'python_good'])
def test_good_description_passes(workspace: Path, package: str) -> None:
    outcome = results(workspace, package)
    assert outcome.returncode == 0, outcome.stdout
    assert '0 errors, 0 failures' in outcome.stdout
    assert 'Summary: 0 tests' not in outcome.stdout


@pytest.mark.parametrize('package', ['ament_bad', 'cmake_bad', 'python_bad'])
def test_bad_description_fails(workspace: Path, package: str) -> None:
    outcome = results(workspace, package)
    assert outcome.returncode == 1, outcome.stdout
    assert ' 0 errors, 0 failures' not in outcome.stdout.splitlines()[-1]


@pytest.mark.parametrize('package', ['ament_bad', 'cmake_bad'])
def test_result_names_rule_and_joint(workspace: Path, package: str) -> None:
    told = results(workspace, package).stdout
    _, _, failure = told.partition('- robot_model_check.good joint-limit-order\n')
    assert 'joint wrist: lower limit' in failure.partition('>>>')[0]


def test_one_model_with_several_arguments_gives_several_tests(workspace: Path) -> None:
    folder = workspace / 'build' / 'ament_bad' / 'test_results' / 'ament_bad'
    failed = {
        path.name: len(ElementTree.parse(path).findall('.//failure')) for path in folder.glob('*.xunit.xml')
    }
    assert failed == {
        'robot_model_check_robot.xunit.xml': 1,
        'robot_model_check_robot_2.xunit.xml': 0,
        'robot_model_check_robot_3.xunit.xml': 0,
    }


def test_programs_and_files_are_installed(workspace: Path) -> None:
    prefix = workspace / 'install' / 'robot_model_check'
    programs = {path.name for path in (prefix / 'lib' / 'robot_model_check').iterdir()}
    assert {'robot_model_check', 'check_model', 'decompose_model', 'robot_model_check_node'} <= programs
    for name in (
        'cmake/robot_model_checkConfig.cmake',
        'urdf/demo_arm.urdf.xacro',
        'urdf/meshes/channel.stl',
        'package.xml',
    ):
        assert (prefix / 'share' / 'robot_model_check' / name).is_file(), name
    assert (prefix / 'share/ament_index/resource_index/packages/robot_model_check').is_file()
