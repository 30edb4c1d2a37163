"""The launch files under launch and launch_ros, where those are installed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip('launch_ros', reason='launch files need launch and launch_ros')
pytest.importorskip('rclpy', reason='the node needs rclpy')

from domain import own_domain
from processes import PATIENCE
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
BRINGUP = """
from launch import LaunchDescription
from launch.actions import (DeclareLaunchArgument, LogInfo, OpaqueFunction, RegisterEventHandler, Shutdown,
                            TimerAction)
from launch.event_handlers import OnProcessIO
from launch.substitutions import LaunchConfiguration
def generate_launch_description():
    names = ('file', 'config', 'mock', 'fail_on')
    said = [part for name in names for part in (f' {name}=', LaunchConfiguration(name))]
    end = [LogInfo(msg=['later', *said]), Shutdown()]
    later = TimerAction(period=0.1, actions=end)
    return LaunchDescription([
        *(DeclareLaunchArgument(name, default_value='own') for name in names),
        LogInfo(msg=['bringup', *said]), later])
"""
# A check that fails beside a process that goes on for some time; `shutdown` ends the launch before that.
AROUND = """
import sys
from launch import LaunchDescription
from launch.actions import (ExecuteProcess, IncludeLaunchDescription, OpaqueFunction, RegisterEventHandler,
                            Shutdown)
from launch.event_handlers import OnProcessExit, OnProcessIO
from launch.launch_description_sources import PythonLaunchDescriptionSource
REST = '''
import time
try:
    print("the rest runs", flush=True)
    time.sleep(float(__import__("sys").argv[1]))
    print("the rest ends by itself", flush=True)
except KeyboardInterrupt:
    print("the rest is told to end", flush=True)
'''
def go_on(event, context):
    early = context.launch_configurations.get('shutdown')
    rest = ExecuteProcess(cmd=[sys.executable, '-c', REST, '60' if early else '2'], output='screen')
    shut = OnProcessIO(target_action=rest, on_stdout=lambda io: Shutdown() if b'runs' in io.text else None)
    return [*([RegisterEventHandler(shut)] if early else []), rest]
def check(context):
    given = {'package': 'my_description', 'xacro_arguments': 'top:=-3', 'exit_after_check': 'true'}
    return [IncludeLaunchDescription(PythonLaunchDescriptionSource(context.launch_configurations['check']),
                                     launch_arguments=given.items())]
def generate_launch_description():
    return LaunchDescription([RegisterEventHandler(OnProcessExit(on_exit=go_on, handle_once=True)),
                              OpaqueFunction(function=check)])
"""
VIEWER = """#!{}
import sys
print(sys.argv[0].rsplit('/', 1)[1], 'was started with', sys.argv[1:])
print(*(open(word).read() for word in sys.argv if word.startswith('/tmp/launch_params')))
"""
VIEWERS = ('robot_state_publisher', 'joint_state_publisher')
NODE = '#!{}\nimport sys\nfrom robot_model_check.node import main\nsys.exit(main())\n'
XACRO = edit(
    GOOD,
    ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'
                            '<xacro:arg name="top" default="1.5"/>'),
    ('upper="1.5"', 'upper="$(arg top)"'))


@pytest.fixture
def prefix(tmp_path):
    """Return an install prefix with our package and a description package."""
    for name in ('robot_model_check', 'my_description', *VIEWERS):
        share = tmp_path / 'share' / name
        share.mkdir(parents=True)
        (share / 'package.xml').write_text(f'<package format="3"><name>{name}</name></package>')
        marker = tmp_path / 'share/ament_index/resource_index/packages' / name
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()
    (tmp_path / 'share/my_description/robot.urdf.xacro').write_text(XACRO)
    (tmp_path / 'share/my_description/bringup.launch.py').write_text(BRINGUP)
    executable(tmp_path, 'robot_model_check', 'robot_model_check_node', NODE)
    for name in VIEWERS:
        executable(tmp_path, name, name, VIEWER)
    return tmp_path


def executable(prefix, package, name, text):
    """Install a program of a package."""
    file = prefix / 'lib' / package / name
    file.parent.mkdir(parents=True)
    file.write_text(text.format(sys.executable))
    file.chmod(0o755)


def left_over(prefix):
    """Return the command lines of the programs of a prefix that still run, and end those."""
    found = []
    for file in Path('/proc').glob('[0-9]*/cmdline'):
        with contextlib.suppress(OSError):
            line = file.read_bytes().replace(b'\0', b' ').decode(errors='replace')
            if f'{prefix}/lib/' in line:
                found.append(line)
                os.kill(int(file.parent.name), signal.SIGKILL)
    return found


def launch(prefix, *words, file='check.launch.py'):
    """Launch, see that no program is left running, and return (status, output)."""
    path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    known = {**os.environ, 'AMENT_PREFIX_PATH': str(prefix), 'ROS_LOG_DIR': str(prefix / 'log'),
             'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST', 'PYTHONPATH': path}
    with own_domain() as domain:
        known['ROS_DOMAIN_ID'] = str(domain)
        done = run_launch(known, file, words)
    assert left_over(prefix) == [], done.stdout
    return done.returncode, done.stdout


def run_launch(known, file, words):
    """Launch a file in an environment and return what came of it."""
    return subprocess.run([sys.executable, '-c', RUN, str(Path(ROOT, 'launch', file)), *words],
                          env=known, timeout=PATIENCE, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


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


def test_where_nobody_says_the_configuration_tells_what_fails(prefix):
    (prefix / 'lenient.yaml').write_text('fail_on: never')
    status, said = launch(prefix, 'package:=my_description', 'xacro_arguments:=top:=-3',
                          'exit_after_check:=true', 'stop_on_failure:=true', f'config:={prefix}/lenient.yaml')
    assert status == 0, said
    assert 'joint-limit-order' in said


def test_one_shot_fails_the_launch_at_its_end_and_lets_the_rest_go_on(prefix):
    around = prefix / 'around.launch.py'
    around.write_text(AROUND)
    status, said = launch(prefix, f'check:={ROOT}/launch/check.launch.py', file=around)
    assert status == 1, said
    assert said.index('joint-limit-order') < said.index('the rest ends by itself')
    assert 'the robot description did not pass its check (status 1' in said
    status, said = launch(prefix, f'check:={ROOT}/launch/check.launch.py', 'shutdown:=true', file=around)
    assert status == 1, said
    assert 'the rest is told to end' in said
    assert re.search(r'\[python[\d.]*-2\]: process has finished cleanly', said), said
    assert 'the rest ends by itself' not in said


def test_a_missing_file_is_told_and_stops_the_launch(prefix):
    status, said = launch(prefix, 'file:=/nowhere/robot.urdf', 'stop_on_failure:=true')
    assert status == 1, said
    assert '/nowhere/robot.urdf' in said
    assert 'Traceback' not in said


GATE = ('package:=my_description', 'bringup_package:=my_description', 'bringup_file:=bringup.launch.py')


def gate(prefix, *words):
    """Launch the gate without a monitor and return (status, output)."""
    return launch(prefix, *GATE, 'monitor:=false', *words, file='bringup_gate.launch.py')


def test_the_gate_opens_and_the_bringup_gets_its_own_arguments_only(prefix):
    status, said = gate(prefix, 'file:=robot.urdf.xacro', 'mock:=true', 'fail_on:=error',
                        "bringup_arguments:=config:='a b'")
    assert status == 0, said
    assert 'checked good: 0 errors' in said
    for word in ('bringup', 'later'):
        assert f'{word} file=own config=a b mock=true fail_on=own' in said


def test_the_gate_stays_shut_and_fails_the_launch(prefix):
    status, said = gate(prefix, 'xacro_arguments:=top:=-3')
    assert status == 1, said
    assert 'joint-limit-order' in said
    assert 'the robot description did not pass its check (status 1' in said
    assert 'bringup file=' not in said


@pytest.mark.parametrize(('words', 'part'), [
    (['package:=', 'file:='], 'needs the description to check'),
    (['bringup_file:=bring.launch.py'], 'there is no launch file'),
    (['file:=nowhere.urdf'], 'nowhere.urdf'),
])
def test_the_gate_says_what_it_misses_and_fails_the_launch(prefix, words, part):
    status, said = gate(prefix, *words)
    assert status == 1, said
    assert part in said
    assert 'bringup file=' not in said


def test_the_monitor_checks_on_after_the_gate(prefix):
    bringup = prefix / 'share/my_description/bringup.launch.py'
    told = "lambda said: end if b'checked good' in said.text else None"
    bringup.write_text(edit(BRINGUP, ('TimerAction(period=0.1, actions=end)',
                                      f'RegisterEventHandler(OnProcessIO(on_stderr={told}))')))
    status, said = launch(prefix, *GATE, file='bringup_gate.launch.py')
    assert status == 0, said
    assert said.count('checked good: 0 errors') == 2
    assert 'later file=own' in said


@pytest.mark.parametrize(('text', 'part'), [
    ('def generate_launch_description():\n    raise RuntimeError("no bringup today")\n', 'no bringup today'),
    (edit(BRINGUP, ("LogInfo(msg=['bringup', *said])", "DeclareLaunchArgument('needed')")), 'needed'),
])
def test_a_bringup_that_cannot_be_included_fails_the_launch_before_the_monitor(prefix, text, part):
    (prefix / 'share/my_description/bringup.launch.py').write_text(text)
    status, said = launch(prefix, *GATE, file='bringup_gate.launch.py')
    assert status == 1, said
    assert part in said
    assert said.count('process started') == 1


def test_view_starts_what_is_installed_with_the_expanded_description(prefix):
    status, said = launch(prefix, 'package:=my_description', 'file:=robot.urdf.xacro',
                          'xacro_arguments:=top:=1.25', 'exit_after_check:=true', file='view.launch.py')
    assert status == 0, said
    assert 'robot_state_publisher was started' in said
    assert 'joint_state_publisher was started' in said
    assert 'upper="1.25"' in said.replace('\\', '')
    assert 'rviz2 is not installed (apt: ros-jazzy-rviz2) and not started' in said
    assert 'checked good: 0 errors' in said


@pytest.mark.parametrize(('words', 'part'), [
    (['file:='], 'needs a description'),
    (['file:=/nowhere/robot.urdf'], '/nowhere/robot.urdf'),
    (['package:=my_description', 'xacro_arguments:=bottom:=1'], 'bottom'),
])
def test_view_says_what_it_misses(prefix, words, part):
    status, said = launch(prefix, *words, file='view.launch.py')
    assert status == 1, said
    assert part in said


def test_view_does_not_start_a_program_that_its_package_lacks(prefix):
    (prefix / 'lib/joint_state_publisher/joint_state_publisher').unlink()
    status, said = launch(prefix, 'package:=my_description', 'file:=robot.urdf.xacro',
                          'exit_after_check:=true', file='view.launch.py')
    assert status == 0, said
    assert 'joint_state_publisher_gui is not installed' in said
