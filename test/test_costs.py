"""What advised collisions cost, where it is asked for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from shapes import channel, write_stl
from support import GOOD, edit, run
from test_advice import robot

from robot_model_check.kinematics import rotation
from robot_model_check.model import Box, Cylinder, Pose, Sphere
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain
from robot_model_check.settings.config import Config
from robot_model_check.simulators.step_time import Body, Geom, mjcf, step_time
from robot_model_check.sinks import text

ASKED = Config(advise=True)


def test_a_hollow_link_is_decomposed_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('robot_model_check.costs.find_spec', lambda name: None)
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    report = run(tmp_path, robot(), config=ASKED)
    row = report.links['part']['collision_advice']
    assert (row['method'], row['parts [1]']) == ('split', {'now': 1, 'then': 3})
    assert row['excess [1]']['then'] == pytest.approx(0, abs=1e-3)
    assert row['candidate_pairs [1]'] == {'now': 0, 'then': 0}
    assert 'method' not in report.links['base']['collision_advice']
    assert sorted(path.name for path in tmp_path.iterdir()) == ['part.stl', 'robot.urdf']
    shown = text.render(report, False)
    assert 'split: 1 -> 3 parts, 0 -> 0 candidate pairs, 212.5% -> ' in shown
    assert '1 other link: as good as it gets' in shown
    assert 'a step of MuJoCo' not in shown


def test_unasked_nothing_is_worked_out_or_shown(tmp_path: Path) -> None:
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    report = run(tmp_path, robot())
    assert report.links['part']['collision_advice']['parts [1]']['then'] is None
    assert 'collision_step_time [s]' not in report.model
    assert 'advice' not in text.render(report, False)


def test_it_is_worked_out_though_no_rule_looks_at_geometry(tmp_path: Path) -> None:
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    report = run(tmp_path, robot(), config=replace(ASKED, select=frozenset({'joint-axis'})))
    assert report.links['part']['collision_advice']['method'] == 'split'


def test_pairs_of_a_link_without_collision(tmp_path: Path) -> None:
    bare = edit(GOOD, ('<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/>'
                       '</geometry></collision>', ''))
    row = run(tmp_path, bare, config=ASKED).links['hand']['collision_advice']
    assert (row['method'], row['parts [1]']) == ('primitive', {'now': 0, 'then': 1})
    assert row['candidate_pairs [1]'] == {'now': 0, 'then': 1}


def bodies() -> list[Body]:
    """Return the three links of the good robot, each with another kind of collision."""
    joints = {joint.child: joint for joint in parse(read_plain(GOOD.encode()).root).joints}
    turned = Pose((0.02, 0.01, 0.1), (0.3, -0.2, 0.5))
    corners = ((0.0, 0.0, 0.0), (0.1, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.1))
    return [Body('base_link', None, (Geom(Box((0.2, 0.2, 0.1))),)),
            Body('arm', joints['arm'], (Geom(Cylinder(0.02, 0.2), turned), Geom(Sphere(0.03)))),
            Body('hand', joints['hand'], (Geom(corners),))]


def test_mujoco_stands_the_collisions_where_they_are() -> None:
    mujoco = pytest.importorskip('mujoco')
    model = mujoco.MjModel.from_xml_string(mjcf(bodies()))
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    assert (model.ngeom, model.njnt) == (4, 2)
    assert data.geom_xpos[1] == pytest.approx([0.02, 0.01, 0.151])
    assert data.geom_xmat[1].reshape(3, 3) == pytest.approx(rotation((0.3, -0.2, 0.5)))
    R, p = data.geom_xmat[3].reshape(3, 3), data.geom_xpos[3]
    world = model.mesh_vert @ R.T + p
    assert np.sort(world.min(axis=0)) == pytest.approx(np.sort([0.02, 0.01, 0.252]), abs=1e-6)
    assert world.max(axis=0) == pytest.approx([0.12, 0.11, 0.352], abs=1e-6)


def test_a_step_takes_some_time() -> None:
    pytest.importorskip('mujoco')
    assert 0 < step_time(bodies(), [{}, {'shoulder': 0.5, 'nobody': 1.0}]) < 1


def test_both_times_are_told(tmp_path: Path) -> None:
    pytest.importorskip('mujoco')
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    report = run(tmp_path, robot(), config=ASKED)
    times = report.model['collision_step_time [s]']
    assert sorted(times) == ['now', 'then']
    assert all(value > 0 for value in times.values())
    assert 'a step of MuJoCo: ' in text.render(report, False)
