"""What the inertia and collision rules say where they cannot look."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GOOD, edit, run

from robot_model_check.report import Report

BOX = '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'
MESH = '<collision><geometry><mesh filename="none.stl"/></geometry></collision>'
FLAT = '<collision><geometry><box size="0.06 0 0.2"/></geometry></collision>'


def gaps(report: Report, rule: str) -> list[str]:
    """Return the subjects that a rule could not look at."""
    return [gap.subject.name for gap in report.not_checked if gap.rule == rule and gap.subject is not None]


@pytest.mark.parametrize('rule', ['collision-coverage', 'collision-protrusion', 'collision-overlap',
                                  'inertia-impossible', 'inertia-com-outside'])
@pytest.mark.parametrize('shape', [MESH, FLAT])
def test_a_shape_not_measured_is_never_passed(rule: str, shape: str, tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, (BOX, shape)))
    assert gaps(report, rule) == ['arm']
    assert {stage.name: stage.state for stage in report.stages}['collision'] == 'not_checked'


@pytest.mark.parametrize('rule', ['mass-positive', 'inertia-triangle', 'inertia-positive-definite',
                                  'inertia-impossible', 'inertia-com-outside'])
def test_an_unreadable_inertial_is_not_checked(rule: str, tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, ('<mass value="0.48"/>', '<mass value="heavy"/>')))
    assert gaps(report, rule) == ['arm']
