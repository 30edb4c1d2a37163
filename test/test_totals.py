"""Composites against closed forms: the pieces of a body add up to the body."""

from __future__ import annotations

import numpy as np
import pytest

from robot_model_check.clues.totals import group_poses, group_totals, robot_totals
from robot_model_check.inertia import box_properties
from robot_model_check.kinematics import Tree
from robot_model_check.reading.parse import parse
from robot_model_check.reading.xml_tree import build

# A box of 0.2 x 0.1 x 0.1 m and 1 kg, cut in two halves of different frames, one of them hanging on a fixed
# joint.
HALVES = """<robot name="halves">
  <link name="base"/>
  <link name="near">
    <inertial><origin xyz="0.05 0 0"/><mass value="0.5"/>
      <inertia ixx="8.33333333333333e-4" ixy="0" ixz="0"
        iyy="8.33333333333333e-4" iyz="0" izz="8.33333333333333e-4"/>
    </inertial>
  </link>
  <link name="bare"/>
  <link name="far">
    <inertial>
      <origin xyz="0 0.05 0" rpy="0 0 -1.5707963267948966"/><mass value="0.5"/>
      <inertia ixx="8.33333333333333e-4" ixy="0" ixz="0"
        iyy="8.33333333333333e-4" iyz="0" izz="8.33333333333333e-4"/>
    </inertial>
  </link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="near"/><axis xyz="0 0 1"/></joint>
  <joint name="weld" type="fixed"><origin xyz="0.1 0 0"/><parent link="near"/><child link="bare"/></joint>
  <joint name="bend" type="fixed">
    <origin rpy="0 0 -1.5707963267948966"/><parent link="bare"/><child link="far"/></joint>
</robot>"""


@pytest.fixture
def tree() -> Tree:
    return Tree(parse(build(HALVES.encode(), None)))


def test_the_halves_of_a_box_are_the_box(tree: Tree) -> None:
    total = group_totals(tree)['near']
    box = box_properties(np.array([0, -0.05, -0.05]), np.array([0.2, 0.05, 0.05]))
    assert total.mass == pytest.approx(1.0)
    np.testing.assert_allclose(total.com, [0.1, 0, 0], atol=1e-15)
    np.testing.assert_allclose(total.inertia, box.inertia, atol=1e-15)
    np.testing.assert_allclose(np.diag(total.inertia), [1 / 600, 1 / 240, 1 / 240], atol=1e-15)


def test_the_base_group_has_no_mass(tree: Tree) -> None:
    total = group_totals(tree)['base']
    assert total.mass == 0
    assert not total.com.any()
    assert not total.inertia.any()


def test_the_robot_turns_with_its_joint(tree: Tree) -> None:
    total = robot_totals(tree, tree.poses({'turn': 0.5}))
    np.testing.assert_allclose(total.com, [0.1 * np.cos(0.5), 0.1 * np.sin(0.5), 0], atol=1e-15)
    np.testing.assert_allclose(total.com[:2], [0.087758, 0.047943], atol=5e-7)
    np.testing.assert_allclose(np.linalg.eigvalsh(total.inertia), [1 / 600, 1 / 240, 1 / 240], atol=1e-15)


def test_group_poses_chain_fixed_joints(tree: Tree) -> None:
    poses = group_poses(tree, 'near')
    assert list(poses) == ['near', 'bare', 'far']
    np.testing.assert_allclose(poses['far'][:3, 3], [0.1, 0, 0])
    np.testing.assert_allclose(poses['far'][:3, :3] @ [0, 1, 0], [1, 0, 0], atol=1e-15)
