"""Whatever xacro cannot do becomes a problem with a place, in words that a person can act on."""

import os

import pytest
from xacro_texts import FINDER, HEAD, SEGMENT, problem, run

from robot_model_check.finding import Subject
from robot_model_check.reading.read import read, read_text
from robot_model_check.reading.xacro_source import expand

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
               2, ('link', 'l')),
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
