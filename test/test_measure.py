"""measure: shape facts, mass references and problems of a link; the shared robots."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from shapes import both, box, channel, link, refined, shape, write_stl

from robot_model_check.geometry.measure import measure_link
from robot_model_check.geometry.triangles import areas
from robot_model_check.model import Box, Capsule, Cylinder, Mesh, Sphere

TURN = (0.3, -0.7, 1.9)


def methods(facts):
    return [found.method for found in facts.references]


def test_primitive_shape_facts_are_closed_forms():
    turned = shape(Cylinder(0.5, 2.0), xyz=(1.0, 2.0, 3.0), rpy=(math.pi / 2, 0.0, 0.0))
    found, = measure_link(link([turned]), {}).shapes
    np.testing.assert_allclose(found.low, [0.5, 1.0, 2.5], atol=1e-15)
    np.testing.assert_allclose(found.high, [1.5, 3.0, 3.5], atol=1e-15)
    assert found.volume == found.hull_volume == pytest.approx(math.pi / 2, rel=1e-15)
    assert found.area == pytest.approx(2.5 * math.pi, rel=1e-15)
    assert (found.kind, found.index, found.method, found.mesh_path) == ('visual', 0, 'exact', None)
    assert (found.size_in_file, found.mirrored) == (None, False)
    radius = np.hypot(*(found.hull - [1.0, 2.0, 3.0])[:, [0, 2]].T)
    np.testing.assert_allclose(radius, 0.5, rtol=1e-12)


def test_mesh_shape_facts_are_in_metres(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1.0))
    facts = measure_link(link([shape(Mesh('c', (1e-3, -1e-3, 1e-3)), xyz=(0.0, 0.0, 1.0))]), {'c': path})
    found, = facts.shapes
    assert found.volume == pytest.approx(61440e-9, rel=1e-12)
    assert found.hull_volume == pytest.approx(192000e-9, rel=1e-12)
    assert (found.mirrored, found.mesh_path, found.faces) == (True, path, 28)
    assert {tuple(row) for row in found.hull.round(9).tolist()} >= {
        (x, y, z) for x in (-0.03, 0.03) for y in (-0.04, 0.04) for z in (1.0, 1.04)}
    np.testing.assert_allclose([found.low, found.high], [[-0.03, -0.04, 1], [0.03, 0.04, 1.04]], atol=1e-15)


@pytest.mark.parametrize('geometry', [
    Box((0.1, 0.2, 0.3)), Sphere(0.1), Cylinder(0.1, 0.4), Capsule(0.1, 0.4)])
def test_reference_of_one_primitive_is_its_closed_form(geometry):
    from robot_model_check import inertia
    from robot_model_check.geometry import primitives
    from robot_model_check.kinematics import rotation
    facts = measure_link(link([shape(geometry, xyz=(1.0, 0.0, 0.0), rpy=TURN)]), {})
    assert methods(facts) == ['exact', 'hull', 'box', 'shell']
    own = primitives.properties(geometry)
    for found in facts.references[:2]:
        assert found.volume == pytest.approx(own.volume, rel=1e-14)
        np.testing.assert_allclose(found.com, [1, 0, 0], atol=1e-15)
        turned = inertia.rotate(rotation(TURN), own.inertia)
        np.testing.assert_allclose(found.inertia, turned, rtol=0, atol=1e-15)
    assert facts.references[2].volume == pytest.approx(8 * np.prod(primitives.half_size(geometry)), rel=1e-14)


def test_reference_of_separate_primitives_is_still_exact():
    balls = [shape(Sphere(0.1), index=i, xyz=(x, 0.0, 0.0)) for i, x in enumerate((-1.0, 1.0))]
    found = measure_link(link(balls), {}).references[0]
    assert found.volume == pytest.approx(2 * 4 / 3 * math.pi * 1e-3, rel=1e-14)
    np.testing.assert_allclose(found.inertia, np.diag([0.004, 1.004, 1.004]), rtol=0, atol=1e-15)


def test_reference_of_overlapping_boxes_is_their_union():
    pair = [shape(Box((1.0, 1.0, 1.0)), index=i, xyz=(x, 0.0, 0.0)) for i, x in enumerate((0.0, 0.5))]
    exact, around, whole, _ = measure_link(link(pair), {}).references
    for found in (exact, around, whole):
        assert found.volume == pytest.approx(1.5, rel=1e-12)
        np.testing.assert_allclose(found.com, [0.25, 0, 0], atol=1e-12)


def test_box_reference_of_one_mesh_is_in_its_own_axes(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1e-3))
    facts = measure_link(link([shape(Mesh('c'), xyz=(1.0, 2.0, 3.0), rpy=TURN)]), {'c': path})
    assert facts.references[2].volume == pytest.approx(192e-6, rel=1e-6)


def test_reference_of_an_open_mesh_begins_with_the_hull(tmp_path):
    V, F = box()
    facts = measure_link(link([Mesh('o')]), {'o': write_stl(tmp_path / 'o.stl', V, F[1:])})
    assert methods(facts) == ['hull', 'box', 'shell']
    assert facts.shapes[0].volume is None
    assert facts.shapes[0].method == 'hull'
    assert facts.references[0].volume == pytest.approx(1)


def test_reference_of_a_skin_begins_with_the_hull(tmp_path):
    V, F = box((0.98, 0.98, 0.98))
    path = write_stl(tmp_path / 's.stl', *both(box(), (V, F[:, ::-1])))
    facts = measure_link(link([Mesh('s')]), {'s': path})
    assert methods(facts) == ['hull', 'exact', 'box', 'shell']
    assert facts.references[1].volume == pytest.approx(1 - 0.98 ** 3, rel=1e-6)


def test_collisions_stand_in_where_there_is_no_visual():
    facts = measure_link(link([], [Box((1.0, 2.0, 3.0))]), {})
    assert facts.reference_kind == 'collision'
    assert facts.references[0].volume == pytest.approx(6)
    assert facts.coverage is None
    assert facts.problems == {'coverage': 'the link has no visual'}


def test_a_missing_visual_is_not_replaced_by_the_others():
    facts = measure_link(link([Box((1.0, 1.0, 1.0)), Mesh('lost.stl')], [Box((2.0, 1.0, 1.0))]), {})
    assert len(facts.of('visual')) == 1
    assert facts.reference_kind == 'collision'
    assert facts.coverage is None
    assert facts.problems == {'mesh:lost.stl': 'the file was not found',
                              'coverage': 'a visual could not be measured'}


def test_nothing_measurable_at_all():
    facts = measure_link(link([None], [Box((-1.0, 1.0, 1.0)), Mesh('lost.stl')]), {})
    assert facts.shapes == ()
    assert facts.references == ()
    assert facts.reference_kind is None
    assert facts.problems == {
        'visual:0': 'the shape has no geometry', 'collision:0': 'the size of the box is not positive: -1 1 1',
        'mesh:lost.stl': 'the file was not found', 'coverage': 'a visual could not be measured',
        'references': 'a shape could not be measured'}
    assert facts.bounds() is None


def test_link_without_shapes():
    facts = measure_link(link(), {})
    assert (facts.shapes, facts.references, facts.coverage) == ((), (), None)


@pytest.mark.parametrize(('V', 'F'), [
    ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]),
    ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], [[0, 1, 2], [0, 2, 3]]),
    ([[0, 0, 0], [1, 1, 1], [2, 2, 2]], [[0, 1, 2]]),
])
def test_flat_meshes_are_measured_as_far_as_they_go(tmp_path, V, F):
    path = write_stl(tmp_path / 'f.stl', np.array(V, dtype=float), np.array(F))
    facts = measure_link(link([Mesh('f')], [Mesh('f')]), {'f': path})
    assert [found.hull_volume for found in facts.shapes] == [0.0, 0.0]
    assert facts.coverage is None
    assert facts.problems['coverage'] == 'the visuals or the collisions are flat'
    assert methods(facts) in (['shell'], [])


@pytest.mark.parametrize('scale', [1e-12, 1e9, 1e20])
def test_absurd_scales_do_not_break(tmp_path, scale):
    path = write_stl(tmp_path / 'c.stl', *channel(1.0))
    facts = measure_link(link([Mesh('c', (scale,) * 3)], [Mesh('c', (scale,) * 3)]), {'c': path})
    assert facts.references[0].volume == pytest.approx(61440 * scale ** 3, rel=1e-9)
    assert facts.coverage.coverage == pytest.approx(1)


def test_a_very_thin_box_is_still_a_box():
    facts = measure_link(link([Box((100.0, 100.0, 1e-5))]), {})
    assert facts.references[0].volume == pytest.approx(0.1)
    assert 'visual:0' not in facts.problems


def test_overflow_is_a_problem(tmp_path):
    path = write_stl(tmp_path / 'c.stl', *channel(1.0))
    facts = measure_link(link([Mesh('c', (1e200,) * 3)]), {'c': path})
    assert 'beyond 1e+30' in facts.problems['mesh:c']


def test_corrupt_file_is_a_problem(tmp_path):
    path = tmp_path / 'c.stl'
    path.write_bytes(b'')
    assert measure_link(link([Mesh('c')]), {'c': str(path)}).problems['mesh:c'] == 'the file is empty'


def measured(folder: Path, name: str):
    """Measure the links of a shared single-defect robot whose meshes lie beside it."""
    from robot_model_check.reading.parse import parse
    from robot_model_check.reading.xml_tree import parse_xml
    file = folder / 'defects' / name / 'robot.urdf'
    root, _ = parse_xml(file.read_bytes(), str(file))
    robot = parse(root)
    paths = {mesh.uri: str(file.parent / mesh.uri) for _, _, mesh in robot.mesh_shapes()}
    return {found.name: measure_link(found, paths) for found in robot.links}


@pytest.mark.parametrize('name', ['good_arm', 'good_dae', 'mesh_inverted'])
def test_good_arm_is_covered_exactly(shared, name):
    facts = measured(shared, name)['upper_arm']
    found = facts.coverage
    assert found.method == 'exact'
    assert found.coverage == pytest.approx(1, abs=1e-6)
    assert found.excess == pytest.approx(0, abs=1e-6)
    assert (found.gap, found.protrusion, found.uncovered_area) == (0.0, 0.0, 0.0)
    assert facts.references[0].volume * 2700 == pytest.approx(0.181439971, rel=1e-6)


@pytest.mark.parametrize(('name', 'excess', 'protrusion', 'gap', 'coverage'), [
    ('collision_oversize', 0.107143, 0.020, 0.0, 1.0),
    ('collision_concave_mesh', 2.152381, 0.0, 0.0, 1.0),
    ('collision_smaller', 0.357143, 0.0, 0.030414, 0.0),
])
def test_collision_defects(shared, name, excess, protrusion, gap, coverage):
    found = measured(shared, name)['upper_arm'].coverage
    assert found.method == 'exact'
    assert found.excess == pytest.approx(excess, abs=1e-6)
    assert found.protrusion == pytest.approx(protrusion, abs=1e-6)
    assert found.gap == pytest.approx(gap, abs=1e-4)
    assert found.coverage == pytest.approx(coverage, abs=1e-6)


def counted(monkeypatch, module, name):
    """Count the calls of a function."""
    calls = []
    original = getattr(module, name)

    def counting(*arguments):
        calls.append(arguments)
        return original(*arguments)
    monkeypatch.setattr(module, name, counting)
    return calls


def test_each_distinct_mesh_is_worked_on_once(tmp_path, monkeypatch):
    from robot_model_check.geometry import mesh, placed, volume_samples
    V, F = refined(*channel(1.0371e-3), 2)  # of a size that no other test has worked on
    kept = np.delete(F, int(np.argmax(areas(V, F))), axis=0)  # open, so that it is sampled too
    first, copy = (write_stl(tmp_path / name, V, kept) for name in ('first.stl', 'copy.stl'))
    paths = {'first': first, 'copy': copy}
    reads = counted(monkeypatch, mesh, 'read')
    solids = counted(monkeypatch, placed, 'solid_of')
    winding = counted(monkeypatch, volume_samples, 'winding_number')
    found = [measure_link(link([Mesh(name, scale)], [Mesh(name, scale)]), paths)
             for name in ('first', 'copy') for scale in ((1, 1, 1), (1, -1, 1))]
    assert (len(reads), len(solids)) == (1, 1)
    assert len(winding) <= len(volume_samples.COUNTS)
    assert len({id(points) for _, points in winding}) == len(winding)
    volumes = [facts.references[0].volume for facts in found]
    assert volumes == pytest.approx([volumes[0]] * 4, rel=1e-9)
    assert found[0].references[0].com == pytest.approx(found[1].references[0].com * [1, -1, 1], abs=1e-9)


def test_links_of_the_same_shapes_are_measured_once(tmp_path, monkeypatch):
    from robot_model_check.geometry import coverage
    path = write_stl(tmp_path / 'a.stl', *box())
    calls = []
    original = coverage.measure
    monkeypatch.setattr(coverage, 'measure',
                        lambda *shapes, **how: calls.append(shapes) or original(*shapes, **how))
    left, right = (replace(link([Mesh('a')], [Sphere(0.4)]), name=name) for name in ('left', 'right'))
    found = [measure_link(one, {'a': path}) for one in (left, right)]
    assert [facts.link for facts in found] == ['left', 'right']
    assert len(calls) == 1
    write_stl(tmp_path / 'a.stl', *box((2, 1, 1)))
    os.utime(path, ns=(1, 1))
    assert measure_link(left, {'a': path}).shapes[0].volume == pytest.approx(2)
