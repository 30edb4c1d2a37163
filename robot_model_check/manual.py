"""The manual pages: of each rule, of what the checker itself says, and docs/RULES.md made of all of them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from robot_model_check import suppress
from robot_model_check.errors import UsageError
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.no_result import CHECK_REFUSED
from robot_model_check.rules import TABLE, Rule, load, load_all
from robot_model_check.words import did_you_mean

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
        return f'{rule_id}\n{"=" * len(rule_id)}\n\n{ENGINE[rule_id].strip()}\n'
    if rule_id not in TABLE:
        near = did_you_mean(rule_id, (*TABLE, *ENGINE))
        raise UsageError(f'unknown rule {rule_id!r}{near}; `robot_model_check rules` lists them')
    return _page(load(rule_id))


def _page(rule: Rule) -> str:
    head = f'{rule.ID} ({rule.AREA}, {rule.LEVEL}, per {rule.SCOPE})'
    options = ''.join(f'    {name} = {option.default!r} [{option.unit}], {option.low} to {option.high}\n'
                      f'        {option.why}\n' for name, option in rule.OPTIONS.items())
    return (f'{head}\n{"=" * len(head)}\n\n{inspect.cleandoc(rule.__doc__ or "")}\n'
            + (f'\nOptions\n{options}' if options else ''))


def handbook() -> str:
    """Return docs/RULES.md."""
    rules = load_all()
    table = ''.join(
        f'| [{rule.ID}](#{rule.ID}) | {rule.AREA} | {rule.LEVEL} | {(rule.__doc__ or "").splitlines()[0]} |\n'
        for rule in rules
    )
    pages = ''.join(f'\n## {rule.ID}\n\n```text\n{_page(rule).split(chr(10), 3)[3]}```\n' for rule in rules)
    pages += ''.join(f'\n## {name}\n\n```text\n{text.strip()}\n```\n' for name, text in ENGINE.items())
    return ('# Rules\n\nMade from the rule modules by `python -m robot_model_check.manual`.\n\n'
            f'| rule | area | level | says |\n| --- | --- | --- | --- |\n{table}{pages}')


if __name__ == '__main__':
    print(handbook(), end='')
