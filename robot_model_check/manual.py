"""The manual pages: of each rule, of what the checker itself says, and docs/RULES.md made of all of them."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Mapping, Sequence

from robot_model_check import suppress
from robot_model_check.errors import UsageError
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.no_result import CHECK_REFUSED
from robot_model_check.rules import TABLE, Option, Rule, load, load_all
from robot_model_check.words import did_you_mean

Section = tuple[str, str]  # title, text

# What stands in a report without being a rule: nothing selects, configures or suppresses it.
ENGINE: Mapping[str, str] = {
    INTERNAL_ERROR: """A rule or a worker of the checker failed.

Checks
    Nothing of the model. A rule raised an exception, or the process that measures a link died (out of memory,
    a crash in a mesh library). The other rules and links were still looked at; what was not stands under
    "not checked", and the run ends with exit code 3, whatever else was found.

What to do
    The traceback stands in the report (--json, values.traceback). Please report it with the model. Where a
    mesh kills the worker, repair or simplify that file; --ignore RULE leaves out a rule that fails.
""",
    CHECK_REFUSED: """A check in the node had nothing to read.

Checks
    Nothing of the model. The file of the parameter description_file is not there, holds no model or several,
    or was given an argument that it does not have. The report on ~/report then holds this finding alone and
    every stage is not checked: an older report must not stand for a file that is gone. The command line says
    the same on standard error and ends with exit code 2.

What to do
    As the message says; ~/check reads the file anew.
""",
    suppress.RULE: suppress.__doc__ or '',
}


def page(rule_id: str) -> str:
    """Return the manual page of a rule as text; raises UsageError with the nearest name for an unknown
    one."""
    if rule_id in ENGINE:
        return _plain(rule_id, _sections(ENGINE[rule_id]))
    if rule_id not in TABLE:
        near = did_you_mean(rule_id, (*TABLE, *ENGINE))
        raise UsageError(f'unknown rule {rule_id!r}{near}; `robot_model_check rules` lists them')
    rule = load(rule_id)
    return _plain(f'{rule.ID} ({rule.AREA}, {rule.LEVEL}, per {rule.SCOPE})', sections(rule))


def _plain(head: str, parts: Sequence[Section]) -> str:
    texts = (f'{title}\n{textwrap.indent(text, "    ")}' if title else text for title, text in parts)
    return '\n'.join((head, '=' * len(head), '', '\n\n'.join(texts), ''))


def sections(rule: Rule) -> list[Section]:
    """Return the page of a rule: the summary without a title, what its docstring has, and its options."""
    found = _sections(rule.__doc__ or '')
    if rule.OPTIONS:
        settings = '\n'.join(_setting(name, option) for name, option in rule.OPTIONS.items())
        before = next((k for k, (title, _) in enumerate(found) if title == 'References'), len(found))
        found.insert(before, ('Options', settings))
    return found


def _sections(text: str) -> list[Section]:
    """Return the (title, text) of a docstring; a line with an indented one below is a title."""
    blocks = re.split(r'\n\n(?=\S)', inspect.cleandoc(text))
    titled = (re.fullmatch(r'([^\n]*)\n(    .*)', block, re.DOTALL) for block in blocks)
    return [(title[1], textwrap.dedent(title[2])) if title else ('', block)
            for title, block in zip(titled, blocks, strict=True)]


def _setting(name: str, option: Option) -> str:
    low = '' if option.low is None else f', from {option.low:g}'
    high = '' if option.high is None else f', up to {option.high:g}'
    why = textwrap.indent(textwrap.fill(option.why, 96), '    ')
    return f'{name} = {option.default!r} [{option.unit}]{low}{high}\n{why}'


def handbook() -> str:
    """Return docs/RULES.md."""
    areas: dict[str, list[Rule]] = {}
    for rule in load_all():
        areas.setdefault(rule.AREA, []).append(rule)
    contents = ''.join(_contents(area, own) for area, own in areas.items())
    pages = ''.join(f'\n## {area.capitalize()}\n' + ''.join(map(_chapter, own))
                    for area, own in areas.items())
    engine = ''.join(f'\n### {name}\n{_parts(_sections(text))}' for name, text in ENGINE.items())
    head = 'Made from the rule modules by `make docs`; `robot_model_check explain RULE` prints one page.'
    return f'# Rules\n\n{head}\n{contents}{pages}\n## What the checker says of itself\n{engine}'


def _contents(area: str, rules: Sequence[Rule]) -> str:
    rows = ''.join(f'| [{rule.ID}](#{rule.ID}) | {rule.LEVEL} | {_prose(sections(rule)[0][1])} |\n'
                   for rule in rules)
    return f'\n| {area} | level | in a sound model |\n| --- | --- | --- |\n{rows}'


def _chapter(rule: Rule) -> str:
    (_, summary), *rest = sections(rule)
    return f'\n### {rule.ID}\n\n{_prose(summary)} ({rule.LEVEL}, per {rule.SCOPE})\n{_parts(rest)}'


def _parts(parts: Sequence[Section]) -> str:
    return ''.join(f'\n**{title}**\n\n{_body(title, text)}\n' if title else f'\n{_prose(text)}\n'
                   for title, text in parts)


def _body(title: str, text: str) -> str:
    if title in ('Bad', 'Good') and '<' in text:
        return f'```xml\n{text}\n```'
    if title == 'Options':
        return re.sub(r'^(\S.*)$', r'- `\1`\\', text, flags=re.MULTILINE).replace('\n    ', '\n  ')
    return _prose(text)


def _prose(text: str) -> str:
    """Return text in which tags are code and no other character means anything to Markdown."""
    parts = re.split(r'(^    .*$|`[^`]+`|</?[A-Za-z][^<>]*>)', text, flags=re.MULTILINE)
    return ''.join(_code(part) if k % 2 else re.sub(r'[*|<]|\[(?=\w+\])', r'\\\g<0>', part)
                   for k, part in enumerate(parts))


def _code(part: str) -> str:
    return f'`{part}`' if part.startswith('<') else part


if __name__ == '__main__':
    print(handbook(), end='')
