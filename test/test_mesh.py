"""What is measured on a mesh file, welding, closure, hulls, and shapes in their place."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import both, box, channel, shape, write_stl

from robot_model_check.geometry.mesh import MeshError, load, measure_file, shape_mesh
from robot_model_check.geometry.triangles import (
    closure,
    components,
    flat_hull,
    hull,
    signed_volume,
    weld,
)
from robot_model_check.model import Box, Capsule, Cylinder, Mesh, Sphere


def test_facts_of_a_file(tmp_path):
    import hashlib
    path = write_stl(tmp_path / 'a.stl', *both(box((1, 2, 3)), box((1, 1, 1), (5, 0, 0))))
    facts = measure_file(path)
    with open(path, 'rb') as stream:
        assert facts.sha256 == hashlib.sha256(stream.read()).hexdigest()
    assert (facts.faces, facts.vertices, facts.components, facts.open_share) == (24, 16, 2, 0.0)
    assert (facts.inverted, facts.mixed_winding, facts.degenerate_faces) == (False, False, 0)
    assert facts.low.tolist() == [-0.5, -1, -1.5]
    assert facts.high.tolist() == [5.5, 1, 1.5]
    assert facts.volume == pytest.approx(7, rel=1e-14)


def test_facts_of_an_inverted_file(tmp_path):
    V, F = channel(1.0)
    facts = measure_file(write_stl(tmp_path / 'a.stl', V, F[:, ::-1]))
    assert (facts.inverted, facts.mixed_winding, facts.volume) == (True, False, 61440)


def test_facts_of_mixed_winding(tmp_path):
    V, F = box()
    facts = measure_file(write_stl(tmp_path / 'a.stl', V, np.vstack([F[:1, ::-1], F[1:]])))
    assert facts.mixed_winding
    assert facts.open_share == 0
    assert not facts.inverted


def test_open_share_is_that_of_the_component(tmp_path):
    V, F = box((2, 2, 2), (9, 0, 0))
    facts = measure_file(write_stl(tmp_path / 'a.stl', *both(box(), (V, F[1:]))))
    assert facts.open_share == pytest.approx(22 / 28)
    assert facts.volume is None


def test_degenerate_faces_are_counted(tmp_path):
    V, F = box()
    V = np.vstack([V, [(V[F[0, 0]] + V[F[0, 1]]) / 2]])
    extra = [[F[0, 0], F[0, 1], 8], [F[0, 0], F[0, 0], F[0, 1]]]
    facts = measure_file(write_stl(tmp_path / 'a.stl', V, np.vstack([F, extra])))
    assert (facts.faces, facts.degenerate_faces) == (14, 2)


def test_weld_is_by_float32_and_signless_zero():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [-0.0, 0, 0], [1 + 1e-9, 0, 0], [0, 0, 1]])
    welded, F = weld(V, np.array([[0, 1, 2], [3, 5, 4], [0, 3, 1]]))
    assert len(welded) == 4
    assert len(F) == 2
    shared = sorted(set(F[0]) & set(F[1]))
    assert sorted(welded[shared].tolist()) == [[0, 0, 0], [1, 0, 0]]


def test_weld_drops_unused_vertices_and_survives_nothing_left():
    V, F = weld(np.arange(12.0).reshape(4, 3), np.array([[0, 1, 2]]))
    assert len(V) == 3
    V, F = weld(np.zeros((3, 3)), np.array([[0, 1, 2]]))
    assert (len(V), len(F)) == (0, 0)


def test_components_are_labelled_without_gaps():
    V, F = both(box(), channel(), box())
    labels = components(F, len(V))
    assert [labels[0], labels[12], labels[40]] == [0, 1, 2]
    assert np.bincount(labels).tolist() == [12, 28, 12]


def test_volume_far_from_the_origin():
    V, F = channel(1e-3)
    assert signed_volume(V + 1000.0, F) == pytest.approx(6.144e-5, rel=1e-8)


@pytest.mark.parametrize('scale', [1e-9, 1.0, 1e9])
def test_hull_at_any_size(scale):
    V, _ = channel(scale)
    around = hull(V)
    found = closure(around[1], len(around[0]))
    assert not found.open.any()
    assert not found.unbalanced.any()
    assert signed_volume(*around) == pytest.approx(192000 * scale ** 3, rel=1e-12)


def test_flat_points_have_no_hull_but_corners():
    square = np.array([[0.0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0.5, 0.5, 1]])
    tilted = square @ np.linalg.qr(np.arange(9.0).reshape(3, 3) + np.eye(3))[0]
    for points in (square, tilted):
        assert hull(points) is None
        corners = {tuple(row) for row in flat_hull(points).tolist()}
        assert corners == {tuple(row) for row in points[:4].tolist()}
    line = np.outer([0.0, 1.0, 3.0, 2.0], [1.0, 2.0, 3.0])
    assert hull(line) is None
    assert sorted(flat_hull(line).tolist()) == [[0, 0, 0], [3, 6, 9]]
    assert flat_hull(np.ones((5, 3))).tolist() == [[1, 1, 1]]
    assert hull(np.zeros((0, 3))) is None


def test_a_thin_rod_is_not_flat():
    assert signed_volume(*hull(box((1.0, 1e-3, 1e-3))[0])) == pytest.approx(1e-6)


def test_shape_mesh_places_scales_and_turns(tmp_path):
    mesh = load(write_stl(tmp_path / 'a.stl', *box((1, 2, 3), (0.5, 1, 1.5))))
    given = shape(Mesh('a', (2.0, 1.0, 1.0)), xyz=(10.0, 0.0, 0.0), rpy=(0.0, 0.0, np.pi / 2))
    V, F = shape_mesh(given, mesh)
    np.testing.assert_allclose([V.min(axis=0), V.max(axis=0)], [[8, 0, 0], [10, 2, 3]], atol=1e-12)
    assert signed_volume(V, F) == pytest.approx(12)


@pytest.mark.parametrize('scale', [(-1.0, 1.0, 1.0), (1.0, -2.0, 1.0), (-1.0, -1.0, -1.0), (-1.0, -1.0, 1.0)])
def test_mirroring_keeps_the_outside_outside(tmp_path, scale):
    mesh = load(write_stl(tmp_path / 'a.stl', *channel()))
    placed = shape_mesh(shape(Mesh('a', scale)), mesh)
    assert signed_volume(*placed) == pytest.approx(61440 * abs(np.prod(scale)))


@pytest.mark.parametrize('geometry', [
    None, Box((1.0, -1.0, 1.0)), Box((0.0, 1.0, 1.0)), Sphere(-1.0), Sphere(float('nan')), Cylinder(1.0, 0.0),
    Capsule(0.0, 1.0), Capsule(1.0, -1.0), Box((1.0, 1.0, float('inf'))), Mesh('unloaded')])
def test_shapes_without_a_usable_size(geometry):
    with pytest.raises(MeshError):
        shape_mesh(shape(geometry), None)


@pytest.mark.parametrize('scale', [(0.0, 1.0, 1.0), (1e35, 1.0, 1.0), (float('nan'), 1.0, 1.0)])
def test_scales_that_are_no_use(tmp_path, scale):
    mesh = load(write_stl(tmp_path / 'a.stl', *box()))
    with pytest.raises(MeshError):
        shape_mesh(shape(Mesh('a', scale)), mesh)
