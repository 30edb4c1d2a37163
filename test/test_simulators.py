"""Simulators: how they are asked, what they are shown, and how what they say is told."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from support import GOOD, add, edit, run, told

from robot_model_check.clues.simulated import told as told_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.inertia import Body
from robot_model_check.kinematics import Tree
from robot_model_check.linter import Outcome
from robot_model_check.measuring import measure
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain
from robot_model_check.report import Report
from robot_model_check.settings.config import Config
from robot_model_check.simulators import ask
from robot_model_check.simulators.answer import Answer, JointRead
from robot_model_check.simulators.echo import without_echoes
from robot_model_check.simulators.shown import without_meshes

BOTH = ['simulator-mujoco', 'simulator-pinocchio']
ARM_TENSOR = 'iyy="0.001744" iyz="0" izz="0.000208"'


def stage(report: Report) -> tuple[str, str | None]:
    return next((stage.state, stage.reason) for stage in report.stages if stage.name == 'simulators')


def gaps(report: Report) -> dict[str, str]:
    return {gap.rule: gap.why for gap in report.not_checked if gap.area == 'simulators'}


def context(xml: str, **answers: Answer) -> Context:
    document = read_plain(xml.encode())
    return Context(document, parse(document.root), answers=answers)


# whether and how they are asked


def test_passed_where_both_are_installed(tmp_path):
    pytest.importorskip('mujoco')
    pytest.importorskip('pinocchio')
    assert stage(run(tmp_path, GOOD)) == ('passed', None)


def test_not_installed_is_not_checked(tmp_path):
    with mock.patch.object(ask.importlib.util, 'find_spec', return_value=None):
        report = run(tmp_path, GOOD)
    assert told(report.findings) == []
    assert gaps(report) == {
        'simulator-mujoco': "MuJoCo is not installed: pip install 'robot_model_check[sim]' brings it",
        'simulator-pinocchio': "Pinocchio is not installed: pip install 'robot_model_check[sim]' brings it"}
    assert stage(report) == (
        'not_checked', f'{gaps(report)["simulator-mujoco"]} (simulator-mujoco and 1 more)')


def test_a_comment_for_a_simulator_that_is_not_installed_is_no_complaint(tmp_path):
    comment = '<!-- robot_model_check: disable=simulator-mujoco its masses are meant so -->'
    with mock.patch.object(ask.importlib.util, 'find_spec', return_value=None):
        report = run(tmp_path, edit(GOOD, ('<link name="hand">', f'<link name="hand">{comment}')))
    assert told(report.findings) == []


def test_no_rule_no_question():
    document = read_plain(GOOD.encode())
    assert ask.questions([], document) == {}
    with mock.patch.object(ask, 'questions', wraps=ask.questions) as questions:
        measure(document, parse(document.root), {}, [], 0)
    assert questions.call_args.args[0] == []


FAKES = {'dies': 'import os; os.abort()', 'sleeps': 'import time; time.sleep(60)', 'is another': 'x = 1',
         'is broken': 'raise ImportError("compiled for\\nanother numpy")'}
WHY = {'dies': 'the worker died (signal 6, SIGABRT) while it did this task',
       'sleeps': 'not finished within 1 s',
       'is another': "module 'pinocchio' has no attribute 'buildModelFromXML'",
       'is broken': 'another numpy'}


@pytest.mark.parametrize('kind', FAKES)
def test_one_that_gives_no_answer_is_not_checked(kind, tmp_path, monkeypatch):
    (tmp_path / 'pinocchio.py').write_text(FAKES[kind], encoding='utf-8')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, 'pinocchio', raising=False)
    monkeypatch.setattr(ask, 'TIME_LIMIT', 1.0 if kind == 'sleeps' else 60.0)
    document = read_plain(GOOD.encode())
    found = measure(document, parse(document.root), {}, ['pinocchio'], 1)
    assert found.failures == {}
    assert sorted(found.facts) == ['arm', 'base_link', 'hand']
    problem = found.answers['pinocchio'].problem
    assert problem is not None
    assert problem.startswith('Pinocchio gave no answer: ')
    assert WHY[kind] in problem


@pytest.mark.parametrize('name', ['mujoco', 'pinocchio'])
def test_what_a_simulator_prints_reaches_no_terminal_and_no_file(name, tmp_path):
    pytest.importorskip(name)
    (tmp_path / 'robot.urdf').write_text(edit(GOOD, ('value="0.48"', 'value="nan"')), encoding='utf-8')
    done = subprocess.run(
        [sys.executable, '-m', 'robot_model_check.cli', 'check', 'robot.urdf',
         '--select', f'simulator-{name}', '--select', 'number-format', '-o', 'report.txt'],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env={'PYTHONPATH': str(Path(__file__).parents[1])})
    assert (done.stdout, done.stderr) == ('', '')
    assert sorted(path.name for path in tmp_path.iterdir()) == ['report.txt', 'robot.urdf']


# what MuJoCo is shown


def test_visuals_go_and_meshes_become_boxes_on_the_lines_where_they_were():
    text = '''<robot name="r"><link name="a">
  <visual><geometry>
    <mesh filename="package://p/a.dae"/></geometry></visual><!-- <visual/> -->
  <collision><geometry><mesh
    filename="package://p/a.stl"/></geometry></collision>
  <collision><geometry><sphere radius="1"/></geometry></collision>
</link></robot>'''
    expected = '''<robot name="r"><link name="a">
  %s
<!-- <visual/> -->
  <collision><geometry><box size="0.1 0.1 0.1"/>
</geometry></collision>
  <collision><geometry><sphere radius="1"/></geometry></collision>
</link></robot>'''
    assert without_meshes(read_plain(text.encode())).decode() == expected % ''


# a verdict that a rule explains


def finding(rule, area, level, kind='link', name='arm', message='m', **more) -> Finding:
    return Finding(message=message, rule=rule, area=area, level=level, subject=Subject(kind, name), **more)


REFUSED = finding('simulator-mujoco', 'simulators', Level.ERROR, message='MuJoCo refuses the model: so')


def left(*findings: Finding, xml: str = GOOD) -> tuple[list[str], list[str]]:
    """Return the subjects of what the simulators still say, and why the rest is not checked."""
    outcome = without_echoes(Outcome(findings, ()), context(xml))
    return ([one.subject.name for one in outcome.findings if one.area == 'simulators'],
            [gap.why for gap in outcome.not_checked])


def test_an_error_on_the_same_link_explains_a_refusal():
    assert left(finding('inertia-triangle', 'inertia', Level.ERROR), REFUSED) == (
        [], ['told by inertia-triangle: MuJoCo refuses the model: so'])


def test_a_refusal_of_no_joint_is_explained_by_what_it_speaks_of():
    refused = finding('simulator-pinocchio', 'simulators', Level.ERROR, 'model', 'r',
                      'dry_friction is greater')
    friction = finding('joint-dynamics', 'structure', Level.WARNING, 'joint', 'wrist')
    assert left(friction, refused) == ([], ['told by joint-dynamics on joint wrist: dry_friction is greater'])
    assert left(friction, REFUSED)[0] == ['arm']


@pytest.mark.parametrize('other', [
    pytest.param(finding('inertia-triangle', 'inertia', Level.WARNING), id='less grave'),
    pytest.param(finding('unit-mass', 'units', Level.ERROR, name='hand'), id='elsewhere'),
    pytest.param(finding('simulator-pinocchio', 'simulators', Level.ERROR), id='another simulator')])
def test_what_explains_nothing(other):
    assert 'arm' in left(other, REFUSED)[0]
    assert left(other, REFUSED)[1] == []


def test_a_model_that_was_never_weighed_is_said_to_be_one_for_display():
    never = finding('inertial-missing', 'inertia', Level.WARNING)
    assert left(never, REFUSED) == ([], ['told by inertial-missing: MuJoCo refuses the model: so'])


def test_what_is_welded_to_the_link_and_the_joint_that_moves_it_are_meant_too():
    welded = add(GOOD, '<link name="cover"/><joint name="on" type="fixed"><parent link="arm"/>'
                       '<child link="cover"/></joint>')
    assert left(finding('mass-positive', 'inertia', Level.ERROR, name='cover'), REFUSED, xml=welded) == (
        [], ['told by mass-positive on link cover: MuJoCo refuses the model: so'])
    assert left(finding('joint-axis', 'structure', Level.ERROR, 'joint', 'shoulder'), REFUSED)[0] == []


def test_no_joint_moves_the_root():
    base = replace(REFUSED, subject=Subject('link', 'base_link'))
    assert left(finding('mass-positive', 'inertia', Level.ERROR, name='base_link'), base)[0] == []
    assert left(finding('mass-positive', 'inertia', Level.ERROR), base)[0] == ['base_link']


def test_words_that_name_nothing_may_mean_any_error():
    unnamed = replace(REFUSED, subject=Subject('model', 'good'))
    assert left(finding('geometry-size', 'geometry', Level.ERROR), unnamed)[0] == []
    assert left(finding('geometry-size', 'geometry', Level.WARNING), unnamed)[0] == ['good']


def test_a_model_that_cannot_be_read_is_refused_at_any_place():
    assert left(finding('tree-loop', 'structure', Level.ERROR, name='hand'), REFUSED)[0] == []


def test_of_many_those_remain_that_nothing_explains():
    parts = tuple(finding('simulator-mujoco', 'simulators', Level.WARNING, 'joint', name,
                          f'{name}: no limits') for name in ('shoulder', 'wrist'))
    many = finding('simulator-mujoco', 'simulators', Level.WARNING, 'model', 'good', parts=parts)
    order = finding('joint-limit-order', 'structure', Level.WARNING, 'joint', 'wrist')
    assert left(order, many) == (['shoulder'],
                                 ['told by joint-limit-order: wrist: no limits'])
    assert left(many) == (['good'], [])


def test_a_refusal_that_a_rule_explains_leaves_the_stage_unchecked(tmp_path):
    pytest.importorskip('mujoco')
    report = run(tmp_path, edit(GOOD, (ARM_TENSOR, ARM_TENSOR.replace('0.000208', '0.008'))),
                 config=Config(select=frozenset({'inertia-triangle', 'simulator-mujoco'})))
    assert told(report.findings) == [('inertia-triangle', 'arm', 'error')]
    state, reason = stage(report)
    assert state == 'not_checked'
    assert reason is not None
    assert reason.startswith('link arm: told by inertia-triangle: MuJoCo refuses the model: ')


# whom a refusal means, and where


ROBOT, ARM, HAND = '<robot name="good">', '<link name="arm">', '<link name="hand">'
SHOULDER, WRIST = '<joint name="shoulder"', '<joint name="wrist"'
MASS = '<mass value="0.48"/>'


def line_of(start: str) -> int:
    return GOOD[:GOOD.index(start)].count('\n') + 1


@pytest.mark.parametrize(('said', 'subject', 'start'), [
    (f"XML Error: bad format in attribute 'value'\nElement 'mass', line {line_of(MASS)}\n", 'arm', MASS),
    (f"XML Error: invalid joint type\nElement 'joint', line {line_of(WRIST)}\n", 'wrist', WRIST),
    (f"XML Error: bad\nElement 'robot', line {line_of(ROBOT)}\n", None, ROBOT),
    ("XML Error: bad\nElement 'mass', line 999\n", None, ROBOT),
    ("Error: inertia must satisfy A + B >= C\nElement name 'hand', id 2", 'hand', HAND),
    ("Error: axis too small in joint\nElement name 'wrist', id 1", 'wrist', WRIST),
    ('Joint [shoulder] is of type REVOLUTE but it does not specify limits', 'shoulder', SHOULDER),
    ("link 'arm' is not unique.", 'arm', ARM),
    ('Failed to build tree: parent link [amr] of joint [wrist] not found.', 'wrist', WRIST),
    ('Failed to find root link: Two root links found: [arm] and [base_link]', None, ROBOT)])
def test_whom_the_words_mean(said, subject, start):
    answer = Answer(refusal=said.splitlines()[0], said=said, version='1')
    found, = told_of(context(GOOD, mujoco=answer), 'mujoco', 1e-6)
    assert (found.subject.name if found.subject else None) == subject
    assert found.site.line == line_of(start)
    assert found.message == f'MuJoCo refuses the model: {said.splitlines()[0]}'
    assert found.values == {'version': '1', 'words': said}


def test_a_link_and_a_joint_of_one_name():
    same = GOOD.replace('"wrist"', '"hand"')
    for words, kind in (('axis too small in joint', 'joint'), ('inertia must satisfy A + B >= C', 'link')):
        answer = Answer(refusal=words, said=f"Error: {words}\nElement name 'hand', id 1")
        found, = told_of(context(same, mujoco=answer), 'mujoco', 1e-6)
        assert found.subject == Subject(kind, 'hand')


# what was read, beside the file


def right() -> Answer:
    """What a simulator reads that reads all of GOOD."""
    robot = parse(read_plain(GOOD.encode()).root)
    arm = Body(0.48, np.array([0.02, 0.01, 0.1]), np.diag([0.001664, 0.001744, 0.000208]))
    hand = Body(0.125663706, np.array([0, 0, 0.05]), np.diag([0.000117286, 0.000117286, 0.0000251327]))
    joints = {'shoulder': JointRead(True, np.array([0, 0, 1.0]), -1.5, 1.5),
              'wrist': JointRead(True, np.array([0, 1.0, 0]), -1.2, 1.2)}
    return Answer(bodies={'arm': arm, 'hand': hand}, poses=Tree(robot).poses(), joints=joints)


def changed(**parts) -> list[tuple[str, str]]:
    """Return (subject, message) of what is told where parts of the answer are others."""
    answer = right()
    for name, own in parts.items():
        answer = replace(answer, **{name: {**getattr(answer, name), **own}})
    return [(found.subject.name, found.message.partition('otherwise: ')[2])
            for found in told_of(context(GOOD, mujoco=answer), 'mujoco', 1e-6)]


def test_what_is_read_as_it_stands_is_silent():
    assert changed() == []


@pytest.mark.parametrize(('scale', 'silent'), [(1 + 1e-7, True), (1 + 1e-5, False)])
def test_rounding_is_silent(scale, silent):
    arm = right().bodies['arm']
    assert (changed(bodies={'arm': Body(arm.mass * scale, arm.com, arm.inertia)}) == []) is silent
    assert (changed(bodies={'arm': Body(arm.mass, arm.com * scale, arm.inertia)}) == []) is silent
    assert (changed(bodies={'arm': Body(arm.mass, arm.com, arm.inertia * scale)}) == []) is silent


@pytest.mark.parametrize(('body', 'message'), [
    (Body(0.5, right().bodies['arm'].com, right().bodies['arm'].inertia),
     'a mass of 0.5 kg, the file says 0.48 kg'),
    (Body(0.48, np.zeros(3), right().bodies['arm'].inertia),
     'its COM at (0, 0, 0) m, the file says (0.02, 0.01, 0.1) m'),
    (Body(0.48, right().bodies['arm'].com, np.diag([0.001664, 0.001744, 0.0003])),
     'an izz of 0.0003 kg m^2 about its COM, the file says 0.000208 kg m^2'),
    (Body(0.48, right().bodies['arm'].com,
          np.array([[0.001664, 0, 0.1], [0, 0.001744, 0], [0.1, 0, 0.000208]])),
     'an ixz of 0.1 kg m^2 about its COM, the file says 0 kg m^2')])
def test_a_body_that_was_read_otherwise(body, message):
    assert changed(bodies={'arm': body}) == [('arm', message)]


def test_what_is_not_there():
    bodies = {'hand': right().bodies['hand']}
    answer = replace(right(), bodies=bodies, joints={'shoulder': right().joints['shoulder']})
    found = list(told_of(context(GOOD, mujoco=answer), 'mujoco', 1e-6))
    assert [(one.subject.name, one.message) for one in found] == [
        ('arm', 'MuJoCo reads this link otherwise: it has no body for it'),
        ('wrist', 'MuJoCo reads this joint otherwise: it has no such joint')]
    assert {one.level for one in found} == {Level.WARNING}


@pytest.mark.parametrize(('joint', 'message'), [
    (JointRead(False, np.array([0, 0, 1.0]), -1.5, 1.5), 'it slides, and is revolute in the file'),
    (JointRead(True, np.array([0, 1.0, 0]), -1.5, 1.5), 'its axis is (0, 1, 0), the file says (0, 0, 1)'),
    (JointRead(True, np.array([0, 0, -1.0]), -1.5, 1.5), 'its axis is (0, 0, -1), the file says (0, 0, 1)'),
    (JointRead(True, np.array([0, 0, 1.0]), None, None), 'it has no limits, the file says [-1.5, 1.5] rad'),
    (JointRead(True, np.array([0, 0, 1.0]), -1.5, 1.4),
     'its range is [-1.5, 1.4] rad, the file says [-1.5, 1.5] rad'),
    (JointRead(True, np.array([0, 0, 1.0]), -1.4, 1.5),
     'its range is [-1.4, 1.5] rad, the file says [-1.5, 1.5] rad')])
def test_a_joint_that_was_read_otherwise(joint, message):
    assert changed(joints={'shoulder': joint}) == [('shoulder', message)]


def test_a_joint_that_stands_elsewhere_or_turned():
    moved, turned = np.array(right().poses['arm']), np.array(right().poses['arm'])
    moved[0, 3] += 0.001
    turned[:3, :3] = np.diag([-1, -1, 1])
    assert changed(poses={'arm': moved}) == [
        ('shoulder', 'at q = 0 it stands at (0.001, 0, 0.051) m, by the file at (0, 0, 0.051) m')]
    assert [name for name, _ in changed(poses={'arm': turned})] == ['shoulder']


def test_links_whose_mass_depends_on_what_was_not_shown_are_left_out():
    arm = Body(9.0, np.zeros(3), np.eye(3))
    answer = replace(right(), bodies={**right().bodies, 'arm': arm})
    assert list(told_of(context(GOOD, mujoco=answer), 'mujoco', 1e-6, ['arm'])) == []


def test_gaps_keep_their_order():
    unsorted = (NotChecked('w', None, 'b'), NotChecked('w', None, 'a'))
    outcome = without_echoes(Outcome((), unsorted), context(GOOD))
    assert [gap.rule for gap in outcome.not_checked] == ['a', 'b']
