"""Mesh files of every format and state: read, or told why not."""

from __future__ import annotations

import json
import os
import struct

import numpy as np
import pytest
from shapes import box, channel, shape, write_stl

from robot_model_check.geometry.mesh import MeshError, load, measure_file, shape_mesh
from robot_model_check.geometry.triangles import (
    areas,
    signed_volume,
)
from robot_model_check.model import Mesh

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
    ('a.gltf', b'{"asset": {"version": "2.0"}, "buffers": [{"uri": "a.bin", "byteLength": 4}]}',
     'it needs .*a.bin, which does not exist'),
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
