"""Reports as GitHub workflow commands, which annotate the lines of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from robot_model_check.finding import Finding
from robot_model_check.report import Report, display_path

COMMANDS = {'error': 'error', 'warning': 'warning', 'info': 'notice'}


def render(reports: Sequence[Report]) -> str:
    """Return one workflow command per finding."""
    return ''.join(_command(finding) + '\n' for report in reports for finding in report.findings)


def _command(finding: Finding) -> str:
    site, subject = finding.site, finding.subject
    properties = {'title': f'{finding.rule}{f" [{finding.cause}]" if finding.cause else ""}'}
    if site is not None and site.file is not None:
        properties = {
            'file': display_path(site.file),
            'line': str(site.line),
            'col': str(site.column),
            **properties,
        }
    name = f'{subject.kind} {subject.name}: ' if subject and subject.name else ''
    written = ','.join(f'{key}={_escape(value, ":,")}' for key, value in properties.items())
    return f'::{COMMANDS[str(finding.level)]} {written}::{_escape(name + finding.message)}'


def _escape(text: str, more: str = '') -> str:
    """Percent-encode what the runner's parser would take for its own."""
    for character in '%\r\n' + more:
        text = text.replace(character, f'%{ord(character):02X}')
    return text
