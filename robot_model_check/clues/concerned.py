"""Whom a finding is about: its subject, or the many that a finding on the whole model lists."""

from __future__ import annotations

from robot_model_check.finding import Finding, Subject


def concerned(finding: Finding) -> tuple[Subject, ...]:
    """Return the subjects of a finding.

    A rule that would repeat itself gives one finding on the model instead, with the names in
    `values['links']` or `values['joints']`; each of these is at fault as if it had a finding of its own.
    """
    if finding.subject is None:
        return ()
    if finding.subject.kind != 'model':
        return (finding.subject,)
    listed = tuple(
        Subject(kind, name) for kind in ('link', 'joint') for name in finding.values.get(f'{kind}s', ())
    )
    return (finding.subject, *listed)
