"""Where jaws meet: closed forms."""

from __future__ import annotations

from math import asin, atan2, hypot
from pathlib import Path

import pytest
from rules.collision_aperture import gripper, hinged
from shapes import channel, write_stl
from support import run

from robot_model_check.settings.config import Config


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


PEG = '''<robot name="r"><link name="palm"/>
  <link name="peg"><visual><geometry><box size="0.02 0.02 0.02"/></geometry></visual>
    <collision><geometry><box size="0.02 0.02 0.008"/></geometry></collision></link>
  <link name="tray"><visual><geometry><mesh filename="tray.stl"/></geometry></visual>
    <collision><geometry><mesh filename="tray.stl"/></geometry></collision></link>
  <joint name="down" type="prismatic"><parent link="palm"/><child link="peg"/><axis xyz="0 0 -1"/>
    <origin xyz="0 0 0.2"/><limit lower="0" upper="0.15" effort="1" velocity="1"/></joint>
  <joint name="up" type="prismatic"><parent link="palm"/><child link="tray"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.15" effort="1" velocity="1"/><mimic joint="down"/></joint></robot>'''


@pytest.mark.parametrize(('triangles', 'height', 'words'), [
    (False, 0.04, 'convex hulls'), (True, 0.006, 'meshes as they are')])
def test_a_peg_goes_down_to_the_floor_of_a_tray_where_engines_take_its_triangles(
        tmp_path: Path, triangles: bool, height: float, words: str) -> None:
    write_stl(tmp_path / 'tray.stl', *channel(1e-3))  # its floor is 6 mm thick, its walls reach up to 40 mm
    chosen = Config(triangles=triangles, select=frozenset({'collision-aperture'}))
    found, = run(tmp_path, PEG, config=chosen).findings
    assert found.values['visuals_at [m]'] == pytest.approx((0.19 - height) / 2, abs=1e-4)
    assert found.values['collisions_at [m]'] == pytest.approx((0.196 - height) / 2, abs=1e-4)
    assert words in found.message
