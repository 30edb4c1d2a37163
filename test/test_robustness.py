"""Whatever is in a description or a folder: findings or one clear line, never a traceback, never a hang."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GOOD, box_mesh, edit, run, stl

from robot_model_check import check
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.report import Report

BOX = '<box size="0.06 0.04 0.2"/>'
MESHED = GOOD.replace(BOX, '<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>')
FILES = {'arm.stl': stl(*box_mesh((60, 40, 200)))}


def crashes(report: Report) -> list[str]:
    """Return what the checker itself got wrong."""
    return [finding.message for finding in report.findings if finding.rule == INTERNAL_ERROR]


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize(('old', 'value'), [
    ('<mass value="0.48"/>', '<mass value="1e-30"/>'),
    ('<mass value="0.48"/>', '<mass value="1e29"/>'),
    ('<inertia ixx="0.001664"', '<inertia ixx="1e-320"'),
    ('<inertia ixx="0.001664"', '<inertia ixx="1e29"'),
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1e-320"/>'),
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 1e29 0"/>'),
    ('<origin xyz="0 0 0.051"/>', '<origin xyz="0 0 1e29"/>'),
    ('effort="20"', 'effort="1e308"'),
    ('upper="1.5"', 'upper="1.7e308"'),
])
def test_numbers_of_any_size(old: str, value: str, tmp_path: Path) -> None:
    assert crashes(run(tmp_path, edit(MESHED, (old, value)), FILES)) == []


def test_no_rule_needs_what_a_dead_worker_did_not_deliver(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise MemoryError('on purpose')

    monkeypatch.setattr(check, 'measure_task', dies)
    report = run(tmp_path, MESHED, FILES)
    assert crashes(report) == ['the geometry of this link could not be measured: MemoryError: on purpose'] * 3
    assert report.incomplete
