"""Every element of an expansion knows its source; whatever xacro cannot do becomes a problem with a place."""

import os
import sys
from pathlib import Path

import pytest
from xacro_texts import FINDER, HEAD, SEGMENT, problem, run

from robot_model_check.finding import Level, Subject
from robot_model_check.reading.read import read
from robot_model_check.reading.xacro_source import expand
from robot_model_check.source import Call, Site

SHARED = Path(__file__).parents[2] / 'shared'


def places(document):
    """Return tag -> (line, lines of the calls) of each element below the root."""
    return [(element.tag, element.site.line, tuple(call.line for call in element.site.calls))
            for element in list(document.root.walk())[1:]]


def test_macro_block_and_property_keep_their_lines_and_calls():
    document = run(SEGMENT + '<xacro:macro name="arm" params="side">\n'
                   '<xacro:segment name="${side}_upper">\n<origin xyz="0 0 1"/>\n</xacro:segment>\n'
                   '</xacro:macro>\n<xacro:arm side="left"/>\n<xacro:arm side="right"/>')
    assert document.sites_exact
    assert [link.attributes['name'] for link in document.root.find_all('link')] == [
        'left_upper_link', 'right_upper_link']
    # a block is written by the caller, so its chain ends there
    assert places(document) == [('link', 3, (12, 8)), ('visual', 4, (12, 8)), ('origin', 9, (12,)),
                                ('link', 3, (13, 8)), ('visual', 4, (13, 8)), ('origin', 9, (13,))]


def test_columns_count_characters():
    document = run('<link name="é"/><!-- 😀 --><link name="b"/>')
    assert [link.site.column for link in document.root.find_all('link')] == [1, 27]


def test_includes_conditions_elements_and_multi_blocks(tmp_path):
    (tmp_path / 'part.xacro').write_text(
        HEAD + '<link name="part"/>\n'
               '<xacro:macro name="m" params="n">\n<link name="${n}"/>\n</xacro:macro></robot>')
    main = tmp_path / 'main.xacro'
    document = run('<xacro:include filename="part.xacro"/>\n<xacro:if value="${1 &lt; 2}">\n'
                   '<xacro:m n="made"/>\n'
                   '</xacro:if><xacro:property name="block">\n<axis xyz="1 0 0"/>\n</xacro:property>\n'
                   '<joint name="j"><xacro:insert_block name="block"/></joint>\n'
                   '<xacro:element xacro:name="sensor"><xacro:attribute '
                   'name="k" value="v"/></xacro:element>', str(main))
    part = str(tmp_path / 'part.xacro')
    found = {element.attributes.get('name', element.tag): element.site for element in document.root.walk()}
    assert found['part'] == Site(part, 2, 1, (Call(str(main), 2),))
    assert found['made'] == Site(part, 4, 1, (Call(str(main), 4),))
    assert found['axis'] == Site(str(main), 6, 1)
    assert found['j'] == Site(str(main), 8, 1)
    assert found['sensor'] == Site(str(main), 9, 1)
    assert set(document.sources) == {part, str(main)}


def test_spans_address_the_expansion():
    document = run('<link name="a"><visual/></link><!-- <x> --><gazebo>a &gt; b<x k="&gt;"></x></gazebo>')
    for element in document.root.walk():
        written = document.text[element.span.start:element.span.end]
        assert written.startswith(f'<{element.tag}'.encode())
        assert written.endswith((b'/>', f'</{element.tag}>'.encode()))
    assert document.root.find('gazebo').text == 'a > b'


def test_robot_name_from_an_argument_given_or_defaulted():
    text = (b'<robot xmlns:xacro="http://wiki.ros.org/xacro" name="$(arg name)">'
            b'<xacro:arg name="name" default="d"/>'
            b'<link name="a"/></robot>')
    assert expand(None, text, {}, FINDER).root.attributes['name'] == 'd'
    given = expand(None, text, {'name': 'g'}, FINDER)
    assert given.root.attributes['name'] == 'g'
    assert given.arguments == {'name': 'g'}


def test_two_runs_share_nothing():
    first = run('<xacro:arg name="a" default="1"/><xacro:property name="p" value="2"/>'
                '<xacro:macro name="m" params=""><link name="m"/></xacro:macro><xacro:m/>', a='7')
    assert first.arguments == {'a': '7'}
    for body, name in (('<link name="$(arg a)"/>', "argument 'a'"), ('<link name="${p}"/>', "property 'p'"),
                       ('<xacro:m/>', "macro 'm'")):
        assert problem(body).message.startswith(name)


def test_xacro_is_as_before_afterwards():
    import xacro
    before = dict(vars(xacro))
    problem('<link name="${nothing}"/>')
    assert dict(vars(xacro)) == before
    assert 'ament_index_python' not in sys.modules or sys.modules['ament_index_python'].__spec__ is not None


def test_nothing_is_printed(capfd):
    run('<xacro:property name="a" value="1" vlaue="2"/><link name="${sorted([2, 1])}"/>'
        "<!-- x --><joint name=\"${xacro.warning('loud')}\"/>")
    problem('<link name="${nothing}"/>')
    assert capfd.readouterr() == ('', '')


def test_same_text_twice_is_the_same_bytes():
    body = SEGMENT + '<xacro:segment name="a"><origin/></xacro:segment>'
    assert run(body).text == run(body).text


def test_fallback_to_lines_of_the_expansion(monkeypatch):
    monkeypatch.setattr('robot_model_check.reading.xacro_source.site_of', lambda node: None)
    document = run('\n\n\n<link name="a"/>')
    assert not document.sites_exact
    site = document.root.find('link').site
    assert (site.file, site.line) == (None, 3)
    assert document.sources[''].split('\n')[site.line - 1].strip() == '<link name="a"/>'


def test_old_xacro_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, 'xacro', None)
    found = problem('<link name="a"/>')
    assert 'xacro 2.0 or later is needed' in found.message


ROBOTS = {
    'ur5e/ur_description/urdf/ur.urdf.xacro': ({'name': 'ur', 'ur_type': 'ur5e'}, 164),
    'franka_fer/franka_description/robots/fer/fer.urdf.xacro': ({'hand': 'true'}, 239),
    'robotiq_2f85/robotiq_description/urdf/robotiq_2f_85_gripper.urdf.xacro': ({}, 209),
    'create3/irobot_create_description/urdf/create3.urdf.xacro': ({}, 788),
    'turtlebot3/turtlebot3_description/urdf/turtlebot3_burger.urdf': ({}, 114),
    'urdf_tutorial/urdf_tutorial/urdf/08-macroed.urdf.xacro': ({}, 269),
}


def robot(path):
    file = SHARED / 'robots' / path
    if not file.exists():
        pytest.skip(f'{file} is absent')
    return file


@pytest.mark.parametrize('path', ROBOTS)
def test_every_element_of_a_real_robot_is_traced(path):
    arguments, count = ROBOTS[path]
    document = read(str(robot(path)), arguments, FINDER)
    assert [found for found in document.problems if found.level is not Level.INFO] == []
    assert document.sites_exact
    elements = list(document.root.walk())
    assert len(elements) == count
    for element in elements:
        line = document.sources[element.site.file].split('\n')[element.site.line - 1]
        assert line[element.site.column - 1] == '<'
        assert all(os.path.isabs(call.file) for call in element.site.calls)


def test_the_inertia_of_a_franka_link_is_the_line_that_writes_it():
    path = robot('franka_fer/franka_description/robots/fer/fer.urdf.xacro')
    document = read(str(path), {'hand': 'true'}, FINDER)
    link = next(link for link in document.root.find_all('link') if link.attributes['name'] == 'fer_link4')
    inertia, = (element for element in link.walk() if element.tag == 'inertia')
    robots = path.resolve().parents[1]
    assert inertia.site.file == str(robots / 'common/utils.xacro')
    line = document.sources[inertia.site.file].split('\n')[inertia.site.line - 1]
    assert line.lstrip().startswith('<inertia ')
    assert [(Path(call.file).name, call.line) for call in inertia.site.calls] == [
        ('fer.urdf.xacro', 71), ('franka_robot.xacro', 36), ('franka_arm.xacro', 83), ('utils.xacro', 50)]


def test_the_undefined_property_of_the_defects_names_its_joint():
    file = SHARED / 'defects/xacro_undefined_property/robot.urdf.xacro'
    if not file.exists():
        pytest.skip(f'{file} is absent')
    found, = read(str(file), {}, FINDER).problems
    assert (found.rule, found.site.line) == ('xacro-expansion', 44)
    assert found.subject == Subject('joint', 'shoulder')
    assert "did you mean 'lift'?" in found.message
