"""What a repair writes, takes back, leaves alone and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from repairs import AXIS, EXACT, GRAMS, NEGATIVE, VISUAL, found, run
from support import GOOD, channel_mesh, edit, stl

from robot_model_check.cli import main_with_errors
from robot_model_check.errors import UsageError
from robot_model_check.generation.generate import GenerateOptions
from robot_model_check.generation.repair import RepairOptions, repair_model
from robot_model_check.reading.packages import Finder
from robot_model_check.settings.config import Config


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
