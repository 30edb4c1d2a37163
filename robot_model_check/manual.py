"""The manual page of a rule, and docs/RULES.md made of all of them."""

from __future__ import annotations

import inspect

from robot_model_check.errors import UsageError
from robot_model_check.rules import TABLE, Rule, load, load_all
from robot_model_check.words import did_you_mean


def page(rule_id: str) -> str:
    """Return the manual page of a rule as text; raises UsageError with the nearest name for an unknown
    one."""
    if rule_id not in TABLE:
        raise UsageError(
            f'unknown rule {rule_id!r}{did_you_mean(rule_id, TABLE)}; `robot_model_check rules` lists them'
        )
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
    return ('# Rules\n\nMade from the rule modules by `python -m robot_model_check.manual`.\n\n'
            f'| rule | area | level | says |\n| --- | --- | --- | --- |\n{table}{pages}')


if __name__ == '__main__':
    print(handbook(), end='')
