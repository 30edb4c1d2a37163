"""The stages of the evidence: what each established, what it did not check, and what would settle that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from robot_model_check.finding import Finding, Level, NotChecked

# In pipeline order; with each stage the evidence that would settle what it cannot see.
OPEN = {
    'syntax': 'load the description with the parser of each program that reads it',
    'structure': 'compare joint axes, limits and efforts with the data sheets of the drives',
    'frames': 'compare tf with poses measured on the machine, the optical frames with an image',
    'units': 'compare overall dimensions and mass with the data sheet',
    'geometry': 'look at the model in a viewer beside the CAD assembly',
    'inertia': 'weigh the links and compare mass, COM and tensor with the CAD mass properties',
    'collision': 'bring the robot to the poses it works in, and let it touch what it handles, in simulation',
    'portability': 'load the description in each program that is to read it',
    'simulators': 'load the description, meshes included, in the simulator it is for, and let it move',
    'control': 'compare commanded and measured motion under its controllers',
    'hardware': 'weigh the links, measure the zero positions, identify the dynamics',
}
STAGES = tuple(OPEN)
BEYOND = ('control', 'hardware')  # no description file can show these


@dataclass(frozen=True)
class Stage:
    """One stage of the evidence.

    `state` is 'passed', 'failed' or 'not_checked', `reason` why not all was checked. `established` says what
    was looked at, `open` which evidence would settle what this stage cannot see, `off` the
    rules that were switched off.
    """

    name: str
    state: str
    errors: int
    warnings: int
    reason: str | None
    established: str = ''
    open: str = ''
    off: tuple[str, ...] = ()


@dataclass(frozen=True)
class Run:
    """What was run: the number of rules per area, and what they were shown ('8 links, 7 joints').

    `unread` says why there was no model to look at. `off` are the rules that were switched off, per area.
    """

    rules: Mapping[str, int]
    shown: str
    unread: str | None = None
    off: Mapping[str, Sequence[str]] = field(default_factory=dict)


def stages(findings: Sequence[Finding], gaps: Sequence[NotChecked], run: Run) -> tuple[Stage, ...]:
    """Return all stages in pipeline order."""
    return tuple(_stages(findings, gaps, run))


def _stages(findings: Sequence[Finding], gaps: Sequence[NotChecked], run: Run) -> Iterator[Stage]:
    for name in STAGES:
        own = [finding for finding in findings if finding.area == name]
        errors = sum(finding.level is Level.ERROR for finding in own)
        warnings = sum(finding.level is Level.WARNING for finding in own)
        reason = _reason(name, [gap for gap in gaps if gap.area == name], run)
        state = 'failed' if errors else 'not_checked' if reason else 'passed'
        count = run.rules.get(name, 0)
        established = f'{count} rule{"s" if count > 1 else ""} looked at {run.shown}' if count else 'nothing'
        off = tuple(run.off.get(name, ()))
        yield Stage(name, state, errors, warnings, reason, established, OPEN[name], off)


def _reason(name: str, gaps: Sequence[NotChecked], run: Run) -> str | None:
    if name in BEYOND:
        return f'a description cannot show it: {OPEN[name]}'
    if run.unread is not None and name != 'syntax':
        return run.unread
    if not run.rules.get(name):
        return 'no rule of this stage was run'
    if not gaps:
        return None
    first = gaps[0]
    more = f' and {len(gaps) - 1} more' if len(gaps) > 1 else ''
    subject = first.subject
    where = f'{subject.kind} {subject.name}: ' if subject is not None and subject.kind != 'model' else ''
    return f'{where}{" ".join(first.why.split())} ({first.rule}{more})'
