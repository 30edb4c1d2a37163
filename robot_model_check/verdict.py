"""What a run comes to: its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from robot_model_check.finding import Level
    from robot_model_check.report import Report

FAIL_ON = ('error', 'warning', 'never')
EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, EXIT_INCOMPLETE, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
EXIT_CODES = """\
Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 usage; 3 incomplete (a rule crashed, a worker
died, a link needs another collision and got none); 130 interrupted.
"""


def failing_level(name: str) -> Level | None:
    """Return the least level that fails for 'error', 'warning' or 'never'."""
    from robot_model_check.finding import Level
    return None if name == 'never' else Level[name.upper()]


def verdict(reports: Sequence[Report], fail_on: Level | None) -> tuple[int, int]:
    """Return the exit code and the number of findings that count."""
    count = 0 if fail_on is None else sum(
        finding.level is not None and finding.level >= fail_on
        for report in reports for finding in report.findings)
    if any(report.incomplete for report in reports):
        return EXIT_INCOMPLETE, count
    return (EXIT_FINDINGS if count else EXIT_CLEAN), count
