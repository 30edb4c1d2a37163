"""What a node says in its log about an outcome."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from robot_model_check.bringup.worker import Checked, Died, Generation, Outcome
from robot_model_check.finding import Level
from robot_model_check.report import Report
from robot_model_check.sinks.text import place, summary_line
from robot_model_check.words import in_utf8

MOST = 20  # findings


def tell(logger: Any, outcome: Outcome) -> None:
    """Write an outcome to a logger of rclpy."""
    for level, text in log_lines(outcome):
        line = in_utf8(text)
        if level is Level.ERROR:  # rclpy wants one severity per line of code
            logger.error(line)
        elif level is Level.WARNING:
            logger.warning(line)
        else:
            logger.info(line)
    if isinstance(outcome, Died) and outcome.trace:
        logger.debug(in_utf8(outcome.trace))


def log_lines(outcome: Outcome) -> Iterator[tuple[Level, str]]:
    """Yield (severity, line): errors and warnings with their places, then the sum."""
    if isinstance(outcome, Checked):
        yield from _report_lines(outcome.report)
    elif isinstance(outcome, Generation):
        yield (Level.WARNING if outcome.failed else Level.INFO), outcome.text.rstrip()
    else:
        yield Level.ERROR, outcome.message


def _report_lines(report: Report) -> Iterator[tuple[Level, str]]:
    bad = [
        (finding.level, finding)
        for finding in report.findings
        if finding.level in (Level.ERROR, Level.WARNING)
    ]
    for level, finding in sorted(bad, key=lambda pair: -pair[0])[:MOST]:
        where = f'{place(finding.site)}: ' if finding.site is not None else ''
        subject = f'{finding.subject.kind} {finding.subject.name}: ' if finding.subject is not None else ''
        yield level, f'{where}{subject}{finding.rule}: {finding.message}'
    if len(bad) > MOST:
        yield Level.INFO, f'{len(bad) - MOST} more errors and warnings are in the report'
    yield Level.INFO, f'checked {report.model["robot"] or "the description"}: {summary_line(report)}'
