"""Remember the findings of today, so that only new ones count tomorrow. Matched by rule and subject, never by
line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.report import Report
from robot_model_check.settings.config import BaselineKey
from robot_model_check.settings.strict import text_of
from robot_model_check.suppress import keys_of

_FIELDS = ('robot', 'rule', 'kind', 'name')


def render(reports: Sequence[Report]) -> str:
    """Return the baseline of these reports as JSON text; info findings never count, so they are left out."""
    keys = sorted({key for report in reports
                   for finding in (*report.findings, *(item.finding for item in report.suppressed
                                                       if item.by == 'baseline'))
                   if finding.level is not Level.INFO and finding.rule != INTERNAL_ERROR
                   for key in keys_of(finding, report.model['robot'])})
    rows = [dict(zip(_FIELDS, key, strict=True)) for key in keys]
    return json.dumps({'schema': 1, 'findings': rows}, indent=1,
                      ensure_ascii=False) + '\n'


def read(path: str) -> frozenset[BaselineKey]:
    """Return the accepted findings of a baseline file; raises UsageError where it is none."""
    try:
        text = text_of(Path(path), 'baseline')
    except UsageError as error:
        raise UsageError(f'{error}; make one with --write-baseline') from None
    try:
        rows = json.loads(text)['findings']
        return frozenset(
            (str(row['robot']), str(row['rule']), str(row['kind']), str(row['name'])) for row in rows
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f'{path} is no baseline; make one with --write-baseline') from None
