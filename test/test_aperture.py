"""Where jaws meet: closed forms."""

from __future__ import annotations

from math import asin, atan2, hypot
from pathlib import Path

import pytest
from rules.collision_aperture import gripper, hinged
from support import run


@pytest.mark.parametrize(('width', 'at'), [(0.018, 0.004), (0.02, 0.005), (0.03, 0.01)])
def test_pads_meet_when_the_jaws_are_apart_by_both(width: float, at: float, tmp_path: Path) -> None:
    report = run(tmp_path, gripper(width, 0))
    found = next(finding for finding in report.findings if finding.rule == 'collision-aperture')
    assert found.values['collisions_at [m]'] == pytest.approx(at, abs=1e-4)
    assert found.values['visuals_at [m]'] == pytest.approx(0, abs=1e-4)
    assert found.values['lost [m]'] == pytest.approx(2 * at, abs=1e-4)
    assert found.values['follower'] == 'right_joint'


def test_hinged_jaws_meet_where_their_inner_corners_are_in_the_middle(tmp_path: Path) -> None:
    report = run(tmp_path, hinged(0.018))
    found = next(finding for finding in report.findings if finding.rule == 'collision-aperture')
    # half the width and the length turn until they reach over the 20 mm from the hinge to the middle
    for kind, half in (('visuals', 0.005), ('collisions', 0.009)):
        at = asin(0.02 / hypot(half, 0.04)) - atan2(half, 0.04)
        assert found.values[f'{kind}_at [rad]'] == pytest.approx(at, abs=1e-3)
