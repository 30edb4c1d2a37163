"""The report for a terminal: grouped by subject, quoted with a caret, one line per stage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support import GOOD, edit, run

from robot_model_check.finding import Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.report import Report
from robot_model_check.sinks.text import paint, render, summary_line
from robot_model_check.source import Call, Site
from robot_model_check.stages import Run, stages

LIMIT = '<limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'


def report_of(*findings: Finding, sources: dict[str, str] | None = None,
              gaps: tuple[NotChecked, ...] = ()) -> Report:
    """Return a report that holds these findings and nothing else."""
    run_of = Run({'inertia': 2}, '3 links')
    return Report(model={'robot': 'r', 'file': '/nowhere/r.urdf'}, stages=stages(findings, gaps, run_of),
                  findings=findings, not_checked=gaps, links={}, sources=sources or {})


def said(message: str = 'm', site: Site | None = None, subject: Subject | None = None,
         **more: object) -> Finding:
    """Return a finding of the inertia stage."""
    whom = subject or Subject('link', 'arm')
    return replace(Finding(message=message, site=site, subject=whom, rule='a-rule', area='inertia',
                           level=Level.WARNING), **more)


def quote(text: str, line: int, column: int, attribute: str | None = None) -> tuple[str, int]:
    """Return the quoted line and the index of the caret in it."""
    site = Site('/nowhere/r.urdf', line, column)
    shown = render(report_of(said(site=site, attribute=attribute), sources={'/nowhere/r.urdf': text}), False)
    lines = shown.splitlines()
    at = next(number for number, row in enumerate(lines) if row.startswith('    -->'))
    bar = len('    | ')
    return lines[at + 1][bar:], lines[at + 2].index('^') - bar


def test_findings_stand_below_their_subject_in_the_order_of_the_first() -> None:
    hand, arm = Subject('link', 'hand'), Subject('link', 'arm')
    text = render(report_of(said('one', subject=hand), said('two', subject=arm), said('three', subject=hand),
                            said('four', subject=Subject('model', 'r'))), False)
    shown = [line.strip() for line in text.splitlines() if line.endswith(('hand', 'arm', 'model'))
             or 'a-rule' in line]
    assert shown == ['link hand', 'warning a-rule: one', 'warning a-rule: three', 'link arm',
                     'warning a-rule: two', 'model', 'warning a-rule: four']


def test_a_finding_tells_cause_rivals_suggestion_and_macro_calls() -> None:
    site = Site('/nowhere/m.xacro', 7, 3, (Call('/nowhere/r.urdf', 2), Call('/nowhere/m.xacro', 5)))
    finding = said('wrong', site, cause='sign:ixy', rivals=('sign:ixz', 'order:yxz'),
                   suggestion=Suggestion('turn the sign', '<inertia\n  ixy="1"/>'))
    text = render(report_of(finding), False)
    assert text.splitlines()[2:11] == [
        'link arm',
        '  warning a-rule [sign:ixy]: wrong',
        '    not told apart from: sign:ixz, order:yxz',
        '    --> /nowhere/m.xacro:7:3',
        '    called from /nowhere/m.xacro:5',
        '    called from /nowhere/r.urdf:2',
        '    suggestion: turn the sign',
        '      <inertia',
        '        ixy="1"/>']


@pytest.mark.parametrize(('message', 'suggestion', 'shown'), [
    ('length 2: write xyz="0 0 1"', Suggestion('the same direction', '<axis xyz="0 0 1"/>'),
     ['length 2', 'suggestion: the same direction', '<axis xyz="0 0 1"/>']),
    ('read as grams it is 856. Write <mass value="1"/>', Suggestion('as grams', '<mass value="1"/>'),
     ['read as grams it is 856', 'suggestion: as grams', '<mass value="1"/>']),
    ('length 2: write xyz="0 0 1"', Suggestion('along z', '<axis xyz="0 0 -1"/>'),
     ['length 2: write xyz="0 0 1"', 'suggestion: along z', '<axis xyz="0 0 -1"/>']),
    ('ixy has the wrong sign: off by 0.3', Suggestion('with that undone: ixy has the wrong sign', '<i/>'),
     ['ixy has the wrong sign: off by 0.3', 'suggestion: with that undone', '<i/>']),
    ('not found; meant: /a.stl', Suggestion('name the file: /a.stl'), ['not found; meant: /a.stl']),
    ('not found', Suggestion('name the file: /a.stl'), ['not found', 'suggestion: name the file: /a.stl']),
])
def test_nothing_is_said_twice(message: str, suggestion: Suggestion, shown: list[str]) -> None:
    text = render(report_of(said(message, suggestion=suggestion)), False)
    below = [line.strip().removeprefix('warning a-rule: ') for line in text.splitlines()[3:]]
    assert below[:below.index('')] == shown


def test_rivals_that_the_message_names_are_not_named_again() -> None:
    finding = said('not told from sign:ixz, order:yxz', rivals=('sign:ixz', 'order:yxz'))
    text = render(report_of(finding), False)
    assert text.count('sign:ixz') == 1


def test_colour_is_only_what_was_asked_for() -> None:
    report = report_of(said())
    plain, coloured = render(report, False), render(report, True)
    assert '\033' not in plain
    assert paint('warning', 'warning', True) in coloured
    assert paint('passed', 'passed', False) == 'passed'
    for code in ('\033[0m', '\033[1m', '\033[2m', '\033[31m', '\033[32m', '\033[33m', '\033[36m'):
        coloured = coloured.replace(code, '')
    assert coloured == plain


@pytest.mark.parametrize(('text', 'line', 'column', 'attribute', 'shown', 'under'), [
    ('<limit lower="1" upper="2"/>', 1, 1, 'upper', '<limit lower="1" upper="2"/>', 'upper'),
    ('<limit lower="1" upper="2"/>', 1, 1, None, '<limit lower="1" upper="2"/>', '<limit'),
    ('<limit lower="1"/>', 1, 1, 'upper', '<limit lower="1"/>', '<limit'),
    ('<a upper="0"/><limit upper="2"/>', 1, 15, 'upper', '<a upper="0"/><limit upper="2"/>', 'upper="2"'),
    ('<mesh name=" scale=1" scale = "2"/>', 1, 1, 'scale', '<mesh name=" scale=1" scale = "2"/>', 'scale ='),
    ('<limit xlower="1" lower="2"/>', 1, 1, 'lower', '<limit xlower="1" lower="2"/>', 'lower="2"'),
    ('<a/>\r\n<limit\r\n\tlower="1"\r\n\tupper="2"/>', 2, 1, 'upper', 'upper="2"/>', 'upper'),
    ('<a/>\r<b/>\r  <limit upper="2"/>', 3, 3, 'upper', '<limit upper="2"/>', 'upper'),
    ('\t\t<limit\tupper="2"/>', 1, 3, 'upper', '<limit upper="2"/>', 'upper'),
    ('<limit note="two\nlines" upper="2"/>', 1, 1, 'upper', 'lines" upper="2"/>', 'upper'),
    ('<limit upper="2"', 1, 1, 'upper', '<limit upper="2"', '<limit'),
    ('short', 1, 99, None, 'short', ''),
])
def test_the_caret_stands_under_the_attribute(text: str, line: int, column: int, attribute: str | None,
                                              shown: str, under: str) -> None:
    quoted, caret = quote(text, line, column, attribute)
    assert quoted == shown
    assert quoted[caret:].startswith(under)
    assert caret == (quoted.rindex(under) if under else len(quoted))


def test_the_caret_counts_terminal_columns() -> None:
    assert quote('<a 名="腕" b="2"/>', 1, 1, 'b')[1] == len('<a __="__" ')
    assert quote('<a n="e\u0301" b="2"/>', 1, 1, 'b')[1] == len('<a n="e" ')


def test_a_long_line_is_cut_around_the_caret() -> None:
    padding = ' '.join(f'a{number}="{number}"' for number in range(200))
    quoted, caret = quote(f'    <limit {padding} upper="2" {padding.replace("a", "b")}/>', 1, 5, 'upper')
    assert 95 < len(quoted) <= 102
    assert quoted[caret:].startswith('upper="2"')
    assert caret == 21
    assert (quoted[0], quoted[-1]) == ('…', '…')
    assert quote(f'    <limit upper="2" {padding}/>', 1, 5, 'upper')[0].startswith('<limit upper="2" a0="0"')
    assert quote(f'<limit {padding} upper="2"/>', 1, 1, 'upper')[0].endswith(' upper="2"/>')


def test_a_line_that_is_not_there_is_not_quoted() -> None:
    for sources in ({}, {'/nowhere/r.urdf': 'one line'}):
        text = render(report_of(said(site=Site('/nowhere/r.urdf', 9, 2)), sources=sources), False)
        assert '--> /nowhere/r.urdf:9:2' in text
        assert '^' not in text


def test_each_stage_is_one_line_with_its_reason() -> None:
    why = f'the mesh {"very " * 40}far away\nwas not found'
    gaps = tuple(NotChecked(why, Subject('link', name), 'a-rule', 'inertia') for name in ('arm', 'hand'))
    text = render(report_of(said(), gaps=gaps), False)
    rows = text[text.index('stages'):].splitlines()[1:-2]
    assert len(rows) == len(report_of().stages)
    row = next(row for row in rows if 'inertia' in row)
    assert row.startswith('  inertia      not checked  1 warning; link arm: the mesh very very')
    assert row.endswith('… (a-rule and 1 more)')
    assert len(row) == len('  inertia      not checked  ') + 100
    assert all(len(row) <= 130 for row in rows)


def test_nothing_in_a_name_steers_the_terminal() -> None:
    evil = 'a\nb\r\x1b[31mc\u009b2Jd\u2028e'
    finding = said(f'message {evil}', subject=Subject('link', evil), suggestion=Suggestion(evil))
    text = render(replace(report_of(finding), model={'robot': evil, 'file': f'/nowhere/{evil}'}), False)
    assert set('\r\x1b\u009b\u2028').isdisjoint(text)
    assert r'link a\nb\r\x1b[31mc\x9b2Jd\u2028e' in text.splitlines()


@pytest.mark.parametrize(('levels', 'words'), [
    ((), '0 errors, 0 warnings; 0 notes, '),
    ((Level.ERROR, Level.WARNING, Level.INFO), '1 error, 1 warning; 1 note, '),
    ((Level.ERROR,) * 2 + (Level.INFO,) * 3, '2 errors, 0 warnings; 3 notes, '),
])
def test_the_sum_is_one_line(levels: tuple[Level, ...], words: str) -> None:
    report = report_of(*(replace(said(), level=level) for level in levels))
    assert summary_line(report).startswith(words)
    assert summary_line(replace(report, incomplete=True)).endswith('INCOMPLETE: see internal-error')


def test_the_whole_text_of_a_robot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report = run(tmp_path, edit(GOOD, (LIMIT, LIMIT.replace('"1.5"', '"-2"'))))
    assert render(report, False).splitlines()[:6] == [
        'robot "good" from robot.urdf',
        '',
        'joint shoulder',
        '  error joint-limit-order: ' + report.findings[0].message,
        '    --> robot.urdf:30:5',
        f'    | {LIMIT.replace(chr(34) + "1.5", chr(34) + "-2")}',
    ]
