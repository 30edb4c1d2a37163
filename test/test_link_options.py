"""Options of the generation per link, from a configuration."""

from __future__ import annotations

import json

import pytest
from shapes import channel, write_stl

from robot_model_check.cli import main
from robot_model_check.errors import UsageError
from robot_model_check.generation.generate import GenerateOptions
from robot_model_check.settings.config_file import load_config


def loaded(tmp_path, text):
    """The options in a configuration."""
    path = tmp_path / 'c.yaml'
    path.write_text(text)
    return load_config(str(path)).decompose


def test_later_globs_count_and_a_named_link_is_wanted_done(tmp_path):
    per_link = loaded(tmp_path, '''
decompose:
  '*': {method: primitive, max_excess: 1}
  'finger_*': {method: split, max_excess: 0.002, max_parts: 16, time_limit: 5}
  finger_tip: {max_vertices: 32, min_coverage: 0.999}
''')
    options = GenerateOptions(max_parts=8, per_link=per_link)
    arm, finger, tip = (options.wish(name) for name in ('arm', 'finger_left', 'finger_tip'))
    assert (arm.method, arm.limits.max_excess, arm.limits.max_parts, arm.always) == ('primitive', 1, 8, False)
    assert (finger.method, finger.limits.max_excess, finger.limits.max_parts) == ('split', 0.002, 16)
    assert (finger.limits.time_limit, finger.limits.max_vertices, finger.always) == (5, 64, True)
    assert (tip.method, tip.limits.max_vertices, tip.limits.min_coverage) == ('split', 32, 0.999)


def test_a_number_is_one_whatever_yaml_reads(tmp_path):
    options = GenerateOptions(per_link=loaded(tmp_path, 'decompose: {a: {max_excess: 2e-3, max_parts: 1e1}}'))
    assert options.wish('a').limits.max_excess == 0.002
    assert options.wish('a').limits.max_parts == 10


def test_a_file_adds_to_what_it_extends(tmp_path):
    (tmp_path / 'base.yaml').write_text("decompose: {'a*': {method: hull}}")
    per_link = loaded(tmp_path, "extends: base.yaml\ndecompose: {'ab*': {method: coacd}}")
    options = GenerateOptions(per_link=per_link)
    assert [options.wish(name).method for name in ('b', 'a', 'ab')] == ['auto', 'hull', 'coacd']


@pytest.mark.parametrize(('entry', 'words'), [
    ('[a]', 'decompose: expected a mapping'),
    ('{a: split}', 'decompose: a: expected a mapping'),
    ('{a: {}}', 'decompose: a: give at least one of method, max_excess'),
    ('{a: {methd: split}}', "unknown key 'methd'; did you mean 'method'"),
    ('{a: {method: spilt}}', 'decompose: a: method: the method is one of auto, primitive'),
    ('{a: {method: 3}}', 'method = 3 is not a word'),
    ('{a: {max_parts: 1.5}}', 'max_parts = 1.5 is not a whole number'),
    ('{a: {max_parts: true}}', 'max_parts = True is not a whole number'),
    ('{a: {max_parts: 0}}', 'max_parts: a link has at least 1 part, not 0'),
    ('{a: {max_excess: much}}', "max_excess = 'much' is not a number"),
    ('{a: {max_excess: .nan}}', 'max_excess: the excess allowed is a number from 0 up, not nan'),
    ('{a: {max_excess: .inf}}', 'max_excess: the excess allowed is a number from 0 up, not inf'),
    ('{a: {min_coverage: 0}}', 'above 0 and at most 1'),
    ('{a: {max_vertices: 3}}', 'at least 4 vertices'),
    ('{a: {time_limit: 0}}', 'the time limit is a number above 0')])
def test_what_is_unknown_or_makes_no_sense_is_refused(tmp_path, entry, words):
    with pytest.raises(UsageError) as error:
        loaded(tmp_path, f'decompose: {entry}')
    assert words in str(error.value)
    assert 'c.yaml: decompose' in str(error.value)


LINK = ('<link name="{0}"><visual><geometry><mesh filename="tray.stl"/></geometry></visual></link>'
        '<joint name="{0}" type="fixed"><parent link="base"/><child link="{0}"/></joint>')


def test_the_command_line_takes_them_and_tells_a_glob_without_links(tmp_path, capsys):
    write_stl(tmp_path / 'tray.stl', *channel(1e-3))
    (tmp_path / 'robot.urdf').write_text(
        f'<robot name="r"><link name="base"/>{LINK.format("finger_1")}{LINK.format("arm")}</robot>')
    (tmp_path / 'c.yaml').write_text("decompose: {'*': {method: hull, max_excess: 3}, "
                                     "fingr_2: {method: hull}, "
                                     "'finger_*': {method: split, max_excess: 0.01}}")
    words = ['decompose', str(tmp_path / 'robot.urdf'), '-o', str(tmp_path / 'out'), '--jobs', '1']
    assert main([*words, '--config', str(tmp_path / 'c.yaml')]) == 0
    said = capsys.readouterr()
    assert "note: no link matches 'fingr_2' of the configuration\n" in said.out
    links = json.loads((tmp_path / 'out/manifest.json').read_text())['links']
    assert (links['finger_1']['method'], len(links['finger_1']['parts'])) == ('split', 3)
    assert (links['arm']['method'], len(links['arm']['parts'])) == ('hull', 1)
    options = json.loads((tmp_path / 'out/manifest.json').read_text())['options']
    assert options['per_link'][2] == {'glob': 'finger_*', 'values': {'max_excess': 0.01, 'method': 'split'}}
    (tmp_path / 'c.yaml').write_text('decompose: {a: {max_part: 3}}')
    assert main([*words, '--config', str(tmp_path / 'c.yaml')]) == 2
    assert "did you mean 'max_parts'" in capsys.readouterr().err
