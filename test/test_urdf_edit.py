"""Splices: the bytes outside the replaced elements are those of the input."""

from __future__ import annotations

import os
import re
from xml.sax.saxutils import quoteattr

import pytest

from robot_model_check.generation.element_xml import quoted
from robot_model_check.generation.urdf_edit import (
    Edit,
    apply,
    collision_edits,
    collision_xml,
    element_edits,
    mesh_edits,
    relative_path,
    relative_target,
)
from robot_model_check.model import Box, Capsule, Cylinder, Mesh, Pose, Sphere
from robot_model_check.reading.packages import Finder, Resolution
from robot_model_check.reading.read import read_text

AWKWARD = b"""\xef\xbb\xbf<?xml version='1.0' encoding="utf-8"?>\r
<!-- <link name="b"><collision/></link> -->\r
<robot name='r\xc3\xb6bot' xmlns:xacro="http://ros.org/wiki/xacro">\r
\t<link name='a > b' >\r
\t\t<visual><geometry><mesh scale='1 1 1' filename = 'm/a&amp;b.stl'/></geometry></visual>\r
\t\t<collision name="x > y" >\r
\t\t\t<geometry><box size='1 1 1'/></geometry><!-- </collision> -->\r
\t\t</collision   >  <!-- between -->\r
\t\t<collision/>\r
\t\t<inertial><mass value="1"/></inertial></link>\r
\t<gazebo reference='a > b'><collision><max_contacts>3</max_contacts></collision></gazebo>\r
\t<ros2_control name="c" type="system"><hardware><plugin>p</plugin></hardware></ros2_control>\r
</robot>\r
"""


def document(data):
    """The description in these bytes."""
    read = read_text(data, {}, Finder())
    assert read.root is not None
    return read


def replace_collisions(read, replacements):
    """The text of a description with new <collision> elements in the links named."""
    return apply(read.text, collision_edits(read, replacements))


def test_only_the_collision_elements_of_the_link_change():
    old = [b"""<collision name="x > y" >\r
\t\t\t<geometry><box size='1 1 1'/></geometry><!-- </collision> -->\r
\t\t</collision   >""", b'<collision/>']
    new = replace_collisions(document(AWKWARD), {'a > b': ['<c1/>', '<c2/>']})
    after = b'\r\n\t\t<inertial'
    assert new == AWKWARD.replace(old[0], b'<c1/>').replace(old[1] + after, b'<c2/>' + after)
    assert new.count(b'<collision>') == AWKWARD.count(b'<collision>')


def test_surplus_elements_follow_the_last_with_the_indentation_and_line_ends_of_the_file():
    new = replace_collisions(document(AWKWARD), {'a > b': ['<c1/>', '<c2/>', '<c3/>']})
    assert b'\t\t<c2/>\r\n\t\t<c3/>\r\n\t\t<inertial>' in new


def test_fewer_elements_leave_the_space_between_as_it_was():
    new = replace_collisions(document(AWKWARD), {'a > b': ['<c1/>']})
    assert b'\t\t<c1/>  <!-- between -->\r\n\t\t\r\n\t\t<inertial>' in new


@pytest.mark.parametrize(('link', 'expected'), [
    ('<link name="a">\n    <visual/>\n  </link>',
     '<link name="a">\n    <visual/>\n    <c1/>\n    <c2/>\n  </link>'),
    ('<link name="a">\n  </link>', '<link name="a">\n    <c1/>\n    <c2/>\n  </link>'),
    ('<link name="a"><visual/></link>', '<link name="a"><visual/><c1/><c2/></link>'),
    ('<link name="a"/>', '<link name="a">\n    <c1/>\n    <c2/>\n  </link>'),
    ("<link type='/>' name='a' />", "<link type='/>' name='a' >\n    <c1/>\n    <c2/>\n  </link>"),
    ('<link name="a"></link>', '<link name="a">\n    <c1/>\n    <c2/>\n  </link>'),
    ('<link name="a">\n    <visual/> <!-- </link> -->\n  </link>',
     '<link name="a">\n    <visual/> <!-- </link> -->\n    <c1/>\n    <c2/>\n  </link>'),
    ('<link name="a">\n    <visual/></link>',
     '<link name="a">\n    <visual/>\n    <c1/>\n    <c2/>\n  </link>'),
])
def test_a_link_without_collision_gets_them_at_its_end(link, expected):
    frame = '<robot name="r">\n  {}\n  <link name="z"/>\n</robot>\n'
    new = replace_collisions(document(frame.format(link).encode()), {'a': ['<c1/>', '<c2/>']})
    assert new.decode() == frame.format(expected)


def test_a_description_on_one_line_stays_on_one_line():
    text = b'<robot name="r"><link name="a"/><link name="b"><collision/></link></robot>'
    new = replace_collisions(document(text), {'a': ['<c1/>'], 'b': ['<c2/>', '<c3/>']})
    assert new == b'<robot name="r"><link name="a"><c1/></link><link name="b"><c2/><c3/></link></robot>'


def test_no_element_removes_the_collisions_and_an_unknown_link_is_an_error():
    text = b'<robot name="r"><link name="b"><collision/></link></robot>'
    assert replace_collisions(document(text), {'b': []}) == text.replace(b'<collision/>', b'')
    with pytest.raises(KeyError, match='no link named c'):
        replace_collisions(document(text), {'c': []})


def test_of_two_links_of_one_name_the_first_is_meant():
    text = b'<robot name="r"><link name="b"><collision/></link><link name="b"><collision/></link></robot>'
    assert replace_collisions(document(text), {'b': ['<c/>']}) == text.replace(b'<collision/>', b'<c/>', 1)


def test_a_mesh_path_changes_in_place_and_is_escaped_for_its_quotes():
    read = document(AWKWARD)
    edits = mesh_edits(read, lambda shape: True, lambda uri: f"it's/{uri}" if uri == 'm/a&b.stl' else None)
    assert apply(read.text, edits) == AWKWARD.replace(b"'m/a&amp;b.stl'", b"'it&apos;s/m/a&amp;b.stl'")


def test_meshes_of_dropped_shapes_and_equal_uris_are_left_alone():
    read = document(AWKWARD)
    assert mesh_edits(read, lambda shape: shape.tag == 'collision', lambda uri: 'x') == []
    assert mesh_edits(read, lambda shape: True, lambda uri: uri) == []


def test_overlapping_edits_are_an_error():
    with pytest.raises(ValueError, match='overlap'):
        apply(b'abcdef', [Edit(0, 3, b''), Edit(2, 4, b'')])


def test_a_relative_path_reaches_the_same_file_from_elsewhere(tmp_path):
    (tmp_path / 'model').mkdir()
    (tmp_path / 'out/urdf').mkdir(parents=True)
    (tmp_path / 'model/part.stl').write_bytes(b'x')
    path = relative_path(str(tmp_path / 'model/part.stl'), str(tmp_path / 'out/urdf'))
    assert path == '../../model/part.stl'
    assert os.path.samefile(tmp_path / 'out/urdf' / path, tmp_path / 'model/part.stl')


@pytest.mark.parametrize(('uri', 'target'), [
    ('m/there.stl', '/found/there.stl'), ('m/lost.stl', '/models/m/lost.stl'), ('package://p/x.stl', None),
    ('file:///x.stl', None), ('/x.stl', None), ('', None)])
def test_relative_paths_are_followed_even_to_where_nothing_is(uri, target):
    read = read_text(AWKWARD, {}, Finder(), '/models/robot.urdf')
    found = {'m/there.stl': Resolution('m/there.stl', '/found/there.stl'),
             'm/lost.stl': Resolution('m/lost.stl', None)}
    assert relative_target(read, found, uri) == target
    nowhere = document(AWKWARD)
    assert relative_target(nowhere, {}, uri) is None


@pytest.mark.parametrize(('geometry', 'xml'), [
    (Box((0.1, 0.2, 1 / 3)), '<box size="0.1 0.2 0.333333333"/>'),
    (Cylinder(0.1, 0.2), '<cylinder radius="0.1" length="0.2"/>'),
    (Capsule(0.1, 0.2), '<capsule radius="0.1" length="0.2"/>'),
    (Sphere(1e-7), '<sphere radius="1e-07"/>'),
    (Mesh('a"b&c.stl'), "<mesh filename='a\"b&amp;c.stl'/>"),
])
def test_each_geometry_is_written_as_urdf_has_it(geometry, xml):
    assert collision_xml(geometry) == f'<collision><geometry>{xml}</geometry></collision>'


def test_a_pose_is_written_without_negative_zeros():
    xml = collision_xml(Sphere(1.0), Pose((-0.0, 1e-17, 0.25), (0.0, -1e-16, -0.5)))
    assert re.findall(r'(?:xyz|rpy)="([^"]*)"', xml) == ['0 0 0.25', '0 0 -0.5']


@pytest.mark.parametrize(('old', 'xml', 'new'), [
    (b"<axis  xyz = '0 2 0' />", '<axis xyz="0 1 0"/>', b"<axis  xyz = '0 1 0' />"),
    (b'<mesh scale="1" filename="a&amp;b"/>', '<mesh filename="a&amp;b"/>', b'<mesh filename="a&amp;b"/>'),
    (b'<mesh filename="a&amp;b"/>', '<mesh filename="a&amp;b" scale="2 2 2"/>',
     b'<mesh filename="a&amp;b" scale="2 2 2"/>'),
    (b'<origin/>', '<origin rpy="0 0 1"/>', b'<origin rpy="0 0 1"/>'),
    (b'<origin\r\n rpy="1 > 0"></origin >', '<origin rpy="&quot;"/>', b'<origin\r\n rpy="&quot;"></origin >'),
    (b'<i>\r\n  <!-- c -->\r\n  <mass value="1"/>\r\n  <more/>\r\n</i>',
     '<i><origin xyz="1"/><mass value="2"/></i>',
     b'<i>\r\n  <!-- c -->\r\n  <mass value="2"/>\r\n  <more/>\r\n  <origin xyz="1"/>\r\n</i>'),
    (b'<i a="1"/>', '<i a="1"><mass value="2"/></i>', b'<i a="1"><mass value="2"/></i>')])
def test_an_element_becomes_another_and_nothing_else_changes(old, xml, new):
    before, after = b'<robot name="r"><!-- <axis/> --><a/>', b'<b c="d"/> \r\n</robot>'
    read = document(before + old + after)
    edits = element_edits(read, read.root.children[1], xml)
    assert apply(read.text, edits) == before + new + after


def test_an_element_is_not_replaced_by_another_kind():
    read = document(b'<robot><mass value="1"/></robot>')
    for xml in ('<inertia/>', '<mass', 'mass'):
        with pytest.raises(ValueError, match=r'\w'):
            element_edits(read, read.root.children[0], xml)


@pytest.mark.parametrize('text', ['', 'a', 'a "b"', "a 'b'", '"\'', '<&>', '&amp;', 'a\n\r\tb', 'ü 腕'])
def test_an_attribute_is_quoted_as_the_library_does(text):
    assert quoted(text) == quoteattr(text)
