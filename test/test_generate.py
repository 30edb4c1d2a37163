"""The generated URDF: whole or not at all, the same every time, and clean when it is checked again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from processes import PATIENCE, members, wait_until
from shapes import channel, write_stl
from support import GOOD, edit

from robot_model_check.check import check_file
from robot_model_check.cli import main
from robot_model_check.errors import UsageError
from robot_model_check.generation.generate import GenerateOptions, generate_model
from robot_model_check.generation.generated import LinkResult, line_of
from robot_model_check.generation.generated_files import mesh_names
from robot_model_check.progress import Progress
from robot_model_check.reading.packages import Finder
from robot_model_check.settings.config import Config

ROOT = Path(__file__).resolve().parents[1]
ARM_VISUAL = '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>'
ARM = ARM_VISUAL + '\n    ' + ARM_VISUAL.replace('visual', 'collision')
TRAY = '<{0}><geometry><mesh filename="tray.stl"/></geometry></{0}>'
# The arm as a channel with a mesh for a collision, and the hand without collision.
HAND = ('    <collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry>'
        '</collision>\n')
ROBOT = edit(GOOD, (ARM, TRAY.format('visual') + '\n    ' + TRAY.format('collision')), (HAND, ''))


@pytest.fixture
def model(tmp_path):
    """A robot file with a concave collision mesh and a link without collision."""
    (tmp_path / 'model').mkdir()
    V, F = channel(1e-3)
    V = V * [1, 1, 1] + 0.004 * V[:, [2, 0, 1]]  # sheared, so that no part is a box
    write_stl(tmp_path / 'model/tray.stl', V, F)
    (tmp_path / 'model/robot.urdf').write_text(ROBOT)
    return tmp_path / 'model/robot.urdf'


def run(model, out, jobs=0, progress=None, **options):
    """Generate in this process, with the packages around the model alone."""
    finder = Finder.from_environment((), {})
    return generate_model(str(model), {}, finder, str(out), GenerateOptions(**options), jobs, progress)


def content(folder):
    """Return path -> bytes of all files in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob('*'))
            if path.is_file()}


def test_the_files_of_the_contract_and_only_the_collisions_changed(model, tmp_path):
    generated = run(model, tmp_path / 'out')
    files = content(tmp_path / 'out')
    meshes = [f'meshes/collision/arm_{i}.stl' for i in range(3)]
    assert sorted(files) == ['manifest.json', *meshes, 'urdf/good.urdf']
    assert (generated.links['arm'].method, generated.links['arm'].parts) == ('split', 3)
    assert (generated.links['hand'].method, generated.links['hand'].parts) == ('primitive', 1)
    assert generated.links['base_link'].method == 'kept'
    text = files['urdf/good.urdf'].decode()
    parts = '\n    '.join(f'<collision><geometry><mesh filename="../{mesh}"/></geometry></collision>'
                          for mesh in meshes)
    expected = edit(ROBOT, (TRAY.format('collision'), parts),
                    (TRAY.format('visual'), TRAY.format('visual').replace('tray', '../../model/tray')))
    start = text.index('<collision>', text.index('name="hand"'))
    hand = text[start:text.index('</collision>', start) + len('</collision>')]
    assert '<cylinder ' in hand
    end = '</visual>\n{}  </link>\n  <joint'
    assert text == edit(expected, (end.format(''), end.format(f'    {hand}\n')))


def test_the_manifest_has_hashes_options_and_measures(model, tmp_path):
    run(model, tmp_path / 'out', max_excess=0.02)
    manifest = json.loads((tmp_path / 'out/manifest.json').read_text())
    for name, digest in manifest['files'].items():
        assert hashlib.sha256((tmp_path / 'out' / name).read_bytes()).hexdigest() == digest
    assert manifest['source']['sha256'] == hashlib.sha256(model.read_bytes()).hexdigest()
    assert manifest['options']['max_excess'] == 0.02
    assert manifest['names']['arm'] == 'arm'
    arm = manifest['links']['arm']
    assert [part['file'] for part in arm['parts']] == [f'meshes/collision/arm_{i}.stl' for i in range(3)]
    assert arm['now']['method'] == 'exact'
    assert arm['now']['coverage'] == pytest.approx(1, abs=1e-5)
    assert arm['now']['excess'] <= arm['certificate']['excess'] < 0.02
    assert arm['before']['excess'] > 2
    now, before = arm['probe']['now'], arm['probe']['before']
    assert now['within_tolerance'] == 1
    assert now['error [m]']['max'] < 1e-5 < 0.03 < before['early [m]']['max'] < 0.04
    assert list(now['late [m]']) == list(now['normal_error [deg]']) == ['50%', '95%', '99%', 'max']
    assert manifest['links']['base_link']['probe']['now']['lines'] == 6 * 24 * 24
    assert manifest['links']['hand']['probe']['before'] is None


def test_a_line_tells_how_spheres_touch_it_now_and_before(model, tmp_path):
    text = run(model, tmp_path / 'out').text()
    assert re.search(r'arm  +split, 3 parts, coverage 100\.00%, excess 0\.00% \(exact\), '
                     r'contacts 100\.0% within 1\.1 mm, 99% within 0\.0 mm, [67]\d\.\d% before'
                     r'(, in MuJoCo 100\.0% rest within 1\.1 mm, \d\d\.\d% before)?: its', text)


def test_where_no_volume_is_known_the_surface_is_told():
    result = LinkResult('split', 2, None, None, '', measured='surface', bare=0.012, contacts='contacts 9')
    assert line_of(result) == 'split, 2 parts, 98.8% of the surface covered (surface), contacts 9'


def test_the_result_is_clean_when_checked_again_and_other_readers_take_it(model, tmp_path):
    urdf = run(model, tmp_path / 'out').urdf
    report = check_file(urdf, {}, Finder.from_environment((), {}), Config(), jobs=0)
    assert [finding.message for finding in report.findings if finding.area in ('collision', 'geometry')] == []
    reader = pytest.importorskip('urdf_parser_py.urdf')
    robot = reader.URDF.from_xml_string(Path(urdf).read_bytes())
    trimesh = pytest.importorskip('trimesh')
    for collision in robot.link_map['arm'].collisions:
        mesh = trimesh.load(os.path.join(os.path.dirname(urdf), collision.geometry.filename), force='mesh')
        assert mesh.is_watertight
        assert mesh.is_convex
        assert mesh.volume > 0


def test_a_link_that_cannot_be_looked_at_makes_the_run_incomplete(model, tmp_path, capsys):
    words = ['decompose', str(model), '-o', str(tmp_path / 'out'), '--links', 'base_link', '--jobs', '1']
    assert main(words) == 0
    text = model.read_text()
    first = text.index('<visual>')
    model.write_text(text[:first] + '<visual><geometry><mesh filename="lost.stl"/></geometry></visual>'
                     + text[text.index('</visual>', first) + len('</visual>'):])
    capsys.readouterr()
    assert main(words) == 3
    assert "base_link  FAILED: a visual cannot be used: the mesh 'lost.stl' was not found\n" in (
        capsys.readouterr().out)


@pytest.mark.parametrize(('form', 'start'), [
    ('file', 'file:///'), ('package:my_robot', 'package://my_robot/meshes/')])
def test_the_form_of_new_uris_is_chosen(model, tmp_path, form, start):
    text = Path(run(model, tmp_path / 'out', mesh_uri=form).urdf).read_text()
    assert text.count(f'<mesh filename="{start}') == 3
    assert 'filename="../../model/tray.stl"' in text


def test_the_description_for_a_topic_has_no_relative_path(model, tmp_path):
    described = run(model, tmp_path / 'out').description.decode()
    assert described.count('filename="file:///') == 4
    assert 'filename=".' not in described


def test_two_runs_in_any_order_of_links_and_workers_give_the_same_bytes(model, tmp_path):
    run(model, tmp_path / 'one')
    run(model, tmp_path / 'two', jobs=2)
    assert content(tmp_path / 'one') == content(tmp_path / 'two')
    text = model.read_text()
    arm, hand = (text[start:text.index('</link>', start) + 8] for name in ('arm', 'hand')
                 for start in [text.index(f'  <link name="{name}">')])
    model.write_text(text.replace(arm, '@').replace(hand, arm).replace('@', hand))
    run(model, tmp_path / 'three')
    one, three = content(tmp_path / 'one'), content(tmp_path / 'three')
    assert {name: one[name] for name in one if name.endswith('.stl')} == {
        name: three[name] for name in three if name.endswith('.stl')}
    assert json.loads(one['manifest.json'])['links'] == json.loads(three['manifest.json'])['links']


AWKWARD = b"""\xef\xbb\xbf<?xml version='1.0' encoding="utf-8"?>\r
<!-- <link name="arm"><collision/></link> -->\r
<robot name='r\xc3\xb6bot' xmlns:xacro="http://ros.org/wiki/xacro">\r
\t<link name='a > b' >\r
\t\t<visual><geometry><mesh scale='1 1 1' filename = 'tray &amp; "x".stl'/></geometry></visual>\r
\t\t<collision name="x > y" >\r
\t\t\t<geometry><mesh filename='tray &amp; "x".stl'/></geometry><!-- </collision> -->\r
\t\t</collision   >  <!-- between -->\r
\t\t<inertial><mass value="1"/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>\r
\t<link name="kept"><collision  ><geometry><box size='1 1 1' /></geometry></collision></link>\n
\t<joint name='j' type="fixed"><parent link='a > b'/><child link="kept"/></joint>\r
\t<gazebo reference='a > b'><collision><max_contacts>3</max_contacts></collision></gazebo>\r
\t<ros2_control name="c" type="system"><hardware><plugin>p</plugin></hardware><joint name='j'><collision/>\r
\t</joint></ros2_control><![CDATA[<collision>]]>\r
</robot>\r
"""


def test_not_a_byte_changes_outside_the_collisions_and_relative_paths(model, tmp_path):
    (model.parent / 'tray.stl').rename(model.parent / 'tray & "x".stl')
    model.write_bytes(AWKWARD)
    generated = run(model, tmp_path / 'out')
    mesh = '<collision><geometry><mesh filename="../meshes/collision/a_b_{}.stl"/></geometry></collision>'
    parts = [mesh.format(index) for index in range(3)]
    path = b"""'tray &amp; "x".stl'"""
    start, end = AWKWARD.index(b'<collision name='), AWKWARD.index(b'  <!-- between')
    expected = AWKWARD[:start] + '\r\n\t\t'.join(parts).encode() + AWKWARD[end:]
    assert Path(generated.urdf).read_bytes() == expected.replace(path, b"'../../model/" + path[1:])


def test_a_new_run_replaces_what_the_last_one_wrote_and_nothing_else(model, tmp_path):
    out = tmp_path / 'out'
    run(model, out)
    (out / 'meshes/collision/mine.stl').write_text('mine')
    (out / 'package.xml').write_text('<package/>')
    run(model, out, method='hull', max_excess=9.0)
    assert sorted(content(out)) == ['manifest.json', 'meshes/collision/mine.stl', 'package.xml',
                                    'urdf/good.urdf']
    (out / 'package.xml').unlink()
    (out / 'meshes/collision/mine.stl').unlink()
    run(model, out)
    assert len(content(out)) == 5
    assert sorted(os.listdir(tmp_path)) == ['model', 'out']


@pytest.mark.parametrize('name', ['urdf/good.urdf', 'meshes/collision/arm_1.stl'])
def test_a_file_edited_by_hand_is_not_overwritten_without_force(model, tmp_path, name):
    out = tmp_path / 'out'
    run(model, out)
    before = content(out)
    (out / name).write_bytes(before[name] + b' ')
    edited = content(out)
    with pytest.raises(UsageError, match=f'{name} was edited since it was generated.*--force'):
        run(model, out)
    assert content(out) == edited
    run(model, out, force=True)
    assert content(out) == before


def test_files_of_others_are_not_overwritten(model, tmp_path):
    out = tmp_path / 'out'
    (out / 'urdf').mkdir(parents=True)
    (out / 'urdf/good.urdf').write_text('mine')
    with pytest.raises(UsageError, match='was not written by this program'):
        run(model, out)
    (out / 'urdf/good.urdf').unlink()
    (out / 'manifest.json').write_text('{"name": "web app"}')
    with pytest.raises(UsageError, match='not a manifest of this program'):
        run(model, out)
    assert content(out) == {'manifest.json': b'{"name": "web app"}'}


def test_the_input_is_never_written_over_even_by_force(model, tmp_path):
    urdf = run(model, tmp_path / 'out').urdf
    before = content(tmp_path / 'out')
    for target in (urdf, shutil.copy(urdf, tmp_path / 'out/urdf/other.urdf')):
        with pytest.raises(UsageError, match='of the model itself'):
            run(target, tmp_path / 'out', force=True)
    after = content(tmp_path / 'out')
    assert {name: after[name] for name in before} == before


def test_a_manifest_that_names_files_elsewhere_deletes_none(model, tmp_path):
    out = tmp_path / 'out'
    run(model, out)
    (tmp_path / 'precious').write_text('x')
    manifest = json.loads((out / 'manifest.json').read_text())
    manifest['files'] |= {'urdf/../../precious': '0', '../precious': '0', 'package.xml': '0'}
    (out / 'manifest.json').write_text(json.dumps(manifest))
    (out / 'package.xml').write_text('x')
    run(model, out)
    assert (tmp_path / 'precious').exists()
    assert (out / 'package.xml').exists()


@pytest.mark.parametrize(('options', 'words'), [
    ({'links': 'nothing*'}, "no link matches 'nothing\\*': the links are base_link, arm, hand"),
    ({'method': 'magic'}, 'the method is one of auto, primitive, hull, split, coacd, vhacd'),
    ({'max_parts': 0}, 'at least 1 part'), ({'max_vertices': 3}, 'at least 4 vertices'),
    ({'max_excess': -1.0}, 'from 0 up'), ({'max_excess': float('inf')}, 'from 0 up'),
    ({'min_coverage': 1.5}, 'at most 1'),
    ({'time_limit': 0.0}, 'above 0'), ({'mesh_uri': 'http://x'}, 'relative, file or package:NAME'),
    ({'mesh_uri': 'package:a/b'}, 'package:NAME')])
def test_unsound_options_are_usage_errors(model, tmp_path, options, words):
    with pytest.raises(UsageError, match=words):
        run(model, tmp_path / 'out', **options)
    assert not (tmp_path / 'out').exists()


def test_a_place_that_cannot_be_written_is_a_usage_error(model, tmp_path):
    (tmp_path / 'file').write_text('x')
    for place in (tmp_path / 'file', tmp_path / 'file/below', Path('/proc/robot')):
        with pytest.raises(UsageError, match=r'cannot (be )?writ|is not a folder'):
            run(model, place)


def test_a_model_that_cannot_be_read_is_a_usage_error(tmp_path):
    (tmp_path / 'robot.urdf').write_text('<robot name="r"><link></robot>')
    with pytest.raises(UsageError, match='could not be read'):
        run(tmp_path / 'robot.urdf', tmp_path / 'out')


def test_links_that_match_a_glob_are_done_even_when_good(model, tmp_path):
    generated = run(model, tmp_path / 'out', links='base*')
    assert list(generated.links) == ['base_link']
    assert generated.links['base_link'].method == 'primitive'
    assert 'tray.stl"/></geometry></collision>' in Path(generated.urdf).read_text()


def test_names_of_robot_and_links_become_file_names(model, tmp_path):
    text = model.read_text().replace('name="good"', 'name="../my robot/1"').replace('"arm"', '"ärm/../x y"')
    model.write_text(text, encoding='utf-8')
    generated = run(model, tmp_path / 'out')
    assert Path(generated.urdf) == tmp_path / 'out/urdf/_my_robot_1.urdf'
    assert sorted(path.name for path in (tmp_path / 'out/meshes/collision').iterdir()) == [
        f'_rm_.._x_y_{i}.stl' for i in range(3)]


def test_mesh_names_are_unique_whatever_the_case_and_the_order():
    links = ['a b', 'a_b', 'A_B', 'a/b', 'ä']
    names = mesh_names(links)
    assert names == mesh_names(links[::-1])
    assert len({name.lower() for name in names.values()}) == len(links)
    assert names['a_b'] == 'a_b' or names['A_B'] == 'A_B'


def test_progress_is_told_per_link_and_method(model, tmp_path):
    told = []
    run(model, tmp_path / 'out', progress=Progress(*[lambda *given: told.append(given)] * 3))
    assert told == [(3,), ('base_link', 1, 3),
                    ('arm', 'primitive'), ('arm', 'hull'), ('arm', 'split'), ('arm', 2, 3),
                    ('hand', 'primitive'), ('hand', 3, 3)]


def test_an_interrupted_run_leaves_the_old_output_no_scratch_and_no_process(model, tmp_path):
    """Ctrl-C in a terminal, while a library of others is at work in a process of its own."""
    out = tmp_path / 'out'
    run(model, out)
    before = content(out)
    terminal, theirs = pty.openpty()
    command = [sys.executable, '-m', 'robot_model_check.cli', 'decompose', str(model), '-o', str(out),
               '--method', 'vhacd', '--links', 'arm']
    process = subprocess.Popen(command, env={**os.environ, 'PYTHONPATH': str(ROOT), 'TERM': 'xterm'},
                               stderr=theirs, start_new_session=True)
    os.close(theirs)
    shown = b''
    while b'arm: vhacd' not in shown:
        shown += os.read(terminal, 1024)
    # itself, a worker and what keeps its books, V-HACD
    assert wait_until(lambda: len(members(process.pid)) == 4)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(timeout=PATIENCE) == 130
    with contextlib.suppress(OSError):  # the terminal is gone
        while more := os.read(terminal, 1024):
            shown += more
    os.close(terminal)
    assert b'0/1 links, arm: vhacd' in shown
    assert b'Traceback' not in shown
    assert wait_until(lambda: not members(process.pid))
    assert content(out) == before
    assert sorted(os.listdir(tmp_path)) == ['model', 'out']


def test_the_public_defect_becomes_four_boxes(shared, tmp_path):
    generated = run(shared / 'defects/collision_concave_mesh/robot.urdf', tmp_path / 'out')
    text = Path(generated.urdf).read_text()
    arm = text[text.index('<link name="upper_arm"'):text.index('<link name="forearm"')]
    assert arm.count('<collision>') == arm.count('<box ') == 4
    report = check_file(generated.urdf, {}, Finder.from_environment((), {}), Config(), jobs=0)
    assert [finding.message for finding in report.findings] == []


def test_a_good_robot_stays_as_it_is_but_for_its_paths(shared, tmp_path):
    robot = shared / 'defects/good_arm/robot.urdf'
    generated = run(robot, tmp_path / 'out')
    path = os.path.relpath(robot.parent / 'upper_arm.stl', tmp_path / 'out/urdf')
    assert Path(generated.urdf).read_bytes() == robot.read_bytes().replace(b'upper_arm.stl', path.encode())
    assert generated.text().endswith('0 parts for 0 links, 4 kept\n')
