"""check.launch.py under launch and launch_ros, where those are installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip('launch_ros', reason='launch files need launch and launch_ros')
pytest.importorskip('rclpy', reason='the node needs rclpy')

from bench import free_domain
from support import GOOD, edit

ROOT = Path(__file__).parents[1]
RUN = """
import sys
from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
file, *words = sys.argv[1:]
source = IncludeLaunchDescription(PythonLaunchDescriptionSource(file),
                                  launch_arguments=[tuple(word.split(':=', 1)) for word in words])
service = LaunchService(noninteractive=True)
service.include_launch_description(LaunchDescription([source]))
sys.exit(service.run())
"""
NODE = '#!{}\nimport sys\nfrom robot_model_check.node import main\nsys.exit(main())\n'
XACRO = edit(
    GOOD,
    ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'
                            '<xacro:arg name="top" default="1.5"/>'),
    ('upper="1.5"', 'upper="$(arg top)"'))


@pytest.fixture
def prefix(tmp_path):
    """Return an install prefix with our package and a description package."""
    for name in ('robot_model_check', 'my_description'):
        share = tmp_path / 'share' / name
        share.mkdir(parents=True)
        (share / 'package.xml').write_text(f'<package format="3"><name>{name}</name></package>')
        marker = tmp_path / 'share/ament_index/resource_index/packages' / name
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    (tmp_path / 'share/my_description/robot.urdf.xacro').write_text(XACRO)
    node = tmp_path / 'lib/robot_model_check/robot_model_check_node'
    node.parent.mkdir(parents=True)
    node.write_text(NODE.format(sys.executable))
    node.chmod(0o755)
    return tmp_path


def launch(prefix, *words):
    """Launch and return (status, output)."""
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    known = {**os.environ, 'AMENT_PREFIX_PATH': str(prefix), 'ROS_DOMAIN_ID': str(free_domain()),
             'ROS_LOG_DIR': str(prefix / 'log'), 'PYTHONPATH': path}
    done = subprocess.run([sys.executable, '-c', RUN, str(ROOT / 'launch/check.launch.py'), *words],
                          env=known, timeout=60, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def test_a_good_model_passes_once(prefix):
    status, said = launch(prefix, 'package:=my_description', 'file:=robot.urdf.xacro',
                          'exit_after_check:=true', 'stop_on_failure:=true')
    assert status == 0, said
    assert 'checked good: 0 errors' in said


def test_stop_on_failure_fails_the_launch_and_xacro_arguments_reach_the_model(prefix):
    status, said = launch(prefix, 'package:=my_description', 'xacro_arguments:=top:=-3',
                          'stop_on_failure:=true')
    assert status == 1, said
    assert 'joint-limit-order' in said
    assert 'the robot description did not pass its check (status 1' in said


def test_fail_on_and_a_file_by_itself(prefix):
    file = prefix / 'share/my_description/robot.urdf.xacro'
    status, said = launch(prefix, f'file:={file}', 'xacro_arguments:=top:=-3', 'exit_after_check:=true',
                          'stop_on_failure:=true', 'fail_on:=never')
    assert status == 0, said
    assert 'joint-limit-order' in said


def test_a_missing_file_is_told_and_stops_the_launch(prefix):
    status, said = launch(prefix, 'file:=/nowhere/robot.urdf', 'stop_on_failure:=true')
    assert status == 1, said
    assert '/nowhere/robot.urdf' in said
    assert 'Traceback' not in said
