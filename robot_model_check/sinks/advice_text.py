"""The advice on collisions for a terminal, where its cost was asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.report import Report


def lines(report: Report) -> Iterator[str]:
    """Yield the links that could do with another collision; nothing where the cost was not worked out."""
    rows = {name: row['collision_advice'] for name, row in report.links.items()
            if row.get('collision_advice')}
    asked = {name: row for name, row in rows.items() if 'method' in row}
    if not asked:
        return
    yield 'collision advice'
    width = max(map(len, asked))
    for name, row in asked.items():
        yield f'  {name:<{width}}  {row["use"].replace("_", " ")}: {row["why"]}'
        yield f'  {"":<{width}}  {_cost(row)}'
    others = len(rows) - len(asked)
    if others:
        yield f'  {others} other link{"s" if others > 1 else ""}: as good as it gets'
    times = report.model.get('collision_step_time [s]')
    if times is not None:
        now, then = (f'{1e3 * times[name]:.3g} ms' for name in ('now', 'then'))
        yield f'  a step of MuJoCo: {now} now, {then} then'
    yield ''


def _cost(row: Mapping[str, Any]) -> str:
    if row['method'] == 'kept':
        return 'no better one was found: its collision would stay'
    parts, pairs, excess = row['parts [1]'], row['candidate_pairs [1]'], row['excess [1]']
    told = [f'{row["method"]}: {_change(parts, "parts", "{}")}', _change(pairs, 'candidate pairs', '{}'),
            _change(excess, 'excess', '{:.1%}')]
    return ', '.join(words for words in told if words)


def _change(values: Mapping[str, Any], what: str, form: str) -> str:
    now, then = (form.format(values[name]) if values[name] is not None else 'unknown'
                 for name in ('now', 'then'))
    return f'{now} -> {then} {what}' if (now, then) != ('unknown', 'unknown') else ''
