"""coverage: boxes whose shares and distances are known, and sampling against exact booleans."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import both, box, channel, link, refined, shape, write_stl
from support import run

from robot_model_check.geometry import sampling
from robot_model_check.geometry.bodies import Body, inside_any, outside_distance
from robot_model_check.geometry.measure import measure_link
from robot_model_check.geometry.solid import from_arrays
from robot_model_check.geometry.triangles import areas, hull
from robot_model_check.model import Box, Mesh, Sphere
from robot_model_check.settings.config_file import load_config

UNIT = Box((1.0, 1.0, 1.0))


def body(triangles):
    """A convex body of triangles."""
    return Body(*triangles, from_arrays(*triangles), convex=True, index=0)


def cover(visuals, collisions, **paths):
    return measure_link(link(visuals, collisions), paths).coverage


def test_same_box():
    found = cover([UNIT], [UNIT])
    assert (found.method, found.coverage, found.excess, found.overlap) == ('exact', 1.0, 0.0, 1.0)
    assert (found.gap, found.gap_at, found.protrusion, found.protrusion_at) == (0.0, None, 0.0, None)
    assert (found.spacing, found.uncertainty) == (0.0, 0.0)
    assert (found.uncovered_area, found.protruding_area) == (0.0, 0.0)


def test_half_of_the_box_is_bare():
    found = cover([UNIT], [shape(Box((0.5, 1.0, 1.0)), 'collision', xyz=(-0.25, 0.0, 0.0))])
    assert found.coverage == pytest.approx(0.5, rel=1e-12)
    assert found.excess == pytest.approx(0, abs=1e-12)
    assert found.gap == pytest.approx(0.5, rel=1e-12)
    assert found.gap_at[0] == 0.5
    assert found.protrusion == 0
    # all of the far face, and of the four around it what lies beyond 2 mm
    assert found.uncovered_area == pytest.approx((1 + 4 * 0.498) / 6, abs=0.01)


def test_shifted_box():
    found = cover([UNIT], [shape(UNIT, 'collision', xyz=(0.25, 0.0, 0.0))])
    assert found.coverage == pytest.approx(0.75, rel=1e-12)
    assert found.excess == pytest.approx(0.25, rel=1e-12)
    assert found.gap == pytest.approx(0.25, rel=1e-12)
    assert found.protrusion == pytest.approx(0.25, rel=1e-12)
    assert found.gap_at[0] == -0.5
    assert found.protrusion_at[0] == pytest.approx(0.75)
    assert found.protruding_area == pytest.approx((1 + 4 * 0.248) / 6, abs=0.01)


def test_distance_to_an_edge_and_a_corner_is_not_that_to_a_plane():
    points = np.array([[1.5, 0, 0], [1.5, 1.5, 0], [1.5, 1.5, 1.5], [0.5, 0.5, 0.5], [0, 0, 0]])
    found = outside_distance(points, [body(box())])[0]
    np.testing.assert_allclose(found, [1, 2 ** 0.5, 3 ** 0.5, 0, 0], atol=1e-15)


def test_overlapping_parts():
    halves = [shape(Box((0.75, 1.0, 1.0)), 'collision', i, xyz=(x, 0.0, 0.0))
              for i, x in enumerate((-0.125, 0.125))]
    found = cover([UNIT], halves)
    assert found.coverage == pytest.approx(1, rel=1e-12)
    assert found.overlap == pytest.approx(1.5, rel=1e-12)
    assert found.spacing > 0


def test_distance_to_a_union_is_that_to_its_nearest_part():
    hulls = [body(box((1, 1, 1), (x, 0, 0))) for x in (-2, 2)]
    assert outside_distance(np.array([[0.5, 0.0, 0.0]]), hulls)[0][0] == pytest.approx(1.0)


def test_filled_hollow_is_excess_and_not_protrusion(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1e-3))
    found = cover([Mesh('c')], [Mesh('c')], c=path)
    assert found.excess == pytest.approx(2.125, rel=1e-6)
    assert found.protrusion == 0


def test_mesh_collision_in_parts_is_one_hull_for_engines(tmp_path):
    path = write_stl(tmp_path / 'two.stl', *both(box((1, 1, 1), (-1, 0, 0)), box((1, 1, 1), (1, 0, 0))))
    found = cover([Mesh('two')], [Mesh('two')], two=path)
    assert found.coverage == pytest.approx(1)
    assert found.excess == pytest.approx(0.5)


def opened(V, F):
    """Leave out one triangle, and more than a thousandth of the area."""
    largest = int(np.argmax(areas(V, F)))
    return V, np.delete(F, largest, axis=0)


def test_open_visual_is_sampled_within_its_uncertainty(tmp_path):
    V, F = refined(*channel(1e-3), 2)
    paths = {'closed': write_stl(tmp_path / 'closed.stl', V, F),
             'open': write_stl(tmp_path / 'open.stl', *opened(V, F))}
    part = [shape(Box((0.06, 0.05, 0.04)), 'collision', xyz=(0.0, 0.01, 0.02))]
    exact, sampled = (cover([Mesh(name)], part, **paths) for name in ('closed', 'open'))
    assert (exact.method, sampled.method) == ('exact', 'winding')
    assert 0 < sampled.uncertainty < 0.05
    assert sampled.coverage == pytest.approx(exact.coverage, abs=2 * sampled.uncertainty)
    assert sampled.excess == pytest.approx(exact.excess, abs=2 * sampled.uncertainty)
    assert sampled.gap == pytest.approx(exact.gap)


def test_open_visual_inside_out_is_the_same(tmp_path):
    V, F = opened(*refined(*channel(1e-3), 2))
    paths = {'right': write_stl(tmp_path / 'r.stl', V, F),
             'wrong': write_stl(tmp_path / 'w.stl', V, F[:, ::-1])}
    right, wrong = (cover([Mesh(name)], [Mesh(name)], **paths) for name in ('right', 'wrong'))
    assert wrong.method == 'winding'
    assert wrong.coverage == right.coverage
    assert wrong.excess == pytest.approx(right.excess, rel=1e-9)


def test_no_volume_is_invented_for_a_few_loose_faces(tmp_path):
    V, F = box((0.1, 0.1, 0.1))
    path = write_stl(tmp_path / 'loose.stl', V, F[:5])
    found = cover([Mesh('loose')], [Box((0.1, 0.1, 0.05))], loose=path)
    assert (found.method, found.coverage, found.excess) == ('surface', None, None)
    assert found.gap == pytest.approx(0.025, abs=1e-8)


def test_skin_has_no_excess(tmp_path):
    V, F = box((0.98, 0.98, 0.98))
    path = write_stl(tmp_path / 'skin.stl', *both(box(), (V, F[:, ::-1])))
    found = cover([Mesh('skin')], [UNIT], skin=path)
    assert (found.method, found.excess) == ('exact', None)
    assert found.coverage == pytest.approx(1)


@pytest.mark.parametrize('seed', [1157, 1901])
def test_surface_through_itself_gives_no_share_above_one(tmp_path, seed):
    random = np.random.default_rng(seed)
    V, F = refined(*box((1.0, 1.0, 10 ** -random.uniform(1, 5.9))), 2)
    V = V + random.normal(size=V.shape) * 10 ** -random.uniform(3, 9)
    found = cover([Mesh('noise')], [Mesh('noise')], noise=write_stl(tmp_path / 'noise.stl', V, F))
    assert found.method != 'exact'
    assert found.coverage is None or found.coverage <= 1


def test_flat_decal_does_not_spoil_exactness(tmp_path):
    V, F = np.array([[0.0, 0, 0.5], [0.1, 0, 0.5], [0, 0.1, 0.5]]), np.array([[0, 1, 2]])
    found = cover([UNIT, Mesh('decal')], [UNIT], decal=write_stl(tmp_path / 'd.stl', V, F))
    assert (found.method, found.coverage) == ('exact', 1.0)


def test_results_repeat(tmp_path):
    path = write_stl(tmp_path / 'open.stl', *opened(*refined(*channel(1e-3), 2)))
    found = [cover([Mesh('o')], [Sphere(0.04), Box((0.05, 0.05, 0.05))], o=path) for _ in range(2)]
    assert found[0] == found[1]


def test_big_meshes_are_sampled_not_cut(tmp_path, monkeypatch):
    from robot_model_check.geometry import solid
    monkeypatch.setattr(solid, 'EXACT_FACES', 100)
    path = write_stl(tmp_path / 'big.stl', *refined(*channel(1e-3), 1))
    found = cover([Mesh('big')], [Mesh('big')], big=path)
    assert found.method == 'winding'
    assert found.coverage == 1
    assert found.excess == pytest.approx(2.125, abs=2 * found.uncertainty)


def test_inside_any_agrees_with_booleans_of_shares():
    points = sampling.in_cells(np.full(3, -1.0), np.full(3, 1.0), 16, 1)
    inside = inside_any(points, [body(box((1, 1, 1), (x, 0, 0))) for x in (-0.25, 0.25)])
    assert inside.mean() == pytest.approx(1.5 / 8, abs=0.003)
    many = body(hull(np.random.default_rng(1).normal(size=(4000, 3))))
    assert not inside_any(points * 100 + 300, [many]).any()
    assert inside_any(points * 0.1, [many]).all()


def test_samples_are_spread():
    points = sampling.spread(4096, 3)
    assert ((points >= 0) & (points < 1)).all()
    np.testing.assert_allclose(points.mean(axis=0), 0.5, atol=1e-3)
    np.testing.assert_allclose((points ** 2).mean(axis=0), 1 / 3, atol=1e-3)
    assert np.bincount((points * 4).astype(int) @ [16, 4, 1], minlength=64).min() >= 48


def test_samples_of_a_volume_see_walls_along_them():
    points = sampling.in_cells(np.array([0.0, 0, 0]), np.array([2.0, 1, 1]), 16, 4)
    assert len(np.unique(points, axis=0)) == len(points) == 4 * 16 ** 3
    cell = (points * [8, 16, 16]).astype(int) @ [256, 16, 1]
    assert (np.bincount(cell[:4096]) == 1).all()
    assert (np.bincount(cell) == 4).all()
    wall = points[points[:, 1] < 0.06]
    assert abs(np.corrcoef(wall.T) - np.eye(3)).max() < 0.1


def test_surface_samples_lie_on_the_surface_in_proportion_to_area():
    V, F = box((4.0, 1.0, 1.0))
    points = sampling.on_surface(V, F, 1800)
    on = np.abs(np.abs(points) - [2, 0.5, 0.5]) < 1e-12
    assert on.any(axis=1).all()
    assert on[:, 0].mean() == pytest.approx(2 / 18, abs=0.002)
    assert points.mean(axis=0) == pytest.approx(np.zeros(3), abs=0.02)
    assert len(sampling.on_surface(np.zeros((3, 3)), np.array([[0, 1, 2]]), 10)) == 0


def test_where_and_in_which_direction():
    found = cover([UNIT], [shape(Box((0.5, 1.0, 1.0)), 'collision', xyz=(-0.5, 0.0, 0.0))])
    assert found.gap_at[0] == 0.5
    assert found.gap_nearest == pytest.approx((-0.25, *found.gap_at[1:]))
    assert found.protrusion_at[0] == -0.75
    assert found.protrusion_nearest == pytest.approx((-0.5, *found.protrusion_at[1:]))


def test_every_part_is_measured_by_itself():
    left = shape(Box((0.5, 1.0, 1.0)), 'collision', 0, xyz=(-0.25, 0.0, 0.0))
    right = shape(Box((1.0, 1.0, 0.5)), 'collision', 1, xyz=(0.5, 0.0, 0.0))
    one, other = cover([UNIT], [left, right]).parts
    assert (one.index, other.index) == (0, 1)
    assert (one.coverage, one.excess, one.volume) == pytest.approx((0.5, 0, 0.5), abs=1e-12)
    assert (other.coverage, other.excess, other.volume) == pytest.approx((0.25, 0.25, 0.5), abs=1e-12)
    assert (one.protrusion, other.protrusion) == pytest.approx((0, 0.5))
    assert other.protrusion_at[0] == 1


def test_parts_of_an_open_visual_are_sampled(tmp_path):
    V, F = refined(*box(), 3)
    path = write_stl(tmp_path / 'open.stl', *opened(V, F))
    parts = [shape(Box((0.5, 1.0, 1.0)), 'collision', 0, xyz=(-0.25, 0.0, 0.0)),
             shape(Box((1.0, 1.0, 0.5)), 'collision', 1, xyz=(0.5, 0.0, 0.0))]
    found = cover([Mesh('open')], parts, open=path)
    assert found.method == 'winding'
    assert [part.coverage for part in found.parts] == pytest.approx([0.5, 0.25], abs=3 * found.uncertainty)
    assert [part.excess for part in found.parts] == pytest.approx([0, 0.25], abs=3 * found.uncertainty)


@pytest.mark.parametrize('method', ['exact', 'winding'])
def test_a_thin_shell_is_called_one(tmp_path, method):
    V, F = refined(*box((0.98, 0.98, 0.98)), 2)
    shell = both(refined(*box(), 2), (V, F[:, ::-1]))
    path = write_stl(tmp_path / 'skin.stl', *(shell if method == 'exact' else opened(*shell)))
    found = cover([Mesh('skin')], [UNIT], skin=path)
    assert (found.method, found.thin_shell) == (method, True)
    assert found.hull_over_solid == pytest.approx(1 / (1 - 0.98 ** 3), rel=1e-6 if method == 'exact' else 0.2)
    solid = cover([UNIT], [UNIT])
    assert (solid.hull_over_solid, solid.thin_shell) == (pytest.approx(1), False)


def test_engines_that_take_triangles_leave_the_hollow_open(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1e-3))
    links = link([Mesh('c')], [Mesh('c')])
    hull_of_it, itself = (measure_link(links, {'c': path}, triangles).coverage for triangles in (False, True))
    assert (hull_of_it.meshes_as, itself.meshes_as) == ('hull', 'triangles')
    assert hull_of_it.excess == pytest.approx(2.125, rel=1e-6)
    assert (itself.coverage, itself.excess) == pytest.approx((1, 0), abs=1e-6)


def test_a_mesh_that_does_not_close_is_its_hull_for_every_engine(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *opened(*channel(1e-3)))
    found = measure_link(link([Box((0.06, 0.08, 0.04))], [Mesh('c')]), {'c': path}, True).coverage
    assert found.meshes_as == 'hull'


def test_a_point_in_the_hollow_is_outside_of_the_triangles():
    V, F = channel(1e-3)
    hollow = Body(V, F, from_arrays(V, F), convex=False, index=0)
    distance, nearest = outside_distance(np.array([[0.0, 0.0, 0.026], [0.0, 0.0, 0.003]]), [hollow])
    assert distance == pytest.approx([0.02, 0])
    assert nearest[0] == pytest.approx([0, 0, 0.006])


def test_mirrored_visual_and_collision_are_measured_alike(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1e-3))
    part = shape(Box((0.06, 0.05, 0.04)), 'collision', xyz=(0.0, 0.01, 0.02))
    mirrored = shape(Box((0.06, 0.05, 0.04)), 'collision', xyz=(0.0, -0.01, 0.02))
    plain = cover([Mesh('c')], [part], c=path)
    turned = cover([Mesh('c', (1.0, -1.0, 1.0))], [mirrored], c=path)
    assert turned.method == 'exact'
    assert (turned.coverage, turned.excess) == pytest.approx((plain.coverage, plain.excess), rel=1e-6)
    assert turned.gap == pytest.approx(plain.gap, rel=1e-6)
    assert turned.gap_at[1] == pytest.approx(-plain.gap_at[1])


@pytest.mark.parametrize(('profile', 'config', 'seen'), [
    (None, '', 'hull'), ('mujoco', '', 'hull'), ('gazebo', '', 'triangles'), ('moveit', '', 'triangles'),
    (None, 'extends: gazebo\ncollision_meshes: hull\n', 'hull'),
    (None, 'collision_meshes: triangles\n', 'triangles')])
def test_the_profile_says_what_engines_take_a_mesh_as(tmp_path, profile, config, seen):
    write_stl(tmp_path / 'c.stl', *channel(1e-3))
    (tmp_path / 'check.yaml').write_text(config)
    settings = load_config(str(tmp_path / 'check.yaml') if config else None, profile)
    mesh = '<geometry><mesh filename="c.stl"/></geometry>'
    shapes = f'<visual>{mesh}</visual><collision>{mesh}</collision>'
    xml = f'<robot name="r"><link name="a">{shapes}</link></robot>'
    row = run(tmp_path, xml, config=settings).links['a']['coverage']
    assert row['meshes_as'] == seen
    assert row['excess [1]'] == pytest.approx(2.125 if seen == 'hull' else 0, abs=1e-6)
