"""Every element of an expansion knows its source; whatever xacro cannot do becomes a problem with a place."""

import os
import sys
from pathlib import Path

import pytest

from robot_model_check.errors import UnknownArgument
from robot_model_check.finding import Level, Subject
from robot_model_check.reading import xacro_trace
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import read, read_text
from robot_model_check.reading.xacro_source import expand
from robot_model_check.source import Call, Site

SHARED = Path(__file__).parents[2] / 'shared'
FINDER = Finder()
HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
SEGMENT = ('<xacro:macro name="segment" params="name length:=1 *place">\n'
           '  <link name="${name}_link">\n'
           '    <visual><xacro:insert_block name="place"/></visual>\n'
           '  </link>\n'
           '</xacro:macro>\n')


def run(body, path=None, finder=FINDER, **arguments):
    return expand(path, (HEAD + body + '\n</robot>').encode(), arguments, finder)


def problem(body, path=None, **arguments):
    """Return the only problem of a body that cannot be expanded."""
    document = run(body, path, **arguments)
    assert document.root is None
    only, = document.problems
    return only


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


# Each: body, message (its beginning), line, subject.
ERRORS = {
    'property': ('<xacro:property name="lift" value="1"/>\n<joint name="j"><origin xyz="0 0 '
                 '${lift_hight}"/></joint>',
                 "property 'lift_hight' is not defined; did you mean 'lift'? (in the expression "
                 "${lift_hight})",
                 3, ('joint', 'j')),
    'property through a property': (
        '<xacro:property name="mass" value="${densty * 2}"/>\n<xacro:property name="density" value="3"/>\n'
        '<link name="l"><mass value="${mass}"/></link>',
        "property 'densty' is not defined; did you mean 'density'? (in the expression ${densty * 2} of "
        "property "
        "'mass', the text line 2)", 2, ('link', 'l')),
    'macro': (SEGMENT + '<xacro:segmnt name="a"><origin/></xacro:segmnt>',
              "macro 'segmnt' is not defined; did you mean 'segment'?", 7, ('link', 'a_link')),
    'macro of no near name': ('<link name="l"><xacro:foo/></link>', "macro 'foo' is not defined", 2,
                 ('link', 'l')),
    'parameter missing': (SEGMENT + '<xacro:segment length="2"><origin/></xacro:segment>',
                          "macro 'segment' is called without parameter 'name'", 7, None),
    'parameter missing, link told': (
        '<xacro:macro name="m" params="n size"><link name="${n}"/><joint name="${n}_j"/></xacro:macro>\n'
        '<xacro:m n="u"/>',
        "macro 'm' is called without parameter 'size'", 3, ('link', 'u')),
    'parameter unknown': (SEGMENT + '<xacro:segment name="q" lenght="2"><origin/></xacro:segment>',
                          "macro 'segment' has no parameter 'lenght': it takes name, length, *place; did "
                          "you mean "
                          "'length'?", 7, ('link', 'q_link')),
    'block missing': (SEGMENT + '<xacro:segment name="q"/>',
                      "macro 'segment' is called without one of its blocks",
                      7, ('link', 'q_link')),
    'block spare': (SEGMENT + '<xacro:segment name="q"><origin/><spare/></xacro:segment>',
                    "macro 'segment' takes no block <spare>", 7, ('link', 'q_link')),
    'block undefined': ('<link name="l"><xacro:insert_block name="shape"/></link>',
                        "block 'shape' is not defined", 2, ('link', 'l')),
    'argument': ('<xacro:arg name="side" default="l"/>\n<link name="l"><visual name="$(arg sid)"/></link>',
                 "argument 'sid' has no value: pass sid:=VALUE, or declare <xacro:arg name=\"sid\" "
                 "default=\"…\"/> "
                 "before it is used; did you mean 'side'?", 3, ('link', 'l')),
    'argument in an expression': ("<link name=\"l\"><visual name=\"${xacro.arg('sid')}\"/></link>",
                                  "argument 'sid' has no value", 2, ('link', 'l')),
    'yaml key': ("<xacro:property name=\"d\" value=\"${dict(mass=1)}\"/>\n"
                 "<link name=\"l\"><mass value=\"${xacro.dotify(d)['mas']}\"/></link>",
                 "the yaml dictionary has no key 'mas' (it has mass); did you mean 'mass'?", 3,
                 ('link', 'l')),
    'recursion': ('<xacro:macro name="m" params=""><xacro:m/></xacro:macro>\n<xacro:m/>',
                  '<xacro:m> calls itself without end', 2, None),
    'circle': ('<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/>\n'
               '<link name="l"><mass value="${a}"/></link>', 'circular variable definition: a -> b -> a',
               3, ('link', 'l')),
    'syntax': ('<link name="l"><mass value="${1 +}"/></link>', 'the expression is not valid: ', 2,
                 ('link', 'l')),
    'division': ('<link name="l"><mass value="${1/0}"/></link>',
                 'ZeroDivisionError: division by zero (in the expression ${1/0})', 2, ('link', 'l')),
    'condition': ('<link name="l"><xacro:if value="maybe"/></link>',
                  "the condition maybe is 'maybe': expected true, false or a number", 2, ('link', 'l')),
    'environment': ('<link name="l"><mass value="$(env ROBOT_NO_SUCH)"/></link>',
                    "environment variable 'ROBOT_NO_SUCH' is not set", 2, ('link', 'l')),
    'attribute': ('<xacro:property value="3"/>', "xacro:property: missing attribute 'name'", 2, None),
    'sandbox': ('<link name="l"><mass value="${().__class__}"/></link>', 'Use of invalid name(s): __class__',
                2,
                ('link', 'l')),
    'sandbox, builtins': ('<link name="l"><mass value="${open(1)}"/></link>',
                          "property 'open' is not defined", 2,
                          ('link', 'l')),
    'fatal': ("<link name=\"l\"><mass value=\"${xacro.fatal('not so')}\"/></link>", 'not so', 2,
                 ('link', 'l')),
    'include': ('<xacro:include filename="/no/such/place/a.xacro"/>',
                '/no/such/place/a.xacro does not exist, nor does its folder', 2, None),
}


@pytest.mark.parametrize('name', ERRORS)
def test_error(name):
    body, message, line, subject = ERRORS[name]
    found = problem(body)
    assert found.rule == 'xacro-expansion'
    assert found.message.startswith(message)
    assert '\n' not in found.message
    assert (found.site.line, found.subject) == (line, Subject(*subject) if subject else None)


def test_an_error_names_the_attribute_that_holds_the_expression():
    body = ('<xacro:property name="bad" value="${nothing}"/>\n'
            '<link name="a"><visual name="b" note="VALUE"/></link>')
    assert problem(body.replace('VALUE', 'x ${1/0}')).attribute == 'note'
    assert problem(body.replace('VALUE', '${bad + 1}')).attribute == 'value'
    assert problem('<link name="a"><xacro:insert_block name="b"/></link>').attribute is None


def test_error_in_a_nested_macro_has_the_chain_and_the_link():
    segment = SEGMENT.replace('<visual>', '<visual name="${bad}">')
    found = problem(segment + '<xacro:macro name="arm" params="p">\n<xacro:segment name="${p}_1"><origin/>'
                    '</xacro:segment></xacro:macro>\n<xacro:arm p="l"/>')
    assert [call.line for call in found.site.calls] == [9, 8]
    assert (found.site.line, found.subject) == (4, Subject('link', 'l_1_link'))


def test_missing_files_name_their_neighbours(tmp_path):
    (tmp_path / 'common.xacro').write_text(HEAD + '</robot>')
    main = str(tmp_path / 'main.xacro')
    found = problem('<xacro:include filename="comon.xacro"/>', main)
    assert found.message == f"{tmp_path / 'comon.xacro'} does not exist; did you mean 'common.xacro'?"
    assert run('<xacro:include filename="comon.xacro" optional="true"/><link name="a"/>', main).problems == ()
    yaml = problem("<link name=\"${xacro.load_yaml('no.yaml')}\"/>", main)
    assert yaml.message.startswith(f"{tmp_path / 'no.yaml'} does not exist")


def test_a_missing_file_names_the_argument_that_chose_it(tmp_path):
    main = str(tmp_path / 'main.xacro')
    body = ('<xacro:arg name="other" default="1"/><xacro:arg name="kind" default="five"/>'
            '<link name="${xacro.load_yaml(\'config/$(arg kind)/a.yaml\')}"/>')
    assert '/config/five/a.yaml does not exist' in problem(body, main).message
    assert "; argument kind is 'five': pass kind:=VALUE" in problem(body, main).message
    assert 'pass' not in problem(body.replace('$(arg kind)', 'six'), main).message


def test_yaml_values_and_faults(tmp_path):
    (tmp_path / 'good.yaml').write_text('arm: {mass: 2.5, angle: !degrees 180}\n')
    (tmp_path / 'bad.yaml').write_text('arm: {mass: 2.5\nx')
    main = str(tmp_path / 'main.xacro')
    load = ("<xacro:property name=\"y\" value=\"${xacro.load_yaml('NAME.yaml')}\"/>"
            '<link name="l"><mass value="KEY"/></link>')
    good = run(load.replace('NAME', 'good').replace('KEY', '${y.arm.mass}'), main)
    assert good.root.find('link').find('mass').attributes['value'] == '2.5'
    missing = problem(load.replace('NAME', 'good').replace('KEY', "${y['arm']['mas']}"), main)
    assert missing.message.startswith(
        "the yaml dictionary has no key 'mas' (it has mass, angle); did you mean 'mass'?")
    assert missing.subject == Subject('link', 'l')
    broken = problem(load.replace('NAME', 'bad').replace('KEY', '${y.arm.mass}'), main)
    assert broken.message.startswith(f'{tmp_path / "bad.yaml"}, line 2')


def test_broken_include_is_a_syntax_problem_of_that_file(tmp_path):
    (tmp_path / 'part.xacro').write_text('<robot>\n<link name="a"></robot>')
    found = problem('<xacro:include filename="part.xacro"/>', str(tmp_path / 'main.xacro'))
    assert (found.rule, found.site.file, found.site.line) == ('xml-syntax', str(tmp_path / 'part.xacro'), 2)
    assert found.subject == Subject('link', 'a')


def test_file_that_includes_itself(tmp_path):
    main = tmp_path / 'main.xacro'
    main.write_text(HEAD + '<xacro:include filename="main.xacro"/></robot>')
    found, = read(str(main), {}, FINDER).problems
    assert found.message == '<xacro:include> calls itself without end, or deeper than xacro follows'


@pytest.mark.parametrize('body', [
    '<xacro:include filename="pipe"/>', '<xacro:include filename="/dev/zero"/>',
    '<link name="${load_yaml(\'pipe\')}"/>', '<link name="${load_yaml(\'/dev/zero\')}"/>'])
def test_pipes_and_devices_are_told_and_never_waited_for(body, tmp_path):
    os.mkfifo(tmp_path / 'pipe')
    found = problem(body, str(tmp_path / 'main.xacro'))
    assert 'it is a pipe or a device, not a file' in found.message
    assert found.site.line == 2


@pytest.mark.parametrize(('body', 'line'), [
    ('<link name="a"/>\n<xacro:element xacro:name="1 &lt;"/>', 3),
    ('<link name="a">\n<xacro:attribute name="b c" value="d"/></link>', 2),
    ('<link name="a"/>\n<link name="${\'\\x01\'}"/>\n<link name="b"/>', 3)])
def test_an_expansion_that_is_no_xml_is_told_where_it_is_made(body, line):
    found = problem(body)
    assert found.message.startswith('what comes out is no XML, at <')
    assert found.site.line == line


def test_a_macro_outside_of_a_robot():
    document = read_text(b'<xacro:macro xmlns:xacro="http://www.ros.org/wiki/xacro" name="m"/>', {}, FINDER)
    assert document.root is None
    assert [one.message for one in document.problems] == [
        'the root element is <xacro:macro>: this is not URDF; expected <robot>']


def test_an_expression_that_wants_all_memory():
    found = problem("<link name=\"${len('a' * 10**15)}\"/>")
    assert found.message.startswith('it takes more than 2048 MiB of memory (in the expression ')


def test_deep_but_ending_recursion_is_fine():
    document = run('<xacro:macro name="m" params="n"><xacro:if value="${n > 0}"><link name="l${n}"/>'
                   '<xacro:m n="${n - 1}"/></xacro:if></xacro:macro><xacro:m n="150"/>')
    assert len(document.root.children) == 150


def test_unbound_prefix():
    found, = expand(None, b'<robot name="r">\n<xacro:include filename="a"/></robot>', {}, FINDER).problems
    assert (found.rule, found.site.line) == ('xml-syntax', 2)
    assert 'xmlns:xacro=' in found.message


def test_real_warnings_become_problems_and_others_nothing():
    document = run('<xacro:property name="a" value="1" vlaue="2"/>\n<link name="${sorted([2, 1])}"/>')
    only, = document.problems
    assert (only.rule, only.message, only.site.line) == (
        'xacro-expansion', 'xacro:property: unknown attribute(s): vlaue', 2)
    assert document.root is not None


def share(root, name):
    folder = root / name
    folder.mkdir(parents=True)
    (folder / 'package.xml').write_text(f'<package><name>{name}</name></package>')
    return folder


def test_find_goes_through_the_finder_and_the_neighbourhood(tmp_path):
    own, other = share(tmp_path, 'arm_description'), share(tmp_path, 'hand_description')
    body = '<link name="a"><mesh filename="file://$(find hand_description)/a.stl"/></link>'
    for finder, path in ((FINDER, str(own / 'arm.xacro')), (Finder((str(tmp_path),)), None)):
        mesh = run(body, path, finder).root.find('link').find('mesh')
        assert mesh.attributes['filename'] == f'file://{other}/a.stl'


@pytest.mark.parametrize('text', ['$(find arm)', "$(eval find('arm'))"])
def test_find_inside_eval_too(tmp_path, text):
    folder = share(tmp_path, 'arm')
    trace = xacro_trace.Trace(None, xacro_trace.Arguments({}), Finder((str(tmp_path),)))
    with xacro_trace.traced(trace) as xacro:
        assert xacro.substitution_args.resolve_args(text) == str(folder)


USE = '<{0}><plugin><parameters>$(find no_control)/a.yaml</parameters></plugin></{0}><link name="a"/>'


@pytest.mark.parametrize('tag', ['gazebo', 'ros2_control'])
def test_missing_package_of_a_plugin_parameter_is_a_warning(tag):
    document = run('\n' + USE.format(tag))
    only, = document.problems
    assert (only.rule, only.level, only.site.line) == ('xacro-package-missing', Level.WARNING, 3)
    assert only.message.startswith("package 'no_control' is not found, $(find no_control) asks for it: "
                                   "looked in ")
    assert document.root.find('link') is not None


@pytest.mark.parametrize('body', [
    '<link name="a"><mesh filename="file://$(find no_control)/a.stl"/></link>',
    '<link name="a"><xacro:include filename="$(find no_control)/a.xacro"/></link>',
    "<link name=\"a\"><mass value=\"${xacro.load_yaml('$(find no_control)/a.yaml')['mass']}\"/></link>",
    USE.format('gazebo') + '<link name="a"><mesh filename="file://$(find no_control)/a.stl"/></link>',
])
def test_missing_package_elsewhere_is_an_error(body):
    found = problem(body)
    assert (found.rule, found.level) == ('xacro-package-missing', Level.ERROR)


def test_missing_package_names_places_nearest_name_and_asker(tmp_path):
    share(tmp_path, 'hand_control')
    document = run('<link name="a"><mesh filename="$(find hand_contrl)"/></link>', None,
                   Finder((str(tmp_path),)))
    only, = document.problems
    assert only.subject == Subject('link', 'a')
    assert only.values == {'package': 'hand_contrl', 'places': [str(tmp_path)]}
    assert only.message.endswith(f"looked in {tmp_path}; did you mean 'hand_control'?")


def test_unknown_argument_is_refused_with_the_declared_ones():
    body = ('<xacro:arg name="prefix" default=""/>'
            '<xacro:if value="0"><xacro:arg name="late" default=""/></xacro:if>')
    with pytest.raises(UnknownArgument,
                       match=r"no argument 'prefx'; did you mean 'prefix'\? \(it has late, prefix\)"):
        run(body, prefx='a')
    assert run(body, late='a', prefix='b').arguments == {'late': 'a', 'prefix': 'b'}


def test_argument_that_is_asked_for_but_not_declared_is_known():
    assert run('<link name="$(arg n)"/>', n='a').root.find('link').attributes['name'] == 'a'


def test_misspelt_argument_is_said_even_where_the_run_fails_for_it():
    with pytest.raises(UnknownArgument, match="did you mean 'name'"):
        run('<xacro:arg name="name" default=""/><link name="${nothing}"/>', nmae='a')


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
    robots = path.parents[1]
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
