"""A report as DiagnosticStatus messages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import yaml

pytest.importorskip('diagnostic_msgs', reason='the sink needs diagnostic_msgs')

from diagnostic_msgs.msg import DiagnosticStatus

from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.report import Report
from robot_model_check.sinks import diagnostics
from robot_model_check.sinks.figures import Figures
from robot_model_check.source import Site
from robot_model_check.stages import Run, stages
from robot_model_check.worker import Checked, Died, Refused

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


def test_a_finding_on_the_model_that_lists_links_marks_each_of_them():
    many = Finding(message='2 links have it', level=Level.ERROR, rule='many', area='inertia',
                   subject=Subject('model', 'r2'), values={'links': ['base', 'arm'], 'each [1]': [1, 2]})
    found = told(many)
    assert [found[f'link {name}'].level for name in ('base', 'arm')] == [ERROR, ERROR]
    assert found['link arm'].message == 'many: 2 links have it'
    assert [value.key for value in found['link arm'].values] == ['many']
    assert found['joint elbow'].level == OK


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


def test_the_analyzers_sort_every_status_into_one_group():
    file = Path(__file__).parents[1] / 'config/diagnostic_analyzers.yaml'
    model = yaml.safe_load(file.read_text())['analyzers']['ros__parameters']['robot_model']
    groups = {
        status: [
            group['path']
            for group in model['analyzers'].values()
            if any(f'robot_model_check: {status}'.startswith(start) for start in group['startswith'])
        ]
        for status in told()
    }
    assert groups['link arm'] == ['Links']
    assert groups['joint elbow'] == ['Joints']
    assert groups['summary'] == groups['stage syntax'] == ['Stages']
    assert {len(found) for found in groups.values()} == {1}
