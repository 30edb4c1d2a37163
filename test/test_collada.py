"""A Collada visual that is right only once its up axis is turned to z."""

from __future__ import annotations

import numpy as np
import pytest
from meshes import ARM, dae, with_visual
from support import box_mesh, run, told

from robot_model_check.geometry.triangles import overlap

VERTICES, FACES = box_mesh(ARM)
ROW = ('unit-collada', 'arm', 'warning')
TO_FILE = {'Z_UP': np.eye(3), 'Y_UP': np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
           'X_UP': np.array([[0.0, 0, 1], [-1, 0, 0], [0, -1, 0]])}


@pytest.mark.parametrize('up_axis', ['Y_UP', 'X_UP'])
def test_lies_across_its_collision(tmp_path, up_axis):
    files = {'arm.dae': dae(VERTICES @ TO_FILE[up_axis].T, FACES, up_axis=up_axis)}
    assert ROW in told(run(tmp_path, with_visual('<mesh filename="arm.dae"/>'), files).findings)


@pytest.mark.parametrize('up_axis', ['Y_UP', 'X_UP'])
def test_lies_along_its_collision(tmp_path, up_axis):
    files = {'arm.dae': dae(VERTICES, FACES, up_axis=up_axis)}
    assert ROW not in told(run(tmp_path, with_visual('<mesh filename="arm.dae"/>'), files).findings)


def test_overlap_of_boxes():
    zero, one = np.zeros(3), np.ones(3)
    assert overlap(zero, one, zero, one) == 1
    assert overlap(zero, one, one, 2 * one) == 0
    assert overlap(zero, one, zero, np.array([1, 1, 3.0])) == pytest.approx(1 / 3)
