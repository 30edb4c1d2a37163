"""Every rule on its own cases: good robots silent from every rule, bad ones exactly told, and the same after
changes that must not matter.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from metamorphic import CHANGES
from support import GOOD, Case, can_run, lacking, misplaced, run, run_case, told

from robot_model_check import rules
from robot_model_check.finding import Finding

sys.path.insert(0, str(Path(__file__).parent))


def cases(kind: str) -> list:
    """Return the cases of every rule in the table; those of one rule run in one process."""
    return [pytest.param(case, id=f'{rule}: {case.name}', marks=[
                pytest.mark.xdist_group(rule), pytest.mark.skipif(not can_run(rule), reason='not installed')])
            for rule in rules.TABLE
            for case in getattr(importlib.import_module(f'rules.{rule.replace("-", "_")}'), kind)]


def test_the_base_robot_is_silent(tmp_path: Path) -> None:
    assert told(run(tmp_path, GOOD).findings) == []


@pytest.mark.parametrize('case', cases('GOOD_CASES'))
def test_good(case: Case, tmp_path: Path) -> None:
    assert not case.expected
    report = run_case(tmp_path, case)
    assert told(report.findings) == case.rows
    assert lacking(report.findings, report.not_checked, case) == []


@pytest.mark.parametrize('case', cases('BAD_CASES'))
def test_bad(case: Case, tmp_path: Path) -> None:
    assert case.expected, 'a bad case must expect something'
    report = run_case(tmp_path, case)
    assert told(report.findings) == case.rows
    assert misplaced(report.findings, case.xml) == []
    assert [finding.rule for finding in report.findings if listed_names(finding) - part_names(finding)] == []
    assert lacking(report.findings, report.not_checked, case) == []


def listed_names(finding: Finding) -> set[str]:
    """Return the links and joints that a finding on the model lists."""
    kinds = ('links', 'joints') if finding.subject and finding.subject.kind == 'model' else ()
    return {name for kind in kinds for name in finding.values.get(kind, ())}


def part_names(finding: Finding) -> set[str]:
    """Return those of them that can be accepted by themselves."""
    return {part.subject.name for part in finding.parts if part.subject is not None}


def changed() -> list:
    """Return (case, change) for every change that must not alter what is found."""
    return [pytest.param(*param.values, change, id=f'{param.id}, {change}', marks=param.marks)
            for param in cases('BAD_CASES')
            for change in sorted(param.values[0].steady)]


@pytest.mark.parametrize(('case', 'change'), changed())
def test_what_must_not_matter(case: Case, change: str, tmp_path: Path) -> None:
    xml, rename, suffix = CHANGES[change](case.xml)
    found = told(run_case(tmp_path, replace(case, xml=xml), suffix=suffix).findings)
    assert found == sorted((rule, rename(name), *rest) for rule, name, *rest in case.rows)
