"""The model agrees with urdf_parser_py on every robot that it accepts; malformed parts are named, not
guessed."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from support import GOOD, edit

from robot_model_check.model import Robot
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read, read_text

ROBOTS = Path(__file__).parents[2] / 'shared' / 'robots'
MODELS = {
    'ur5e/ur_description/urdf/ur.urdf.xacro': {'name': 'ur', 'ur_type': 'ur5e'},
    'franka_fer/franka_description/robots/fer/fer.urdf.xacro': {'hand': 'true'},
    'robotiq_2f85/robotiq_description/urdf/robotiq_2f_85_gripper.urdf.xacro': {},
    'create3/irobot_create_description/urdf/create3.urdf.xacro': {},
    'turtlebot3/turtlebot3_description/urdf/turtlebot3_burger.urdf': {},
    'example_robot_data/example-robot-data/robots/talos_data/robots/talos_full_v2.urdf': {},
    'example_robot_data/example-robot-data/robots/talos_data/robots/talos_reduced.urdf': {},
    'leap_hand/leap_hand_dexurdf/leap_hand_right.urdf': {},
    'so100/so100_description/so100.urdf': {},
    'urdf_tutorial/urdf_tutorial/urdf/07-physics.urdf': {},
    'urdf_tutorial/urdf_tutorial/urdf/08-macroed.urdf.xacro': {},
}


def model(text: str) -> Robot:
    root = read_text(text.encode(), {}, Finder.from_environment((), {})).root
    assert root is not None
    return parse(root)


@pytest.mark.parametrize('name', sorted(MODELS))
def test_agrees_with_urdf_parser_py(name: str) -> None:
    if not ROBOTS.is_dir():
        pytest.skip('the robots are not beside this checkout')
    urdf_parser = pytest.importorskip('urdf_parser_py.urdf')
    document = read(str(ROBOTS / name), MODELS[name], Finder.from_environment([str(ROBOTS)], {}))
    assert document.root is not None
    ours = parse(document.root)
    with contextlib.redirect_stderr(io.StringIO()):  # it complains of every tag it does not know
        theirs = urdf_parser.URDF.from_xml_string(document.text)
    assert ours.name == theirs.name
    assert [link.name for link in ours.links] == [link.name for link in theirs.links]
    assert [(j.name, j.type, j.parent, j.child) for j in ours.joints] == [
        (j.name, j.type, j.parent, j.child) for j in theirs.joints]
    for mine, other in zip(ours.joints, theirs.joints, strict=True):
        assert (mine.limit is None) == (other.limit is None)
        if mine.limit is not None:
            assert [
                mine.limit.lower or 0.0,
                mine.limit.upper or 0.0,
                mine.limit.effort,
                mine.limit.velocity,
            ] == [
                other.limit.lower or 0.0,
                other.limit.upper or 0.0,
                other.limit.effort,
                other.limit.velocity,
            ]
        assert list(mine.origin.xyz) == list(other.origin.xyz if other.origin else (0, 0, 0))
        assert list(mine.origin.rpy) == list((other.origin.rpy if other.origin else None) or (0, 0, 0))
        assert list(mine.axis) == list(other.axis or (1, 0, 0))
        assert (mine.mimic.joint if mine.mimic else None) == (other.mimic.joint if other.mimic else None)
    for mine, other in zip(ours.links, theirs.links, strict=True):
        assert (mine.inertial is None) == (other.inertial is None)
        if mine.inertial is not None:
            i, o = mine.inertial, other.inertial
            assert [i.mass, i.ixx, i.ixy, i.ixz, i.iyy, i.iyz, i.izz] == [
                o.mass, *(getattr(o.inertia, key) for key in ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz'))]
            assert list(i.origin.xyz) == list((o.origin.xyz if o.origin else None) or (0, 0, 0))
        assert len(mine.visuals) == len(other.visuals)
        assert len(mine.collisions) == len(other.collisions)


def test_defaults_are_those_of_urdf() -> None:
    robot = model(
        '<robot name="r"><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/>'
        '</joint></robot>'
    )
    assert robot.joints[0].axis == (1.0, 0.0, 0.0)
    assert robot.joints[0].origin.xyz == robot.joints[0].origin.rpy == (0.0, 0.0, 0.0)
    assert robot.links[0].damaged == frozenset()


@pytest.mark.parametrize(
    ('old', 'new', 'part'),
    [
        ('<mass value="0.48"/>', '<mass value="0,48"/>', 'inertial'),
        ('<mass value="0.48"/>', '', 'inertial'),
        ('<mass value="0.48"/>', '<mass value="inf"/>', 'inertial'),
        ('<mass value="0.48"/>', '<mass value="0x1"/>', 'inertial'),
        ('<mass value="0.48"/>', '<mass value="1_0"/>', 'inertial'),
        ('ixx="0.001664" ', '', 'inertial'),
        ('<inertia ixx="0.001664"', '<inertia ixx=""', 'inertial'),
        (
            '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box',
            '<visual><origin xyz="0.02 0.01"/><geometry><box',
            'visual',
        ),
        (
            '<visual><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02"',
            '<visual><geometry><cylinder',
            'visual',
        ),
        (
            '<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry>',
            '<collision>',
            'collision',
        ),
    ],
)
def test_malformed_parts_are_named(old: str, new: str, part: str) -> None:
    damaged = {name for link in model(edit(GOOD, (old, new))).links for name in link.damaged}
    assert damaged == {part}


@pytest.mark.parametrize(('old', 'new', 'part'), [
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 one"/>', 'axis'),
    ('<origin xyz="0 0 0.051"/>', '<origin xyz="0 0 51 mm"/>', 'origin'),
    ('<limit lower="-1.5"', '<limit lower="-90deg"', 'limit'),
])
def test_malformed_joint_parts_are_named(old: str, new: str, part: str) -> None:
    assert model(edit(GOOD, (old, new))).joints[0].damaged == {part}
