"""Check one or many models named on a command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from robot_model_check.check import check_document, check_file
from robot_model_check.errors import UnknownArgument, UsageError
from robot_model_check.parallel import keeping
from robot_model_check.reading.packages import Finder
from robot_model_check.report import Report
from robot_model_check.settings.config import Config


def check_models(targets: Sequence[str], arguments: Mapping[str, str], finder: Finder, config: Config,
                 jobs: int) -> list[Report]:
    """Check every model that the targets mean, in order.

    Each argument goes to the models that declare it; UsageError where none does, or where a target means
    nothing.
    """
    from robot_model_check.reading.targets import find_models
    files = list(dict.fromkeys(file for target in targets
                               for file in (['-'] if target == '-' else find_models(target, finder))))
    unused = set(arguments)
    refusals: list[UnknownArgument] = []
    reports = []
    with keeping():
        for file in files:
            known = dict(arguments)
            while True:
                try:
                    reports.append(_check(file, known, finder, config, jobs))
                    break
                except UnknownArgument as error:
                    refusals.append(error)
                    known = {name: value for name, value in known.items() if name not in error.names}
            unused -= set(known)
    if unused:
        raise UsageError(str(next(error for error in refusals if set(error.names) & unused)))
    return reports


def _check(file: str, arguments: Mapping[str, str], finder: Finder, config: Config, jobs: int) -> Report:
    if file != '-':
        return check_file(file, arguments, finder, config, jobs)
    from robot_model_check.reading.read import read_input
    return check_document(read_input(arguments, finder), finder, config, jobs)
