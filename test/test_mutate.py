"""The mutation script itself: an inverted condition is noticed, and one that no case tells apart is named."""

from __future__ import annotations

import mutate
import pytest

from robot_model_check import rules


@pytest.mark.parametrize('rule_id', ['joint-limit-order', 'inertia-triangle'])
def test_every_inverted_condition_is_noticed(rule_id: str) -> None:
    assert len(list(mutate.mutants(rules.load(rule_id)))) >= 2
    assert mutate.survivors(rule_id) == []


def test_without_cases_everything_survives() -> None:
    rule = rules.load('joint-limit-order')
    assert not any(mutate.notices(mutant, []) for _, mutant in mutate.mutants(rule))
