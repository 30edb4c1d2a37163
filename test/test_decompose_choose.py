"""Which links get another collision, and which one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from manifold3d import Manifold
from shapes import both, box, channel, link, shape, write_stl

from robot_model_check.decompose import attempt, choose as module
from robot_model_check.decompose.choose import Wish, choose, hull_only
from robot_model_check.decompose.hull import convex_hull
from robot_model_check.decompose.methods import METHODS, Body, Limits, RefusedError
from robot_model_check.decompose.parts import Part
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.model import Box, Cylinder, Mesh, Sphere

BARS = (shape(Box((0.06, 0.08, 0.006)), xyz=(0, 0, 0.003)),
        shape(Box((0.006, 0.08, 0.034)), xyz=(-0.027, 0, 0.023)),
        shape(Box((0.006, 0.08, 0.034)), xyz=(0.027, 0, 0.023)))


@pytest.fixture
def files(tmp_path):
    """Mesh files by the name that links use: the channel, an open one, a flat one, a ball."""
    V, F = channel(1e-3)
    plate = np.array([[0, 0, 0], [0.1, 0, 0], [0.1, 0.1, 0], [0, 0.1, 0]])
    return {'channel': write_stl(tmp_path / 'channel.stl', V, F),
            'open': write_stl(tmp_path / 'open.stl', V, F[2:]),
            'plate': write_stl(tmp_path / 'plate.stl', plate, np.array([[0, 1, 2], [0, 2, 3]])),
            'block': write_stl(tmp_path / 'block.stl', *box((0.06, 0.08, 0.04), (0, 0, 0.02)))}


def chosen(files, visuals, collisions=(), **wish):
    """The choice for a link."""
    limits = Limits(**{name: wish.pop(name) for name in list(wish) if name.startswith('max')})
    return choose(link(visuals, collisions), files, Wish(limits=limits, **wish))


def geometries(choice):
    """The names of the primitives written, 'mesh' for others."""
    return sorted(type(part.fitted.geometry).__name__ if part.fitted else 'mesh' for part in choice.parts)


@pytest.mark.parametrize('collisions', [(), (Mesh('channel'),), (Box((0.02, 0.02, 0.02)),)])
def test_a_missing_concave_or_too_small_collision_becomes_three_boxes(files, collisions):
    found = chosen(files, [Mesh('channel')], collisions)
    assert (found.method, geometries(found)) == ('split', ['Box'] * 3)
    assert found.now.method == 'exact'
    assert found.now.coverage == pytest.approx(1, abs=1e-5)
    assert found.now.excess <= found.certificate <= 0.001
    assert any(words.startswith('hull: 1 part, excess 212') for words in found.refused)


@pytest.mark.parametrize(('visual', 'collision'), [
    (Mesh('channel'), BARS), (Box((1, 1, 1)), (Box((1, 1, 1)),)), (Mesh('block'), (Mesh('block'),)),
    (Box((1, 1, 1)), (Box((1.26, 1.26, 1.02)),))])
def test_a_covering_primitive_or_convex_collision_is_kept(files, visual, collision):
    found = chosen(files, [visual], collision)
    assert (found.method, found.parts, found.failed) == ('kept', (), False)
    assert 'covers the visual and is convex' in found.note


def test_a_box_that_is_mostly_air_is_replaced_and_that_is_said(files):
    found = chosen(files, [Mesh('channel')], [Box((0.2, 0.2, 0.2))])
    assert (found.method, len(found.parts)) == ('split', 3)
    assert 'its collision is 130.2 times as large as the visual' in found.note
    assert chosen(files, [Box((1, 1, 1))], [Box((1.3, 1.3, 1.3))]).method == 'primitive'


def test_the_probe_stands_beside_old_and_new(files):
    found = chosen(files, [Mesh('channel')], [Mesh('channel')])
    assert found.probed.within == 1
    assert found.probed.error[3] < 1e-5
    assert found.probed_before.early[3] == pytest.approx(0.034, abs=1e-6)
    assert found.probed_before.ghosts == 480
    kept = chosen(files, [Mesh('channel')], BARS)
    assert kept.probed == kept.probed_before
    assert kept.probed.within == 1


def bulging(body, limits):
    """A box that is 1.9 mm too high: within the budget of volume, not within the tolerance of contacts."""
    core = convex_hull(box((0.06, 0.08, 0.0419), (0, 0, 0.02095))[0])
    yield (Part(core, core),)


def test_what_spheres_touch_worse_is_not_taken(files, monkeypatch):
    monkeypatch.setitem(METHODS, 'primitive', bulging)
    there = [shape(Box((0.06, 0.08, 0.04)), 'collision', xyz=(0, 0, 0.02))]
    kept = chosen(files, [Mesh('block')], there, method='primitive', always=True)
    assert kept.method == 'kept'
    assert 'would be worse (coverage 100.0%, excess 4.8%, ' in kept.note
    assert kept.probed.error[3] < 1e-6
    better = chosen(files, [Mesh('block')], there, always=True)
    assert (better.method, better.probed.within) == ('hull', 1)
    assert chosen(files, [Mesh('block')]).method == 'primitive'


def test_a_good_one_is_replaced_on_request_but_not_for_a_worse(files):
    better = chosen(files, [Mesh('channel')], [Box((0.2, 0.2, 0.2))], always=True)
    assert (better.method, len(better.parts)) == ('split', 3)
    worse = chosen(files, [Mesh('channel')], BARS, always=True, method='hull')
    assert (worse.method, worse.failed) == ('kept', False)
    assert ('would be worse (coverage 100.0%, excess 212.5%, 72.2% of the contacts within 1.1 mm)'
            in worse.note)


@pytest.mark.parametrize(('visual', 'expected'), [
    (Box((0.1, 0.2, 0.3)), ['Box']), (Cylinder(0.1, 0.2), ['Cylinder']), (Sphere(0.1), ['Sphere'])])
def test_one_primitive_is_enough_for_a_primitive(files, visual, expected):
    found = chosen(files, [visual])
    assert (found.method, geometries(found)) == ('primitive', expected)
    assert found.now.coverage == pytest.approx(1, abs=1e-6)


def test_a_convex_shape_that_is_no_primitive_gets_its_hull(tmp_path):
    points = np.array([[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]])
    path = write_stl(tmp_path / 'x.stl', points, np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))
    found = chosen({'x': path}, [Mesh('x')])
    assert (found.method, geometries(found)) == ('hull', ['mesh'])
    assert found.now.excess == pytest.approx(0, abs=1e-6)


def test_several_visuals_are_one_body(files):
    found = chosen(files, [Box((0.1, 0.1, 0.1)), shape(Box((0.1, 0.1, 0.1)), xyz=(0.3, 0, 0))])
    assert geometries(found) == ['Box', 'Box']
    assert found.now.excess == pytest.approx(0, abs=1e-4)


def test_a_hole_in_the_visual_is_filled_and_that_is_said(files):
    found = chosen(files, [Mesh('open')])
    assert (found.method, geometries(found), found.now.method) == ('split', ['Box'] * 3, 'exact')
    assert '1 hole of the visual filled first' in found.note
    assert '1 hole of the visual filled first' in chosen(files, [Mesh('open')], BARS).note


@pytest.fixture
def unfillable(monkeypatch):
    """Let no hole be filled."""
    monkeypatch.setattr(module, 'capped', lambda V, F: None)


def test_an_open_visual_is_cut_from_the_collision_mesh_that_closes(files, unfillable):
    found = chosen(files, [Mesh('open')], [Mesh('channel')])
    assert (found.method, len(found.parts)) == ('split', 3)
    assert 'does not close, so the collision mesh was cut' in found.note


def test_a_flat_visual_gets_a_thin_box(files):
    found = chosen(files, [Mesh('plate')])
    assert geometries(found) == ['Box']
    assert sorted(found.parts[0].fitted.geometry.size) == pytest.approx([1e-4, 0.1, 0.1], rel=1e-3)
    assert 'flat' in found.note


def test_a_mesh_that_is_not_there_leaves_the_link_and_says_so(files):
    bare = chosen(files, [Mesh('lost')])
    assert (bare.method, bare.failed) == ('kept', True)
    assert "'lost' was not found" in bare.note
    assert chosen(files, [Mesh('lost')], [Box((1, 1, 1))]).failed  # nobody knows whether it covers
    assert chosen(files, [Mesh('channel')], [Mesh('lost')]).method == 'split'


def refuse(body, limits):
    """A method that makes nothing."""
    raise RefusedError('it crashed (signal 11)')


def test_a_method_that_fails_gives_way_to_the_next_and_says_so(files, monkeypatch):
    monkeypatch.setitem(METHODS, 'coacd', refuse)
    found = chosen(files, [Mesh('channel')], method='coacd')
    assert (found.method, geometries(found)) == ('split', ['Box'] * 3)
    assert 'coacd: it crashed (signal 11): split was taken instead' in found.note
    monkeypatch.setitem(METHODS, 'split', refuse)
    last = chosen(files, [Mesh('channel')], method='coacd')
    assert (last.method, geometries(last)) == ('hull', ['Box'])
    assert 'split: it crashed (signal 11): hull was taken instead' in last.note


@pytest.mark.parametrize('method', ['split', 'vhacd'])
def test_cuts_asked_for_an_open_visual_give_way_too(files, unfillable, monkeypatch, method):
    bars = [box(bar.geometry.size, bar.origin.xyz)[0] for bar in BARS]
    monkeypatch.setattr('robot_model_check.decompose.coacd.decompose', lambda *given: bars)
    found = chosen(files, [Mesh('open')], method=method)
    assert found.method == 'coacd'
    assert 'no solid to cut' in found.note


def test_flat_parts_are_left_out(files, monkeypatch):
    V = box((0.06, 0.08, 0.04), (0, 0, 0.02))[0]
    flat = [V * [1, 1, 0], V * [1, 1, 1e-13]]
    monkeypatch.setattr('robot_model_check.decompose.coacd.decompose', lambda *given: [*flat, V])
    assert geometries(chosen(files, [Mesh('block')], method='coacd')) == ['Box']
    monkeypatch.setattr('robot_model_check.decompose.coacd.decompose', lambda *given: flat)
    assert 'CoACD gave flat parts only' in chosen(files, [Mesh('block')], method='coacd').note


def test_parts_of_vhacd_are_measured_and_convex_within_the_cap(files):
    found = chosen(files, [Mesh('channel')], method='vhacd', max_vertices=10)
    assert (found.method, len(found.parts)) == ('vhacd', 8)
    assert all(len(part.hull.vertices) <= 10 for part in found.parts)
    assert found.now.method == 'exact'
    assert found.now.coverage > 0.998
    assert 0.001 < found.now.excess < 0.05


def test_too_small_a_budget_is_said(files):
    found = chosen(files, [Mesh('channel')], max_parts=2)
    assert len(found.parts) == 2
    assert 'above 5.0%: allow more parts' in found.note


def test_parts_of_coacd_are_joined_down_to_the_budget(files, monkeypatch):
    quarters = [box((0.03, 0.08, 0.02), (x, 0, z))[0] for x in (-0.015, 0.015) for z in (0.01, 0.03)]
    monkeypatch.setattr('robot_model_check.decompose.coacd.decompose', lambda *given: quarters)
    found = chosen(files, [Mesh('channel')], method='coacd', max_parts=1)
    assert len(found.parts) == 1


def test_a_sealed_cavity_is_filled_and_that_is_said(tmp_path):
    outer, inner = box((0.1, 0.1, 0.1)), box((0.098, 0.098, 0.098))
    path = write_stl(tmp_path / 'x.stl', *both(outer, (inner[0], inner[1][:, ::-1])))
    found = chosen({'x': path}, [Mesh('x')])
    assert (found.method, geometries(found)) == ('primitive', ['Box'])
    assert found.now.excess == pytest.approx(0, abs=1e-6)
    assert '1 sealed cavity of the visual filled first' in found.note


def test_a_thin_shell_is_called_one(tmp_path):
    wall = 0.1 - 0.098
    tray = Manifold.cube((0.1, 0.1, 0.1)) - Manifold.cube((0.1 - wall, 0.1 - wall, 0.1)).translate(
        (wall / 2, wall / 2, wall / 2))
    path = write_stl(tmp_path / 'x.stl', *to_arrays(tray))
    fitted = chosen({'x': path}, [Mesh('x')])
    assert (fitted.method, len(fitted.parts), fitted.now.excess) == ('split', 5, None)
    assert fitted.certificate == pytest.approx(0, abs=2e-3)
    filled = chosen({'x': path}, [Mesh('x')], max_parts=4)
    assert (filled.method, geometries(filled)) == ('hull', ['Box'])
    assert 'thin shell (its hull has 20 times its volume)' in filled.note


def test_a_closed_visual_without_a_certain_volume_is_told(files, monkeypatch):
    real = attempt.measure

    def uncertain(*given):
        return replace(real(*given), method='surface', coverage=None, excess=None)
    monkeypatch.setattr(attempt, 'measure', uncertain)
    found = chosen(files, [Mesh('channel')], method='split')
    assert (found.method, found.certificate) == ('split', None)
    assert 'the visual runs through itself' in found.note


def test_the_last_resort_measures_nothing(files, monkeypatch):
    monkeypatch.setattr(attempt.Attempt, 'measured', None)
    monkeypatch.setattr(Body, 'probe', None)
    found = hull_only(link([Mesh('channel')]), files, Limits())
    assert (found.method, len(found.parts), found.now) == ('hull', 1, None)
