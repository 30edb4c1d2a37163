"""One mistake is one finding: evidence goes to the rule that names it, and a macro's line is told once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from arms import arms
from rules.frame_mirror import BAD_CASES as MIRRORED
from support import GOOD, Case, edit, run, run_case, told

from robot_model_check.finding import Finding
from robot_model_check.inertia import parallel_axis
from robot_model_check.report import Report
from robot_model_check.settings.config_file import load_config

BOX = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
ABOUT_ORIGIN = ('<inertia ixx="0.006512" ixy="-0.000096" ixz="-0.00096" iyy="0.006736" iyz="-0.00048" '
                'izz="0.000448"/>')
COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>\n      <mass'
LONG = '<inertia ixx="0.00656" ixy="0" ixz="0" iyy="0.00664" iyz="0" izz="0.000208"/>'  # of any COM


def only(report: Report) -> Finding:
    finding, = report.findings
    return finding


def test_the_tensor_is_about_the_origin() -> None:
    offset = 0.48 * parallel_axis(1.0, np.array([0.02, 0.01, 0.1]))
    about = offset + np.diag([0.001664, 0.001744, 0.000208])
    assert np.diag(about) == pytest.approx([0.006512, 0.006736, 0.000448])


def test_the_proof_is_evidence_for_the_mistake_that_is_named(tmp_path: Path) -> None:
    found = only(run(tmp_path, edit(GOOD, (BOX, ABOUT_ORIGIN))))
    assert (found.rule, found.cause, found.cause_state) == ('inertia-geometry', 'origin:link', 'named')
    assert 'inertia-impossible: no mass distribution inside the geometry has this tensor: along z' \
        in found.message
    assert 'draw them' not in found.message
    evidence, = found.values['evidence']
    assert evidence['rule'] == 'inertia-impossible'
    assert evidence['spread [m]'] == pytest.approx(0.115470, rel=1e-4)
    assert found.values['misfit_before [1]'] > 1


def test_the_graver_level_is_told(tmp_path: Path) -> None:
    graver = 'rules: {inertia-impossible: error}'
    found = only(run_case(tmp_path, Case('', edit(GOOD, (BOX, ABOUT_ORIGIN)), config=graver)))
    assert (found.rule, str(found.level), found.cause) == ('inertia-geometry', 'error', 'origin:link')
    assert found.suggestion is not None
    assert 'ixx="0.001664"' in (found.suggestion.xml or '')
    assert 'the tensor is about the link origin' in found.message


def test_what_no_body_has_keeps_its_own_rule(tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, (BOX, BOX.replace('0.001664', '0.0001664'))))
    assert told(report.findings) == [('inertia-geometry', 'arm', 'warning', 'decimal:x10^-1'),
                                     ('inertia-triangle', 'arm', 'error', 'decimal:x10^-1')]


def test_the_proof_stands_alone_where_nothing_names_the_mistake(tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, (BOX, ABOUT_ORIGIN)),
                 config=load_config(select=['inertia-impossible']))
    assert told(report.findings) == [('inertia-impossible', 'arm', 'warning')]


def test_what_the_correction_leaves_is_another_mistake(tmp_path: Path) -> None:
    table = b'link,mass,com_x,com_y,com_z\narm,0.48,0.3,0.01,0.1\n'
    config = 'references: {tables: [{file: cad.csv, units: {mass: kg, length: m}}]}'
    case = Case('', edit(GOOD, (COM, COM.replace('0.02', '0.4'))), config=config, files={'cad.csv': table})
    assert told(run_case(tmp_path, case).findings) == [
        ('inertia-com-outside', 'arm', 'warning'),
        ('inertia-reference', 'arm', 'warning', 'reference:inertia')]


@pytest.mark.parametrize(('case', 'rule', 'evidence'), [
    ('one product, the others being small', 'inertia-geometry', 'frame-mirror')])
def test_a_twin_tells_what_the_geometry_tells_too(
        case: str, rule: str, evidence: str, tmp_path: Path) -> None:
    found = only(run_case(tmp_path, next(one for one in MIRRORED if one.name == case)))
    assert found.rule == rule
    assert [seen['rule'] for seen in found.values['evidence']] == [evidence]


def test_many_links_with_a_mistake_are_listed_once(tmp_path: Path) -> None:
    sideways = '<inertia ixx="0.000208" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.001744"/>'
    found = only(run(tmp_path, arms(6, tensor=sideways)))
    names = [f'arm_{k}' for k in range(6)]
    assert (found.rule, found.values['links']) == ('inertia-geometry', names)
    assert found.message.endswith(f'; inertia-impossible, too: {", ".join(names)}')
    assert all(part.values['evidence'][0]['rule'] == 'inertia-impossible' for part in found.parts)


def test_facts_on_many_links_keep_their_words(tmp_path: Path) -> None:
    six = BOX.replace('"0"', '"0.001"').replace('0.001664', '0.001').replace('0.001744', '0.001')
    report = run(tmp_path, arms(6, tensor=six.replace('0.000208', '0.001')))
    fact, = [one for one in report.findings if one.rule == 'inertia-positive-definite']
    assert fact.cause == 'placeholder:all-six-equal'
    assert fact.message == ('the tensor of 6 links is not positive definite: no body has it. Compute it from '
                            'the parts: arm_0, arm_1, arm_2, arm_3, arm_4, arm_5')


def test_facts_on_many_links_get_the_cause_together(tmp_path: Path) -> None:
    rows = ''.join(f'arm_{k},0.48,0.02,0.01,0.1\n' for k in range(6))
    config = 'references: {tables: [{file: cad.csv, units: {mass: kg, length: m}}]}'
    case = Case('', arms(6, com='0.4 0.01 0.1'), config=config,
                files={'cad.csv': f'link,mass,com_x,com_y,com_z\n{rows}'.encode()})
    fact, = [one for one in run_case(tmp_path, case).findings if one.rule == 'inertia-com-outside']
    assert (fact.cause, {part.cause for part in fact.parts}) == ('reference:inertia', {'reference:inertia'})
    assert fact.message.endswith('arm_4, arm_5')


@pytest.mark.parametrize(('others', 'expected'), [
    (2, [('inertia-impossible', 'arm_0'), ('inertia-impossible', 'arm_1')]),
    (3, [('inertia-impossible', 'good')])])
def test_what_is_left_of_a_list_is_told(others: int, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    xml = edit(arms(others, tensor=LONG), (BOX, ABOUT_ORIGIN))
    report = run(tmp_path, xml)
    assert [row[:2] for row in told(report.findings)] == [('inertia-geometry', 'arm'), *expected]
    listed = [part.subject.name for one in report.findings for part in one.parts if part.subject]
    assert listed == ([f'arm_{k}' for k in range(others)] if others > 2 else [])


def test_a_mass_on_a_frame_that_nobody_drew_is_told_once(tmp_path: Path) -> None:
    tool = ('<link name="tool"><inertial><mass value="50"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" '
            'iyz="0" izz="0.1"/></inertial></link><joint name="bolted" type="fixed"><parent link="hand"/>'
            '<child link="tool"/></joint></robot>')
    report = run(tmp_path, edit(GOOD, ('</robot>', tool)))
    found, = [one for one in report.findings if one.subject and one.subject.name == 'tool']
    assert (found.rule, found.cause, found.suggestion) == ('inertia-dummy', None, None)
    assert {seen['rule'] for seen in found.values['evidence']} == {'unit-mass', 'inertia-placeholder'}


LEGS = '''<robot name="dog" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="leg" params="n y"><link name="${{n}}_calf"><inertial>{inertial}</inertial>
<visual>{box}</visual><collision>{box}</collision></link>
<joint name="${{n}}_knee" type="revolute"><origin xyz="0 ${{y}} 0"/><parent link="base_link"/>
<child link="${{n}}_calf"/><axis xyz="0 0 {axis}"/>
<limit lower="{lower}" upper="{upper}" effort="20" velocity="2"/>{more}</joint></xacro:macro>
<xacro:macro name="legs" params="">{calls}</xacro:macro>
<link name="base_link"/><xacro:legs/>
</robot>'''
PART = '<origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry>'


def legs(*calls: str, axis: str = '1', lower: str = '-1', upper: str = '1', more: str = '') -> Case:
    inertial = f'<origin xyz="0.02 0.01 0.1"/><mass value="0.48"/>{BOX}'
    return Case('', LEGS.format(axis=axis, lower=lower, upper=upper, more=more, box=PART, inertial=inertial,
                                calls='\n'.join(calls)))


def leg(name: str, y: int) -> str:
    return f'<xacro:leg n="{name}" y="{y / 10}"/>'


FOUR = [leg(name, y) for y, name in enumerate(('lf', 'rf', 'lh', 'rh'))]


def test_a_line_of_a_macro_is_told_once(tmp_path: Path) -> None:
    found = only(run_case(tmp_path, legs(*FOUR, lower='1', upper='-1'), suffix='.urdf.xacro'))
    joints = ['lf_knee', 'lh_knee', 'rf_knee', 'rh_knee']
    assert (found.rule, found.subject.kind, found.subject.name) == (  # type: ignore[union-attr]
        'joint-limit-order', 'model', 'dog')
    assert found.message == ('on 4 joints that this line makes (lf_knee, lh_knee, rf_knee, rh_knee): lower '
                             'limit 1 rad lies above upper limit -1 rad')
    assert found.values['joints'] == joints
    assert found.site is not None
    assert (found.site.line, [call.line for call in found.site.calls]) == (6, [11])
    assert [[call.line for call in part.site.calls] for part in found.parts if part.site] == [
        [11, 7], [11, 9], [11, 8], [11, 10]]
    assert found.suggestion is not None
    assert found.suggestion.xml == '<limit effort="20" lower="-1" upper="1" velocity="2"/>'
    assert found.suggestion.corrections == ()


def test_numbers_that_differ_are_those_of_the_first(tmp_path: Path) -> None:
    calls = [leg(name, y) for y, name in enumerate('abc', 2)]
    found = only(run_case(tmp_path, legs(*calls, axis='${10 * y}'), suffix='.urdf.xacro'))
    assert found.message.startswith('on 3 joints that this line makes (a_knee, b_knee, c_knee), the first: '
                                    'axis "0 0 2.0" has length 2')
    assert found.suggestion is not None
    assert found.suggestion.xml == '<axis xyz="0 0 1"/>'


def test_two_are_told_one_by_one(tmp_path: Path) -> None:
    report = run_case(tmp_path, legs(*FOUR[:2], lower='1', upper='-1'), suffix='.urdf.xacro')
    assert told(report.findings) == [('joint-limit-order', 'lf_knee', 'error'),
                                     ('joint-limit-order', 'rf_knee', 'error')]


def test_one_that_is_accepted_leaves_the_others_together(tmp_path: Path) -> None:
    config = 'ignore: [{rule: joint-limit-order, joint: rf_knee, reason: measured}]'
    case = legs(*FOUR, lower='1', upper='-1')
    report = run_case(tmp_path, Case('', case.xml, config=config), suffix='.urdf.xacro')
    assert only(report).values['joints'] == ['lf_knee', 'lh_knee', 'rh_knee']
    assert [one.finding.subject.name for one in report.suppressed if one.finding.subject] == ['rf_knee']


def test_a_comment_of_a_macro_that_covers_nothing_is_told_once(tmp_path: Path) -> None:
    note = '<!-- robot_model_check: disable=joint-axis as measured -->'
    found = only(run_case(tmp_path, legs(*FOUR, more=note), suffix='.urdf.xacro'))
    assert (found.rule, len(found.parts)) == ('suppression', 4)


def test_what_a_rule_lists_by_itself_stands_at_the_line_that_made_it(tmp_path: Path) -> None:
    case = legs(*FOUR)
    report = run_case(tmp_path, Case('', case.xml.replace('effort="20"', 'effort="0"')), suffix='.urdf.xacro')
    found = only(report)
    assert (found.rule, len(found.parts)) == ('joint-limit-zero', 4)
    assert found.site is not None
    assert (found.site.line, len(found.site.calls)) == (6, 1)
