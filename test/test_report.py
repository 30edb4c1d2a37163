"""The JSON report keeps its contract: docs/report.schema.json, order, numbers, places."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import ROOT, SHARED
from jsonschema import Draft202012Validator
from support import GOOD, add, box_mesh, edit, run, stl

from robot_model_check.check import check_file
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.linter import sort_key
from robot_model_check.reading.packages import Finder
from robot_model_check.report import Report, finding_json, plain
from robot_model_check.settings.config import Config, Ignore
from robot_model_check.sinks import json_text, junit
from robot_model_check.source import Site
from robot_model_check.stages import STAGES

SCHEMA = json.loads((ROOT / 'docs/report.schema.json').read_text(encoding='utf-8'))
DEFECTS = sorted(path.parent.name for path in (SHARED / 'defects').glob('*/robot.*'))
ROBOTS = ['create3/irobot_create_description/urdf/dock/standard_dock.urdf.xacro',
          'franka_fer/franka_description/end_effectors/franka_hand/franka_hand.urdf.xacro',
          'turtlebot3/turtlebot3_description/urdf/turtlebot3_burger.urdf',
          'ur5e/ur_description/urdf/ur.urdf.xacro',  # needs arguments: cannot be expanded
          'urdf_tutorial/urdf_tutorial/urdf/08-macroed.urdf.xacro']
LIMIT = '<limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'
SWAPPED = edit(GOOD, (LIMIT, '<limit lower="1.5" upper="-1.5" effort="20" velocity="2"/>'))


def closed(schema: Any) -> Any:
    """Return the schema with no field allowed that it does not name: what is written must be documented."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(item) for key, item in schema.items()}
    is_object = 'properties' in inner and 'object' in np.atleast_1d(inner.get('type', ''))
    return {**({'additionalProperties': False} if is_object else {}), **inner}


VALIDATOR = Draft202012Validator(SCHEMA)
CLOSED = Draft202012Validator(closed(SCHEMA))


def valid(*reports: Report) -> dict[str, Any]:
    """Return the JSON of reports after a round trip; it must fit the schema."""
    data = json.loads(json_text.render(reports), parse_constant=lambda name: pytest.fail(f'bare {name}'))
    error = next(CLOSED.iter_errors(data), None)
    if error is not None:
        alternatives = max(error.context or [error], key=lambda one: len(one.absolute_path))
        pytest.fail(f'{list(alternatives.absolute_path)}: {alternatives.message[:300]}')
    return dict(data)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_good_robot(tmp_path: Path) -> None:
    data = valid(run(tmp_path, GOOD))
    assert data['findings'] == []
    assert data['summary'] == {'error': 0, 'warning': 0, 'info': 0}
    assert list(data['links']) == ['base_link', 'arm', 'hand']


@pytest.mark.parametrize('name', DEFECTS)
def test_every_known_defect_fits_the_schema(name: str, shared: Path) -> None:
    path = next((shared / 'defects' / name).glob('robot.*'))
    data = valid(check_file(str(path), {}, Finder(), Config(), 0))
    assert data['model']['sha256'] == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize('path', ROBOTS)
def test_real_robots_fit_the_schema(path: str, shared: Path) -> None:
    finder = Finder.from_environment((str(shared / 'robots'),), {})
    report = check_file(str(shared / 'robots' / path), {}, finder, Config(), 0)
    data = valid(report)
    assert not report.incomplete
    assert [stage['name'] for stage in data['stages']] == list(STAGES)


def test_junit_cases_of_models_with_one_name_are_told_apart(tmp_path: Path) -> None:
    report = run(tmp_path, GOOD)
    reports = [replace(report, model={**report.model, 'robot': name, 'file': file}) for name, file in (
        ('arm', 'a/x.urdf.xacro'), ('arm', 'a/y.urdf'), ('arm', 'b/y.urdf'), ('leg', 'b/y.urdf'),
        ('leg2', None))]
    suites = ElementTree.fromstring(junit.render(reports, None).encode())
    assert [suite.get('name') for suite in suites] == [
        f'robot_model_check.{name}' for name in ('arm.x', 'arm.y.2', 'arm.y.3', 'leg', 'leg2')]
    assert {case.get('classname') for case in suites[2].iter('testcase')} == {'robot_model_check.arm.y.3'}


def test_a_junit_message_names_part_and_line_since_colcon_shows_nothing_else(tmp_path: Path) -> None:
    both = edit(SWAPPED, ('lower="-1.2" upper="1.2"', 'lower="1.2" upper="-1.2"'))
    for text, first, count in ((SWAPPED, '', 1), (both, '2 findings, first: ', 2)):
        suite = ElementTree.fromstring(junit.render([run(tmp_path, text)], Level.ERROR).encode())
        failure, = suite.iter('failure')
        lines = failure.text.splitlines()
        assert 'robot.urdf:30:5: error: joint shoulder: lower limit 1.5 rad' in lines[0]
        assert (failure.get('message'), len(lines)) == (f'{first}{lines[0]}', count)


def test_junit_has_no_character_that_xml_cannot_hold(tmp_path: Path) -> None:
    report = run(tmp_path, GOOD)
    odd = 'a\x00\x1b\ud800\ufffe\uffff\r'
    report = replace(report, model={**report.model, 'arguments': {odd: odd}})
    suite = ElementTree.fromstring(junit.render([report], None).encode())
    assert [(one.get('name'), one.get('value')) for one in suite.iter('property')][2:] == [
        ('argument a??????', 'a??????')]


def test_several_models_stand_in_one_document(tmp_path: Path) -> None:
    report = run(tmp_path, GOOD)
    assert valid(report, report) == {'schema': 1, 'reports': [valid(report)] * 2}


BROKEN: list[tuple[tuple[Any, ...], Any]] = [  # path into a valid report, what must not stand there
    (('schema',), 2),
    (('tool', 'name'), 'check'),
    (('model', 'sha256'), 'abc'),
    (('model', 'base'), 'welded'),
    (('model', 'arguments'), {'size': 1}),
    (('model', 'mass [kg]'), 'NaN'),
    (('model', 'com [m]'), [0, 0]),
    (('stages', 0, 'state'), 'ok'),
    (('stages', 0, 'state'), 'failed'),  # without an error
    (('stages', 0, 'errors'), 1),  # and yet passed
    (('stages', 0, 'errors'), -1),
    (('stages', -1, 'reason'), None),  # not checked, and not why
    (('stages', 0, 'reason'), 'why'),  # not wholly looked at, and yet passed
    (('stages',), []),
    (('findings', 0, 'rule'), 'Joint_Limit'),
    (('findings', 0, 'level'), 'fatal'),
    (('findings', 0, 'area'), 'style'),
    (('findings', 0, 'subject', 'kind'), 'body'),
    (('findings', 0, 'subject'), 'shoulder'),
    (('findings', 0, 'message'), ''),
    (('findings', 0, 'cause_state'), 'likely'),
    (('findings', 0, 'source', 'line'), 0),
    (('findings', 0, 'source', 'calls'), [{'file': 'a'}]),
    (('findings', 0, 'suggestion'), {'text': 'x'}),
    (('links', 'arm', 'mass [kg]'), 'heavy'),
    (('links', 'arm', 'principal_moments [kg m^2]'), [1, 2]),
    (('links', 'arm', 'coverage'), {}),
    (('links', 'arm', 'coverage', 'method'), 'guess'),
    (('links', 'arm', 'group', 'links'), []),
    (('summary', 'error'), 1.5),
    (('not_checked',), [{'rule': 'a'}]),
    (('suppressed',), [{}]),
]


@pytest.fixture(scope='module')
def swapped(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The JSON of a robot with one error."""
    return valid(run(tmp_path_factory.mktemp('swapped'), SWAPPED))


@pytest.mark.parametrize(('path', 'value'), BROKEN, ids=[f'{path[-1]}={value}' for path, value in BROKEN])
def test_the_schema_refuses_what_breaks_the_contract(path: tuple[Any, ...], value: object,
                                                     swapped: dict[str, Any]) -> None:
    data = copy.deepcopy(swapped)
    assert VALIDATOR.is_valid(data)
    holder: Any = data
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    assert not VALIDATOR.is_valid(data)


@pytest.mark.parametrize('name', ['schema', 'tool', 'model', 'stages', 'findings', 'suppressed', 'links',
                                  'summary', 'not_checked'])
def test_no_part_may_be_absent_and_more_may_come(name: str, swapped: dict[str, Any]) -> None:
    assert not VALIDATOR.is_valid({key: value for key, value in swapped.items() if key != name})
    assert VALIDATOR.is_valid({**swapped, 'news': 1})


def test_findings_stand_by_file_line_rule_and_subject() -> None:
    def at(file: str | None, line: int, rule: str, name: str, column: int = 1) -> Finding:
        return Finding(message='m', site=Site(file, line, column), subject=Subject('link', name), rule=rule)

    ordered = [at(None, 9, 'a', 'z'), at('/a', 2, 'b', 'y'), at('/a', 10, 'a', 'z'),
               at('/a', 10, 'b', 'a', 7), at('/a', 10, 'b', 'b', 3), at('/b', 1, 'a', 'a')]
    assert sorted(ordered[3:] + ordered[:3], key=sort_key) == ordered


def test_numbers_that_json_has_not_are_strings() -> None:
    values: Mapping[str, Any] = {'a': math.nan, 'b': [math.inf, -math.inf], 'c': np.array([[1.5, np.nan]]),
                                 'd': np.float64('inf'), 'e': np.int64(3), 'f': np.bool_(True), 'g': None}
    assert plain(values) == {'a': 'nan', 'b': ['inf', '-inf'], 'c': [[1.5, 'nan']], 'd': 'inf', 'e': 3,
                             'f': True, 'g': None}
    assert finding_json(Finding(message='m', level=Level.INFO, values=values))['values']['a'] == 'nan'


def test_suppressed_findings_stand_apart_and_do_not_count(tmp_path: Path) -> None:
    config = Config(ignores=(Ignore('joint-limit-order', 'joint', 'should*', 'known'),))
    data = valid(run(tmp_path, SWAPPED, config=config))
    assert data['findings'] == []
    assert data['summary']['error'] == 0
    assert [(item['rule'], item['suppressed_by']) for item in data['suppressed']] == [
        ('joint-limit-order', 'configuration: known')]
    assert next(stage for stage in data['stages'] if stage['name'] == 'structure')['state'] == 'passed'


def test_what_could_not_be_measured_cannot_be_accepted(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('support.measured_once', lambda *_: 1 / 0)
    report = run(tmp_path, GOOD, config=Config(ignores=(Ignore('*', '', '*', 'all of it'),)))
    data = valid(report)
    assert report.incomplete
    assert [finding['rule'] for finding in data['findings']] == ['internal-error'] * 3
    assert {gap['subject'] for gap in data['not_checked'] if gap['rule'] == 'internal-error'} == {
        'base_link', 'arm', 'hand'}


def test_the_figures_of_links_groups_and_the_whole(tmp_path: Path) -> None:
    tool = ('<link name="tool"><inertial><mass value="0.52"/><inertia ixx="0.001" ixy="0" ixz="0" '
            'iyy="0.001" iyz="0" izz="0.001"/></inertial></link><joint name="flange" type="fixed">'
            '<origin xyz="0 0 0.4"/><parent link="arm"/><child link="tool"/></joint>')
    data = valid(run(tmp_path, add(GOOD, tool)))
    arm, hand, held = data['links']['arm'], data['links']['hand'], data['links']['tool']
    assert arm['mass [kg]'] == 0.48
    assert arm['principal_moments [kg m^2]'] == pytest.approx([0.000208, 0.001664, 0.001744])
    assert sorted(arm['equivalent_box [m]']) == pytest.approx([0.04, 0.06, 0.2])
    assert arm['coverage']['coverage [1]'] == 1.0
    assert arm['group'] == held['group']
    assert (arm['group']['root'], arm['group']['links']) == ('arm', ['arm', 'tool'])
    assert arm['group']['mass [kg]'] == pytest.approx(1.0)
    assert arm['group']['com [m]'] == pytest.approx([0.48 * 0.02, 0.48 * 0.01, 0.48 * 0.1 + 0.52 * 0.4])
    assert hand['group']['links'] == ['hand']
    assert data['model']['mass [kg]'] == pytest.approx(1.0 + 0.125663706)


@pytest.mark.parametrize(('root', 'joint', 'base'), [
    ('world', 'fixed', 'fixed'), ('world', 'floating', 'floating'), ('ground', 'fixed', 'floating')])
def test_what_decides_about_the_base_is_said(root: str, joint: str, base: str, tmp_path: Path) -> None:
    model = valid(run(tmp_path, add(GOOD, f'<link name="{root}"/><joint name="stand" type="{joint}"><parent '
                                          f'link="{root}"/><child link="base_link"/></joint>')))['model']
    assert model['base'] == base
    assert f'"{root}"' in model['base_reason']


def test_a_place_in_an_included_file_of_another_folder(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    (tmp_path / 'parts').mkdir()
    (tmp_path / 'parts/part.xacro').write_text(
        f'{head}\n<xacro:macro name="part" params="name">\n  <link name="${{name}}">\n    <inertial><mass '
        'value="-1"/>\n<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>\n'
        '</xacro:macro></robot>', encoding='utf-8')
    (tmp_path / 'model').mkdir()
    (tmp_path / 'model/robot.urdf.xacro').write_text(
        f'{head}\n<xacro:include filename="../parts/part.xacro"/>\n\n<xacro:part name="a"/></robot>',
        encoding='utf-8')
    places = []
    for folder in ('.', 'model'):
        monkeypatch.chdir(tmp_path / folder)
        report = check_file(str(tmp_path / 'model/robot.urdf.xacro'), {}, Finder(), Config(), 0)
        data = valid(report)
        finding = next(finding for finding in data['findings'] if finding['rule'] == 'mass-positive')
        assert (finding['source']['line'], finding['subject']['name']) == (4, 'a')
        places.append((data['model']['file'], finding['source']['file'],
                       [(call['file'], call['line']) for call in finding['source']['calls']]))
    assert places == [
        ('model/robot.urdf.xacro', 'parts/part.xacro', [('model/robot.urdf.xacro', 4)]),
        ('robot.urdf.xacro', str(tmp_path / 'parts/part.xacro'), [('robot.urdf.xacro', 4)])]


MESHED = GOOD.replace('<box size="0.06 0.04 0.2"/>', '<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>')
DIFFERENT = """
import sys
sys.path.insert(0, sys.argv[1])
from robot_model_check.cli import main
if __name__ == '__main__':
    main(['check', 'robot.urdf', '--format', 'json', '--jobs', sys.argv[2]])
"""


def test_the_bytes_do_not_depend_on_hash_seed_jobs_locale_zone_or_home(tmp_path: Path) -> None:
    loose = ''.join(f'<link name="loose_{number}"/>' for number in range(9))
    text = add(edit(MESHED, (LIMIT, '<limit effort="-1"/>')), loose)
    (tmp_path / 'robot.urdf').write_text(text.replace('name="hand"', 'name="Ärm"'), encoding='utf-8')
    (tmp_path / 'arm.stl').write_bytes(stl(*box_mesh((60, 40, 200))))
    script = tmp_path / 'script.py'
    script.write_text(DIFFERENT, encoding='utf-8')
    runs = [('1', {'PYTHONHASHSEED': '1', 'LC_ALL': 'C', 'PYTHONUTF8': '0', 'PYTHONCOERCECLOCALE': '0'}),
            ('2', {'PYTHONHASHSEED': '2', 'LANG': 'tr_TR.UTF-8', 'TZ': 'Pacific/Apia', 'COLUMNS': '20'})]
    outputs = [subprocess.run([sys.executable, str(script), str(ROOT), jobs], cwd=tmp_path, check=False,
                              capture_output=True, env={'PATH': '/usr/bin:/bin', **environment})
               for jobs, environment in runs]
    assert [done.stderr for done in outputs] == [b'', b'']
    assert outputs[0].stdout == outputs[1].stdout
    assert json.loads(outputs[0].stdout)['summary']['error'] > 0


def test_the_text_of_a_report_without_a_model(tmp_path: Path) -> None:
    data = valid(run(tmp_path, '<robot name="r">'))
    assert data['links'] == {}
    assert {stage['name']: stage['state'] for stage in data['stages']} == {
        name: 'failed' if name == 'syntax' else 'not_checked' for name in STAGES}
