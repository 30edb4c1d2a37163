"""Gravity torques against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from robot_model_check.clues.gravity import GRAVITY, loads, ranges
from robot_model_check.kinematics import Tree
from robot_model_check.reading.parse import parse
from robot_model_check.reading.xml_tree import build

ROBOT = '''<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="3"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-2" iyz="0" izz="1e-2"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0.1 0 0"/><mass value="2"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-2" iyz="0" izz="1e-2"/></inertial></link>
  <link name="load"><inertial><mass value="0.5"/>
    <inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 2 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="0.4 0 0"/><parent link="upper"/><child link="lower"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="2" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><origin xyz="0.2 0 0"/><parent link="lower"/><child link="load"/>
    <axis xyz="1 0 0"/><limit lower="0" upper="0.1" effort="1" velocity="1"/></joint>
</robot>'''


@pytest.fixture
def tree() -> Tree:
    return Tree(parse(build(ROBOT.encode(), None)))


def test_stretched_is_the_worst_for_the_shoulder(tree: Tree) -> None:
    found = {load.joint: load for load in loads(tree)}
    stretched = GRAVITY * (3 * 0.2 + 2 * (0.4 + 0.1) + 0.5 * (0.4 + 0.2 + 0.1))
    assert found['shoulder'].mass == pytest.approx(5.5)
    assert 0.95 * stretched < found['shoulder'].effort <= stretched


def test_the_slide_carries_its_load_where_it_points_down_most(tree: Tree) -> None:
    slide = next(load for load in loads(tree) if load.joint == 'slide')
    assert slide.effort == pytest.approx(0.5 * GRAVITY, rel=1e-3)
    assert np.sin(slide.pose['shoulder'] + slide.pose['elbow']) == pytest.approx(1, abs=1e-3)


def test_a_pose_lists_the_joints_that_change_the_load() -> None:
    beside = ('<link name="head"/><joint name="neck" type="continuous"><parent link="base"/>'
              '<child link="head"/></joint></robot>')
    poses = {load.joint: list(load.pose)
             for load in loads(Tree(parse(build(ROBOT.replace('</robot>', beside).encode(), None))))}
    assert poses == {'shoulder': ['shoulder', 'elbow', 'slide'], 'elbow': ['shoulder', 'elbow', 'slide'],
                     'slide': ['shoulder', 'elbow', 'slide'], 'neck': ['neck']}


def test_joints_of_one_name_end(tree: Tree) -> None:
    twice = Tree(parse(build(ROBOT.replace('name="elbow"', 'name="shoulder"').encode(), None)))
    assert {load.joint for load in loads(twice)} == {'shoulder', 'slide'}


def test_a_pose_of_very_many_joints_is_left_out(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('robot_model_check.clues.gravity.SHOWN', 2)
    assert not any(load.pose for load in loads(tree))


def test_the_samples_are_the_same_every_time(tree: Tree) -> None:
    assert list(loads(tree)) == list(loads(tree))


def test_ranges(tree: Tree) -> None:
    assert ranges(tree) == {'shoulder': (-1, 1), 'elbow': (0, 2), 'slide': (0, 0.1)}
