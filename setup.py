"""Build script; colcon runs it, and pip."""

import re
from glob import glob
from pathlib import Path

from setuptools import find_packages, setup

NAME = 'robot_model_check'
HERE = Path(__file__).parent
VERSION = re.search(r"__version__ = '(.+)'", (HERE / NAME / '__init__.py').read_text(encoding='utf-8'))[1]

# Folders that are installed below share/robot_model_check.
SHARED = {
    '': ('package.xml',),
    'launch': ('launch/*.py',),
    'config': ('config/*.yaml', 'config/*.rviz'),
    'cmake': ('cmake/*.cmake',),
    'urdf': ('urdf/*.xacro',),
    'urdf/meshes': ('urdf/meshes/*.stl',),
    'docs': ('docs/*.json', 'docs/*.md'),
    'docs/images': ('docs/images/*.png',),
}

# The Jazzy wheels are one set, built against each other: rclpy and the middleware need exactly these.
ROS = [
    'ros-jazzy-rclpy==7.1.6',
    'ros-jazzy-rmw-fastrtps-cpp==8.4.3',
    'ros-jazzy-diagnostic-msgs==5.3.6',
    'ros-jazzy-std-srvs==5.3.6',
    'ros-jazzy-visualization-msgs==5.3.6',
]
AMENT = [
    'ros-jazzy-ament-cmake==2.5.4',
    'ros-jazzy-ament-cmake-include-directories==2.5.4',
    'ros-jazzy-ament-package==0.16.4',
]


def shared_files():
    """Return (folder below the prefix, files) for each folder of SHARED that has files."""
    for folder, patterns in SHARED.items():
        files = sorted(file for pattern in patterns for file in glob(pattern))
        if files:
            yield (str(Path('share', NAME, folder)), files)


setup(
    name=NAME,
    version=VERSION,
    packages=find_packages(include=[NAME, f'{NAME}.*']),
    package_data={NAME: ['py.typed', '**/*.yaml']},
    data_files=[('share/ament_index/resource_index/packages', [f'resource/{NAME}']), *shared_files()],
    python_requires='>=3.10',
    install_requires=[
        'numpy>=1.26,<3',
        'scipy>=1.11,<2',
        'trimesh>=4.5,<6',
        'lxml>=4.9',  # trimesh reads Collada and 3MF through these three
        'pycollada>=0.8',
        'networkx>=3',
        'manifold3d>=3.0,<4',
        'coacd>=1.0.5,<2',
        'vhacdx>=0.1,<1',
        'libigl>=2.5.1,<3',
        'xacro>=2.0.11,<2.2',  # xacro_source.py looks inside it
        'PyYAML>=6',
    ],
    extras_require={
        'ros': ROS,
        'sim': ['mujoco>=3.2,<5', 'pin>=3,<5'],  # on CPython 3.10 pip takes a MuJoCo 3
        'test': ['pytest>=7.4', 'pytest-xdist>=3.5', 'jsonschema>=4.18', 'urdf_parser_py==0.0.4',
                 'colcon-common-extensions==0.3.0', *AMENT],
        'lint': ['ruff>=0.9,<1', 'mypy>=1.14', 'types-PyYAML'],
    },
    zip_safe=True,
    author='The robot_model_check authors',
    maintainer='The robot_model_check authors',
    maintainer_email='robot_model_check@example.org',
    description='Check a robot description: what is wrong, why, and on which line.',
    license='Apache-2.0',
    entry_points={
        'console_scripts': [
            'robot_model_check = robot_model_check.cli:main',
            'check_model = robot_model_check.cli:check_main',
            'decompose_model = robot_model_check.cli:decompose_main',
            'repair_model = robot_model_check.cli:repair_main',
            'robot_model_check_node = robot_model_check.node:main',
        ],
    },
)
