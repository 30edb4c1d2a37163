"""A finding points at the line that has to be edited, also where xacro brought the value from elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import run

from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import read
from robot_model_check.source import Site

XACRO = '''<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:include filename="parts.xacro"/>
<xacro:property name="cfg" value="${xacro.load_yaml('c.yaml')}"/>
<xacro:property name="mass" value="0.5"/>
<xacro:property name="twice" value="${2 * mass}"/>
<xacro:property name="size" value="${[0.1, 0.2]}"/>
<xacro:property name="angle" value="${pi / 2}"/>
<xacro:part name="a" m="0.25" side="-1"/>
<t v="VALUE"/>
</robot>
'''
PARTS = '''<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="part" params="name m side reach:=0.3 *origin:=none">
<link name="${name}"><mass value="${m}"/><a v="${reach}"/><b v="${side * mass}"/><c v="${side * 0.5}"/>
<d v="${m * reach}"/><e v="0 0 ${m}"/><f v="1 0 ${m}"/></link>
</xacro:macro>
</robot>
'''.replace(' *origin:=none', '')
YAML = 'link:\n  mass: 700\n  com: {x: 0.1, y: 0.2,\n    z: 0.3}\n  name: arm\n  flag: true\n'


def sites(tmp_path: Path, value: str = '1') -> dict[str, Site | None]:
    """Return tag -> where the value of its attribute v (or value) was written."""
    for name, text in (('r.xacro', XACRO.replace('VALUE', value)), ('parts.xacro', PARTS), ('c.yaml', YAML)):
        (tmp_path / name).write_text(text)
    document = read(str(tmp_path / 'r.xacro'), {}, Finder.from_environment(()))
    assert document.root is not None, document.problems
    found = {}
    for element in document.root.walk():
        place = element.site.of_value('value' if element.tag == 'mass' else 'v')
        found[element.tag] = place if place.used is not None else None
        assert place.file is None or place.file in document.sources
    return found


def where(site: Site | None) -> tuple[str, int] | None:
    return (Path(site.file or '').name, site.line) if site is not None else None


@pytest.mark.parametrize(('value', 'place'), [
    ('0.5', None),
    ('${mass}', ('r.xacro', 4)),
    ('${-mass / 2}', ('r.xacro', 4)),
    ('${radians(mass)}', ('r.xacro', 4)),
    ('${twice}', ('r.xacro', 4)),
    ('${size[1]}', ('r.xacro', 6)),
    ('${angle}', ('r.xacro', 7)),
    ('${pi}', None),
    ('${mass * size[0]}', None),
    ('0 ${mass} 0.0', ('r.xacro', 4)),
    ('0 ${mass} 0.1', None),
    ('${mass} ${angle} 0', ('r.xacro', 4)),
    ("${cfg['link']['mass']}", ('c.yaml', 2)),
    ("${cfg['link']['com']['x']} ${cfg['link']['com']['y']} ${cfg['link']['com']['z']}", ('c.yaml', 3)),
    ("${cfg['link']['mass']} ${mass} 0", None),
    ("${cfg['link']['name']}", ('c.yaml', 5)),
    ("${cfg['link']['flag']}", None),
])
def test_a_value_knows_where_it_was_written(tmp_path: Path, value: str,
                                            place: tuple[str, int] | None) -> None:
    assert where(sites(tmp_path, value)['t']) == place


def test_parameters_come_from_the_call_or_from_the_default(tmp_path: Path) -> None:
    found = {tag: where(site) for tag, site in sites(tmp_path).items()}
    assert found['mass'] == ('r.xacro', 8)
    assert found['a'] == ('parts.xacro', 2)
    assert found['b'] == ('r.xacro', 4)  # the side is a sign
    assert found['c'] is None  # the number is written in the macro
    assert found['d'] is None  # either of two
    assert (found['e'], found['f']) == (('r.xacro', 8), None)


def test_the_element_stays_known(tmp_path: Path) -> None:
    site = sites(tmp_path)['mass']
    assert site is not None
    assert site.used is not None
    assert (where(site.used), [call.line for call in site.used.calls]) == (('parts.xacro', 3), [8])


def test_a_name_is_no_value(tmp_path: Path) -> None:
    report = run(tmp_path, '''<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="a"/>
<xacro:macro name="arm" params="name"><link name="${name}">
<visual><geometry><sphere radius="0.1"/></geometry>
</visual></link>
<joint name="j" type="continuous"><parent link="a"/><child link="${name}"/></joint></xacro:macro>
<xacro:arm name="b"/></robot>''', suffix='.urdf.xacro')
    found, = [one for one in report.findings if one.rule == 'collision-missing']
    assert where(found.site) == ('robot.urdf.xacro', 2)


def test_values_are_what_xacro_makes_of_them(tmp_path: Path) -> None:
    for name, text in (('r.xacro', XACRO.replace('VALUE', "${cfg.link.mass // 9} ${mass ** 2} ${mass % 0.3} "
                        "${7 - mass} ${str(mass) + 'm'} ${'x' * 3} ${2 if mass > 0.4 else 1}"
                        " ${cfg['link']['com']} ${len(size)}")), ('parts.xacro', PARTS), ('c.yaml', YAML)):
        (tmp_path / name).write_text(text)
    document = read(str(tmp_path / 'r.xacro'), {}, Finder.from_environment(()))
    assert document.root is not None
    made, = document.root.find_all('t')
    assert made.attributes['v'] == "77 0.25 0.2 6.5 0.5m xxx 2 {'x': 0.1, 'y': 0.2, 'z': 0.3} 2"


def test_a_macro_may_include_under_a_namespace(tmp_path: Path) -> None:
    (tmp_path / 'part.xacro').write_text('''<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="size" value="0.5"/>
  <xacro:macro name="end"><link name="end"/></xacro:macro></robot>''')
    (tmp_path / 'r.xacro').write_text('''<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="arm">
    <xacro:include filename="part.xacro" ns="part"/><xacro:part.end/><link name="l${part.size}"/>
  </xacro:macro>
  <xacro:arm/></robot>''')
    document = read(str(tmp_path / 'r.xacro'), {}, Finder.from_environment(()))
    assert document.problems == ()
    assert document.root is not None
    assert [link.attributes['name'] for link in document.root.find_all('link')] == ['end', 'l0.5']


def test_a_finding_points_at_the_property(tmp_path: Path) -> None:
    report = run(tmp_path, '''<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:property name="tip" value="0 0 2"/>
<link name="a"/><link name="b"/>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/>
<axis xyz="${tip}"/></joint>
</robot>''', suffix='.urdf.xacro')
    found, = [one for one in report.findings if one.rule == 'joint-axis']
    assert found.site is not None
    assert found.site.used is not None
    assert (found.site.line, found.site.used.line) == (2, 5)


@pytest.mark.parametrize(('text', 'line', 'words'), [
    ('<xacro:property name="b" value="${1 + nowhere}"/>\n<link name="a"><mass value="${b}"/></link>', 2,
     "property 'nowhere' is not defined (in the expression ${1 + nowhere} of property 'b', r.xacro line 2)"),
    ('<xacro:property name="b" value="0.2 kg"/>\n<link name="a"><mass value="${b / 2}"/></link>', 3,
     "(in the expression ${b / 2}; b is the text '0.2 kg', r.xacro line 2)"),
])
def test_an_expression_that_fails(tmp_path: Path, text: str, line: int, words: str) -> None:
    xml = f'<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{text}\n</robot>'
    (tmp_path / 'r.xacro').write_text(xml)
    problem, = read(str(tmp_path / 'r.xacro'), {}, Finder.from_environment(())).problems
    assert problem.message.endswith(words)
    assert problem.site is not None
    assert problem.site.line == line


SIDES = '''<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="base"/>
<xacro:property name="along" value="AXIS"/>
<xacro:macro name="arm" params="name axis"><link name="${name}"/>
<joint name="${name}_joint" type="continuous"><parent link="base"/><child link="${name}"/>
<axis xyz="${axis}"/><dynamics damping="DAMPING"/></joint></xacro:macro>
<xacro:property name="damping" value="0.1"/>
<xacro:arm name="left" axis="${along}"/>
<xacro:arm name="right" axis="${along}"/>
</robot>'''


@pytest.mark.parametrize(('axis', 'damping', 'rule', 'lines'), [
    ('0 2 0', '0', 'joint-axis', [2, 2]),
    ('0 1 0', "${damping * (1 if name == 'left' else -1)}", 'joint-dynamics', [5]),
])
def test_a_value_that_serves_others_is_not_at_fault(tmp_path: Path, axis: str, damping: str, rule: str,
                                                    lines: list[int]) -> None:
    xml = SIDES.replace('AXIS', axis).replace('DAMPING', damping)
    found = [one for one in run(tmp_path, xml, suffix='.urdf.xacro').findings if one.rule == rule]
    assert [one.site.line for one in found if one.site is not None] == lines


def test_values_of_one_property_are_told_apart(tmp_path: Path) -> None:
    xml = SIDES.replace('AXIS', '0 1 0').replace('DAMPING', '${each[name]}').replace(
        'name="damping" value="0.1"', 'name="each" value="${dict(left=0.1, right=-0.2)}"')
    report = run(tmp_path, xml, suffix='.urdf.xacro')
    found, = [one for one in report.findings if one.rule == 'joint-dynamics']
    assert found.site is not None
    assert found.site.line == 6
