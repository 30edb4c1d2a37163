"""The report of one model, and its JSON form. `docs/report.schema.json` is the contract."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot_model_check import __version__
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.source import Site
from robot_model_check.stages import Stage

SCHEMA = 1

Regions = Mapping[str, Sequence[tuple[float, float, float]]]


@dataclass(frozen=True)
class Suppressed:
    """A finding that somebody switched off, and by what."""

    finding: Finding
    by: str


@dataclass(frozen=True, eq=False)
class Report:
    """All that is known about one model after a check.

    `links` and `model` are ready for JSON (names with units). `incomplete` tells that a rule crashed, a
    worker died or time ran out. `sources` maps a file to its text, for quoting lines, and `regions` a link to
    points [m] in its frame, of kind 'uncovered' or 'protruding', for viewers; neither is part of the JSON.
    """

    model: Mapping[str, Any]
    stages: tuple[Stage, ...]
    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]
    links: Mapping[str, Mapping[str, Any]]
    suppressed: tuple[Suppressed, ...] = ()
    incomplete: bool = False
    sources: Mapping[str, str] = field(default_factory=dict)
    regions: Mapping[str, Regions] = field(default_factory=dict)

    def count(self, level: Level) -> int:
        """Return the number of findings at this level."""
        return sum(finding.level is level for finding in self.findings)


def display_path(path: str) -> str:
    """Return a path relative to the working directory where it lies below it, else as it is; a text without a
    file is '<text>'.
    """
    if not path:
        return '<text>'
    relative = os.path.relpath(path)
    return path if relative.startswith('..') else relative


def to_json(report: Report) -> dict[str, Any]:
    """Return the report as JSON data; NaN and infinities become strings."""
    return {
        'schema': SCHEMA,
        'tool': {'name': 'robot_model_check', 'version': __version__},
        'model': {**plain(report.model), **_shown(report.model, 'file'), **_shown(report.model, 'srdf')},
        'stages': [
            {
                'name': stage.name,
                'state': stage.state,
                'errors': stage.errors,
                'warnings': stage.warnings,
                'reason': stage.reason,
                'established': stage.established,
                'open': stage.open,
                'off': list(stage.off),
            }
            for stage in report.stages
        ],
        'findings': [finding_json(finding) for finding in report.findings],
        'suppressed': [
            {**finding_json(item.finding), 'suppressed_by': item.by} for item in report.suppressed
        ],
        'links': plain(report.links),
        'summary': {str(level): report.count(level) for level in reversed(Level)},
        'not_checked': [
            {'rule': gap.rule, 'subject': gap.subject.name if gap.subject else '', 'why': gap.why}
            for gap in report.not_checked
        ],
    }


def _shown(model: Mapping[str, Any], name: str) -> dict[str, str | None]:
    path = model.get(name)
    return {name: display_path(path) if path else None}


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return one finding as JSON data."""
    subject, fix = finding.subject, finding.suggestion
    return {
        'rule': finding.rule,
        'area': finding.area,
        'level': str(finding.level),
        'subject': {'kind': subject.kind, 'name': subject.name} if subject else {'kind': 'model', 'name': ''},
        'message': finding.message,
        'cause': finding.cause,
        'cause_state': finding.cause_state,
        'rivals': list(finding.rivals),
        'suggestion': {'text': fix.text, 'xml': fix.xml} if fix else None,
        'values': plain(finding.values),
        'source': site_json(finding.site),
    }


def site_json(site: Site | None) -> dict[str, Any] | None:
    """Return a site as JSON data, or None."""
    if site is None:
        return None
    return {'file': display_path(site.file) if site.file else None, 'line': site.line, 'column': site.column,
            'calls': [{'file': display_path(call.file) if call.file else None, 'line': call.line}
                      for call in site.calls],
            **({'used': site_json(site.used)} if site.used is not None else {})}


def plain(value: Any) -> Any:
    """Return plain JSON data: numpy scalars and arrays unpacked, NaN and infinities as strings.

    Numbers keep nine digits: what lies beyond depends on how the processor's vector units sum.
    """
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, 'tolist'):
        return plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return float(f'{value:.9g}') if isinstance(value, float) else value
