"""The engine: read, resolve, measure, run the rules, report. Every way in ends here."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from robot_model_check import rules
from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.linter import INTERNAL_ERROR, Outcome, lint, sort_key
from robot_model_check.measuring import Later, measure
from robot_model_check.model import Robot
from robot_model_check.one_finding import by_line, with_evidence
from robot_model_check.quoting import at_attribute
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.srdf import beside
from robot_model_check.report import Report
from robot_model_check.settings.config import Config
from robot_model_check.simulators.answer import LABELS
from robot_model_check.simulators.echo import without_echoes
from robot_model_check.source import Site, Span
from robot_model_check.stages import Run, stages
from robot_model_check.summary import base, link_summaries, model_totals, regions
from robot_model_check.suppress import apply, unmatched
from robot_model_check.value_sites import at_fault


def check_file(path: str, arguments: Mapping[str, str], finder: Finder, config: Config, jobs: int) -> Report:
    """Read a description file and check it.

    `arguments` are the xacro arguments; `jobs` the number of worker processes for geometry (0: in this
    process). Raises UsageError where the file cannot be used at all.
    """
    from robot_model_check.reading.read import read
    return check_document(read(path, arguments, finder), finder, config, jobs)


def check_document(document: Document, finder: Finder, config: Config, jobs: int,
                   running: Document | None = None) -> Report:
    """Check a description that has been read, and compare it with the one that is `running`, if any."""
    with warnings.catch_warnings():
        # a number of any size may be declared: what overflows is infinite, and the rules say it
        warnings.simplefilter('ignore', RuntimeWarning)
        return _checked(document, finder, config, jobs, running)


def _checked(document: Document, finder: Finder, config: Config, jobs: int,
             running: Document | None) -> Report:
    robot = parse(document.root if document.root is not None else _nothing(document))
    resolutions = finder.resolutions(robot, document.file)
    chosen = [rule for rule in rules.load_all() if not config.is_off(rule.ID)]
    if document.root is None:
        chosen = [rule for rule in chosen if rule.SCOPE == 'source']
    needed = [name for name in LABELS if any(name in rule.NEEDS for rule in chosen)]
    measured = cache(lambda: measure(document, robot, resolutions, needed, jobs, config.triangles))
    context = Context(document, robot, resolutions, Later(lambda: measured().meshes),
                      Later(lambda: measured().facts), config.profile,
                      config.srdf or beside(document, robot.name, finder), running, config.references,
                      Later(lambda: measured().answers))
    outcome = with_evidence(lint(context, chosen, config), context, chosen, config)
    outcome = without_echoes(outcome, context)
    if not config.advise and not measured.cache_info().currsize:
        # nobody looked, so the report shows what the text alone shows
        return _report(replace(context, meshes={}, facts={}, answers={}), outcome, chosen, config)
    report = _report(context, _with_failures(outcome, measured().failures, robot), chosen, config)
    return _with_costs(report, context, jobs) if config.advise else report


def _with_costs(report: Report, context: Context, jobs: int) -> Report:
    from robot_model_check.costs import costs
    links, whole = costs(report.links, context, jobs)
    return replace(report, links=links, model={**report.model, **whole})


def _nothing(document: Document) -> Element:
    return Element('robot', {}, (), '', Site(document.file, 1), Span(0, 0))


def _with_failures(outcome: Outcome, failures: Mapping[str, str], robot: Robot) -> Outcome:
    """Add a visible finding for each link whose worker delivered nothing."""
    sites = {link.name: link.element.site for link in robot.links}
    extra = tuple(
        Finding(
            message=f'the geometry of this link could not be measured: {why.strip().splitlines()[-1]}',
            site=sites[name],
            subject=Subject('link', name),
            level=Level.ERROR,
            values={'traceback': why},
            rule=INTERNAL_ERROR,
            area='geometry',
        )
        for name, why in failures.items()
    )
    gaps = tuple(
        NotChecked(
            'the worker that measured this link failed', Subject('link', name), INTERNAL_ERROR, 'geometry'
        )
        for name in failures
    )
    return Outcome(outcome.findings + extra, outcome.not_checked + gaps)


def _off(config: Config) -> dict[str, list[str]]:
    """Return the rules that the configuration switches off, per area."""
    off: dict[str, list[str]] = {}
    for rule in rules.load_all():
        if config.is_off(rule.ID):
            off.setdefault(rule.AREA, []).append(rule.ID)
    return off


def _report(context: Context, outcome: Outcome, chosen: Sequence[rules.Rule], config: Config) -> Report:
    document = context.document
    unread = None if document.root is not None else 'the description could not be read'
    shown = (
        f'{len(context.robot.links)} links, {len(context.robot.joints)} joints'
        if unread is None
        else 'its text'
    )
    fixed, reason = base(context)
    model = {
        'robot': context.robot.name,
        'file': document.file,
        'sha256': document.sha256,
        'arguments': dict(sorted(document.arguments.items())),
        'base': 'fixed' if fixed else 'floating',
        'base_reason': reason,
        'srdf': context.srdf.path if context.srdf else None,
        **model_totals(context),
    }
    unseen = {gap.rule for gap in outcome.not_checked
              if gap.subject is not None and gap.subject.kind == 'model'}
    findings, suppressed = apply(outcome.findings, document, context.robot.name, config,
                                 frozenset(rule.ID for rule in chosen if rule.ID not in unseen))
    findings = at_fault((*findings, *unmatched(config, context.robot)), document.root)
    findings = by_line(findings, context.robot.name)
    findings = tuple(sorted((at_attribute(one, document.sources) for one in findings), key=sort_key))
    return Report(
        model=model,
        stages=stages(
            findings,
            outcome.not_checked,
            Run(Counter(rule.AREA for rule in chosen), shown, unread, _off(config)),
        ),
        findings=findings,
        not_checked=outcome.not_checked,
        links=link_summaries(context),
        suppressed=suppressed,
        incomplete=any(finding.rule == INTERNAL_ERROR for finding in outcome.findings),
        sources=document.sources,
        regions=regions(context),
    )
