"""Every condition of every rule is noticed by the cases of the rule; and what the script for it is worth."""

from __future__ import annotations

import types

import mutate
import pytest
from support import can_run

from robot_model_check import rules


@pytest.mark.parametrize('rule_id', [pytest.param(rule_id, marks=[
    pytest.mark.xdist_group(f'mutate {rule_id}'),
    pytest.mark.skipif(not can_run(rule_id), reason='not installed')])
    for rule_id in rules.TABLE])
def test_every_inverted_condition_is_noticed(rule_id: str) -> None:
    assert mutate.survivors(rule_id) == []


def test_conditions_are_found_in_all_their_places() -> None:
    rule = types.ModuleType('rule')
    text = '''
def check(a, b):
    while a and not b:
        a = [one for one in b if one] if a else []
    worth = a == 1 or b
    if a:
        return f'{"words" if b else "no words"}'

def sure(a) -> bool:
    return a > 1

def words(a) -> str:
    return 'many' if a else 'few'
'''
    places = [place for place, _ in mutate.mutants(rule, text)]
    assert places == ['3: a', '3: b', '4: a', '4: one', '5: a == 1', '5: b', '6: a', '10: a > 1']


def test_without_cases_everything_survives() -> None:
    rule = rules.load('joint-limit-order')
    assert not any(mutate.notices(mutant, []) for _, mutant in mutate.mutants(rule))
