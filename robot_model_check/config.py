"""Which rules run, at which level, with which options."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.rules import TABLE, Rule


@dataclass(frozen=True)
class Config:
    """Settings of a run.

    `levels` maps a rule to the level of all its findings, or to None when it is switched off; a rule that is absent
    keeps its own levels. `settings` maps a rule to the options that differ from their defaults. `select`, when not
    empty, names the only rules to run.
    """

    profile: str = 'default'
    levels: Mapping[str, Level | None] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    select: frozenset[str] = frozenset()
    fail_on: str = 'error'

    def is_off(self, rule_id: str) -> bool:
        """Return whether the rule is not to run."""
        return (bool(self.select) and rule_id not in self.select) or self.levels.get(rule_id, Level.INFO) is None

    def level(self, rule: Rule, own: Level) -> Level:
        """Return the level of a finding that the rule gives level `own`."""
        configured = self.levels.get(rule.ID)
        return own if configured is None else configured

    def options(self, rule: Rule) -> dict[str, Any]:
        """Return every option of the rule, configured or default."""
        chosen = self.settings.get(rule.ID, {})
        return {name: chosen.get(name, option.default) for name, option in rule.OPTIONS.items()}


def load(path: str | None, profile: str | None, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Config:
    """Return the configuration of a run. Raises UsageError for an unknown rule, with the nearest name."""
    for rule_id in (*select, *ignore):
        _require_known(rule_id)
    return Config(profile or 'default', dict.fromkeys(ignore), {}, frozenset(select))


def _require_known(rule_id: str) -> None:
    if rule_id not in TABLE:
        near = difflib.get_close_matches(rule_id, TABLE, 1)
        raise UsageError(f'no rule is called {rule_id!r}'
                         + (f'; did you mean {near[0]!r}?' if near else '; `robot_model_check rules` lists them'))
