"""Balls that come to rest in MuJoCo on the new and on the old collision."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace

import numpy as np
import pytest
from shapes import channel, link, shape, write_stl

from robot_model_check.cli import main
from robot_model_check.decompose import attempt, drop as module
from robot_model_check.decompose.choose import Wish, choose
from robot_model_check.decompose.drop import Drop, Dropped, drop_on, dropped, of_parts
from robot_model_check.decompose.workers import choices
from robot_model_check.model import Box, Mesh
from robot_model_check.simulators.step_time import Geom, corners

SIZE = 0.06 * (1 + 16 / 9 + 4 / 9) ** 0.5  # m: the diagonal of the channel
BARS = (shape(Box((0.06, 0.08, 0.006)), xyz=(0, 0, 0.003)),
        shape(Box((0.006, 0.08, 0.034)), xyz=(-0.027, 0, 0.023)),
        shape(Box((0.006, 0.08, 0.034)), xyz=(0.027, 0, 0.023)))


@pytest.fixture
def paths(tmp_path):
    """The channel, also a tenth and a thousand times as large, and a ten-thousandth."""
    made = {name: channel(scale) for name, scale in
            (('channel', 1e-3), ('tiny', 1e-7), ('small', 1e-4), ('huge', 1.0))}
    return {name: write_stl(tmp_path / f'{name}.stl', *mesh) for name, mesh in made.items()}


@pytest.fixture
def careless(monkeypatch):
    """Let the hull be taken though three bars were there."""
    monkeypatch.setattr(attempt.Attempt, 'is_worse', lambda tried, present, limits: False)
    return Wish('hull', always=True)


def test_balls_rest_on_the_parts_where_the_channel_is_and_far_off_on_its_hull(paths):
    pytest.importorskip('mujoco', reason='the sim extra is not installed')
    choice = choose(link([Mesh('channel')], [Mesh('channel')]), paths, Wish())
    came_of, = dropped([(choice.trial, choice.parts)], 0)
    now, before = came_of.now, came_of.before
    assert now.within == 1
    assert now.error == pytest.approx([0.002 * SIZE] * 4, rel=0.1)  # the contact is soft
    assert now.tolerance == before.tolerance == pytest.approx(0.01 * SIZE, rel=1e-3)
    assert now.balls < before.balls  # the hull stops those that go through the channel
    assert before.within < 0.8
    assert before.error[3] > 0.08
    assert not came_of.is_worse
    assert Dropped(before, now).is_worse


@pytest.mark.parametrize(('name', 'factor'), [('small', 0.1), ('huge', 1000.0)])
def test_size_changes_nothing(paths, name, factor):
    pytest.importorskip('mujoco', reason='the sim extra is not installed')
    found = []
    for mesh in ('channel', name):
        choice = choose(link([Mesh(mesh)], [Mesh(mesh)]), paths, Wish('split'))
        found.append(drop_on(choice.trial, of_parts(choice.parts)))
    one, other = found
    for was, now in ((one.now, other.now), (one.before, other.before)):
        assert (now.balls, now.within) == (was.balls, was.within)
        softness = 0.0021 * factor * SIZE
        assert now.error == pytest.approx(np.array(was.error) * factor, abs=softness)


def test_what_is_smaller_than_mujoco_can_tell_is_not_checked(paths):
    choice = choose(link([Mesh('tiny')]), paths, Wish('hull'))
    assert drop_on(choice.trial, of_parts(choice.parts)) == Dropped(not_checked='it is too small for MuJoCo')


def test_where_all_lines_graze_there_is_nothing_to_drop(paths):
    trial = choose(link([Mesh('channel')]), paths, Wish('hull')).trial
    slides = replace(trial.slides, starts=np.zeros((0, 3)), ways=np.zeros((0, 3)), lengths=np.zeros(0))
    nothing = replace(trial, slides=slides, stops=np.zeros(0))
    assert drop_on(nothing, ()) == Dropped(not_checked='no line meets it squarely')


def test_what_mujoco_does_not_take_is_worse_than_what_it_takes(paths):
    pytest.importorskip('mujoco', reason='the sim extra is not installed')
    trial = choose(link([Mesh('channel')], [Mesh('channel')]), paths, Wish('split')).trial
    flat = Geom(corners(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.0]])))
    came_of = drop_on(trial, [flat])
    assert came_of.now is None
    assert came_of.refusal
    assert came_of.is_worse
    without = drop_on(replace(trial, old=(flat,)), [flat])
    assert (without.before, without.is_worse) == (None, False)


def test_a_link_whose_new_collision_is_worse_keeps_the_old_and_says_so(paths, careless):
    pytest.importorskip('mujoco', reason='the sim extra is not installed')
    part = link([Mesh('channel')], BARS)
    assert choose(part, paths, careless).method == 'hull'
    kept = choices([part], paths, [careless], 0)['part']
    assert (kept.method, kept.parts, kept.failed) == ('kept', (), False)
    assert kept.now is kept.before
    assert kept.now.excess == pytest.approx(0, abs=1e-5)
    assert kept.note == ('in MuJoCo the new collision would be worse (79.2% of the balls rest where they '
                         'should, 100.0% before)')
    assert kept.refused[-1] == 'hull: worse in MuJoCo'


def test_a_link_that_needs_another_collision_and_keeps_a_bad_one_has_failed(paths):
    choice = choose(link([Mesh('channel')], [Mesh('channel')]), paths, Wish('split'))
    good, bad = Drop(90, 0.001, 1.0, (0.0, 0.0, 0.0, 0.0)), Drop(90, 0.001, 0.9, (0.0, 0.01, 0.01, 0.01))
    kept = choice.after(Dropped(bad, good))
    assert (kept.method, kept.failed, kept.trial) == ('kept', True, None)
    taken = choice.after(Dropped(good, bad))
    assert (taken.parts, taken.method, taken.trial) == (choice.parts, 'split', None)
    unknown = choice.after(Dropped(None, good, not_checked='why'))
    assert unknown.method == 'split'


def crash(trial, new):
    """As a simulator that crashes."""
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_crash_of_the_simulator_leaves_the_parts(paths, monkeypatch):
    monkeypatch.setattr(module, 'drop_on', crash)
    monkeypatch.setattr(module, 'find_spec', lambda name: name)
    choice = choices([link([Mesh('channel')])], paths, [Wish('split')], 1)['part']
    assert choice.method == 'split'
    why = choice.dropped.not_checked
    assert why.startswith('MuJoCo gave no answer: the worker died (signal 11, SIGSEGV)')


def test_without_mujoco_it_is_told_that_nothing_was_dropped(paths, tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(module, 'find_spec', lambda name: None)
    visual = '<visual><geometry><mesh filename="channel.stl"/></geometry></visual>'
    (tmp_path / 'r.urdf').write_text(f'<robot name="r"><link name="a">{visual}</link></robot>')
    words = ['decompose', str(tmp_path / 'r.urdf'), '-o', str(tmp_path / 'out'), '--jobs', '1']
    assert main(words) == 0
    told = 'note: the drop in MuJoCo was not checked: MuJoCo is not installed (1 link)\n'
    assert told in capfd.readouterr().out
    manifest = json.loads((tmp_path / 'out/manifest.json').read_text())
    assert manifest['links']['a']['drop'] == {'not_checked': 'MuJoCo is not installed'}


def test_the_report_has_the_numbers_of_the_drop(paths, tmp_path, capfd):
    pytest.importorskip('mujoco', reason='the sim extra is not installed')
    shapes = ''.join(f'<{kind}><geometry><mesh filename="channel.stl"/></geometry></{kind}>'
                     for kind in ('visual', 'collision'))
    (tmp_path / 'r.urdf').write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    assert main(['decompose', str(tmp_path / 'r.urdf'), '-o', str(tmp_path / 'out'), '--jobs', '1']) == 0
    assert ', in MuJoCo 100.0% rest within 1.1 mm, 79.2% before: ' in capfd.readouterr().out
    found = json.loads((tmp_path / 'out/manifest.json').read_text())['links']['a']['drop']
    assert found['now']['within_tolerance'] == 1
    assert found['now']['error [m]']['max'] == pytest.approx(0.002 * SIZE, rel=0.1)
    assert found['before']['within_tolerance'] == pytest.approx(0.792, abs=1e-3)
