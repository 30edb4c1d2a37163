"""Reports as SARIF 2.1.0, for code scanning: one run, a result per finding, macro calls as related
locations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from robot_model_check import __version__, rules
from robot_model_check.finding import Finding
from robot_model_check.manual import ENGINE
from robot_model_check.report import Report, display_path, plain
from robot_model_check.source import Site

LEVELS = {'error': 'error', 'warning': 'warning', 'info': 'note'}


def render(reports: Sequence[Report]) -> str:
    """Return the SARIF text; the same reports give the same bytes."""
    results = [_result(finding, report, None) for report in reports for finding in report.findings]
    results += [_result(item.finding, report, item.by) for report in reports for item in report.suppressed]
    incomplete = any(report.incomplete for report in reports)
    run = {
        'tool': {'driver': {'name': 'robot_model_check', 'version': __version__, 'rules': _rules()}},
        'invocations': [{'executionSuccessful': not incomplete}],
        'columnKind': 'unicodeCodePoints',
        'results': results,
    }
    log = {'version': '2.1.0', '$schema': 'https://json.schemastore.org/sarif-2.1.0.json', 'runs': [run]}
    return json.dumps(log, indent=1, ensure_ascii=False) + '\n'


def _rules() -> list[dict[str, Any]]:
    rows = [{'id': rule.ID, 'shortDescription': {'text': (rule.__doc__ or '').splitlines()[0]},
             'fullDescription': {'text': rule.__doc__ or ''},
             'defaultConfiguration': {'level': LEVELS[str(rule.LEVEL)]}} for rule in rules.load_all()]
    return rows + [{'id': name, 'shortDescription': {'text': text.splitlines()[0]},
                    'fullDescription': {'text': text}} for name, text in ENGINE.items()]


def _result(finding: Finding, report: Report, suppressed_by: str | None) -> dict[str, Any]:
    subject = finding.subject
    name = f'{subject.kind} {subject.name}' if subject else 'model'
    result: dict[str, Any] = {
        'ruleId': finding.rule,
        'level': LEVELS[str(finding.level)],
        'message': {'text': f'{name}: {finding.message}'},
        'locations': [_location(*_place(finding, report), name)],
        'partialFingerprints': {'ruleAndSubject/v1': f'{report.model["robot"]}/{finding.rule}/{name}'},
        'properties': {'cause': finding.cause, 'values': plain(finding.values)},
    }
    related = _related(finding.site) if finding.site is not None else []
    if related:
        result['relatedLocations'] = related
    if suppressed_by is not None:
        result['suppressions'] = [{'kind': 'external', 'justification': suppressed_by}]
    return result


def _related(site: Site) -> list[dict[str, Any]]:
    used = site.used
    places = [] if used is None else [_location(used.file or '', used.line, used.column, 'where it is used')]
    return places + [_location(call.file, call.line, 1, 'macro call') for call in (used or site).calls]


def _place(finding: Finding, report: Report) -> tuple[str, int, int]:
    site = finding.site
    if site is None or site.file is None:
        return (
            report.model['file'] or 'robot_description',
            site.line if site else 1,
            site.column if site else 1,
        )
    return site.file, site.line, site.column


def _location(file: str, line: int, column: int, name: str) -> dict[str, Any]:
    shown = display_path(file)
    uri = Path(shown).as_uri() if Path(shown).is_absolute() else quote(shown)
    return {'physicalLocation': {'artifactLocation': {'uri': uri},
                                 'region': {'startLine': max(line, 1), 'startColumn': max(column, 1)}},
            'logicalLocations': [{'name': name}]}
