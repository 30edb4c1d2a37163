"""How deep two hulls overlap: closed forms."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shapes import channel, write_stl
from support import box_mesh, run

from robot_model_check.clues.overlap import Part, depth_of
from robot_model_check.clues.postures import driven, sampled, zero_pose
from robot_model_check.geometry.triangles import hull
from robot_model_check.kinematics import Tree, rotation
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain
from robot_model_check.settings.config import Config


def part(size: tuple[float, float, float], centre: tuple[float, float, float],
         rpy: tuple[float, float, float] = (0, 0, 0)) -> Part:
    """Return a turned box."""
    found = hull(box_mesh(size)[0] @ rotation(rpy).T + centre)
    assert found is not None
    return Part('box', found)


def test_boxes_overlap_by_what_is_left_of_the_way_out() -> None:
    assert depth_of(part((1, 1, 1), (0, 0, 0)), part((1, 1, 1), (0.2, 0.7, 0.1))) == pytest.approx(0.3)


def test_a_small_box_deep_inside_must_go_all_the_way() -> None:
    assert depth_of(part((1, 1, 1), (0, 0, 0)), part((0.1, 0.1, 0.1), (0.2, 0, 0))) == pytest.approx(0.35)


def test_apart_and_touching_are_no_overlap() -> None:
    assert depth_of(part((1, 1, 1), (0, 0, 0)), part((1, 1, 1), (1.5, 0, 0))) == 0
    assert depth_of(part((1, 1, 1), (0, 0, 0)), part((1, 1, 1), (1, 0, 0))) == 0


def test_edge_on_edge_apart_is_told_though_no_face_separates_them() -> None:
    along_x = part((2, 0.2, 0.2), (0, 0, 0), (np.pi / 4, 0, 0))
    along_y = part((0.2, 2, 0.2), (0, 0, 0.29), (0, np.pi / 4, 0))
    assert depth_of(along_x, along_y) == 0
    closer = part((0.2, 2, 0.2), (0, 0, 0.27), (0, np.pi / 4, 0))
    assert depth_of(along_x, closer) > 0


def test_a_robot_in_one_place_ends_and_says_what_was_not_compared(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('robot_model_check.clues.overlap.MOST_PAIRS', 10)
    box = '<collision><geometry><box size="1 1 1"/></geometry></collision>'
    links = ''.join(f'<link name="l{i}">{box}</link>' for i in range(8))
    joints = ''.join(f'<joint name="j{i}" type="floating"><parent link="l0"/><child link="l{i}"/></joint>'
                     for i in range(1, 8))
    report = run(tmp_path, f'<robot name="r">{links}{joints}</robot>')
    assert [gap.why for gap in report.not_checked if gap.rule == 'collision-overlap'] == [
        'only 10 pairs of collisions were compared: too many lie in one place']


RANGES = '''<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/><link name="e"/>
  <joint name="ab" type="revolute"><parent link="a"/><child link="b"/><limit lower="1" upper="2"/></joint>
  <joint name="bc" type="continuous"><parent link="b"/><child link="c"/></joint>
  <joint name="cd" type="prismatic"><parent link="c"/><child link="d"/><limit lower="-1" upper="1"/>
    <mimic joint="ab" multiplier="-2" offset="0.5"/></joint>
  <joint name="de" type="revolute"><parent link="d"/><child link="e"/><limit lower="-9" upper="9"/>
    <mimic joint="cd" multiplier="3"/></joint></robot>'''


def tree(xml: str) -> Tree:
    return Tree(parse(read_plain(xml.encode()).root))


def test_followers_of_followers_follow() -> None:
    assert zero_pose(tree(RANGES)) == {'ab': 1.0, 'bc': 0.0, 'cd': -1.5, 'de': -4.5}
    assert driven(tree(RANGES), {'ab': 2.0}) == {'ab': 2.0, 'bc': 0.0, 'cd': -3.5, 'de': -10.5}


def test_a_circle_of_followers_ends() -> None:
    circle = RANGES.replace('<limit lower="1" upper="2"/>', '<limit lower="1" upper="2"/><mimic joint="de"/>')
    assert set(zero_pose(tree(circle))) == {'ab', 'bc', 'cd', 'de'}


def test_random_postures_lie_in_the_ranges_and_repeat() -> None:
    found = list(sampled(tree(RANGES), 200, 3))
    assert found == list(sampled(tree(RANGES), 200, 3))
    assert found != list(sampled(tree(RANGES), 200, 4))
    values = np.array([q['ab'] for q in found])
    assert (1 <= values.min() < 1.05, 1.95 < values.max() <= 2) == (True, True)
    assert max(abs(q['bc']) for q in found) == pytest.approx(np.pi, abs=0.1)
    assert all(q['cd'] == pytest.approx(0.5 - 2 * q['ab']) for q in found)
    assert all(q['de'] == pytest.approx(3 * q['cd']) for q in found)


NESTED = '''<robot name="r"><link name="tray"><collision><geometry><mesh filename="tray.stl"/></geometry>
    </collision></link><link name="boom"><collision><origin xyz="1 0 0"/><geometry><box size="0.1 0.1 0.1"/>
    </geometry></collision></link>
  <link name="tool"><collision><geometry><box size="{size} 0.02 0.02"/></geometry></collision></link>
  <joint name="a" type="continuous"><parent link="tray"/><child link="boom"/><axis xyz="0 0 1"/></joint>
  <joint name="b" type="continuous"><parent link="boom"/><child link="tool"/><axis xyz="0 0 1"/>
    <origin xyz="0 0 0.025"/></joint></robot>'''


@pytest.mark.parametrize(('size', 'triangles', 'depth'), [
    (0.02, False, 0.025), (0.02, True, None), (0.06, True, 0.006), (0.06, False, 0.025)])
def test_what_stands_in_a_hollow_overlaps_it_where_engines_take_the_hull(
        tmp_path: Path, size: float, triangles: bool, depth: float | None) -> None:
    write_stl(tmp_path / 'tray.stl', *channel(1e-3))  # walls of 6 mm, from 24 to 30 mm off the middle
    chosen = Config(triangles=triangles, select=frozenset({'collision-overlap'}))
    report = run(tmp_path, NESTED.format(size=size), config=chosen)
    found = [finding.values['depths [m]'] for finding in report.findings]
    assert found == ([] if depth is None else [pytest.approx([depth], abs=1e-6)])
