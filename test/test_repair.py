"""Repair: what is computed is put in, clears its finding, and nothing else changes by a byte."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from repairs import ARM, AXIS, EXACT, GRAMS, NEGATIVE, ORIGIN, VISUAL, found, mesh_arm, robot_of, run
from support import GOOD, channel_mesh, edit, stl

from robot_model_check.generation.repair import RepairOptions, repair_model
from robot_model_check.inertia import inertial_in_link, tensor_of
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import parse_xml
from robot_model_check.settings.config import Config


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
