"""Show a robot description and what its check found, in RViz where that is installed.

ros2 launch robot_model_check view.launch.py package:=my_robot_description file:=urdf/robot.urdf.xacro
"""

import os
import shlex
from pathlib import Path

from ament_index_python.packages import (
    PackageNotFoundError,
    get_package_prefix,
    get_package_share_directory,
)
from launch.actions import (
    DeclareLaunchArgument,
    GroupAction,
    IncludeLaunchDescription,
    LogInfo,
    OpaqueFunction,
    Shutdown,
)
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from launch import LaunchDescription
from robot_model_check.bringup.parameters import arguments
from robot_model_check.bringup.worker import Source, read_source
from robot_model_check.errors import UsageError
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse

HERE = Path(__file__).parent
CHECK = str(HERE / 'check.launch.py')
RVIZ = str(HERE.parent / 'config' / 'view.rviz')
SLIDERS = ('joint_state_publisher_gui', 'joint_state_publisher')
BOOLEAN = ['true', 'false']
ARGUMENTS = [
    DeclareLaunchArgument('gui', default_value='true', choices=BOOLEAN, description='Sliders for joints.'),
    DeclareLaunchArgument('rviz', default_value='true', choices=BOOLEAN, description='Start rviz2.'),
    DeclareLaunchArgument('rviz_config', default_value=RVIZ, description='Configuration of rviz2.'),
]


def generate_launch_description():
    """Return the arguments, the check and the programs that show the robot."""
    check = IncludeLaunchDescription(PythonLaunchDescriptionSource(CHECK))
    programs = []
    return LaunchDescription([
        *ARGUMENTS,
        # What is missing is told before the check starts: launch leaves a process alone that is just starting
        # when an exception ends it.
        OpaqueFunction(function=lambda context: programs.extend(show(context))),
        GroupAction([check]),
        OpaqueFunction(function=lambda _: programs),
    ])


def show(context):
    """Return the programs that show the robot, of those that are installed."""
    given = context.launch_configurations
    text, root = description(given)
    sliders = [name for name in SLIDERS if given['gui'] == 'true' or not name.endswith('gui')]
    return [
        *program(
            ['robot_state_publisher'],
            parameters=[{'robot_description': ParameterValue(text, value_type=str)}],
        ),
        *program(sliders),
        *(
            program(['rviz2'], arguments=['-d', given['rviz_config'], '-f', root], on_exit=Shutdown())
            if given['rviz'] == 'true'
            else []
        ),
    ]


def description(given):
    """Return the URDF that package, file and xacro_arguments mean together, and the name of its root link."""
    package, file = given.get('package', ''), given.get('file', '')
    target = str(Path(get_package_share_directory(package), file)) if package and file else file or package
    if not target:
        raise RuntimeError('view.launch.py needs a description: package:=... or file:=...')
    try:
        words = arguments(shlex.split(given.get('xacro_arguments', '')))
        document = read_source(Source(target, arguments=words), Finder.from_environment())
    except UsageError as error:
        raise RuntimeError(str(error)) from None
    if document.root is None:
        raise RuntimeError(f'{target} cannot be shown: {document.problems[0].message}')
    robot = parse(document.root)
    children = {joint.child for joint in robot.joints}
    return document.text.decode(), next((link.name for link in robot.links if link.name not in children), '')


def program(names, **options):
    """Return the first program that is installed, each from the package of its name, or a word on that."""
    for name in names:
        try:
            file = Path(get_package_prefix(name), 'lib', name, name)
        except PackageNotFoundError:
            continue
        if os.access(file, os.X_OK):
            return [Node(package=name, executable=name, output='screen', **options)]
    debian = f'ros-jazzy-{names[0].replace("_", "-")}'
    return [LogInfo(msg=f'{names[0]} is not installed (apt: {debian}) and not started')]
