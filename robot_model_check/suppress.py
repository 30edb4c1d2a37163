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

from robot_model_check.config import BaselineKey, Config
from robot_model_check.document import Document
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.report import Suppressed
from robot_model_check.rules import TABLE
from robot_model_check.source import Site
from robot_model_check.words import did_you_mean

RULE = 'suppression'
_COMMENT = re.compile(
    r'\s*robot_model_check:\s*(?P<verb>[\w-]*)\s*=?\s*(?P<rules>[\w,-]*)(?P<reason>.*)', re.DOTALL
)


@dataclass(frozen=True)
class Comment:
    """A suppression in the description; `subject` None covers the whole model."""

    rules: tuple[str, ...]
    reason: str
    subject: Subject | None
    site: Site | None

    def covers(self, finding: Finding) -> bool:
        """Return whether the finding is accepted."""
        return finding.rule in self.rules and self.subject in (None, finding.subject)


def key_of(finding: Finding, robot: str) -> BaselineKey:
    """Return what a baseline remembers of a finding."""
    subject = finding.subject or Subject('model', robot)
    return robot, finding.rule, subject.kind, subject.name


def apply(findings: Sequence[Finding], document: Document, robot: str, config: Config,
          ran: frozenset[str]) -> tuple[tuple[Finding, ...], tuple[Suppressed, ...]]:
    """Return (findings that count, suppressed ones). `ran` are the rules that were run: only of those can a
    comment be said to cover nothing."""
    comments = comments_of(document)
    kept, suppressed, used = [], [], set[Comment]()
    for finding in findings:
        used.update(comment for comment in comments if comment.covers(finding))
        by = _accepted_by(finding, comments, robot, config)
        if by is None:
            kept.append(finding)
        else:
            suppressed.append(Suppressed(finding, by))
    complaints = [
        complaint for comment in comments for complaint in _complaints(comment, comment in used, ran)
    ]
    return (*kept, *complaints), tuple(suppressed)


def _accepted_by(finding: Finding, comments: Sequence[Comment], robot: str, config: Config) -> str | None:
    if finding.rule == INTERNAL_ERROR:  # nobody can accept what was not looked at
        return None
    comment = next((comment for comment in comments if comment.covers(finding) and comment.reason), None)
    if comment is not None:
        return f'comment: {comment.reason}'
    ignore = next((ignore for ignore in config.ignores if ignore.covers(finding)), None)
    if ignore is not None:
        return f'configuration: {ignore.reason}'
    return 'baseline' if key_of(finding, robot) in config.baseline else None


def _complaints(comment: Comment, used: bool, ran: frozenset[str]) -> Iterator[Finding]:
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
    elif not used and set(comment.rules) <= ran:
        yield _complaint(
            comment, f'the comment disables {", ".join(comment.rules)}, which finds nothing here; delete it'
        )


def _complaint(comment: Comment, message: str) -> Finding:
    return Finding(message=message, site=comment.site, subject=comment.subject or Subject('model', ''),
                   level=Level.WARNING, rule=RULE, area='syntax')


def comments_of(document: Document) -> tuple[Comment, ...]:
    """Return the suppression comments of a description, in document order."""
    if document.root is None or b'robot_model_check:' not in document.text:
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
            rules = tuple(filter(None, match['rules'].split(','))) if match['verb'] == 'disable' else ()
            found.append(Comment(rules, match['reason'].strip(), subject, site))

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: enclosing.pop() and None
    parser.CommentHandler = comment
    parser.Parse(document.text, True)
    return tuple(found)
