"""Which collision is advised: parts whose answer is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from manifold3d import Manifold
from shapes import channel, write_stl
from support import GOOD, add, run

from robot_model_check.geometry.solid import to_arrays
from robot_model_check.sinks import html

MESH = '<geometry><mesh filename="part.stl"/></geometry>'
LINK = '<link name="{}"><visual>{}</visual><collision>{}</collision></link>'
JOINT = '''<joint name="to_{0}" type="{3}"><parent link="{1}"/><child link="{0}"/><origin xyz="{2}"/>
  <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>'''
BASE = '<box size="0.05 0.05 0.02"/>'


def robot(visual: str = MESH, collision: str = MESH, more: str = '') -> str:
    """Return a robot of a base and a part that turns on it."""
    base = LINK.format('base', *[f'<geometry>{BASE}</geometry>'] * 2)
    return (f'<robot name="r">{base}{LINK.format("part", visual, collision)}'
            f'{JOINT.format("part", "base", "0 0 0.011", "revolute")}{more}</robot>')


def follower(name: str, size: str, xyz: str, parent: str = 'part') -> str:
    """Return a box that turns on another link."""
    shape = f'<geometry><box size="{size}"/></geometry>'
    return LINK.format(name, shape, shape) + JOINT.format(name, parent, xyz, 'revolute')


def advice(folder: Path, xml: str, link: str = 'part') -> dict[str, Any]:
    return dict(run(folder, xml).links[link]['collision_advice'])


def write(folder: Path, body: Manifold) -> None:
    write_stl(folder / 'part.stl', *to_arrays(body))


def test_a_channel_at_the_end_of_a_chain_takes_parts(tmp_path: Path) -> None:
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    found = advice(tmp_path, robot())
    assert (found['use'], found['keep']) == ('parts', False)
    assert 'last in its chain' in found['why']
    assert found['hull_over_solid [1]'] == pytest.approx(3.125, rel=1e-6)
    assert found['hollow [m]'] == pytest.approx(0.024, abs=0.001)  # the middle of the opening, from the walls
    assert found['excess [1]']['now'] == pytest.approx(2.125, rel=1e-6)
    assert found['parts [1]'] == {'now': 1, 'then': None}
    assert found['faces [1]'] == 28


def test_what_comes_into_the_hollow_is_named(tmp_path: Path) -> None:
    write_stl(tmp_path / 'part.stl', *channel(1e-3))
    turntable = follower('turntable', '0.02 0.02 0.01', '0 0.2 0')
    rod = follower('rod', '0.01 0.01 0.06', '0 -0.2 0.03', 'turntable')
    found = advice(tmp_path, robot(more=turntable + rod))
    assert (found['use'], found['reached_by']) == ('parts', ['rod'])
    assert '"rod" comes into them' in found['why']


def test_a_dent_that_nothing_comes_into_is_left_to_the_hull(tmp_path: Path) -> None:
    notched = Manifold.cube((0.1, 0.1, 0.1)) - Manifold.cube((0.03, 0.2, 0.06)).translate((0.035, 0, 0.05))
    write(tmp_path, notched)
    found = advice(tmp_path, robot(more=follower('tip', '0.01 0.01 0.01', '0.2 0 0')))
    assert (found['use'], found['keep']) == ('hull', True)
    assert found['excess [1]']['then'] == pytest.approx(1 / (1 - 0.03 * 0.1 * 0.05 * 1e3) - 1, rel=1e-6)
    assert 'no link is known to come into them' in found['why']


@pytest.mark.parametrize(('body', 'shape', 'size'), [
    (Manifold.cube((0.1, 0.06, 0.03)), 'box', [0.1, 0.06, 0.03]),
    (Manifold.cylinder(0.1, 0.02, 0.02, 96), 'cylinder', [0.02, 0.1]),
    (Manifold.sphere(0.05, 128), 'sphere', [0.05])])
def test_what_is_nearly_a_primitive(body: Manifold, shape: str, size: list[float], tmp_path: Path) -> None:
    write(tmp_path, body.rotate((10, -20, 30)).translate((0.1, 0, 0)))
    found = advice(tmp_path, robot())
    assert (found['use'], found['primitive']['shape'], found['keep']) == ('primitive', shape, True)
    assert sorted(found['primitive']['size [m]']) == pytest.approx(sorted(size), rel=1e-3)
    assert found['parts [1]'] == {'now': 1, 'then': 1}


def test_a_hollow_inside_that_nothing_gets_into_counts_as_full(tmp_path: Path) -> None:
    write(tmp_path, Manifold.cube((0.1, 0.1, 0.1), True) - Manifold.cube((0.096, 0.096, 0.096), True))
    found = advice(tmp_path, robot())
    assert (found['use'], found['primitive']['shape']) == ('primitive', 'box')
    assert found['hollow [m]'] == pytest.approx(0, abs=1e-6)


def test_a_cup_of_thin_walls_takes_a_distance_field(tmp_path: Path) -> None:
    room = Manifold.cylinder(0.1, 0.049, 0.049, 64).translate((0, 0, 0.001))
    write(tmp_path, Manifold.cylinder(0.1, 0.05, 0.05, 64) - room)
    found = advice(tmp_path, robot())
    assert found['use'] == 'signed_distance_field'
    assert found['thickness [m]'] == pytest.approx(0.001, rel=0.03)
    covered = advice(tmp_path, robot(more=follower('tip', '0.01 0.01 0.01', '0.2 0 0')))
    assert covered['use'] == 'hull'


def test_primitives_stay_primitives_and_pairs_leave_neighbours_out(tmp_path: Path) -> None:
    links = run(tmp_path, GOOD).links
    rows = {name: row['collision_advice'] for name, row in links.items()}
    assert {row['use'] for row in rows.values()} == {'primitive'}
    assert all(row['keep'] for row in rows.values())
    assert {name: row['candidate_pairs [1]'] for name, row in rows.items()} == {
        'base_link': {'now': 1, 'then': 1}, 'arm': {'now': 0, 'then': 0}, 'hand': {'now': 1, 'then': 1}}


def test_a_collision_that_is_bare_or_absent_is_not_kept(tmp_path: Path) -> None:
    write(tmp_path, Manifold.cube((0.1, 0.06, 0.03)))
    small = '<origin xyz="0.05 0.03 0.015"/><geometry><box size="0.09 0.05 0.03"/></geometry>'
    assert not advice(tmp_path, robot(collision=small))['keep']
    bare = robot().replace(f'<collision>{MESH}</collision>', '')
    found = advice(tmp_path, bare)
    assert (found['use'], found['keep'], found['parts [1]']) == ('primitive', False, {'now': 0, 'then': 1})


def test_no_advice_without_a_visual_or_where_it_was_not_measured(tmp_path: Path) -> None:
    frame = '<link name="frame"/>' + JOINT.format('frame', 'part', '0 0 0', 'fixed')
    links = run(tmp_path, add(robot(), frame)).links
    assert links['frame']['collision_advice'] is None
    assert links['part']['collision_advice'] is None  # part.stl is not there


def test_a_broken_tree_has_no_pairs(tmp_path: Path) -> None:
    found = advice(tmp_path, GOOD.replace('<child link="hand"/>', '<child link="nobody"/>'), 'arm')
    assert found['candidate_pairs [1]'] == {'now': None, 'then': None}


def test_the_page_shows_it(tmp_path: Path) -> None:
    page = html.render([run(tmp_path, GOOD)])
    assert 'collision advice' in page
    assert 'primitive, as it is: its visual is made of primitives' in page


def test_advice_has_no_part_in_random(tmp_path: Path) -> None:
    write(tmp_path, Manifold.sphere(0.05, 32) - Manifold.cube(np.full(3, 0.1)))
    assert advice(tmp_path, robot()) == advice(tmp_path, robot())
