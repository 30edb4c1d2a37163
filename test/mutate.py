"""Invert each condition of each rule and see that the rule's own cases notice.

    python test/mutate.py [rule ...]

Prints the conditions whose inversion no case notices and exits 1 if there are any.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import inspect
import io
import sys
import tempfile
import types
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from support import Case, run, told  # noqa: E402

from robot_model_check import rules  # noqa: E402
from robot_model_check.config import Config  # noqa: E402


class Invert(ast.NodeTransformer):
    """Negates the condition number `wanted` of a module."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.count = 0
        self.line = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Leave out functions that word a message: cases look at rule, subject, level and cause."""
        return (
            node
            if isinstance(node.returns, ast.Name) and node.returns.id == 'str'
            else self.generic_visit(node)
        )

    def visit_If(self, node: ast.If) -> ast.AST:
        """Count an if statement; those that only serve type checkers are left out."""
        self.generic_visit(node)
        if 'TYPE_CHECKING' in ast.unparse(node.test):
            return node
        if self.count == self.wanted:
            self.line = node.lineno
            node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
        self.count += 1
        return node


def mutants(rule: rules.Rule) -> Iterator[tuple[int, types.ModuleType]]:
    """Yield (line of the inverted condition, the mutated module)."""
    source = inspect.getsource(rule)  # type: ignore[arg-type]
    wanted = 0
    while True:
        invert = Invert(wanted)
        tree = ast.fix_missing_locations(invert.visit(ast.parse(source)))
        if not invert.line:
            return
        module = types.ModuleType(rule.__name__)  # type: ignore[attr-defined]
        exec(compile(tree, f'{rule.ID}, condition {wanted}', 'exec'), module.__dict__)
        yield invert.line, module
        wanted += 1


def notices(rule: types.ModuleType, cases: list[Case]) -> bool:
    """Return whether any case of the rule comes out differently, a crash included."""
    original = rules.load_all
    rules.load_all = lambda ids=(): (rule,)  # type: ignore[assignment, return-value]
    config = Config(select=frozenset({rule.ID}))
    try:
        for case in cases:
            wanted = sorted(tuple(row) for row in case.expected if row[0] == rule.ID)
            with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
                report = run(Path(folder), case.xml, case.files, config)
            if told(report.findings) != wanted:
                return True
    finally:
        rules.load_all = original
    return False


def survivors(rule_id: str) -> list[int]:
    """Return the lines of the conditions whose inversion no case notices."""
    rule = rules.load(rule_id)
    kinds = importlib.import_module(f'rules.{rule_id.replace("-", "_")}')
    cases = [*kinds.BAD_CASES, *kinds.GOOD_CASES]
    assert not notices(rule, cases), f'{rule_id}: its cases fail as it stands'  # type: ignore[arg-type]
    return [line for line, mutant in mutants(rule) if not notices(mutant, cases)]


def main(names: list[str]) -> int:
    """Print the survivors of these rules, or of all."""
    lively = 0
    for rule_id in names or rules.TABLE:
        for line in survivors(rule_id):
            lively += 1
            print(f'robot_model_check/rules/{rule_id.replace("-", "_")}.py:{line}: '
                  'no case notices that this condition is inverted')
    print(f'{lively} conditions can be inverted unnoticed')
    return int(lively > 0)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
