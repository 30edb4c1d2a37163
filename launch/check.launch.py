"""Check a robot description in a bringup.

ros2 launch robot_model_check check.launch.py file:=my_robot.urdf.xacro
ros2 launch robot_model_check check.launch.py package:=ur_description file:=urdf/ur.urdf.xacro \
    xacro_arguments:='name:=ur ur_type:=ur5e' stop_on_failure:=true

Without package and file, what the topic robot_description carries is checked.
"""

import shlex
from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch.actions import DeclareLaunchArgument, EmitEvent, OpaqueFunction, RegisterEventHandler
from launch.event_handlers import OnShutdown
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import Event, EventHandler, LaunchDescription

BOOLEAN = ['true', 'false']
ARGUMENTS = [
    DeclareLaunchArgument(
        'package', default_value='', description='Package of the description. Without a file: its one model.'
    ),
    DeclareLaunchArgument(
        'file',
        default_value='',
        description='A .urdf or .xacro file, relative to the share folder of the package where one is given.',
    ),
    DeclareLaunchArgument(
        'xacro_arguments',
        default_value='',
        description="Arguments of the xacro file: 'name:=value "
        "name:=value'; quotes protect spaces as in a shell.",
    ),
    DeclareLaunchArgument('config', default_value='', description='YAML configuration of the rules.'),
    DeclareLaunchArgument(
        'profile', default_value='', description='default, strict, mujoco, gazebo, isaac or moveit.'
    ),
    DeclareLaunchArgument(
        'fail_on',
        default_value='',
        choices=['', 'error', 'warning', 'never'],
        description='Least level of a finding that fails the check. Empty: that of the configuration, else '
        'error.',
    ),
    DeclareLaunchArgument(
        'stop_on_failure',
        default_value='false',
        choices=BOOLEAN,
        description='Shut the launch down, with a status that is not zero, when a check does not pass.',
    ),
    DeclareLaunchArgument(
        'exit_after_check',
        default_value='false',
        choices=BOOLEAN,
        description='End the node after the first check; else it stays and publishes diagnostics.',
    ),
]


def generate_launch_description():
    """Return the arguments and the node."""
    return LaunchDescription([*ARGUMENTS, OpaqueFunction(function=start)])


def start(context):
    """Return the node, with the parameters that the arguments mean."""
    given = {argument.name: context.launch_configurations[argument.name] for argument in ARGUMENTS}
    stop = given['stop_on_failure'] == 'true'
    texts = {
        'description_file': description(given['package'], given['file']),
        'config_file': given['config'],
        'profile': given['profile'],
        'fail_on': given['fail_on'],
    }
    return [
        Node(
            package='robot_model_check',
            executable='robot_model_check_node',
            name='robot_model_check',
            output='screen',
            parameters=[
                {
                    **{name: ParameterValue(text, value_type=str) for name, text in texts.items()},
                    'xacro_arguments': shlex.split(given['xacro_arguments']) or [''],
                    'exit_on_failure': stop,
                    'exit_after_check': given['exit_after_check'] == 'true',
                }
            ],
            on_exit=refuse_to_go_on if stop else fail_at_the_end,
        )
    ]


def description(package, file):
    """Return the target that package and file mean together, '' for the topic."""
    if package and file:
        return str(Path(get_package_share_directory(package), file))
    return file or package


def refuse_to_go_on(event, context):
    """Fail the launch: an exception is the only thing that gives `ros2 launch` a status that is not zero."""
    if event.returncode != 0 and not context.is_shutdown:
        raise RuntimeError(why(event))


def fail_at_the_end(event, context):
    """Let the launch go on, and fail it when all else has been told to end."""
    if event.returncode == 0 or context.is_shutdown:
        return []

    def fail(*_):
        raise RuntimeError(why(event))

    # Not at once on shutdown: an exception there would keep it from the other processes.
    failed = EventHandler(
        matcher=lambda one: isinstance(one, CheckFailed), entities=[OpaqueFunction(function=fail)])
    return [
        RegisterEventHandler(failed),
        RegisterEventHandler(OnShutdown(on_shutdown=[EmitEvent(event=CheckFailed())])),
    ]


class CheckFailed(Event):
    """A check did not pass, and the launch is ending."""

    name = 'robot_model_check.CheckFailed'


def why(event):
    """Say how a check ended."""
    return f'the robot description did not pass its check (status {event.returncode}, see above)'
