"""The engine: read, resolve, measure, run the rules, report. Every way in ends here."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robot_model_check import rules
from robot_model_check.config import Config
from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.errors import UsageError
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.linter import INTERNAL_ERROR, Outcome, lint, sort_key
from robot_model_check.model import Link, Mesh, Robot
from robot_model_check.reading.packages import Finder, Resolution
from robot_model_check.reading.parse import parse
from robot_model_check.reading.srdf import beside
from robot_model_check.report import Report
from robot_model_check.simulators.answer import LABELS, Answer
from robot_model_check.simulators.echo import without_echoes
from robot_model_check.source import Site, Span
from robot_model_check.stages import Run, stages
from robot_model_check.summary import base, link_summaries, model_totals
from robot_model_check.suppress import apply, unmatched

if TYPE_CHECKING:
    from robot_model_check.facts import LinkFacts, MeshFile


@dataclass(frozen=True, eq=False)
class Measured:
    """What the workers delivered; `failures` maps a link to why its worker delivered nothing, `answers` each
    simulator to what it said.
    """

    meshes: Mapping[str, MeshFile]
    facts: Mapping[str, LinkFacts]
    failures: Mapping[str, str]
    answers: Mapping[str, Answer]


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
    resolutions = {mesh.uri: finder.resolve(mesh.uri, document.file) for _, _, mesh in robot.mesh_shapes()}
    chosen = [rule for rule in rules.load_all() if not config.is_off(rule.ID)]
    if document.root is None:
        chosen = [rule for rule in chosen if rule.SCOPE == 'source']
    needed = [name for name in LABELS if any(name in rule.NEEDS for rule in chosen)]
    measured = measure(document, robot, resolutions, needed, jobs)
    context = Context(document, robot, resolutions, measured.meshes, measured.facts, config.profile,
                      config.srdf or beside(document.file, robot.name), running, config.references,
                      measured.answers)
    outcome = without_echoes(lint(context, chosen, config), context)
    outcome = _with_failures(outcome, measured.failures, robot)
    return _report(context, outcome, chosen, config)


def measure(document: Document, robot: Robot, resolutions: Mapping[str, Resolution],
            simulators: Sequence[str], jobs: int) -> Measured:
    """Measure every link and every mesh file once, and ask the simulators, in worker processes."""
    from robot_model_check.parallel import run
    from robot_model_check.simulators import ask
    paths = {uri: found.path for uri, found in resolutions.items() if found.path is not None}
    links = [link for link in {link.name: link for link in reversed(robot.links)}.values() if link.shapes]
    links.reverse()
    tasks = _tasks(links, paths)
    meshes: dict[str, MeshFile] = {}
    facts: dict[str, LinkFacts] = {}
    failures: dict[str, str] = {}
    questions = ask.questions(simulators, document)
    # the simulators last: what is measured with all of their libraries loaded could die of them
    outcomes = run(_do, [*((measure_task, *task) for task in tasks), *questions.values()], jobs,
                   [None] * len(tasks) + [ask.TIME_LIMIT] * len(questions))
    for link, outcome in zip(links, outcomes, strict=False):
        if outcome.error is not None:
            _require_installed(outcome.error)
            failures[link.name] = outcome.error
        else:
            facts[link.name] = outcome.value[0]
            meshes.update((file.path, file) for file in outcome.value[1])
    answers = ask.answers(simulators, dict(zip(questions, outcomes[len(tasks):], strict=True)))
    return Measured(meshes, facts, failures, answers)


def _do(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _require_installed(error: str) -> None:
    missing = re.search(r"ModuleNotFoundError: No module named '([\w.]+)'\s*$", error)
    if missing:
        raise UsageError(f'the Python package {missing[1]} is not installed, and measuring geometry needs '
                         'it: install robot_model_check with its requirements')


def _tasks(links: Sequence[Link], paths: Mapping[str, str]) -> list[tuple[Any, ...]]:
    """Return the arguments of `measure_task`; the first link that uses a mesh file measures it."""
    seen: set[str] = set()
    tasks = []
    for link in links:
        own = {shape.geometry.uri: paths[shape.geometry.uri] for shape in link.shapes
               if isinstance(shape.geometry, Mesh) and shape.geometry.uri in paths}
        fresh = tuple(path for path in dict.fromkeys(own.values()) if path not in seen)
        seen.update(fresh)
        tasks.append((link, own, fresh))
    return tasks


def measure_task(
    link: Link, paths: Mapping[str, str], files: Sequence[str]
) -> tuple[LinkFacts, list[MeshFile]]:
    """Measure one link and the mesh files it is the first to use; runs in a worker."""
    from robot_model_check.geometry.measure import measure_link
    from robot_model_check.geometry.mesh import measure_file
    return measure_link(link, paths), [measure_file(path) for path in files]


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
    findings, suppressed = apply(outcome.findings, document, context.robot.name, config,
                                 frozenset(rule.ID for rule in chosen))
    findings = tuple(sorted((*findings, *unmatched(config, context.robot)), key=sort_key))
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
    )
