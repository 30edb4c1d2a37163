"""Repair takes what somebody knows from elsewhere: references, densities, tables."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from repairs import ARM, GRAMS, NEGATIVE, ORIGIN, VISUAL, found, mesh_arm, robot_of, run
from support import GOOD, channel_mesh, edit, stl

from robot_model_check.inertia import inertial_in_link

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
     'inertia-reference'),
    ([(ORIGIN, ORIGIN.replace('0.1', '0.12'))], '{links: [{link: arm, density: 1000}]}', 'inertia-reference'),
    ([(ORIGIN, '<origin xyz="0 0 0"/>')], '{tables: [{file: cad.csv, units: {mass: g, length: mm, inertia: '
     'kg*m^2}, about: com, products: tensor}]}', 'inertia-reference'),
    ([(ARM, ARM.replace('0.000208', '-0.000208'))], '{links: [{link: arm, mass: 0.48}]}',
     'inertia-reference'),
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
    assert found(repaired.after) == [('mass-reference', 'good')]


def test_a_sum_that_differs_is_left_to_a_person(tmp_path):
    repaired = run(tmp_path, GOOD, references='{robot: {mass: 0.8}}')
    assert repaired.generated is None
    assert found(repaired.after) == [('mass-reference', 'good')]
