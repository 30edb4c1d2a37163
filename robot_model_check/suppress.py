"""Accepted findings: ignored by the configuration, by a comment in the description, or by a baseline.

A comment in the description reads

    <!-- robot_model_check: disable=rule-id[,rule-id] the reason -->

Inside a <link> or <joint> it covers that link or joint, elsewhere the whole model. xacro copies comments, so
one inside a macro covers every link the macro makes. A comment without a reason, with an unknown rule, or
that covers nothing is itself a finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.parsers import expat

from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.model import Robot
from robot_model_check.report import Suppressed
from robot_model_check.rules import TABLE
from robot_model_check.settings.config import BaselineKey, Config
from robot_model_check.source import Site
from robot_model_check.words import did_you_mean, is_glob

RULE = 'suppression'
_COMMENT = re.compile(
    r'\s*robot_model_check(?::\s*|\s+(?=disable\b))(?P<verb>[\w-]*)\s*=?\s*'
    r'(?P<rules>[\w-]*(?:\s*,\s*[\w-]+)*),?(?P<reason>.*)', re.DOTALL
)


@dataclass(frozen=True)
class Comment:
    """A suppression in the description; `subject` None covers the whole model."""

    rules: tuple[str, ...]
    reason: str
    subject: Subject | None
    site: Site | None

    def covers(self, rule: str, subject: Subject) -> bool:
        """Return whether what the rule says of the subject is accepted."""
        return rule in self.rules and self.subject in (None, subject)


def keys_of(finding: Finding, robot: str) -> tuple[BaselineKey, ...]:
    """Return what a baseline remembers of a finding, whether it is told one by one or for many at once."""
    return tuple((robot, finding.rule, subject.kind, subject.name) for subject in finding.subjects)


def apply(findings: Sequence[Finding], document: Document, robot: str, config: Config,
          ran: frozenset[str]) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """Return (findings that count, suppressed ones).

    A finding that stands for many is accepted where all of them are; where some are, its parts are told one
    by one. `ran` are the rules that were run: only of those can a comment be said to cover nothing.
    """
    comments = comments_of(document)
    kept: list[Finding] = []
    suppressed: list[Suppressed] = []
    for finding in (part for whole in findings for part in _told_apart(whole, comments, robot, config)):
        reasons = _reasons(finding, comments, robot, config)
        if None in reasons:
            kept.append(finding)
        else:
            suppressed.append(Suppressed(finding, str(reasons[0])))
    used = {(comment, finding.rule) for finding in findings for comment in comments
            for subject in finding.subjects if comment.covers(finding.rule, subject)}
    complaints = [complaint for comment in comments for complaint in _complaints(
        comment, [rule for rule in comment.rules if rule in ran and (comment, rule) not in used])]
    return (*kept, *complaints), tuple(suppressed)


def _told_apart(
    finding: Finding, comments: Sequence[Comment], robot: str, config: Config
) -> tuple[Finding, ...]:
    """Return the parts of a finding where some but not all of them are accepted, else the finding itself."""
    reasons = _reasons(finding, comments, robot, config)
    return finding.singles if None in reasons and any(reasons) else (finding,)


def _reasons(finding: Finding, comments: Sequence[Comment], robot: str, config: Config) -> list[str | None]:
    """Return, for each subject at fault, what accepts the finding there, or None."""
    if finding.rule == INTERNAL_ERROR:  # nobody can accept what was not looked at
        return [None]
    return [_accepted_by(finding.rule, subject, comments, robot, config) for subject in finding.subjects]


def _accepted_by(rule: str, subject: Subject, comments: Sequence[Comment], robot: str,
                 config: Config) -> str | None:
    reason = next(
        (comment.reason for comment in comments if comment.covers(rule, subject) and comment.reason), ''
    )
    if reason:
        return f'comment: {reason}'
    ignore = next((ignore for ignore in config.ignores if ignore.covers(rule, subject)), None)
    if ignore is not None:
        return f'configuration: {ignore.reason}'
    return 'baseline' if (robot, rule, subject.kind, subject.name) in config.baseline else None


def unmatched(config: Config, robot: Robot) -> Iterator[Finding]:
    """Yield an info for each ignored link or joint that this robot does not have; a glob may match
    nothing."""
    names = {'link': [link.name for link in robot.links], 'joint': [joint.name for joint in robot.joints]}
    for ignore in config.ignores:
        known = names.get(ignore.kind)
        if known and ignore.name not in known and not is_glob(ignore.name):
            yield Finding(
                message=f'the configuration ignores {ignore.rule} on {ignore.kind} {ignore.name!r}, '
                f'which this robot does not have{did_you_mean(ignore.name, known)}',
                subject=Subject('model', robot.name),
                level=Level.INFO,
                rule=RULE,
                area='syntax',
            )


def _complaints(comment: Comment, unused: Sequence[str]) -> Iterator[Finding]:
    unknown = [rule for rule in comment.rules if rule not in TABLE]
    if not comment.rules or unknown:
        name = unknown[0] if unknown else ''
        yield _complaint(
            comment,
            f'the comment disables no known rule: {name!r}{did_you_mean(name, TABLE)}; write '
            '<!-- robot_model_check: disable=rule-id reason -->',
        )
    elif not comment.reason:
        yield _complaint(
            comment,
            f'the comment that disables {", ".join(comment.rules)} gives no reason, so it is not '
            'heeded; write the reason after the rule',
        )
    elif unused:
        what = 'it' if len(unused) == len(comment.rules) else f'{", ".join(unused)} from it'
        yield _complaint(
            comment, f'the comment disables {", ".join(unused)}, which finds nothing here; delete {what}'
        )


def _complaint(comment: Comment, message: str) -> Finding:
    return Finding(message=message, site=comment.site, subject=comment.subject or Subject('model', ''),
                   level=Level.WARNING, rule=RULE, area='syntax')


def comments_of(document: Document) -> tuple[Comment, ...]:
    """Return the suppression comments of a description, in document order."""
    if document.root is None or b'robot_model_check' not in document.text:
        return ()
    sites = iter([element.site for element in document.root.walk()])
    found: list[Comment] = []
    enclosing: list[tuple[Subject | None, Site]] = []
    parser = expat.ParserCreate()

    def start(tag: str, attributes: dict[str, str]) -> None:
        outer = enclosing[-1][0] if enclosing else None
        own = len(enclosing) == 1 and tag in ('link', 'joint')
        enclosing.append((Subject(tag, attributes.get('name', '')) if own else outer, next(sites)))

    def comment(text: str) -> None:
        match = _COMMENT.fullmatch(text)
        if match:
            subject, site = enclosing[-1] if enclosing else (None, Site(document.file, 1))
            if not document.expanded:
                site = Site(document.file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
            rules = (
                tuple(rule.strip() for rule in match['rules'].split(',') if rule.strip())
                if match['verb'] == 'disable'
                else ()
            )
            found.append(Comment(rules, match['reason'].strip(), subject, site))

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: enclosing.pop() and None
    parser.CommentHandler = comment
    parser.Parse(document.text, True)
    return tuple(found)
