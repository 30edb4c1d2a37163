"""Loading the rules costs no numerical library: `rules`, `explain` and pure XML checks stay instant."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import GOOD, run

from robot_model_check.measuring import Measured, measure
from robot_model_check.settings.config import Config

CODE = '''
import sys
from robot_model_check import rules
rules.load_all()
heavy = {'numpy', 'scipy', 'trimesh', 'manifold3d', 'igl', 'coacd', 'rclpy', 'mujoco', 'pinocchio'}
print(sorted(heavy & set(sys.modules)))
'''


def test_loading_every_rule_imports_no_heavy_library() -> None:
    done = subprocess.run([sys.executable, '-c', CODE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == '[]'


@pytest.mark.parametrize(('rule', 'measures'), [
    ('joint-limit-order', False), ('inertia-triangle', False), ('element-unknown', False),
    ('unit-mesh', True), ('simulator-mujoco', True)])
def test_rules_on_the_text_alone_start_no_worker(
        rule: str, measures: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[object]()

    def counted(*given: Any) -> Measured:
        calls.append(given)
        return measure(*given)

    monkeypatch.setattr('robot_model_check.check.measure', counted)
    report = run(tmp_path, GOOD, config=Config(select=frozenset({rule})))
    assert (len(calls), report.findings) == (int(measures), ())
    assert (report.links['arm']['coverage'] is not None) == measures
