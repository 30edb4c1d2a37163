"""The report of a check that came to no result, so that no older one is taken for it."""

from __future__ import annotations

import hashlib

from robot_model_check.bringup.worker import Died, Refused, Source
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.report import Report
from robot_model_check.stages import Run, stages

CHECK_REFUSED = 'check-refused'


def no_result(outcome: Refused | Died, source: Source, robot: str) -> Report:
    """Return a report with one error that says why, and every stage not checked.

    `source` is what was to be read, `robot` the name it had the last time it was, '' for never.
    """
    rule = INTERNAL_ERROR if isinstance(outcome, Died) else CHECK_REFUSED
    subject = Subject('model', robot)
    values = {'traceback': outcome.trace} if isinstance(outcome, Died) and outcome.trace else {}
    finding = Finding(message=outcome.message, subject=subject, level=Level.ERROR, values=values, rule=rule,
                      area='syntax')
    gap = NotChecked(outcome.message, subject, rule, 'syntax')
    why = f'the check came to no result: {outcome.message}'
    model = {
        'robot': robot,
        'file': source.target,
        'sha256': hashlib.sha256(source.text).hexdigest(),
        'arguments': dict(sorted(source.arguments.items())),
        'base': 'floating',
        'base_reason': why,
        'srdf': None,
    }
    return Report(model, stages((finding,), (gap,), Run({}, 'nothing', why)), (finding,), (gap,), {},
                  incomplete=True)
