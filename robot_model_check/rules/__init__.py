"""The rules, one module each; `TABLE` is the only place that lists them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from robot_model_check.context import Context
from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level, NotChecked


@dataclass(frozen=True)
class Option:
    """A setting of a rule: its default, unit, allowed range (both ends allowed) and why the default is what
    it is."""

    default: Any
    unit: str
    low: float | None
    high: float | None
    why: str


class Rule(Protocol):
    """What a rule module holds. Its docstring is the manual page.

    SCOPE is 'source', 'robot', 'link', 'joint' or 'mesh' and gives the first argument of `check`: the
    Document, Robot, Link, Joint or (Link, Shape, Mesh). AREA is one of `stages.STAGES`. NEEDS names what must
    be there before the rule can look; the linter reports NotChecked with the reason otherwise: 'inertial',
    'origin', 'axis', 'limit', 'mimic' (not damaged), 'file' (the mesh was found and read), 'tree' (the joints
    form one tree), 'mujoco', 'pinocchio' (the simulator gave an answer).
    """

    ID: str
    AREA: str
    SCOPE: str
    LEVEL: Level
    NEEDS: tuple[str, ...]
    OPTIONS: Mapping[str, Option]
    SOURCES: tuple[str, ...]
    check: Callable[[Any, Context, Mapping[str, Any]], Iterator[Finding | NotChecked]]


TABLE = (
    'xml-syntax',
    'xacro-in-urdf',
    'xacro-expansion',
    'xacro-package-missing',
    'xacro-leftover',
    'number-format',
    'required-missing',
    'element-unknown',
    'element-repeated',
    'tree-root',
    'tree-loop',
    'name-duplicate',
    'reference-unknown',
    'material-undefined',
    'description-drift',
    'joint-type',
    'joint-axis',
    'joint-limit-missing',
    'joint-limit-order',
    'joint-limit-zero',
    'joint-continuous-limits',
    'mimic-cycle',
    'mimic-range',
    'joint-dynamics',
    'joint-safety',
    'joint-effort-gravity',
    'frame-root-inertia',
    'frame-rep105',
    'frame-optical',
    'frame-detached',
    'frame-mirror',
    'unit-mesh',
    'unit-collada',
    'unit-joint-origin',
    'unit-joint-limit',
    'unit-rpy',
    'unit-com',
    'unit-mass',
    'unit-inertia',
    'mesh-missing',
    'mesh-uri',
    'mesh-unreadable',
    'geometry-size',
    'mesh-inverted',
    'mesh-negative-scale',
    'mesh-degenerate',
    'mesh-open',
    'mesh-stl-header',
    'mesh-faces',
    'inertial-missing',
    'mass-positive',
    'inertia-positive-definite',
    'inertia-triangle',
    'inertia-impossible',
    'inertia-geometry',
    'inertia-placeholder',
    'inertia-principal-ambiguous',
    'inertia-com-outside',
    'inertia-dummy',
    'mass-reference',
    'inertia-reference',
    'collision-missing',
    'collision-coverage',
    'collision-protrusion',
    'collision-concave',
    'collision-thin',
    'collision-overlap',
    'collision-aperture',
    'name-portable',
    'mesh-name-clash',
    'simulator-mujoco',
    'simulator-pinocchio',
)


@cache
def load(rule_id: str) -> Rule:
    """Return the module of a rule id in `TABLE`."""
    return cast(Rule, importlib.import_module(f'robot_model_check.rules.{rule_id.replace("-", "_")}'))


def load_all(ids: Sequence[str] = TABLE) -> tuple[Rule, ...]:
    """Return the rule modules in table order."""
    return tuple(load(rule_id) for rule_id in ids)


def told_by_reader(rule_id: str, document: Document) -> Iterator[Finding]:
    """Yield the problems of this rule that reading the description met."""
    for problem in document.problems:
        if problem.rule == rule_id:
            yield Finding(
                message=problem.message,
                site=problem.site,
                subject=problem.subject,
                level=problem.level,
                values=problem.values,
                attribute=problem.attribute,
            )
