"""mesh and solid: every format and its bad files, welding, closure, hulls, exact solids."""

from __future__ import annotations

import json
import os
import struct

import numpy as np
import pytest
from shapes import both, box, channel, refined, shape, write_stl

from robot_model_check.geometry import triangles
from robot_model_check.geometry.mesh import MeshError, load, measure_file, shape_mesh
from robot_model_check.geometry.solid import closed_solid, to_arrays
from robot_model_check.geometry.triangles import (
    areas,
    closure,
    components,
    convex,
    flat_hull,
    hull,
    is_convex,
    signed_volume,
    weld,
)
from robot_model_check.kinematics import rotation
from robot_model_check.model import Box, Capsule, Cylinder, Mesh, Sphere

ASCII = '''solid {name}
facet normal 0 0 1
 outer loop
  vertex {x} 0 0
  vertex 1 0 0
  vertex 0 1 0
 endloop
endfacet
endsolid {name}
'''


def dae(unit='<unit name="millimeter" meter="0.001"/>', up='<up_axis>Y_UP</up_axis>', scene=None):
    """Two triangles of area 1/2 in two geometries; the second is moved by 10 in x and turned by 90 deg about
    z.
    """
    geometry = '''<geometry id="{0}"><mesh><source id="{0}-p">
        <float_array id="{0}-a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
        <accessor source="#{0}-a" count="3" stride="3"><param name="X" type="float"/>
        <param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
        <vertices id="{0}-v"><input semantic="POSITION" source="#{0}-p"/></vertices><triangles count="1">
        <input semantic="VERTEX" source="#{0}-v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry>'''
    scene = scene or '''<node><instance_geometry url="#a"/></node><node><translate>10 0 0</translate>
        <node><rotate>0 0 1 90</rotate><instance_geometry url="#b"/></node></node>'''
    return f'''<?xml version="1.0"?>
        <COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
        <created>2020-01-01T00:00:00</created><modified>2020-01-01T00:00:00</modified>{unit}{up}</asset>
        <library_geometries>{geometry.format('a')}{geometry.format('b')}</library_geometries>
        <library_visual_scenes><visual_scene id="s">{scene}</visual_scene></library_visual_scenes>
        <scene><instance_visual_scene url="#s"/></scene></COLLADA>'''


def written(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(path)


def problem(path):
    with pytest.raises(MeshError) as caught:
        load(path)
    assert measure_file(path).problem == str(caught.value)
    return str(caught.value)


def test_binary_stl_is_welded(tmp_path):
    mesh = load(write_stl(tmp_path / 'a.stl', *channel(1.0)))
    assert (mesh.format, mesh.vertices.shape, mesh.faces.shape) == ('stl', (16, 3), (28, 3))
    assert mesh.vertices.dtype == np.float64
    assert signed_volume(mesh.vertices, mesh.faces) == 61440


@pytest.mark.parametrize('name', ['a.stl', 'A.STL'])
def test_binary_stl_may_begin_with_solid(tmp_path, name):
    path = write_stl(tmp_path / name, *box(), header=b'solid exported by CAD; facet, endsolid')
    facts = measure_file(path)
    assert (facts.faces, facts.solid_header, facts.problem) == (12, True, None)
    assert facts.volume == 1
    assert not measure_file(write_stl(tmp_path / 'b.stl', *box())).solid_header


def test_ascii_stl_with_several_solids(tmp_path):
    mesh = load(written(tmp_path, 'a.stl', ASCII.format(name='one', x=0) + ASCII.format(name='two', x=2)))
    assert len(mesh.faces) == 2
    assert mesh.vertices.max() == 2
    assert not mesh.stl_solid_header


def test_binary_stl_with_trailing_bytes_is_read(tmp_path):
    path = write_stl(tmp_path / 'a.stl', *box())
    with open(path, 'ab') as stream:
        stream.write(b'some comment')
    assert len(load(path).faces) == 12


def test_truncated_stl(tmp_path):
    path = write_stl(tmp_path / 'a.stl', *box())
    os.truncate(path, 84 + 50 * 12 - 7)
    assert problem(path) == ('the file is truncated: its header announces 12 triangles (684 bytes), '
                             'it has 677 bytes')


def test_count_of_billions_does_not_allocate(tmp_path):
    content = b' ' * 80 + struct.pack('<I', 2 ** 32 - 1) + b'\0' * 100
    assert 'announces 4294967295 triangles' in problem(written(tmp_path, 'a.stl', content))


@pytest.mark.parametrize(('name', 'content', 'says'), [
    ('a.stl', b'', 'the file is empty'),
    ('a.stl', b'hello', 'neither ASCII nor binary STL'),
    ('a.stl', b' ' * 80 + b'\0\0\0\0', 'no triangles'),
    ('a.stl', ASCII.format(name='x', x='nan'), 'not finite'),
    ('a.stl', ASCII.format(name='x', x=0)[:-40], 'malformed: 2 vertices are written, 0 can be read'),
    ('a.stl', ASCII.format(name='x', x='0,5'), 'malformed'),
    ('a.stl', ASCII.format(name='x', x='0.5') + ASCII.format(name='y', x='0,5'), 'malformed'),
    ('a.stl', ASCII.format(name='x', x='0.5').replace('  vertex 0 1 0\n', ''), 'malformed'),
    ('a.dae', b'<COLLADA', 'malformed'),
    ('a.dae', b'not xml', 'malformed'),
    ('a.obj', b'v 0 0 0\n', 'malformed|no triangles'),
    ('a.obj', b'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n', 'not there|malformed'),
    ('a.glb', b'glTF\x02\0\0\0', 'malformed'),
    ('a.gltf', b'{}', 'no triangles'),
    ('a.ply', b'ply\nformat ascii 1.0\nelement vertex 9\n', 'malformed'),
    ('a.blend', b'x', 'unknown mesh format .*known are .stl'),
    ('a', b'x', 'unknown mesh format'),
])
def test_bad_files_say_why(tmp_path, name, content, says):
    import re
    assert re.search(says, problem(written(tmp_path, name, content)))


def test_missing_file_and_folder(tmp_path):
    assert 'No such file' in problem(str(tmp_path / 'none.stl'))
    (tmp_path / 'folder.stl').mkdir()
    assert 'cannot be read' in problem(str(tmp_path / 'folder.stl'))


@pytest.mark.parametrize('value', [np.nan, np.inf, 3e38])
def test_coordinates_that_are_no_use(tmp_path, value):
    V, F = box()
    V = V.copy()
    V[3, 1] = value
    assert 'finite' in (found := problem(write_stl(tmp_path / 'a.stl', V, F))) or 'beyond 1e+30' in found


def test_all_faces_collapsed(tmp_path):
    V = np.zeros((3, 3))
    assert problem(write_stl(tmp_path / 'a.stl', V, np.array([[0, 1, 2]] * 2))) == (
        'all 2 triangles of the file are points or lines')


def test_changed_file_is_read_again(tmp_path):
    path = write_stl(tmp_path / 'a.stl', *box())
    assert load(path) is load(path)
    write_stl(tmp_path / 'a.stl', *channel())
    assert len(load(path).faces) == 28


def test_collada_transforms_unit_and_axis(tmp_path):
    mesh = load(written(tmp_path, 'a.dae', dae()))
    assert (mesh.unit, mesh.up_axis, len(mesh.faces)) == (0.001, 'Y_UP', 2)
    expected = {(0, 0, 0), (1, 0, 0), (0, 1, 0), (10, 0, 0), (10, 1, 0), (9, 0, 0)}
    assert {tuple(row) for row in mesh.vertices.round(6).tolist()} == expected


def test_collada_unit_is_applied_and_up_axis_is_not(tmp_path):
    mesh = load(written(tmp_path, 'a.dae', dae()))
    V, _ = shape_mesh(shape(Mesh('a.dae', (2.0, 2.0, 2.0))), mesh)
    np.testing.assert_allclose(V.max(axis=0), [0.020, 0.002, 0], atol=1e-9)


def test_collada_without_unit_or_axis(tmp_path):
    mesh = load(written(tmp_path, 'a.dae', dae(unit='', up='')))
    assert (mesh.unit, mesh.up_axis) == (None, None)


@pytest.mark.parametrize('meter', ['0', '-1', 'abc', 'nan'])
def test_collada_with_a_bad_unit(tmp_path, meter):
    path = written(tmp_path, 'a.dae', dae(unit=f'<unit meter="{meter}"/>'))
    assert 'not a positive number' in problem(path) or 'malformed' in problem(path)


def test_collada_with_a_material_that_is_not_there(tmp_path):
    """A lost texture takes its effect and material with it; the triangles are still there."""
    bound = '''<node><instance_geometry url="#a"><bind_material><technique_common>
        <instance_material symbol="m" target="#lost"/></technique_common></bind_material></instance_geometry>
        </node><node><translate>5 0 0</translate><instance_geometry url="#b"/></node>'''
    mesh = load(written(tmp_path, 'a.dae', dae(scene=bound)))
    assert len(mesh.faces) == 2
    assert mesh.vertices.max() == 6


def test_collada_without_geometry_in_the_scene(tmp_path):
    problem(written(tmp_path, 'a.dae', dae(scene='<node/>')))


def test_obj_with_missing_mtl_polygons_and_groups(tmp_path):
    text = '''mtllib nowhere.mtl
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
g quad
usemtl red
f 1 2 3 4
g triangle
usemtl blue
f 1/1/1 2/1/1 5/1/1
'''
    mesh = load(written(tmp_path, 'a.obj', text))
    assert len(mesh.faces) == 3
    assert areas(mesh.vertices, mesh.faces).sum() == pytest.approx(1.5)


@pytest.mark.parametrize('suffix', ['glb', 'ply', 'obj'])
def test_other_formats_round_trip(tmp_path, suffix):
    import trimesh
    V, F = channel(1.0)
    path = str(tmp_path / f'a.{suffix}')
    trimesh.Trimesh(V, F, process=False).export(path)
    mesh = load(path)
    assert signed_volume(mesh.vertices, mesh.faces) == pytest.approx(61440)


def test_gltf_node_transform(tmp_path):
    import base64
    data = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], dtype='<f4').tobytes()
    encoded = base64.b64encode(data).decode()
    document = {
        'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}],
        'nodes': [{'mesh': 0, 'translation': [5, 0, 0], 'scale': [2, 2, 2]}],
        'meshes': [{'primitives': [{'attributes': {'POSITION': 0}}]}],
        'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3'}],
        'bufferViews': [{'buffer': 0, 'byteLength': 36}],
        'buffers': [{'byteLength': 36, 'uri': f'data:application/octet-stream;base64,{encoded}'}]}
    mesh = load(written(tmp_path, 'a.gltf', json.dumps(document)))
    assert sorted(mesh.vertices.tolist()) == [[5, 0, 0], [5, 2, 0], [7, 0, 0]]


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


def solid_volume(V, F):
    body, _ = closed_solid(V, F)
    return None if body is None else body.volume()


def test_solid_of_overlapping_components_is_their_union():
    assert solid_volume(*both(box(), box((1, 1, 1), (0.5, 0, 0)))) == pytest.approx(1.5, rel=1e-12)


def test_solid_keeps_a_cavity():
    V, F = box((0.5, 0.5, 0.5))
    assert solid_volume(*both(box(), (V, F[:, ::-1]))) == pytest.approx(0.875, rel=1e-12)


def test_solid_of_an_inside_out_neighbour_is_no_cavity():
    neighbour, cavity = ((V, F[:, ::-1]) for V, F in (box((0.5, 0.5, 0.5), (3, 0, 0)), box((0.2, 0.2, 0.2))))
    assert solid_volume(*both(box(), neighbour)) == pytest.approx(1.125, rel=1e-12)
    assert solid_volume(*both(box(), neighbour, cavity)) == pytest.approx(1.117, rel=1e-12)


def test_solid_of_an_inverted_or_mixed_mesh():
    V, F = channel(1.0)
    assert solid_volume(V, F[:, ::-1]) == pytest.approx(61440, rel=1e-12)
    mixed = F.copy()
    mixed[::3] = mixed[::3, ::-1]
    assert solid_volume(V, mixed) == pytest.approx(61440, rel=1e-12)


def test_a_surface_given_twice_counts_once(tmp_path):
    V, F = channel(1.0)
    twice = np.vstack([F, np.roll(F, 1, axis=1)])
    assert solid_volume(V, twice) == pytest.approx(61440, rel=1e-12)
    facts = measure_file(write_stl(tmp_path / 'a.stl', V, twice))
    assert (facts.faces, facts.volume, facts.open_share) == (56, 61440, 0.0)


def test_what_is_convex():
    V, F = box()
    assert is_convex(V, F)
    dented = V.copy()
    dented[0] *= 0.2
    assert not is_convex(dented, F)
    assert not is_convex(*channel())


def test_a_hull_that_the_library_gets_wrong_is_made_by_another(monkeypatch):
    monkeypatch.setattr(triangles, 'is_convex', lambda V, F: False)
    V = np.random.default_rng(1).normal(size=(200, 3))
    found = convex(V)
    assert triangles.signed_volume(*found) == pytest.approx(signed_volume(*hull_of(V)), rel=1e-9)
    assert closed_solid(*found)[0].volume() == pytest.approx(signed_volume(*found), rel=1e-9)


def hull_of(V):
    """The hull by manifold3d."""
    from manifold3d import Manifold
    return to_arrays(Manifold.hull_points(V))


def test_a_hull_contains_its_points_where_they_nearly_lie_in_planes(shared):
    mesh = load(str(shared / 'robots/leap_hand/leap_hand_dexurdf/meshes/visual/dip.obj'))
    V = mesh.vertices @ rotation((-3.1415926, 0, 0)).T + np.array([0.0211, -0.0084, 0.0097])
    W, F = hull(V)
    assert is_convex(W, F)
    normal = np.cross(W[F[:, 1]] - W[F[:, 0]], W[F[:, 2]] - W[F[:, 0]])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    outside = V @ normal.T - np.einsum('ij,ij->i', normal, W[F[:, 0]])
    assert outside.max() < 1e-6


def in_one_corner(*sizes):
    """Boxes that share the face at z = 0, welded."""
    corners = [box((1, 1, size), (0, 0, size / 2)) for size in sizes]
    return weld(*both(*corners))


def test_bodies_that_share_a_face_wound_alike_are_closed_and_count_once(tmp_path):
    V, F = in_one_corner(1, 2)
    assert len(np.unique(np.sort(F, axis=1), axis=0)) == len(F) - 2  # the case is what it says
    assert solid_volume(V, F) == pytest.approx(2, rel=1e-12)
    assert solid_volume(V, F[:, ::-1]) == pytest.approx(2, rel=1e-12)
    assert solid_volume(*both((V, F), box((1, 1, 1), (3, 0, 0)))) == pytest.approx(3, rel=1e-12)
    assert measure_file(write_stl(tmp_path / 'a.stl', V, F)).open_share == 0


def test_a_face_given_twice_is_left_out_where_the_rest_closes():
    V, F = in_one_corner(1)
    assert solid_volume(V, np.vstack([F, F[:1]])) == pytest.approx(1, rel=1e-12)


def test_two_copies_of_a_file_are_one_mesh(tmp_path):
    first, copy = (write_stl(tmp_path / name, *box()) for name in ('a.stl', 'copy.stl'))
    assert load(copy) is load(first)
    assert measure_file(copy).path == copy
    other = write_stl(tmp_path / 'other.stl', *box((2, 1, 1)))
    assert load(other) is not load(first)
    write_stl(tmp_path / 'copy.stl', *box((3, 1, 1)))
    os.utime(copy, ns=(1, 1))
    assert load(copy).vertices.max() == 1.5


def test_open_meshes_have_no_solid_and_do_not_crash():
    V, F = box()
    for count in range(1, 12):
        body, open_share = closed_solid(*weld(V, F[:count]))
        assert body is None
        assert open_share == 1.0


def test_a_speck_that_does_not_close_is_left_out():
    speck = (np.array([[0.6, 0, 0], [0.61, 0, 0], [0.6, 0.01, 0]]), np.array([[0, 1, 2]]))
    body, open_share = closed_solid(*both(box(), speck))
    assert 0 < open_share < 1e-4
    assert body.volume() == pytest.approx(1)


def test_double_sided_sheet_encloses_nothing():
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    assert closed_solid(V, np.array([[0, 1, 2], [0, 2, 1]])) == (None, 0.0)


def test_more_faces_than_booleans_bear(monkeypatch):
    from robot_model_check.geometry import solid
    monkeypatch.setattr(solid, 'EXACT_FACES', 100)
    assert closed_solid(*refined(*channel(), 1)) == (None, 0.0)


def test_a_solid_comes_out_in_one_order_however_it_came_in() -> None:
    V, F = channel()
    random = np.random.default_rng(3)
    expected = None
    for _ in range(5):
        order = random.permutation(len(V))
        turned = np.roll(np.argsort(order)[F], random.integers(3), axis=1)[random.permutation(len(F))]
        body, _ = closed_solid(V[order], turned)
        found = to_arrays(body)
        expected = expected or found
        np.testing.assert_array_equal(found[0], expected[0])
        np.testing.assert_array_equal(found[1], expected[1])
