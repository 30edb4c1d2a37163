"""What a rule says: a finding, or that it could not look."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from robot_model_check.source import Site

if TYPE_CHECKING:
    from robot_model_check.document import Element


class Level(enum.IntEnum):
    """Severity; the worst finding gives a run its verdict."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, order=True)
class Subject:
    """What the user must open: kind is `link`, `joint`, `mesh` or `model`."""

    kind: str
    name: str


@dataclass(frozen=True)
class Correction:
    """An element of the description, and what to write in its place."""

    element: Element
    xml: str


@dataclass(frozen=True)
class Suggestion:
    """A computed correction: how it was computed, and the element to write instead (or None).

    `corrections` are all replacements that it takes, where they follow from the model by arithmetic; a rule
    leaves them out where a person has to choose or to look. `holds_for_rivals`: they are right whichever of
    the causes it is.
    """

    text: str
    xml: str | None = None
    corrections: tuple[Correction, ...] = ()
    holds_for_rivals: bool = False


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One fault.

    A rule fills `message`, and `site` with the element at fault; `subject`, `level`, `rule` and `area` are
    filled in by the linter from the rule's table where the rule leaves them None. `values` maps a name with
    its unit in brackets (`'ratio [1]'`) to a number, a string or a list of them. `attribute` names the XML
    attribute at fault, for the caret. `cause` is a code such as `unit:kg*mm^2`; it is named only where the
    evidence separates it from `rivals`.
    `parts` are the findings that this one, on the model, stands for.
    """

    message: str
    site: Site | None = None
    subject: Subject | None = None
    level: Level | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    attribute: str | None = None
    cause: str | None = None
    cause_state: str | None = None
    rivals: tuple[str, ...] = ()
    suggestion: Suggestion | None = None
    parts: tuple[Finding, ...] = ()
    rule: str = ''
    area: str = ''

    @property
    def singles(self) -> tuple[Finding, ...]:
        """The findings that this one stands for: its parts, or itself."""
        return self.parts or (self,)

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Whom this is about, each once: the subjects of its parts, or its own."""
        return tuple(dict.fromkeys(one.subject or Subject('model', '') for one in self.singles))


@dataclass(frozen=True)
class NotChecked:
    """A rule could not look at its subject. Never to be read as passed."""

    why: str
    subject: Subject | None = None
    rule: str = ''
    area: str = ''
