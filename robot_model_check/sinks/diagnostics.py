"""A report as diagnostic_msgs, one status per link, joint and stage and one summary (REP 107).

Names are stable and every subject has a status, also when it is clean, so that an aggregator never sees one
go stale. OK means looked at and clean: what could not be checked is WARN and says so.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

from robot_model_check.bringup.worker import Checked, Died, Generation, Outcome, Refused, Step
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.report import Report
from robot_model_check.sinks.text import place, summary_line
from robot_model_check.stages import BEYOND, Stage
from robot_model_check.words import in_utf8

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR
LEVELS = {None: OK, Level.INFO: OK, Level.WARNING: WARN, Level.ERROR: ERROR}
WAITING = 'not checked: no robot description has come yet'
MOST_VALUES = 20
LONGEST = 400  # characters of a message or value
MOST_BYTES = 250_000  # of all values: a thousand bad links must still fit into one message a second
NAME = 'robot_model_check'

Said = TypeVar('Said', Finding, NotChecked)


class Board:
    """The statuses as they stand, from one check to the next; `name` begins the name of each."""

    def __init__(self, name: str = NAME) -> None:
        self._name = name
        self._checked: Checked | None = None
        self._subjects: list[DiagnosticStatus] = []
        self._summary: DiagnosticStatus | None = None  # of the newest check
        self._generation: Step | Outcome | None = None  # the newest, from the first one on
        self._begun = 0.0  # [s]

    def generating(self, step: Step) -> None:
        """Take how far a generation is; one of total 0 begins."""
        if not step.total:
            self._begun = time.monotonic()
        self._generation = step

    def generated(self, outcome: Outcome) -> None:
        """Take the outcome of a generation, which stands until the next."""
        self._generation = outcome

    def update(self, outcome: Outcome) -> None:
        """Take the outcome of a check.

        Where it has no result, what an older one said of a subject no longer counts.
        """
        if isinstance(outcome, Checked):
            subjects = bounded(statuses(outcome.report, outcome.links, outcome.joints, self._name))
            found = summary(outcome.report, self._name)
            self._checked, self._subjects, self._summary = outcome, subjects, found
        elif isinstance(outcome, (Refused, Died)):
            why = f'not checked: {outcome.message}'
            self._summary = status('summary', ERROR, why, self._robot(), (), self._name)
            if self._checked is not None:
                self._subjects = not_checked(
                    self._checked.links,
                    self._checked.joints,
                    self._checked.report.model['robot'],
                    outcome.message,
                    self._name,
                )

    def statuses(self, *doing: str) -> list[DiagnosticStatus]:
        """Return all statuses, the summary last; `doing` are the node's occupations, such as 'checking'."""
        found = self._summary or status('summary', WARN, '' if doing else WAITING, name=self._name)
        message = '; '.join(part for part in (*doing, found.message) if part)
        last = DiagnosticStatus(level=found.level, name=found.name, message=message,
                                hardware_id=found.hardware_id, values=found.values)
        return [*self._subjects, *self._generations(), last]

    def _generations(self) -> Iterator[DiagnosticStatus]:
        if isinstance(self._generation, Step):
            message = progress(self._generation, time.monotonic() - self._begun)
            yield status('generation', OK, message, self._robot(), (), self._name)
        elif self._generation is not None:
            yield generation(self._generation, self._robot(), self._name)

    def _robot(self) -> str:
        return self._checked.report.model['robot'] if self._checked else ''


def status(
    what: str,
    level: bytes,
    message: str,
    hardware_id: str = '',
    values: Sequence[tuple[str, str]] = (),
    name: str = NAME,
) -> DiagnosticStatus:
    """Return one status, named `<name>: <what>`; at most `MOST_VALUES` values, and none where it is OK."""
    shown = [] if level == OK else list(values[:MOST_VALUES])
    if level != OK and len(values) > MOST_VALUES:
        shown[-1] = _left_out(len(values) - MOST_VALUES + 1)
    return DiagnosticStatus(
        level=level,
        name=_cut(f'{name}: {what}'),
        message=_cut(message),
        hardware_id=_cut(hardware_id),
        values=[KeyValue(key=_cut(key), value=_cut(value)) for key, value in shown],
    )


def _left_out(count: int) -> tuple[str, str]:
    return 'more', f'{count} values are left out here; the report has them all'


def bounded(found: Sequence[DiagnosticStatus]) -> list[DiagnosticStatus]:
    """Return the statuses with fewer values each where all of them together are larger than `MOST_BYTES`."""
    sizes = [[len(value.key.encode()) + len(value.value.encode()) for value in one.values] for one in found]
    if sum(map(sum, sizes)) > MOST_BYTES:
        share = MOST_BYTES // sum(map(bool, sizes))
        for one, own in zip(found, sizes, strict=True):
            fitting = sum(total <= share for total in itertools.accumulate(own))
            if fitting < len(own):
                key, text = _left_out(len(own) - fitting)
                one.values = [*one.values[:fitting], KeyValue(key=key, value=text)]
    return list(found)


def statuses(
    report: Report, links: Sequence[str], joints: Sequence[str], name: str = NAME
) -> list[DiagnosticStatus]:
    """Return the status of every link, joint and stage (control and hardware stand in the report only), in
    this order.
    """
    robot = report.model['robot']
    subjects = [*(('link', link) for link in links), *(('joint', joint) for joint in joints)]
    singles = [one for finding in report.findings for one in finding.singles]
    found = _by_subject((one.subject, one) for one in singles if one.subject is not None)
    gaps = _by_subject((gap.subject, gap) for gap in report.not_checked if gap.subject is not None)
    return [
        *(_subject_status(key, found.get(key, ()), gaps.get(key, ()), robot, name) for key in subjects),
        *(_stage_status(stage, report, name) for stage in report.stages if stage.name not in BEYOND),
    ]


def not_checked(
    links: Sequence[str], joints: Sequence[str], robot: str, why: str, name: str = NAME
) -> list[DiagnosticStatus]:
    """Return statuses for subjects whose check did not come to an end."""
    subjects = [*(f'link {link}' for link in links), *(f'joint {joint}' for joint in joints)]
    return [status(what, WARN, f'not checked: {why}', robot, (), name) for what in subjects]


def summary(report: Report, name: str = NAME) -> DiagnosticStatus:
    """Return the status of the whole model."""
    unchecked = any(stage.state == 'not_checked' for stage in report.stages if stage.name not in BEYOND)
    level = max(LEVELS[worst(report.findings)], WARN if unchecked else OK)
    model = report.model
    values = [
        ('robot', model['robot']),
        ('file', model['file'] or ''),
        ('sha256', model['sha256']),
        *((f'{level}s [1]', str(report.count(level))) for level in reversed(Level)),
        *_lines(report.findings),
    ]
    return status('summary', level, summary_line(report), model['robot'], values, name)


def progress(step: Step, seconds: float) -> str:
    """Return how far a generation is that has taken this long [s]."""
    share = 100 * step.done // step.total if step.total else 0
    far = f'{step.done} of {step.total} links' if step.total else 'reading the model'
    at = f', at {step.at}' if step.at else ''
    return f'generating: {share} %, {far}, {seconds:.0f} s{at}'


def generation(outcome: Outcome, robot: str, name: str = NAME) -> DiagnosticStatus:
    """Return the status of a generation that has ended; its values are the links that got nothing."""
    if isinstance(outcome, Generation):
        level, message, failed = OK, outcome.text.splitlines()[-1], outcome.failed
        if failed:
            level, message = WARN, f'no collision for {", ".join(link for link, _ in failed)}; {message}'
    else:
        level, failed = ERROR, ()
        message = outcome.message if isinstance(outcome, (Refused, Died)) else ''
    return status('generation', level, message, robot, failed, name)


def worst(findings: Sequence[Finding]) -> Level | None:
    """Return the highest level among the findings, or None without any."""
    return max((finding.level for finding in findings if finding.level is not None), default=None)


def _by_subject(said: Iterable[tuple[Subject, Said]]) -> Mapping[tuple[str, str], list[Said]]:
    groups: dict[tuple[str, str], list[Said]] = {}
    for subject, item in said:
        groups.setdefault((subject.kind, subject.name), []).append(item)
    return groups


def _subject_status(
    key: tuple[str, str], findings: Sequence[Finding], gaps: Sequence[NotChecked], robot: str, name: str
) -> DiagnosticStatus:
    level = max(LEVELS[worst(findings)], WARN if gaps else OK)
    parts = [_worst_line(findings), _gap_line(gaps)]
    message = '; '.join(part for part in parts if part) or 'OK'
    values = [*_lines(findings), *_gap_lines(gaps), *_numbers(findings)]
    return status(' '.join(key), level, message, robot, values, name)


def _stage_status(stage: Stage, report: Report, name: str) -> DiagnosticStatus:
    findings = [finding for finding in report.findings if finding.area == stage.name]
    gaps = [gap for gap in report.not_checked if gap.area == stage.name]
    level = max(LEVELS[worst(findings)], WARN if stage.reason or gaps else OK)
    counts = [
        f'{number} {word}{"s" if number != 1 else ""}'
        for number, word in ((stage.errors, 'error'), (stage.warnings, 'warning'))
        if number
    ]
    reason = (
        [f'not checked: {stage.reason}']
        if stage.reason and stage.state == 'failed'
        else [stage.reason]
        if stage.reason
        else []
    )
    message = (
        f'{stage.state.replace("_", " ")}{": " if counts or reason else ""}{"; ".join([*counts, *reason])}'
    )
    values = [*_lines(findings), *_gap_lines(gaps)]
    return status(f'stage {stage.name}', level, message, report.model['robot'], values, name)


def _worst_line(findings: Sequence[Finding]) -> str:
    level = worst(findings)
    if level is None:
        return ''
    first = next(finding for finding in findings if finding.level is level)
    more = f' (and {len(findings) - 1} more)' if len(findings) > 1 else ''
    return f'{first.rule}: {_cut(first.message, LONGEST // 2)}{more}'


def _gap_line(gaps: Sequence[NotChecked]) -> str:
    if not gaps:
        return ''
    more = f' (and {len(gaps) - 1} more)' if len(gaps) > 1 else ''
    return f'not checked: {gaps[0].rule}: {_cut(gaps[0].why, LONGEST // 2)}{more}'


def _lines(findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    """Yield what is wrong and where, worst first."""
    for finding in sorted(findings, key=lambda finding: -(finding.level or 0)):
        where = f'{place(finding.site)}: ' if finding.site is not None else ''
        subject = f'{finding.subject.kind} {finding.subject.name}: ' if finding.subject is not None else ''
        yield finding.rule, f'{finding.level}: {where}{subject}{finding.message}'


def _gap_lines(gaps: Sequence[NotChecked]) -> Iterator[tuple[str, str]]:
    for gap in gaps:
        subject = f'{gap.subject.kind} {gap.subject.name}: ' if gap.subject is not None else ''
        yield gap.rule, f'not checked: {subject}{gap.why}'


def _numbers(findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    for finding in findings:
        for key, value in finding.values.items():
            if key == 'evidence':  # what other rules saw of the same mistake
                for seen in value:
                    yield f'{finding.rule}: evidence', f'{seen["rule"]}: {seen["message"]}'
            elif key != 'traceback':
                yield f'{finding.rule}: {key}', _number(value)


def _number(value: Any) -> str:
    """Return a number, a word, or the first of many, which the message cuts anyway."""
    if hasattr(value, 'tolist'):
        value = value.tolist()
    if isinstance(value, float):
        return f'{value:.6g}'
    if isinstance(value, Mapping):
        first = itertools.islice(value.items(), LONGEST // 4)
        return ', '.join(f'{key}: {_number(item)}' for key, item in first)
    if isinstance(value, (list, tuple)):
        return ', '.join(map(_number, value[: LONGEST // 2]))
    return str(value)


def _cut(text: str, most: int = LONGEST) -> str:
    """Return the text, shortened to `most` characters, without what no message can carry."""
    text = in_utf8(text.replace('\0', '\N{REPLACEMENT CHARACTER}'))
    return text if len(text) <= most else text[: most - 1] + '\N{HORIZONTAL ELLIPSIS}'
