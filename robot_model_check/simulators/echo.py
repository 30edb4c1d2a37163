"""What a simulator says of a fault that a rule has named is told as not checked, not as a second finding."""

from __future__ import annotations

from collections.abc import Sequence

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.linter import Outcome, gap_key, sort_key

AREA = 'simulators'
MODEL = Subject('model', '')
UNWEIGHED = 'inertial-missing'  # a warning where no link has one: a model for display, and it says so
# rule -> words of a refusal that names no joint
SPOKEN_OF = {'joint-dynamics': ('friction', 'damping'), 'joint-limit-zero': ('velocity', 'effort')}
READING = ('syntax', 'structure')  # a model broken here is refused at some other place


def without_echoes(outcome: Outcome, context: Context) -> Outcome:
    """Return the outcome with each finding of a simulator that another rule explains turned into a gap: the
    simulator then got no further than that fault, or read just what the rule is about.
    """
    others = [finding for finding in outcome.findings if finding.area != AREA]
    kept, gaps = [], list(outcome.not_checked)
    for finding in outcome.findings:
        causes = [_explained(one, others, context) for one in finding.singles] if finding.area == AREA else []
        if not any(causes):
            kept.append(finding)
            continue
        for one, cause in zip(finding.singles, causes, strict=True):
            if cause is None:
                kept.append(one)
            else:
                gaps.append(_echo(one, cause))
    return Outcome(tuple(sorted(kept, key=sort_key)), tuple(sorted(set(gaps), key=gap_key)))


def _echo(finding: Finding, cause: Finding) -> NotChecked:
    subject = cause.subject or MODEL
    where = f' on {subject.kind} {subject.name}' if subject != finding.subject else ''
    return NotChecked(f'told by {cause.rule}{where}: {finding.message}', finding.subject, finding.rule,
                      finding.area)


def _explained(finding: Finding, others: Sequence[Finding], context: Context) -> Finding | None:
    """Return a finding at least as grave on what the simulator names, or an error that may be meant: in what
    is read first, or anywhere where it names nothing.
    """
    near = {subject for own in finding.subjects for subject in _around(own, context)}
    beside = (other for other in others if near & set(other.subjects)
              and (_level(other) >= _level(finding) or other.rule == UNWEIGHED))
    spoken = (other for other in others
              if any(word in finding.message for word in SPOKEN_OF.get(other.rule, ())))
    unnamed = (finding.subject or MODEL).kind == 'model'
    before = (other for other in others
              if _level(other) is Level.ERROR and (unnamed or other.area in READING))
    return next(beside, None) or next(spoken, None) or next(before, None)


def _level(finding: Finding) -> Level:
    return Level.ERROR if finding.level is None else finding.level


def _around(subject: Subject, context: Context) -> set[Subject]:
    """Return whom a simulator may mean: of a link all that fixed joints weld to it, which it takes for one
    body, and the joint that moves it.
    """
    if subject.kind != 'link':
        return {subject}
    tree = context.tree
    group = tree.group(subject.name)
    joints = {joint.name for name in group if (joint := tree.parent_joint.get(name)) is not None}
    return {subject, *(Subject('link', name) for name in group), *(Subject('joint', name) for name in joints)}
