"""The linter: a crashing rule is visible, the others still run, not checked is never passed."""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import GOOD, edit, run

from robot_model_check import rules
from robot_model_check.finding import Level
from robot_model_check.stages import STAGES

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'


def broken_rule() -> Any:
    def check(link: Any, context: Any, options: Any) -> Iterator[Any]:
        if link.name == 'arm':
            raise ZeroDivisionError('on purpose')
        yield from ()

    return types.SimpleNamespace(
        ID='broken-rule',
        AREA='inertia',
        SCOPE='link',
        LEVEL=Level.INFO,
        NEEDS=(),
        OPTIONS={},
        SOURCES=(),
        check=check,
    )


def test_a_rule_that_raises_is_an_internal_error_and_the_others_run(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = (broken_rule(), *(rule for rule in rules.load_all() if rule.ID == 'inertia-triangle'))
    monkeypatch.setattr(rules, 'load_all', lambda: chosen)
    report = run(tmp_path, edit(GOOD, (ARM, ARM.replace('0.000208', '0.008'))))
    assert [(finding.rule, finding.subject.name) for finding in report.findings if finding.subject] == [
        ('internal-error', 'arm'), ('inertia-triangle', 'arm')]
    crash = report.findings[0]
    assert crash.level is Level.ERROR
    assert 'ZeroDivisionError: on purpose' in crash.values['traceback']
    assert 'in check' in crash.values['traceback']
    assert report.incomplete
    assert ('broken-rule', 'arm') in [
        (gap.rule, gap.subject.name) for gap in report.not_checked if gap.subject
    ]


def test_an_unreadable_part_is_not_checked(tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, (ARM, ARM.replace('0.001664', 'nan'))))
    gaps = {(gap.rule, gap.subject.name): gap.why for gap in report.not_checked if gap.subject}
    assert gaps['inertia-triangle', 'arm'] == 'its <inertial> could not be read'
    stage = next(stage for stage in report.stages if stage.name == 'inertia')
    assert stage.state == 'not_checked'
    assert 'could not be read' in (stage.reason or '')


def test_findings_are_ordered_by_place(tmp_path: Path) -> None:
    xml = edit(GOOD, ('<limit lower="-1.5" upper="1.5"', '<limit lower="1.5" upper="-1.5"'),
               ('<limit lower="-1.2" upper="1.2"', '<limit lower="1.2" upper="-1.2"'),
               (ARM, ARM.replace('0.000208', '0.008')))
    lines = [finding.site.line for finding in run(tmp_path, xml).findings if finding.site]
    assert lines == sorted(lines)
    assert len(lines) >= 3


def test_an_unreadable_description_passes_nothing(tmp_path: Path) -> None:
    report = run(tmp_path, '<robot name="a"><link')
    states = {stage.name: stage.state for stage in report.stages}
    assert states.pop('syntax') == 'failed'
    assert set(states.values()) == {'not_checked'}


def test_rules_have_what_the_protocol_asks() -> None:
    for rule in rules.load_all():
        assert rule.__name__.rsplit('.', 1)[1].replace('_', '-') == rule.ID  # type: ignore[attr-defined]
        assert rule.AREA in STAGES
        assert rule.SCOPE in ('source', 'robot', 'link', 'joint', 'mesh')
        assert rule.SOURCES
        page = rule.__doc__ or ''
        assert all(f'\n{head}\n' in page for head in ('Checks', 'Who breaks', 'Bad', 'Good', 'References')), (
            rule.ID
        )
        for name, option in rule.OPTIONS.items():
            assert option.why, (rule.ID, name)
