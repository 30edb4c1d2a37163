"""Which rules run, at which level, with which options, and what is known and accepted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from robot_model_check.finding import Level, Subject
from robot_model_check.reading.srdf import Srdf
from robot_model_check.rules import Rule
from robot_model_check.settings.link_options import LinkOptions
from robot_model_check.settings.references import References

# What identifies an accepted finding: robot, rule, subject kind, subject name. Lines move, these do not.
BaselineKey = tuple[str, str, str, str]


@dataclass(frozen=True)
class Ignore:
    """Findings of `rule` (a glob) whose subject is of `kind` ('link', 'joint' or '' for any) and matches
    `name`."""

    rule: str
    kind: str
    name: str
    reason: str

    def covers(self, rule: str, subject: Subject) -> bool:
        """Return whether what the rule says of the subject is to be ignored."""
        return (
            fnmatchcase(rule, self.rule)
            and self.kind in ('', subject.kind)
            and fnmatchcase(subject.name, self.name)
        )


@dataclass(frozen=True)
class Config:
    """Settings of a run.

    `levels` maps a rule to the level of all its findings, or to None when it is switched off; a rule that is
    absent keeps its own levels. `settings` maps a rule to the options that differ from their defaults.
    `select`, when not empty, names the only rules to run. `fail_on` is 'error', 'warning' or 'never'.
    `srdf` is the semantic description to use in place of one that lies beside the model. `references` are
    masses, densities and mass properties known from elsewhere. `decompose` are options of the generation for
    some links, of which the later ones count. `triangles` tells that the engine collides with the triangles
    of a mesh, and not with its convex hull. With `advise`, the cost of the advised collisions is worked out.
    """

    profile: str = 'default'
    levels: Mapping[str, Level | None] = field(default_factory=dict)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    select: frozenset[str] = frozenset()
    fail_on: str = 'error'
    ignores: tuple[Ignore, ...] = ()
    baseline: frozenset[BaselineKey] = frozenset()
    srdf: Srdf | None = None
    triangles: bool = False
    advise: bool = False
    references: References = field(default_factory=References)
    decompose: tuple[LinkOptions, ...] = ()

    def is_off(self, rule_id: str) -> bool:
        """Return whether the rule is not to run."""
        return (bool(self.select) and rule_id not in self.select) or self.levels.get(
            rule_id, Level.INFO
        ) is None

    def level(self, rule: Rule, own: Level) -> Level:
        """Return the level of a finding that the rule gives level `own`."""
        configured = self.levels.get(rule.ID)
        return own if configured is None else configured

    def options(self, rule: Rule) -> dict[str, Any]:
        """Return every option of the rule, configured or default."""
        chosen = self.settings.get(rule.ID, {})
        return {name: chosen.get(name, option.default) for name, option in rule.OPTIONS.items()}
