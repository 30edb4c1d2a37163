"""Invert each condition of each rule and see that the rule's own cases notice.

    python test/mutate.py [rule ...]

Conditions are the tests of if statements, loops, conditional expressions and comprehensions, each operand of
`and` and `or`, and what a function that says yes or no returns. Prints those whose inversion no case notices
and exits 1 if there are any.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import io
import signal
import sys
import tempfile
import types
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from support import Case, lacking, misplaced, run_case, told  # noqa: E402

from robot_model_check import rules  # noqa: E402
from robot_model_check.context import Context  # noqa: E402
from robot_model_check.linter import Outcome, lint  # noqa: E402
from robot_model_check.settings.config import Config  # noqa: E402

# What only another test can show, for it takes a model too large for a case.
ELSEWHERE = {('collision-overlap', 'are_too_many(context, parts)'): 'test_overlap.py'}


class Conditions(ast.NodeVisitor):
    """Collects where the conditions of a module stand: (node, field, index in the field or None)."""

    def __init__(self) -> None:
        self.places: list[tuple[ast.AST, str, int | None]] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Leave out functions that word a message: cases look at rule, subject, level and cause."""
        kind = node.returns.id if isinstance(node.returns, ast.Name) else ''
        if kind == 'bool':
            for line in ast.walk(node):
                if isinstance(line, ast.Return) and line.value is not None:
                    self._test(line.value, line, 'value', None)
        if kind != 'str':
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        """Take the condition of a loop."""
        self._test(node.test, node, 'test', None)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave out the text of a message."""

    def visit_If(self, node: ast.If) -> None:
        """Take an if statement; those that only serve type checkers are left out."""
        if 'TYPE_CHECKING' not in ast.unparse(node.test):
            self._test(node.test, node, 'test', None)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Take a conditional expression, but for one that only words something."""
        if not any(isinstance(part, (ast.JoinedStr, ast.Constant)) for part in (node.body, node.orelse)):
            self._test(node.test, node, 'test', None)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Take each filter."""
        for index, test in enumerate(node.ifs):
            self._test(test, node, 'ifs', index)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Take a condition that has been given a name; `x or default` is a value."""
        if isinstance(node.value, ast.BoolOp) and any(isinstance(part, (ast.Compare, ast.BoolOp))
                                                      for part in node.value.values):
            self._test(node.value, node, 'value', None)
        self.generic_visit(node)

    def _test(self, test: ast.expr, node: ast.AST, field: str, index: int | None) -> None:
        if isinstance(test, ast.BoolOp):
            for number, operand in enumerate(test.values):
                self._test(operand, test, 'values', number)
        elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self._test(test.operand, test, 'operand', None)
        elif not isinstance(test, ast.Constant):
            self.places.append((node, field, index))


def conditions(tree: ast.Module) -> list[tuple[ast.AST, str, int | None]]:
    """Return the places of all conditions, in one order for one text."""
    visitor = Conditions()
    visitor.visit(tree)
    return visitor.places


def mutants(rule: types.ModuleType, text: str = '') -> Iterator[tuple[str, types.ModuleType]]:
    """Yield ('line: condition', the module with it inverted); `text` is that of the module where given."""
    source = text or inspect.getsource(rule)
    for number in range(len(conditions(ast.parse(source)))):
        tree = ast.parse(source)
        node, field, index = conditions(tree)[number]
        held = getattr(node, field)
        old = held if index is None else held[index]
        new = ast.copy_location(ast.UnaryOp(ast.Not(), old), old)
        if index is None:
            setattr(node, field, new)
        else:
            held[index] = new
        module = types.ModuleType(rule.__name__)
        ast.fix_missing_locations(tree)
        exec(compile(tree, f'{rule.__name__}, condition {number}', 'exec'), module.__dict__)
        yield f'{old.lineno}: {ast.unparse(old)}', module


def shown(case: Case) -> tuple[Context, Config]:
    """Return what the rules are shown of a case, and its configuration."""
    seen: list[tuple[Context, Config]] = []

    def keep(context: Context, chosen: object, config: Config) -> Outcome:
        len(context.facts)  # measured now, while the files are there
        seen.append((context, config))
        return Outcome((), ())
    with tempfile.TemporaryDirectory() as folder, mock.patch('robot_model_check.check.lint', keep), \
            contextlib.redirect_stderr(io.StringIO()):
        run_case(Path(folder), case)
    return seen[0]


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what takes more CPU seconds: inverting a condition can make a loop endless."""
    def stop(number: int, frame: object) -> None:
        raise TimeoutError
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def notices(rule: types.ModuleType, cases: list[tuple[Case, Context, Config]]) -> bool:
    """Return whether any case of the rule comes out differently, a crash included."""
    for case, context, own_config in cases:
        config = replace(own_config, select=frozenset({rule.ID}))
        own = replace(case, unchecked=[row for row in case.unchecked if row[0] == rule.ID])
        try:
            with at_most(3):
                outcome = lint(context, [rule], config)  # type: ignore[list-item]
                found = told(outcome.findings)
                lost = [*misplaced(outcome.findings, case.xml),
                        *lacking(outcome.findings, outcome.not_checked, own)]
        except Exception:  # a finding that cannot even be sorted
            return True
        if lost or found != case.rows_of(rule.ID):
            return True
    return False


def survivors(rule_id: str) -> list[str]:
    """Return the conditions, as 'line: condition', whose inversion no case notices."""
    rule = rules.load(rule_id)
    kinds = importlib.import_module(f'rules.{rule_id.replace("-", "_")}')
    cases = [(case, *shown(case)) for case in (*kinds.BAD_CASES, *kinds.GOOD_CASES)]
    assert not notices(rule, cases), f'{rule_id}: its cases fail as it stands'  # type: ignore[arg-type]
    return [place for place, mutant in mutants(rule)  # type: ignore[arg-type]
            if (rule_id, place.partition(': ')[2]) not in ELSEWHERE and not notices(mutant, cases)]


def main(names: list[str]) -> int:
    """Print the survivors of these rules, or of all."""
    lively = 0
    for rule_id in names or rules.TABLE:
        for place in survivors(rule_id):
            lively += 1
            print(f'robot_model_check/rules/{rule_id.replace("-", "_")}.py:{place}', flush=True)
    print(f'{lively} conditions can be inverted unnoticed')
    return int(lively > 0)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
