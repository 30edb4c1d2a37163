"""The description that runs against the file: what counts as different, and what is said of it."""

from __future__ import annotations

import pytest
from support import GOOD, add, edit

from robot_model_check.check import check_document
from robot_model_check.finding import Level
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import read_plain, read_text
from robot_model_check.settings.config import Config

AXIS = '<axis xyz="0 0 1"/>\n    <limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'
GAZEBO = '<gazebo reference="arm"><mu1>0.2</mu1></gazebo>'
CONTROL = ('<ros2_control name="arm" type="system"><hardware><plugin>{}</plugin></hardware>'
           '<joint name="shoulder"/></ros2_control>')
XACRO = '''<?xml version="1.0"?>
<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="0.5"/>
  <xacro:macro name="ball" params="name mass">
    <link name="${name}">
      <inertial><mass value="${mass}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial>
    </link>
  </xacro:macro>
  <link name="base_link"/>
  <xacro:ball name="ball" mass="$(arg mass)"/>
  <joint name="lift" type="prismatic">
    <origin rpy="${pi/2} 0 0"/><parent link="base_link"/><child link="ball"/>
    <limit lower="0" upper="${1/3}" effort="9" velocity="1"/>
  </joint>
</robot>'''


def checked(ours: str, theirs: str, **arguments: str):
    """Return the report on `ours` (xacro or URDF text) while `theirs` runs."""
    finder = Finder.from_environment((), {})
    return check_document(read_text(ours.encode(), arguments, finder), finder, Config(), 0,
                          read_plain(theirs.encode()))


def drifts(ours: str, theirs: str, **arguments: str) -> list:
    return [one for one in checked(ours, theirs, **arguments).findings if one.rule == 'description-drift']


@pytest.mark.parametrize('theirs', [
    GOOD,
    GOOD.replace('\n', ' ').replace('<robot', '<!-- printed --><robot'),
    edit(GOOD, ('<box size="0.06 0.04 0.2"/></geometry></visual>',
                '<box size="6e-2  0.0400000001 0.20"/></geometry></visual>')),
    edit(GOOD, ('xyz="0.02 0.01 0.1" rpy="0 0 0"', 'rpy="-0 0 6.1e-17" xyz="0.02 0.01 0.1"')),
    edit(GOOD, ('<origin xyz="0 0 0.051"/>', '<origin rpy="0 0 0" xyz="0 0 0.051"/><dynamics damping="0"/>')),
    edit(GOOD, (AXIS, '\n'.join(reversed(AXIS.split('\n'))))),
], ids=['the same', 'comments and blanks', 'another way to write numbers', 'a sine of a right angle',
        'what URDF implies', 'another order'])
def test_what_means_the_same_does_not_drift(theirs):
    assert drifts(GOOD, theirs) == []
    assert drifts(theirs, GOOD) == []


def test_what_other_programs_own_is_compared_too():
    ours, theirs = (add(GOOD, CONTROL.format(plugin)) for plugin in ('real/Arm', 'mock_components/System'))
    assert drifts(ours, ours) == []
    told, = drifts(ours, theirs)
    assert (told.subject.kind, told.site.line) == ('model', GOOD.count('\n'))
    assert '"real/Arm" here, "mock_components/System" running' in told.message
    told, = drifts(add(GOOD, GAZEBO), add(GOOD, GAZEBO.replace('0.2', '0.3')))
    assert (told.subject.kind, told.subject.name) == ('link', 'arm')


@pytest.mark.parametrize(('change', 'kind', 'name', 'values'), [
    (('<mass value="0.48"/>', '<mass value="0.4801"/>'), 'link', 'arm',
     (['inertial/mass value'], ['0.48'], ['0.4801'])),
    (('lower="-1.2"', 'lower="-1"'), 'joint', 'wrist', (['limit lower'], ['-1.2'], ['-1'])),
    (('<axis xyz="0 1 0"/>', ''), 'joint', 'wrist', (['axis xyz'], ['0 1 0'], ['1 0 0'])),
    (('<axis xyz="0 1 0"/>', '<axis xyz="0 1 0"/><dynamics friction="0.1"/>'), 'joint', 'wrist',
     (['dynamics friction'], ['0'], ['0.1'])),
])
def test_a_value_that_differs_is_told_with_its_place(change, kind, name, values):
    told, = drifts(GOOD, edit(GOOD, change))
    assert (told.level, told.subject.kind, told.subject.name) == (Level.WARNING, kind, name)
    assert (told.values['differs'], told.values['file'], told.values['running']) == values
    back, = drifts(edit(GOOD, change), GOOD)
    assert (back.values['file'], back.values['running']) == (values[2], values[1])


def test_the_second_of_two_visuals_is_named_as_such():
    visual = '<visual><geometry><sphere radius="{}"/></geometry></visual>'
    ours, theirs = (edit(GOOD, ('<link name="hand">', '<link name="hand">' + visual.format(radius)))
                    for radius in ('0.02', '0.03'))
    told, = drifts(ours, theirs)
    assert told.values['differs'] == ['visual[1]/geometry/sphere radius']


def test_what_only_one_side_has():
    lamp = ('<link name="lamp"/>'
            '<joint name="hold" type="fixed"><parent link="arm"/><child link="lamp"/></joint>')
    here = drifts(add(GOOD, lamp), GOOD)
    assert [(one.subject.kind, one.subject.name) for one in here] == [('joint', 'hold'), ('link', 'lamp')]
    assert 'is not in the description that runs' in here[0].message
    there = drifts(GOOD, add(GOOD, lamp))
    assert [one.subject.kind for one in there] == ['model', 'model']
    assert sorted(one.message.split(',')[0] for one in there) == ['joint "hold" runs', 'link "lamp" runs']


def test_many_parts_are_one_finding_that_lists_them():
    theirs = edit(GOOD.replace('"arm"', '"upper_arm"'), ('upper="1.5"', 'upper="1.4"'))
    told, = drifts(GOOD, theirs)
    assert told.subject.kind == 'model'
    assert (told.values['links'], told.values['joints']) == (['arm'], ['shoulder', 'wrist'])
    assert told.values['running only'] == ['link "upper_arm"']
    assert '2 differ (joint "shoulder", joint "wrist")' in told.message


def test_the_message_stays_short_however_much_differs():
    many = ''.join(f'<material name="m{number}"/>' for number in range(50))
    told, = drifts(GOOD, add(GOOD, many))
    assert '50 only run (<material> of m0, ' in told.message
    assert '<material> of m9 and 40 more)' in told.message
    assert len(told.values['running only']) == 50


def test_another_robot_and_no_robot():
    assert 'is called "better", not "good"' in drifts(GOOD, edit(GOOD, ('"good"', '"better"')))[0].message
    told, = drifts(GOOD, '<robot name="good"><link')
    assert 'could not be compared with this file' in told.message
    told, = drifts(GOOD, '<sdf/>')
    assert 'SDF, not URDF' in told.message


def test_an_expansion_printed_with_six_digits_agrees_and_findings_carry_the_xacro_lines():
    running = '''<robot name="good"><link name="base_link"/>
      <link name="ball"><inertial><mass value="0.5"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial></link>
      <joint name="lift" type="prismatic"><origin xyz="0 0 0" rpy="1.5708 0 0"/><parent link="base_link"/>
      <child link="ball"/><limit lower="0" upper="0.333333" effort="9" velocity="1"/></joint></robot>'''
    report = checked(XACRO, running)
    assert 'description-drift' not in [one.rule for one in report.findings]
    triangle = next(one for one in report.findings if one.rule == 'inertia-triangle')
    assert (triangle.site.line, [call.line for call in triangle.site.calls]) == (6, [10])
    told, = drifts(XACRO, running, mass='0.7')
    assert (told.subject.name, told.site.line) == ('ball', 5)
    assert told.values['file'] == ['0.7']


def test_without_a_second_description_nothing_is_said_and_nothing_is_unchecked():
    finder = Finder.from_environment((), {})
    report = check_document(read_text(GOOD.encode(), {}, finder), finder, Config(), 0)
    said = [*report.findings, *report.not_checked]
    assert 'description-drift' not in [one.rule for one in said]
    assert next(stage for stage in report.stages if stage.name == 'structure').state == 'passed'
