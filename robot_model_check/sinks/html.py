"""Reports as one HTML page that needs nothing from outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from robot_model_check.finding import Finding
from robot_model_check.report import Report, display_path, plain
from robot_model_check.sinks.text import place, summary_line

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}
table{border-collapse:collapse;width:100%}td,
th{text-align:left;vertical-align:top;padding:.3em .6em;border-top:1px solid #ddd}
code,pre{font:13px/1.4 ui-monospace,monospace;white-space:pre-wrap}details{margin:.2em 0}
.error,.failed{color:#b00020}.warning,.not_checked{color:#8a5a00}.info{color:#005f8a}.passed{color:#1b6e2c}"""


def render(reports: Sequence[Report]) -> str:
    """Return the page."""
    body = ''.join(map(_report, reports))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>robot_model_check</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head>'
        f'<body>{body}</body></html>\n'
    )


def _report(report: Report) -> str:
    model = report.model
    file = display_path(model['file']) if model['file'] else 'no file'
    stages = (f'<tr><td>{stage.name}</td><td class="{stage.state}">{stage.state.replace("_", " ")}</td>'
              f'<td>{stage.errors}</td><td>{stage.warnings}</td><td>{escape(stage.reason or "")}</td></tr>'
              for stage in report.stages)
    findings = map(_finding, report.findings)
    accepted = (f'<li>{escape(item.finding.rule)}: {escape(item.finding.message)} ({escape(item.by)})</li>'
                for item in report.suppressed)
    return (
        f'<h1>{escape(model["robot"] or "(no name)")}</h1><p><code>{escape(file)}</code> '
        f'{_arguments(model)}</p>'
        f'<p><strong>{escape(summary_line(report))}</strong></p>'
        + _table(('level', 'subject', 'rule', 'finding'), findings)
        + '<h2>Stages</h2>'
        + _table(('stage', 'state', 'errors', 'warnings', 'not checked because'), stages)
        + '<h2>Links</h2>'
        + _table(
            ('link', 'mass [kg]', 'principal moments [kg m²]', 'equivalent box [m]', 'coverage',
             'collision advice'),
            _links(report),
        )
        + (f'<h2>Suppressed</h2><ul>{"".join(accepted)}</ul>' if report.suppressed else '')
    )


def _arguments(model: object) -> str:
    arguments = model['arguments']  # type: ignore[index]
    return escape(' '.join(f'{name}:={value}' for name, value in arguments.items()))


def _table(heads: Sequence[str], rows: Iterable[str]) -> str:
    return f'<table><tr>{"".join(f"<th>{head}</th>" for head in heads)}</tr>{"".join(rows)}</table>'


def _finding(finding: Finding) -> str:
    subject = f'{finding.subject.kind} {finding.subject.name}' if finding.subject else 'model'
    where = f'<br><code>{escape(place(finding.site))}</code>' if finding.site else ''
    values = ''.join(
        f'{escape(str(name))}: {escape(str(value))}\n' for name, value in plain(finding.values).items()
    )
    more = f'<details><summary>values</summary><pre>{values}</pre></details>' if values else ''
    fix = finding.suggestion
    advice = (
        f'<details open><summary>{escape(fix.text)}</summary><pre>{escape(fix.xml or "")}</pre></details>'
        if fix
        else ''
    )
    cause = f' <em>{escape(finding.cause)}</em>' if finding.cause else ''
    return (
        f'<tr><td class="{finding.level}">{finding.level}</td><td>{escape(subject)}</td>'
        f'<td>{finding.rule}{cause}</td>'
        f'<td>{escape(finding.message)}{where}{more}{advice}</td></tr>'
    )


def _links(report: Report) -> Iterable[str]:
    for name, row in report.links.items():
        coverage = row['coverage'] or {}
        share = coverage.get('coverage [1]')
        cells = (name, _number(row['mass [kg]']), _numbers(row['principal_moments [kg m^2]']),
                 _numbers(row['equivalent_box [m]']),
                 f'{share:.1%} ({coverage["method"]})' if share is not None else 'not known',
                 _advice(row.get('collision_advice')))
        yield f'<tr>{"".join(f"<td>{escape(cell)}</td>" for cell in cells)}</tr>'


def _advice(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return 'none'
    use = row['use'].replace('_', ' ')
    return f'{use}{", as it is" if row["keep"] else ""}: {row["why"]}'


def _number(value: object) -> str:
    return f'{value:.4g}' if isinstance(value, float) else 'none'


def _numbers(values: object) -> str:
    return ', '.join(f'{float(value):.3g}' for value in values) if values is not None else 'none'  # type: ignore[attr-defined]
