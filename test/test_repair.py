"""Repair: what is computed is put in, clears its finding, and nothing else changes by a byte."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from support import GOOD, channel_mesh, edit, stl

from robot_model_check.cli import main_with_errors
from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.generation.generate import GenerateOptions
from robot_model_check.generation.repair import RepairOptions, repair_model
from robot_model_check.inertia import inertial_in_link, tensor_of
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import parse_xml
from robot_model_check.settings.config import Config
from robot_model_check.settings.config_file import load_config

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
VISUAL = '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>'
ORIGIN = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'


def run(folder, text, suffix='.urdf', only=None, references='', **options):
    """Write a description, and what its configuration refers to, and repair it in this process."""
    folder.mkdir(exist_ok=True)
    (folder / 'check.yaml').write_text(f'references: {references}')
    model = folder / f'robot{suffix}'
    model.write_bytes(text if isinstance(text, bytes) else text.encode())
    own = {'only': only} if only else {}
    return repair_model(str(model), {}, Finder.from_environment((), {}), str(folder / 'out'),
                        RepairOptions(generating=GenerateOptions(**options), **own),
                        load_config(str(folder / 'check.yaml')), 0)


def found(report):
    """Return the (rule, subject) of the warnings and errors."""
    return [(one.rule, one.subject.name) for one in report.findings if one.level is not Level.INFO]


def robot_of(repaired):
    """Return the robot that was written."""
    return parse(parse_xml(Path(repaired.generated.urdf).read_bytes(), None)[0])


AXIS = '<axis xyz="0 1 0"/>', '<axis xyz="0 2 0"/>'
GRAMS = '<mass value="0.48"/>', '<mass value="480"/>'
NEGATIVE = '<mass value="0.48"/>', '<mass value="-1"/>'

# What is wrong: (element of the good robot, as it is written wrong, rule); the right one is the good one.
EXACT = {
    'kg*mm^2': (ARM, '<inertia ixx="1664" ixy="0" ixz="0" iyy="1744" iyz="0" izz="208"/>', 'unit-inertia'),
    'grams': (*GRAMS, 'unit-mass'),
    'axis': ('<axis xyz="0 1 0"/>', '<axis xyz="0 2.5 0"/>', 'joint-axis'),
    'decimal comma': ('<mass value="0.48"/>', '<mass value="0,48"/>', 'number-format'),
    'separators': ('<axis xyz="0 1 0"/>', '<axis xyz="(0, 1, 0)"/>', 'number-format'),
    'COM in mm': (ORIGIN, '<origin xyz="20 10 100" rpy="0 0 0"/>', 'unit-com'),
    'joint in mm': ('<origin xyz="0.02 0.01 0.201"/>', '<origin xyz="20 10 201"/>', 'unit-joint-origin'),
    'exchanged': ('<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>',
                  '<limit lower="1.2" upper="-1.2" effort="10" velocity="2"/>', 'joint-limit-order'),
}


@pytest.mark.parametrize('name', EXACT)
def test_what_follows_by_arithmetic_becomes_the_good_robot_again(name, tmp_path):
    good, bad, rule = EXACT[name]
    repaired = run(tmp_path, edit(GOOD, (good, bad)))
    assert [one.rule for one in repaired.made] == [rule]
    assert rule in [one[0] for one in found(repaired.before)]
    assert found(repaired.after) == []
    assert Path(repaired.generated.urdf).read_text() == GOOD


def test_degrees_become_radians(tmp_path):
    wrong = edit(GOOD, ('lower="-1.2" upper="1.2"', 'lower="-90" upper="45"'),
                 ('<origin xyz="0 0 0.051"/>', '<origin xyz="0 0 0.051" rpy="0 0 30"/>'))
    repaired = run(tmp_path, wrong)
    robot = robot_of(repaired)
    limit = robot.joint('wrist').limit
    assert (limit.lower, limit.upper) == pytest.approx((-np.pi / 2, np.pi / 4), rel=1e-8)
    assert (limit.effort, limit.velocity) == (10, 2)
    assert robot.joint('shoulder').origin.xyz == (0, 0, 0.051)
    assert robot.joint('shoulder').origin.rpy == pytest.approx((0, 0, np.pi / 6), rel=1e-8)
    assert found(repaired.after) == []


def mesh_arm(spoil):
    """Return (robot, files, true tensor) of an arm that is a mesh; `spoil` maps mass, COM and tensor about it
    to what is declared.
    """
    trimesh = pytest.importorskip('trimesh')
    vertices, faces = channel_mesh()
    vertices = vertices * [1.4, 1, 2] + np.outer(vertices[:, 1], [0.6, 0, 0.8])
    solid = trimesh.Trimesh(vertices, faces, process=False)
    solid.density = 1200.0
    body = solid.mass, solid.center_mass, solid.moment_inertia
    mass, com, tensor = spoil(*body)
    numbers = ' '.join(f'{name}="{tensor[at]:.9g}"' for name, at in (
        ('ixx', (0, 0)), ('ixy', (0, 1)), ('ixz', (0, 2)), ('iyy', (1, 1)), ('iyz', (1, 2)), ('izz', (2, 2))))
    text = edit(GOOD, (ARM, f'<inertia {numbers}/>'), ('<mass value="0.48"/>', f'<mass value="{mass:.9g}"/>'),
                (ORIGIN, f'<origin xyz="{com[0]:.9g} {com[1]:.9g} {com[2]:.9g}" rpy="0 0 0"/>'),
                (VISUAL, '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'))
    return text, stl(vertices, faces), body


def products_turned(mass, com, tensor):
    return mass, com, 2 * np.diag(np.diag(tensor)) - tensor


def about_link_origin(mass, com, tensor):
    return mass, com, tensor + mass * (com @ com * np.eye(3) - np.outer(com, com))


@pytest.mark.parametrize(('spoil', 'cause'), [
    (products_turned, 'sign:products'), (about_link_origin, 'origin:link')])
def test_a_named_mistake_in_a_tensor_is_undone(spoil, cause, tmp_path):
    text, mesh, (mass, com, tensor) = mesh_arm(spoil)
    (tmp_path / 'arm.stl').write_bytes(mesh)
    repaired = run(tmp_path, text, only=('inertial',))
    assert [(one.rule, one.finding.cause) for one in repaired.made] == [('inertia-geometry', cause)]
    body = inertial_in_link(robot_of(repaired).link('arm').inertial)
    assert body.mass == pytest.approx(mass)
    np.testing.assert_allclose(body.com, com, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(body.inertia, tensor, atol=1e-6 * tensor.max())
    assert ('inertia-geometry', 'arm') not in found(repaired.after)


MESHES = edit(GOOD, (VISUAL, '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'),
              (VISUAL.replace('visual', 'collision'),
               '<collision><geometry><mesh filename="arm.stl"/></geometry></collision>'))


def test_a_mesh_in_millimetres_gets_its_scale_wherever_the_link_uses_it(tmp_path):
    vertices, faces = channel_mesh()
    (tmp_path / 'arm.stl').write_bytes(stl(1000 * vertices, faces))
    text = edit(MESHES, ('<mass value="0.48"/>', '<mass value="0.1"/>'),
                (ORIGIN, '<origin xyz="0 0 0.015"/>'),
                (ARM, '<inertia ixx="7e-05" ixy="0" ixz="0" iyy="7e-05" iyz="0" izz="9e-05"/>'))
    repaired = run(tmp_path, text, only=('geometry',))
    assert [(one.rule, one.kind) for one in repaired.made] == [('unit-mesh', 'geometry')] * 2
    assert {shape.geometry.scale for shape in robot_of(repaired).link('arm').shapes} == {(0.001,) * 3}
    assert 'unit-mesh' not in [one[0] for one in found(repaired.after)]


def test_a_mesh_of_doubtful_unit_is_left_to_a_person_and_not_made_into_parts(tmp_path):
    vertices, faces = channel_mesh()
    (tmp_path / 'arm.stl').write_bytes(stl(1000 * vertices, faces))
    repaired = run(tmp_path, MESHES)
    assert repaired.generated is None
    assert ('collision-concave', 'arm') in found(repaired.after)
    assert 'the model does not tell it from unit:mesh-cm: choose' in repaired.text()


def test_bytes_elsewhere_stay_as_they_are(tmp_path):
    text = edit(GOOD, ('<axis xyz="0 1 0"/>', "<axis  xyz = '0 2 0' ><!-- why --></axis >"),
                ('<?xml version="1.0"?>', '\ufeff<?xml version="1.0"?><!-- \xf6 > -->')
                ).replace('\n', '\r\n').encode()
    repaired = run(tmp_path, text)
    assert Path(repaired.generated.urdf).read_bytes() == text.replace(b"'0 2 0'", b"'0 1 0'")
    assert (tmp_path / 'robot.urdf').read_bytes() == text


def test_macros_are_corrected_in_each_place_and_sites_stay_those_of_the_source(tmp_path):
    macro = ('<robot name="good" xmlns:xacro="http://ros.org/wiki/xacro">\n'
             '<xacro:macro name="turn" params="y"><axis xyz="0 ${y} 0"/></xacro:macro>')
    text = edit(GOOD, ('<robot name="good">', macro), ('<axis xyz="0 1 0"/>', '<xacro:turn y="3"/>'),
                ('<axis xyz="0 0 1"/>', '<xacro:turn y="1"/>'), NEGATIVE)
    repaired = run(tmp_path, text, suffix='.urdf.xacro')
    assert [(one.rule, one.site.line, len(one.site.calls)) for one in repaired.made] == [('joint-axis', 3, 1)]
    assert found(repaired.after) == [('mass-positive', 'arm')]
    left = repaired.after.findings[0]
    assert left.site.file == str(tmp_path / 'robot.urdf.xacro')
    assert '<mass value="-1"/>' in text.splitlines()[left.site.line - 1]
    assert (tmp_path / 'robot.urdf.xacro').read_text() == text


def test_only_the_kinds_asked_for_are_corrected(tmp_path):
    wrong = edit(GOOD, AXIS, GRAMS)
    repaired = run(tmp_path, wrong, only=('axis',))
    assert [one.rule for one in repaired.made] == ['joint-axis']
    assert found(repaired.after) == [('unit-mass', 'arm')]
    assert 'not asked for: --only axis' in repaired.text()


def test_limits_are_exchanged_only_where_another_joint_shows_it(tmp_path):
    limit = 'lower="-1.2" upper="1.2"'
    alone = run(tmp_path / 'a', edit(GOOD, (limit, 'lower="2" upper="-0.5"')))
    assert alone.generated is None
    assert found(alone.after) == [('joint-limit-order', 'wrist')]
    other = 'lower="-1.5" upper="1.5"'
    shown = run(tmp_path / 'b', edit(GOOD, (limit, 'lower="2" upper="-0.5"'),
                                     (other, 'lower="-0.5" upper="2"')))
    right = robot_of(shown).joint('wrist').limit
    assert (right.lower, right.upper) == (-0.5, 2)


def test_a_thousand_or_a_fraction_is_left_to_a_person(tmp_path):
    repaired = run(tmp_path, edit(GOOD, ('<mass value="0.48"/>', '<mass value="1,480"/>')))
    assert repaired.generated is None
    assert ('number-format', 'arm') in found(repaired.after)


def test_many_of_one_kind_that_are_told_as_one_are_all_corrected(tmp_path):
    wrong = edit(GOOD, ('<origin xyz="0 0 0.051"/>', '<origin xyz="0 0 0.051" rpy="0 0 30"/>'),
                 ('<origin xyz="0.02 0.01 0.201"/>', '<origin xyz="0.02 0.01 0.201" rpy="20 0 0"/>'),
                 ('</robot>', '<link name="tip"/><joint name="end" type="fixed"><parent link="hand"/><child '
                              'link="tip"/><origin rpy="0 45 0"/></joint></robot>'))
    repaired = run(tmp_path, wrong)
    assert [one.subject.kind for one in repaired.before.findings if one.rule == 'unit-rpy'] == ['model']
    assert [one.rule for one in repaired.made] == ['unit-rpy'] * 3
    assert found(repaired.after) == []


def test_a_collision_found_wanting_is_replaced_and_the_others_stay(tmp_path):
    wrong = edit(GOOD, (VISUAL.replace('visual', 'collision'), ''))
    repaired = run(tmp_path, wrong)
    assert [name for name, link in repaired.generated.links.items() if link.parts] == ['arm']
    assert found(repaired.after) == []
    manifest = json.loads(Path(repaired.generated.manifest).read_text())
    assert manifest['corrections'] == []
    assert list(manifest['links']) == ['arm']


def test_the_manifest_tells_what_was_corrected(tmp_path):
    good, bad, rule = EXACT['grams']
    repaired = run(tmp_path, edit(GOOD, (good, bad)))
    manifest = json.loads(Path(repaired.generated.manifest).read_text())
    assert manifest['corrections'] == [{'rule': rule, 'cause': 'unit:mass-g', 'subject': 'link arm',
                                        'line': 10, 'old': bad, 'new': good}]


def test_nothing_is_written_where_nothing_can_be_computed(tmp_path):
    repaired = run(tmp_path, GOOD)
    assert repaired.generated is None
    assert 'nothing was written: there is nothing to correct' in repaired.text()
    repaired = run(tmp_path, edit(GOOD, NEGATIVE))
    assert 'nothing was written: no correction follows from the model' in repaired.text()
    assert not (tmp_path / 'out').exists()


def test_a_correction_that_does_not_clear_its_finding_is_taken_back(tmp_path, monkeypatch):
    from robot_model_check.generation.element_xml import changed
    from robot_model_check.rules import joint_axis
    monkeypatch.setattr(joint_axis, 'changed',
                        lambda text, element, new: changed(text, element, {'xyz': '0 3 0'}))
    wrong = edit(GOOD, AXIS, GRAMS)
    repaired = run(tmp_path, wrong)
    assert [one.rule for one in repaired.made] == ['unit-mass']
    assert found(repaired.after) == [('joint-axis', 'wrist')]
    assert 'does not clear it, so it was left out' in repaired.text()


def test_what_was_edited_by_hand_and_the_input_are_not_written_over(tmp_path):
    wrong = edit(GOOD, AXIS)
    urdf = Path(run(tmp_path, wrong).generated.urdf)
    urdf.write_text(urdf.read_text() + ' ')
    with pytest.raises(UsageError, match='was edited since it was generated'):
        run(tmp_path, wrong)
    run(tmp_path, wrong, force=True)
    urdf.write_text(wrong)
    with pytest.raises(UsageError, match='of the model itself'):
        repair_model(str(urdf), {}, Finder.from_environment((), {}), str(tmp_path / 'out'),
                     RepairOptions(generating=GenerateOptions(force=True)), Config(), 0)
    assert urdf.read_text() == wrong


def test_a_package_around_the_source_is_found_from_the_output_too(tmp_path):
    package = tmp_path / 'pkg'
    (package / 'meshes').mkdir(parents=True)
    (package / 'package.xml').write_text('<package><name>arm_description</name></package>')
    vertices, faces = channel_mesh()
    (package / 'meshes/arm.stl').write_bytes(stl(vertices, faces))
    mesh = '<visual><geometry><mesh filename="package://arm_description/meshes/arm.stl"/></geometry></visual>'
    (package / 'robot.urdf').write_text(edit(GOOD, (VISUAL, mesh), AXIS))
    repaired = repair_model(str(package / 'robot.urdf'), {}, Finder.from_environment((), {}),
                            str(tmp_path / 'out'), RepairOptions(only=('axis',)), Config(), 0)
    assert [one.rule for one in repaired.made] == ['joint-axis']
    assert 'mesh-missing' not in [one[0] for one in found(repaired.after)]


def test_the_command_says_what_is_left_and_fails_on_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    wrong = edit(GOOD, AXIS, NEGATIVE)
    Path('robot.urdf').write_text(wrong)
    assert main_with_errors(['repair', 'robot.urdf', '-o', 'out', '--jobs', '1']) == (1, 1)
    said = capsys.readouterr().out
    assert '  joint wrist: joint-axis: the same direction with length 1 (robot.urdf:36:5)\n' in said
    assert '    - <axis xyz="0 2 0"/>\n    + <axis xyz="0 1 0"/>\n' in said
    assert 'gone:\n  warning joint wrist: joint-axis\n' in said
    assert 'left for you:\n  error link arm: mass-positive: mass -1 kg is negative' in said
    assert 'the right value does not follow from the model (robot.urdf:10:7)' in said
    assert 'before: 1 error, 1 warning, 0 infos' in said
    assert 'after:  1 error, 0 warnings, 0 infos' in said
    assert said.endswith('wrote out/urdf/good.urdf; the source is as it was\n')
    command = ['repair', 'robot.urdf', '-o', 'out', '--jobs', '1']
    assert main_with_errors([*command, '--fail-on', 'never']) == (0, 0)


@pytest.mark.parametrize(('words', 'told'), [
    (['robot.urdf', '-o', 'out', '--only', 'axes'], "did you mean 'axis'"),
    (['robot.urdf', '-o', 'out', '--mesh-uri', 'http'], 'relative, file or package:NAME'),
    (['robot.urdf', 'robot.urdf', '-o', 'out'], 'one TARGET'), (['none.urdf', '-o', 'out'], 'none.urdf')])
def test_bad_usage_is_one_line(words, told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path('robot.urdf').write_text(GOOD)
    assert main_with_errors(['repair', *words])[0] == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count('\n') == 1


@pytest.mark.parametrize('words', [['--only', 'axis', '--only', 'limit'], ['--only', 'axis, limit']])
def test_kinds_may_be_named_one_by_one(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path('robot.urdf').write_text(edit(GOOD, AXIS, EXACT['exchanged'][:2], EXACT['kg*mm^2'][:2]))
    assert main_with_errors(['repair', 'robot.urdf', '-o', 'out', '--jobs', '1', *words]) == (1, 1)
    said = capsys.readouterr().out
    assert 'gone:\n  warning joint wrist: joint-axis\n  error joint wrist: joint-limit-order\n' in said
    assert 'not asked for: --only axis,limit (robot.urdf:11:7)' in said


ARM_INERTIAL, HAND_INERTIAL = re.findall(r'    <inertial>.*?</inertial>\n', GOOD, re.DOTALL)
BARE = edit(GOOD, (ARM_INERTIAL, ''))
ARM_TENSOR = np.diag([0.001664, 0.001744, 0.000208])


@pytest.mark.parametrize(('references', 'told'), [
    ('{links: [{link: arm, density: 1000}]}', 'the mass of its exact solid at 1000 kg/m^3'),
    ('{links: [{link: arm, mass: 0.48}]}', 'COM and tensor of the exact solid of its visual'),
    ('{tables: [{file: cad.csv, units: {mass: g}}]}', 'the mass in the CAD table')])
def test_a_missing_inertial_is_created_from_what_is_given(references, told, tmp_path):
    (tmp_path / 'cad.csv').write_text('link,mass\narm,480\n')
    repaired = run(tmp_path, BARE, references=references, only=('inertial',))
    assert [(one.rule, one.kind, one.old) for one in repaired.made] == [('inertial-missing', 'inertial', '')]
    body = inertial_in_link(robot_of(repaired).link('arm').inertial)
    assert body.mass == pytest.approx(0.48)
    np.testing.assert_allclose(body.com, [0.02, 0.01, 0.1], atol=1e-12)
    np.testing.assert_allclose(body.inertia, ARM_TENSOR, atol=1e-12)
    assert found(repaired.after) == []
    assert told in repaired.text()
    assert f'    + {repaired.made[0].new} in link arm\n' in repaired.text()


def test_every_link_of_a_group_and_of_a_model_for_display_gets_its_own(tmp_path):
    cover = ('<link name="cover"><visual><geometry><box size="0.02 0.02 0.02"/></geometry></visual></link>'
             '<joint name="screws" type="fixed"><parent link="arm"/><child link="cover"/></joint>')
    bare = edit(BARE, (HAND_INERTIAL, ''), ('</robot>', f'{cover}</robot>'))
    repaired = run(tmp_path, bare, references='{links: [{link: "*", density: 1000}]}', only=('inertial',))
    robot = robot_of(repaired)
    masses = {link.name: link.inertial.mass for link in robot.links if link.inertial is not None}
    assert masses == pytest.approx({'arm': 0.48, 'hand': 0.125663706, 'cover': 0.008})
    assert 'inertial-missing' not in [rule for rule, _ in found(repaired.after)]
    assert '</inertial> in link cover\n' in repaired.text()
    assert 'kg/m^3 (' in repaired.text()
    assert '; COM and tensor of the same (' in repaired.text()


def test_what_only_a_hull_stands_for_is_said(tmp_path):
    vertices, faces = channel_mesh()
    (tmp_path / 'arm.stl').write_bytes(stl(vertices, faces[:-12]))
    text = edit(BARE, (VISUAL, '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'))
    repaired = run(tmp_path, text, references='{links: [{link: arm, density: 1000}]}', only=('inertial',))
    assert robot_of(repaired).link('arm').inertial.mass == pytest.approx(0.06 * 0.08 * 0.04 * 1000, rel=1e-3)
    assert 'convex hull' in repaired.text()
    assert 'the most that it can have, since the part does not close' in repaired.text()


def test_a_table_gives_a_bare_frame_its_body_and_a_drawn_link_its_centre(tmp_path):
    tool = ('<link name="tool0"/><joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/>'
            '</joint>')
    (tmp_path / 'cad.csv').write_text('link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz\n'
                                      'tool0,20,0,0,1,100,0,0,100,0,50\n')
    row = {'link': 'arm', 'mass': 480, 'com_x': 20, 'com_y': 10, 'com_z': 120}
    (tmp_path / 'com.json').write_text(json.dumps([row]))
    references = ('{tables: [{file: cad.csv, units: {mass: g, length: mm}, about: com, products: tensor}, '
                  '{file: com.json, units: {mass: g, length: mm}}]}')
    repaired = run(tmp_path, edit(BARE, ('</robot>', f'{tool}</robot>')), references=references,
                   only=('inertial',))
    tool0, arm = (inertial_in_link(robot_of(repaired).link(name).inertial) for name in ('tool0', 'arm'))
    assert tool0.mass == pytest.approx(0.02)
    np.testing.assert_allclose(tool0.inertia, np.diag([1e-7, 1e-7, 5e-8]))
    np.testing.assert_allclose(arm.com, [0.02, 0.01, 0.12])
    np.testing.assert_allclose(arm.inertia, ARM_TENSOR, atol=1e-12)
    assert 'COM and tensor of the exact solid of its visual, the COM that of the CAD table' in repaired.text()
    moved = run(tmp_path, edit(GOOD, (ORIGIN, ORIGIN.replace('0.1', '0.2'))), references=references)
    np.testing.assert_allclose(robot_of(moved).link('arm').inertial.origin.xyz, [0.02, 0.01, 0.12])


def test_no_mass_is_made_up(tmp_path):
    repaired = run(tmp_path, BARE, references='{links: [{link: hand, mass: 0.125663706}]}')
    assert repaired.generated is None
    assert 'left for you:\n  error link arm: inertial-missing' in repaired.text()


@pytest.mark.parametrize(('changes', 'references', 'rule'), [
    ([(GRAMS[0], '<mass value="0.6"/>'),
      (ARM, '<inertia ixx="0.00208" ixy="0" ixz="0" iyy="0.00218" iyz="0" izz="0.00026"/>')],
     '{links: [{link: arm, mass: 0.48}]}', 'mass-reference'),
    ([(ARM, ARM.replace('0.001664', '0.0011'))], '{links: [{link: arm, density: 1000}]}',
     'inertia-triangle'),
    ([(ORIGIN, ORIGIN.replace('0.1', '0.12'))], '{links: [{link: arm, density: 1000}]}', 'inertia-reference'),
    ([(ORIGIN, '<origin xyz="0 0 0"/>')], '{tables: [{file: cad.csv, units: {mass: g, length: mm, inertia: '
     'kg*m^2}, about: com, products: tensor}]}', 'inertia-reference'),
    ([(ARM, ARM.replace('0.000208', '-0.000208'))], '{links: [{link: arm, mass: 0.48}]}',
     'inertia-positive-definite'),
    ([NEGATIVE], '{links: [{link: arm, mass: 0.48}]}', 'mass-reference'),
    ([(ARM, ARM.replace('0.001664', '0.000208', 1).replace('izz="0.000208"', 'izz="0.001664"'))],
     '{links: [{link: arm, density: 1000}]}', 'inertia-reference')])  # several ways, one right value
def test_what_differs_from_a_reference_is_set_to_it(changes, references, rule, tmp_path):
    (tmp_path / 'cad.csv').write_text('link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz\n'
                                      'arm,480,20,10,100,0.001664,0,0,0.001744,0,0.000208\n')
    repaired = run(tmp_path, edit(GOOD, *changes), references=references, only=('inertial',))
    assert {one.rule for one in repaired.made} == {rule}
    body = inertial_in_link(robot_of(repaired).link('arm').inertial)
    assert body.mass == pytest.approx(0.48)
    np.testing.assert_allclose(body.com, [0.02, 0.01, 0.1], atol=1e-12)
    np.testing.assert_allclose(body.inertia, ARM_TENSOR, rtol=1e-8, atol=1e-12)
    assert found(repaired.after) == []


def test_a_table_that_the_geometry_speaks_against_is_left_to_a_person(tmp_path):
    text, mesh, (mass, com, tensor) = mesh_arm(lambda *body: body)
    (tmp_path / 'arm.stl').write_bytes(mesh)
    numbers = ','.join(f'{value:.9g}' for value in (mass, *com, *tensor[np.triu_indices(3)]))
    (tmp_path / 'cad.csv').write_text(f'link,mass,com_x,com_y,com_z,ixx,ixy,ixz,iyy,iyz,izz\narm,{numbers}\n')
    words = '{tables: [{file: cad.csv, units: {mass: kg, length: m}, about: com, products: %s}]}'
    right = run(tmp_path, text, references=words % 'tensor', only=('inertial',))
    wrong = run(tmp_path, text, references=words % 'positive', only=('inertial',))
    assert 'inertia-reference' not in [rule for rule, _ in found(right.before)]
    assert ('inertia-reference', 'arm') in found(wrong.before)
    assert right.made == wrong.made == ()
    assert 'or is it the reference that is wrong' in wrong.text()


def test_a_table_in_another_unit_than_said_is_left_to_a_person(tmp_path):
    (tmp_path / 'cad.csv').write_text('link,mass\narm,480\n')
    repaired = run(tmp_path, GOOD, references='{tables: [{file: cad.csv, units: {mass: kg}}]}')
    assert repaired.generated is None
    assert found(repaired.after) == [('mass-reference', 'arm')]


def test_a_sum_that_differs_is_left_to_a_person(tmp_path):
    repaired = run(tmp_path, GOOD, references='{robot: {mass: 0.8}}')
    assert repaired.generated is None
    assert found(repaired.after) == [('mass-reference', 'good')]


# The public single-defect robots whose right value follows from the model, and those where it does not.
COMPUTED = ('axis_not_unit', 'collision_concave_mesh', 'collision_missing', 'collision_oversize',
            'collision_smaller', 'dae_unit_and_scale', 'inertia_about_link_origin', 'inertia_axes_permuted',
            'inertia_ixy_sign', 'inertia_kg_mm2', 'inertial_from_hull', 'joint_origin_mm', 'limits_swapped',
            'mass_grams', 'mesh_mm_no_scale', 'mirror_products_copied', 'number_comma')


@pytest.mark.parametrize('name', COMPUTED)
def test_public_defects_are_gone_after_repair(name, shared, tmp_path):
    target = shared / 'defects' / name / 'robot.urdf'
    repaired = repair_model(str(target), {}, Finder.from_environment((), {}), str(tmp_path / 'out'),
                            RepairOptions(), Config(), 0)
    assert found(repaired.before) != []
    assert found(repaired.after) == []


def test_the_tensor_of_the_good_public_arm_comes_back(shared, tmp_path):
    good = parse(parse_xml((shared / 'defects/good_arm/robot.urdf').read_bytes(), None)[0]).link('upper_arm')
    for name in ('inertia_kg_mm2', 'inertia_ixy_sign', 'inertia_about_link_origin', 'inertia_axes_permuted'):
        repaired = repair_model(str(shared / 'defects' / name / 'robot.urdf'), {},
                                Finder.from_environment((), {}), str(tmp_path / name),
                                RepairOptions(only=('inertial',)), Config(), 0)
        np.testing.assert_allclose(tensor_of(robot_of(repaired).link('upper_arm').inertial),
                                   tensor_of(good.inertial), atol=1e-9)


def test_a_mass_of_a_frame_without_geometry_is_left_to_a_person(tmp_path):
    tool = ('<link name="tool"><inertial><mass value="50"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" '
            'iyz="0" izz="0.015"/></inertial></link><joint name="bolted" type="fixed"><parent link="hand"/>'
            '<child link="tool"/></joint></robot>')
    repaired = run(tmp_path, edit(GOOD, ('</robot>', tool)))
    assert ('inertia-dummy', 'tool') in found(repaired.before)
    assert (repaired.made, repaired.generated) == ((), None)
    assert 'read as grams they are' in repaired.text()
