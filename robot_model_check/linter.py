"""Run the rules over a robot: bind subjects, apply the configuration, keep a crashing rule visible, sort.

A rule that raises becomes an `internal-error` finding with its traceback, and the other rules still run.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from robot_model_check.context import Context
from robot_model_check.errors import UsageError
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Joint, Link
from robot_model_check.rules import Rule
from robot_model_check.settings.config import Config
from robot_model_check.simulators.answer import LABELS
from robot_model_check.source import Site

INTERNAL_ERROR = 'internal-error'


@dataclass(frozen=True)
class Outcome:
    """All that the rules said, sorted, before suppression."""

    findings: tuple[Finding, ...]
    not_checked: tuple[NotChecked, ...]


def lint(context: Context, rules: Sequence[Rule], config: Config) -> Outcome:
    """Run the rules that the configuration does not switch off."""
    findings: list[Finding] = []
    gaps: list[NotChecked] = []
    for rule in rules:
        if config.is_off(rule.ID):
            continue
        for said in _run(rule, context, config):
            if isinstance(said, NotChecked):
                gaps.append(said)
            else:
                findings.append(said)
    return Outcome(tuple(sorted(findings, key=sort_key)), tuple(sorted(set(gaps), key=gap_key)))


def sort_key(finding: Finding) -> tuple[Any, ...]:
    """Order of findings: (file, line, rule, subject), then what still differs."""
    site = finding.site or Site(None, 0)
    subject = finding.subject or Subject('model', '')
    return (
        site.file or '',
        site.line,
        finding.rule,
        subject.name,
        subject.kind,
        site.column,
        finding.message,
    )


def gap_key(gap: NotChecked) -> tuple[str, str, str]:
    return gap.rule, gap.subject.name if gap.subject else '', gap.why


def _run(rule: Rule, context: Context, config: Config) -> Iterator[Finding | NotChecked]:
    options = config.options(rule)
    for argument, subject, site in _subjects(rule.SCOPE, context):
        missing = _missing(rule, argument, context)
        if missing:
            yield NotChecked(missing, subject, rule.ID, rule.AREA)
            continue
        try:
            for said in rule.check(argument, context, options):
                yield _bound(said, rule, subject, site, config)
        except UsageError:
            raise
        except Exception as error:
            yield _crash(rule, subject, site, error)
            yield NotChecked(f'the rule failed: {error!r}', subject, rule.ID, rule.AREA)


def _bound(said: Finding | NotChecked, rule: Rule, subject: Subject, site: Site | None,
           config: Config) -> Finding | NotChecked:
    if isinstance(said, NotChecked):
        return replace(said, subject=said.subject or subject, rule=rule.ID, area=rule.AREA)
    return _bound_finding(said, rule, subject, site, config)


def _bound_finding(said: Finding, rule: Rule, subject: Subject, site: Site | None,
                   config: Config) -> Finding:
    place = said.site or site
    return replace(
        said, subject=said.subject or subject, rule=rule.ID, area=rule.AREA,
        site=place.of_value(said.attribute) if place is not None else None,
        level=config.level(rule, said.level if said.level is not None else rule.LEVEL),
        parts=tuple(_bound_finding(part, rule, subject, site, config) for part in said.parts))


def _crash(rule: Rule, subject: Subject, site: Site | None, error: Exception) -> Finding:
    trace = ''.join(traceback.format_exception(type(error), error, error.__traceback__))
    return Finding(message=f'rule {rule.ID} failed on {subject.kind} "{subject.name}": {error!r}. '
                           'This is a fault of the checker, not of the model',
                   site=site, subject=subject, level=Level.ERROR, values={'traceback': trace},
                   rule=INTERNAL_ERROR, area=rule.AREA)


def _subjects(scope: str, context: Context) -> Iterable[tuple[Any, Subject, Site | None]]:
    robot, model = context.robot, Subject('model', context.robot.name)
    if scope == 'source':
        return [(context.document, model, None)]
    if scope == 'robot':
        return [(robot, model, robot.element.site)]
    if scope == 'link':
        return [(link, Subject('link', link.name), link.element.site) for link in robot.links]
    if scope == 'joint':
        return [(joint, Subject('joint', joint.name), joint.element.site) for joint in robot.joints]
    return [((link, shape, mesh), Subject('link', link.name), (shape.geometry_element or shape.element).site)
            for link, shape, mesh in robot.mesh_shapes()]


def _missing(rule: Rule, argument: Any, context: Context) -> str:
    """Return why the rule cannot look at this subject, or '' when it can."""
    if isinstance(argument, (Link, Joint)):
        unreadable = sorted(argument.damaged & set(rule.NEEDS))
        if unreadable:
            return f'its <{unreadable[0]}> could not be read'
    if rule.SCOPE == 'mesh' and 'file' in rule.NEEDS:
        return _missing_file(argument[2].uri, context)
    problem = next((context.answers[name].problem for name in LABELS if name in rule.NEEDS), None)
    if problem is not None:
        return problem
    if 'tree' in rule.NEEDS and len(context.tree.order) < len(context.tree.links):
        return 'the joints do not form one tree'
    return ''


def _missing_file(uri: str, context: Context) -> str:
    resolution = context.resolutions.get(uri)
    if resolution is None or resolution.path is None:
        return f'mesh file not found: {uri}'
    file = context.meshes.get(resolution.path)
    if file is None:
        return f'mesh file was not measured: {uri}'
    return f'mesh file could not be read: {file.problem}' if file.problem else ''
