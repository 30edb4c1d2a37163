"""The report for a terminal: findings grouped by link, the source line with a caret, the stages, one summary
line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.quoting import TAG_LINES, attribute_at, lines_of
from robot_model_check.report import Report, display_path
from robot_model_check.sinks import advice_text
from robot_model_check.source import Site
from robot_model_check.stages import Stage

COLOURS = {'error': '31', 'warning': '33', 'info': '36', 'passed': '32', 'failed': '31', 'not_checked': '33',
           'dim': '2', 'bold': '1'}
_INDENT = '    '
_WRITE = re.compile(r'[:;.,] [Ww]rite (\S[^:;]*?)\.?$')


def render(report: Report, colour: bool) -> str:
    """Return the whole text, with ANSI colours if asked, ending in a line end."""
    return '\n'.join(_lines(report, colour)) + '\n'


def paint(text: str, what: str, colour: bool) -> str:
    """Return the text in the colour of a level or stage state."""
    return f'\033[{COLOURS[what]}m{text}\033[0m' if colour else text


def _lines(report: Report, colour: bool) -> Iterator[str]:
    name = report.model['robot'] or '(no name)'
    file = report.model['file']
    yield paint(f'robot "{visible(name)}"', 'bold', colour) + (
        f' from {visible(display_path(file))}' if file else '')
    for subject, findings in _grouped(report.findings):
        yield ''
        yield paint(_title(subject), 'bold', colour)
        for finding in findings:
            yield from _finding_lines(finding, report, colour)
    yield ''
    yield from advice_text.lines(report)
    yield from _stage_lines(report.stages, colour)
    yield ''
    yield summary_line(report)


def _grouped(findings: Sequence[Finding]) -> list[tuple[Subject | None, list[Finding]]]:
    """Group by subject; groups stand in the order of their first finding."""
    groups: dict[Subject | None, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(finding.subject, []).append(finding)
    return list(groups.items())


def _title(subject: Subject | None) -> str:
    if subject is None or subject.kind == 'model':
        return 'model'
    return f'{subject.kind} {visible(subject.name)}'


def visible(text: str) -> str:
    """Return the text on one line and without what would steer a terminal."""
    return ''.join(mark if mark.isprintable() else mark.encode('unicode_escape').decode() for mark in text)


def _finding_lines(finding: Finding, report: Report, colour: bool) -> Iterator[str]:
    level = str(finding.level)
    cause = f' [{finding.cause}]' if finding.cause else ''
    fix = finding.suggestion
    message = _without_advice(finding.message, fix.xml if fix else None)
    yield f'  {paint(level, level, colour)} {finding.rule}{cause}: {visible(message)}'
    if not all(rival in message for rival in finding.rivals):
        yield f'{_INDENT}not told apart from: {", ".join(finding.rivals)}'
    if finding.site is not None:
        yield from _site_lines(finding.site, finding, report, colour)
    if fix is None:
        return
    how, _, what = fix.text.partition(': ')
    is_told = bool(what) and what in message
    if fix.xml or not is_told:
        yield f'{_INDENT}{paint("suggestion:", "passed", colour)} {visible(how if is_told else fix.text)}'
        yield from (f'{_INDENT}  {line}' for line in (fix.xml or '').splitlines())


def _without_advice(message: str, xml: str | None) -> str:
    """Return a message without the "write ..." at its end that the suggestion below it writes out."""
    advice = _WRITE.search(message)
    return message[:advice.start()] if advice and xml and advice.group(1) in xml else message


def _site_lines(site: Site, finding: Finding, report: Report, colour: bool) -> Iterator[str]:
    yield f'{_INDENT}--> {place(site)}'
    lines = lines_of(report.sources.get(site.file or '', ''))
    if 0 < site.line <= len(lines):
        source, start = caret(lines[site.line - 1:site.line - 1 + TAG_LINES], site.column, finding.attribute)
        shown, before = _clip(source, start)
        bar = f'{_INDENT}{paint("|", "dim", colour)} '
        yield bar + shown
        yield bar + ' ' * _columns(before) + paint('^', str(finding.level), colour)
    if site.used is not None:
        yield f'{_INDENT}used at {place(site.used)}'
    for call in reversed((site.used or site).calls):
        yield f'{_INDENT}called from {visible(display_path(call.file))}:{call.line}'


def place(site: Site) -> str:
    """Return file:line:column as editors understand it."""
    return f'{visible(display_path(site.file)) if site.file else "<text>"}:{site.line}:{site.column}'


def caret(lines: Sequence[str], column: int, attribute: str | None) -> tuple[str, int]:
    """Return the line to quote and the index of the caret: the attribute in the tag that begins at the column
    of the first line, even where that tag goes on over more lines, else the column.
    """
    further, index = attribute_at(lines, column, attribute)
    return ''.join(mark if mark.isprintable() else ' ' for mark in lines[further]), index


def _columns(text: str) -> int:
    """Return how wide a terminal shows the text: CJK takes two columns, a combining mark none."""
    return sum(0 if unicodedata.combining(mark) else 1 + (unicodedata.east_asian_width(mark) in 'WF')
               for mark in text)


def _clip(line: str, start: int, width: int = 100) -> tuple[str, str]:
    """Return the part of a long line around the caret, marked where it is cut, and what stands before the
    caret.
    """
    first, line = len(line) - len(line.lstrip()), line.rstrip()
    offset = first if start - first < width - 20 else start - 20
    mark = '…' if offset > first else ''
    more = '…' if len(line) > offset + width else ''
    return mark + line[offset:offset + width] + more, mark + line[offset:start]


def _stage_lines(stages: Sequence[Stage], colour: bool) -> Iterator[str]:
    yield paint('stages', 'bold', colour)
    for stage in stages:
        counts = [f'{number} {word}{"s" if number > 1 else ""}'
                  for number, word in ((stage.errors, 'error'), (stage.warnings, 'warning')) if number]
        off = f'{len(stage.off)} rule{"s" if len(stage.off) > 1 else ""} switched off' if stage.off else ''
        why = _shortened('; '.join(filter(None, [*counts, stage.reason, off])))
        state = paint(stage.state.replace('_', ' ').ljust(12), stage.state, colour)
        yield f'  {stage.name:<12} {state} {why}'.rstrip()


def _shortened(text: str, width: int = 100) -> str:
    """Cut a text to one line, before the parenthesis at its end that names the rule."""
    text = visible(text)
    if len(text) <= width:
        return text
    named = re.search(r' \([\w-]+( and \d+ more)?\)$', text)
    tail = named.group() if named else ''
    return f'{text[:width - 1 - len(tail)].rstrip()}…{tail}'


def summary_line(report: Report) -> str:
    """Return the one line that sums up a report."""
    counts = ', '.join(f'{report.count(level)} {level}{"s" if report.count(level) != 1 else ""}'
                       for level in (Level.ERROR, Level.WARNING))
    unchecked = sum(stage.state == 'not_checked' for stage in report.stages)
    notes = report.count(Level.INFO)
    rest = [f'{notes} note{"s" if notes != 1 else ""}',
            f'{unchecked} of {len(report.stages)} stages not checked']
    if report.suppressed:
        rest.append(f'{len(report.suppressed)} suppressed')
    if report.incomplete:
        rest.append('INCOMPLETE: see internal-error')
    return f'{counts}; {", ".join(rest)}'
