"""Start the rest of a bringup only when the robot description passes its check.

ros2 launch robot_model_check bringup_gate.launch.py package:=my_description file:=urdf/robot.urdf.xacro \
    bringup_package:=my_bringup bringup_file:=launch/robot.launch.py use_mock_hardware:=true

A description that does not pass ends the launch with a status that is not zero, and nothing of the bringup
is started. Arguments that this file does not know, such as use_mock_hardware, reach the bringup; one that has
the name of an argument here (package, file, ...) goes into bringup_arguments.
"""

import shlex
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import (
    DeclareLaunchArgument,
    GroupAction,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
    UnsetLaunchConfiguration,
)
from launch.event_handlers import OnProcessExit
from launch.launch_description_sources import AnyLaunchDescriptionSource, PythonLaunchDescriptionSource
from launch_ros.actions import Node

from launch import LaunchDescription

CHECK = str(Path(__file__).with_name('check.launch.py'))
# What belongs to the check and not to the bringup.
OF_CHECK = ('package', 'file', 'xacro_arguments', 'config', 'profile', 'fail_on')
ARGUMENTS = [
    DeclareLaunchArgument('bringup_file', description='Launch file to go on with (Python, XML or YAML).'),
    DeclareLaunchArgument(
        'bringup_package',
        default_value='',
        description='Package of bringup_file, which is then relative to its share folder.',
    ),
    DeclareLaunchArgument(
        'bringup_arguments',
        default_value='',
        description="Arguments for bringup_file whose names mean something here: 'file:=x config:=y'; quotes "
        'protect spaces as in a shell.',
    ),
    DeclareLaunchArgument(
        'monitor',
        default_value='true',
        choices=['true', 'false'],
        description='Go on publishing diagnostics during the bringup, and compare the robot_description that '
        'runs with the file.',
    ),
]


def generate_launch_description():
    """Return the arguments, the check and what follows it."""
    go_on = OnProcessExit(target_action=is_check, on_exit=bring_up, handle_once=True)
    return LaunchDescription([
        *ARGUMENTS,
        OpaqueFunction(function=require_files),
        RegisterEventHandler(go_on),
        check(stop_on_failure='true', exit_after_check='true'),
    ])


def check(**arguments):
    """Return check.launch.py with these arguments, which nothing else gets to see."""
    source = PythonLaunchDescriptionSource(CHECK)
    return GroupAction([IncludeLaunchDescription(source, launch_arguments=arguments.items())])


def require_files(context):
    """Complain at once about what would be missed after the check only."""
    given = context.launch_configurations
    if not (given.get('package') or given.get('file')):
        raise RuntimeError('bringup_gate.launch.py needs the description to check: package:=... or file:=...')
    if not bringup(given).is_file():
        raise RuntimeError(f'there is no launch file {bringup(given)} to go on with')


def bringup(given):
    """Return the path of the launch file to go on with."""
    package = given['bringup_package']
    return Path(get_package_share_directory(package) if package else '', given['bringup_file'])


def is_check(action):
    """Return whether an action is the node that checks."""
    return isinstance(action, Node) and action.node_executable == 'robot_model_check_node'


def bring_up(event, context):
    """Return the bringup if the check passed; if not, check.launch.py ends the launch."""
    if event.returncode != 0 or context.is_shutdown:
        return []
    given = dict(context.launch_configurations)
    words = [word.split(':=', 1) for word in shlex.split(given['bringup_arguments'])]
    # Not in a group: event handlers of the bringup read its arguments long after it was included. The monitor
    # comes last, so that it is not started when the bringup cannot be included, which ends the launch.
    return [
        *(UnsetLaunchConfiguration(name) for name in OF_CHECK),
        IncludeLaunchDescription(AnyLaunchDescriptionSource(str(bringup(given))), launch_arguments=words),
        *([monitor(given)] if given['monitor'] == 'true' else []),
    ]


def monitor(given):
    """Return check.launch.py with the arguments of the gate, whatever the bringup made of them since."""

    def restore(context):
        context.launch_configurations.clear()
        context.launch_configurations.update(given)

    include = IncludeLaunchDescription(PythonLaunchDescriptionSource(CHECK))
    return GroupAction([OpaqueFunction(function=restore), include])
