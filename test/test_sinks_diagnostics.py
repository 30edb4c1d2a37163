"""A report as DiagnosticStatus messages."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import yaml

pytest.importorskip('diagnostic_msgs', reason='the sink needs diagnostic_msgs')

from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

from robot_model_check.bringup.worker import Checked, Died, Generation, Refused, Step
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.report import Report
from robot_model_check.sinks import diagnostics
from robot_model_check.sinks.figures import Figures
from robot_model_check.source import Site
from robot_model_check.stages import Run, stages

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR
AREAS = (
    'syntax',
    'structure',
    'frames',
    'units',
    'geometry',
    'inertia',
    'collision',
    'portability',
    'simulators',
)


def finding(rule: str, level: Level, link: str = 'arm', **more) -> Finding:
    return Finding(
        message=f'{rule} speaks',
        level=level,
        rule=rule,
        area='inertia',
        subject=Subject('link', link),
        site=Site('/r.urdf', 7, 3),
        **more,
    )


def checked(*findings: Finding, gaps: tuple[NotChecked, ...] = ()) -> Checked:
    report = Report(
        model={'robot': 'r2', 'file': '/r.urdf', 'sha256': 'ab'},
        findings=findings,
        not_checked=gaps,
        links={},
        stages=stages(findings, gaps, Run(dict.fromkeys(AREAS, 1), '2 links')),
    )
    return Checked(report, '{}', Figures(), ('base', 'arm'), ('elbow',), 0)


def told(*findings: Finding, gaps: tuple[NotChecked, ...] = ()) -> dict[str, DiagnosticStatus]:
    board = diagnostics.Board()
    board.update(checked(*findings, gaps=gaps))
    return {status.name.removeprefix('robot_model_check: '): status for status in board.statuses()}


def test_a_clean_model_is_ok_throughout_and_short():
    found = told()
    assert list(found) == [
        'link base',
        'link arm',
        'joint elbow',
        *(f'stage {area}' for area in AREAS),
        'summary',
    ]
    assert {status.level for status in found.values()} == {OK}
    assert {status.hardware_id for status in found.values()} == {'r2'}
    assert [len(status.values) for status in found.values()] == [0] * 13
    assert (found['link arm'].message, found['stage inertia'].message) == ('OK', 'passed')


def test_the_level_is_that_of_the_worst_finding_and_its_message_comes_first():
    found = told(finding('mild', Level.WARNING), finding('grave', Level.ERROR, values={'excess [1]': 0.2514}))
    assert found['link arm'].level == ERROR
    assert found['link arm'].message == 'grave: grave speaks (and 1 more)'
    values = [(value.key, value.value) for value in found['link arm'].values]
    assert values == [
        ('grave', 'error: /r.urdf:7:3: link arm: grave speaks'),
        ('mild', 'warning: /r.urdf:7:3: link arm: mild speaks'),
        ('grave: excess [1]', '0.2514'),
    ]
    assert (found['stage inertia'].level, found['stage inertia'].message) == (
        ERROR,
        'failed: 1 error; 1 warning',
    )
    assert (found['summary'].level, found['link base'].level) == (ERROR, OK)


def test_a_note_is_ok_with_a_message():
    status = told(finding('note', Level.INFO))['link arm']
    assert (status.level, status.message, list(status.values)) == (OK, 'note: note speaks', [])


def test_not_checked_is_a_warning_and_said():
    found = told(gaps=(NotChecked('its mesh is missing', Subject('link', 'arm'), 'fit', 'inertia'),))
    assert (found['link arm'].level, found['link arm'].message) == (
        WARN,
        'not checked: fit: its mesh is missing',
    )
    assert (found['stage inertia'].level, found['summary'].level) == (WARN, WARN)
    assert found['stage inertia'].message == 'not checked: link arm: its mesh is missing (fit)'


def test_not_checked_stands_beside_a_finding():
    found = told(
        finding('grave', Level.ERROR), gaps=(NotChecked('why', Subject('link', 'arm'), 'fit', 'inertia'),)
    )
    assert found['link arm'].message == 'grave: grave speaks; not checked: fit: why'


def test_a_finding_that_stands_for_many_is_told_at_each_of_them_with_its_own_numbers():
    parts = tuple(finding('many', Level.ERROR, name, values={'each [1]': number})
                  for number, name in enumerate(('base', 'arm')))
    found = told(Finding(message='2 links have it', level=Level.ERROR, rule='many', area='inertia',
                         subject=Subject('model', 'r2'), values={'links': ['base', 'arm']}, parts=parts))
    assert [found[f'link {name}'].level for name in ('base', 'arm')] == [ERROR, ERROR]
    assert found['link arm'].message == 'many: many speaks'
    assert [(value.key, value.value) for value in found['link arm'].values] == [
        ('many', 'error: /r.urdf:7:3: link arm: many speaks'), ('many: each [1]', '1')]
    assert found['joint elbow'].level == OK
    assert found['summary'].values[-1].value == 'error: model r2: 2 links have it'


@pytest.mark.parametrize(('number', 'shown'), [(20, 20), (21, 20), (500, 20)])
def test_values_are_at_most_twenty_and_what_is_left_out_is_counted(number, shown):
    status = told(*(finding(f'rule-{i:03}', Level.ERROR) for i in range(number)))['link arm']
    assert len(status.values) == shown
    last = status.values[-1]
    assert (last.key, last.value.split()[0]) == (
        ('rule-019', 'error:') if number == 20 else ('more', str(number - 19))
    )


def test_messages_are_bounded_and_free_of_nul():
    status = told(finding('long\0', Level.ERROR, values={'matrix [1]': np.eye(9)}))['link arm']
    assert '\0' not in status.message + ''.join(value.key + value.value for value in status.values)
    assert status.values[-1].value.startswith('1, 0, 0')
    long = told(
        Finding(message='x' * 9999, level=Level.ERROR, rule='long', subject=Subject('joint', 'elbow'))
    )
    assert len(long['joint elbow'].message) < 300
    assert len(long['joint elbow'].values[0].value) == 400


def test_a_table_of_numbers_is_written_plainly():
    pose = {'shoulder': 0.5, 'elbow': np.float64(1.25), 'flags': [1, 2]}
    status = told(finding('gravity', Level.ERROR, values={'pose [rad]': pose}))['link arm']
    assert status.values[-1].value == 'shoulder: 0.5, elbow: 1.25, flags: 1, 2'
    long = told(finding('gravity', Level.ERROR, values={'pose [rad]': {f'j{i}': 0.0 for i in range(10**5)}}))
    assert len(long['link arm'].values[-1].value) == 400


def test_what_other_rules_saw_of_it_is_told_rule_by_rule():
    seen = [{'rule': 'inertia-geometry', 'message': 'ixx is 10^-1 times', 'misfit [1]': 1.33}]
    values = {'violation [1]': 0.25, 'evidence': seen}
    found = told(finding('inertia-triangle', Level.ERROR, values=values))
    values = [(value.key, value.value) for value in found['link arm'].values]
    assert values[1:] == [('inertia-triangle: violation [1]', '0.25'),
                          ('inertia-triangle: evidence', 'inertia-geometry: ixx is 10^-1 times')]


def test_a_check_without_result_takes_back_what_an_older_one_said():
    board = diagnostics.Board()
    board.update(checked())
    board.update(Died('the worker process was killed by SIGSEGV'))
    found = {status.name.removeprefix('robot_model_check: '): status for status in board.statuses()}
    assert list(found) == ['link base', 'link arm', 'joint elbow', 'summary']
    assert [status.level for status in found.values()] == [WARN, WARN, WARN, ERROR]
    assert found['link arm'].message == 'not checked: the worker process was killed by SIGSEGV'
    board.update(checked())
    assert {status.level for status in board.statuses()} == {OK}


def test_before_a_check_and_during_one():
    board = diagnostics.Board('other_name')
    assert [(status.name, status.level, status.message) for status in board.statuses()] == [
        ('other_name: summary', WARN, 'not checked: no robot description has come yet')
    ]
    assert [status.message for status in board.statuses('checking')] == ['checking']
    board.update(Refused('no such file'))
    assert [(status.level, status.message) for status in board.statuses('checking')] == [
        (ERROR, 'checking; not checked: no such file')
    ]


def analyzers() -> dict[str, dict[str, Any]]:
    """Return the settings of each group by its path."""
    file = Path(__file__).parents[1] / 'config/diagnostic_analyzers.yaml'
    model = yaml.safe_load(file.read_text())['analyzers']['ros__parameters']['robot_model']
    return {group['path']: group for group in model['analyzers'].values()}


@pytest.mark.parametrize('node', ['robot_model_check', 'left/robot_model_check', 'a/b/robot_model_check'])
def test_the_analyzers_sort_every_status_into_one_group(node):
    board = diagnostics.Board(node)
    board.update(checked())
    board.generating(Step())
    names = [status.name for status in board.statuses()]
    groups = {
        name.removeprefix(f'{node}: '): [
            path for path, group in analyzers().items()
            if any(re.fullmatch(one, name) for one in group['regex'])
        ]
        for name in names
    }
    assert groups['link arm'] == ['Links']
    assert groups['joint elbow'] == ['Joints']
    assert groups['summary'] == groups['generation'] == groups['stage syntax'] == ['Stages']
    assert {len(found) for found in groups.values()} == {1}


def test_a_link_that_is_called_like_a_status_stays_a_link():
    name = 'robot_model_check: link a/robot_model_check: joint b'
    assert [path for path, group in analyzers().items()
            if any(re.fullmatch(one, name) for one in group['regex'])] == ['Links']


def test_what_a_replaced_robot_leaves_is_dropped_but_a_dead_node_is_seen():
    assert {path: group.get('discard_stale', False) for path, group in analyzers().items()} == {
        'Links': True, 'Joints': True, 'Stages': False}


def test_the_message_on_a_thousand_bad_links_is_bounded():
    from rclpy.serialization import serialize_message

    names = [f'link_{number}' for number in range(1000)]
    findings = [finding(f'rule-{number}', Level.ERROR, name, values={'text': 'x' * 350})
                for name in names for number in range(10)]
    whole = checked(*findings)
    board = diagnostics.Board()
    board.update(Checked(whole.report, '{}', Figures(), tuple(names), (), 1))
    found = board.statuses()
    assert len(serialize_message(DiagnosticArray(status=found))) < 600_000
    bad = [status for status in found if status.name.startswith('robot_model_check: link')]
    assert {status.level for status in bad} == {ERROR}
    assert {status.message for status in bad} == {'rule-0: rule-0 speaks (and 9 more)'}
    kept = [status.values[-1] for status in bad]
    assert {value.key for value in kept} == {'more'}
    assert {int(value.value.split()[0]) for value in kept} == {20 - len(bad[0].values) + 1}


def test_a_beat_formats_no_finding_again(monkeypatch):
    board = diagnostics.Board()
    board.update(checked(finding('mass-positive', Level.ERROR)))
    before = board.statuses('checking')
    monkeypatch.setattr(diagnostics, 'place', lambda site: pytest.fail('formatted again'))
    assert board.statuses('checking') == before
    assert board.statuses()[-1].message == before[-1].message.removeprefix('checking; ')
    assert board.statuses()[-1].values == before[-1].values


def test_a_generation_has_a_status_from_its_first_call_on(monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: 7.0)
    monkeypatch.setattr(diagnostics, 'time', clock)
    board = diagnostics.Board()
    board.update(checked())
    assert 'robot_model_check: generation' not in [status.name for status in board.statuses()]
    board.generating(Step())
    assert board.statuses('generating')[-2].message == 'generating: 0 %, reading the model, 0 s'
    clock.monotonic = lambda: 12.3
    board.generating(Step(1, 3, 'arm', 'base: coacd'))
    running, summary = board.statuses('generating')[-2:]
    assert (running.name, running.level, running.hardware_id) == ('robot_model_check: generation', OK, 'r2')
    assert running.message == 'generating: 33 %, 1 of 3 links, 5 s, at base: coacd'
    assert summary.name == 'robot_model_check: summary'
    text = 'arm  FAILED: too thin\nbase  hull, 1 part\nwrote /out/r2.urdf: 1 part for 1 link, 1 kept\n'
    board.generated(Generation('r2', '/out/r2.urdf', text, '<robot/>', (), (('arm', 'too thin'),)))
    partial = board.statuses()[-2]
    assert (partial.level, partial.message) == (
        WARN, 'no collision for arm; wrote /out/r2.urdf: 1 part for 1 link, 1 kept')
    assert [(value.key, value.value) for value in partial.values] == [('arm', 'too thin')]
    board.generated(Generation('r2', '/out/r2.urdf', text, '<robot/>'))
    assert (board.statuses()[-2].level, board.statuses()[-2].message) == (
        OK, 'wrote /out/r2.urdf: 1 part for 1 link, 1 kept')
    board.generated(Died('the worker process was killed by SIGKILL'))
    assert (board.statuses()[-2].level, board.statuses()[-2].message) == (
        ERROR, 'the worker process was killed by SIGKILL')
