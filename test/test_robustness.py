"""Whatever is in a description or a folder: findings or one clear line, never a traceback, never a hang."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import ROOT
from support import GOOD, box_mesh, edit, run, stl

from robot_model_check.check import check_file
from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.reading.packages import Finder
from robot_model_check.report import Report
from robot_model_check.settings.config import Config
from robot_model_check.settings.config_file import load_config
from robot_model_check.sinks import github, html, json_text, junit, sarif, text as text_sink

BOX = '<box size="0.06 0.04 0.2"/>'
MESHED = GOOD.replace(BOX, '<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>')
FILES = {'arm.stl': stl(*box_mesh((60, 40, 200)))}


def checked(folder: Path, data: bytes, files: Mapping[str, bytes], suffix: str) -> Report:
    """Write a description and its files into the folder and check it in this process."""
    for name, content in {**files, f'robot{suffix}': data}.items():
        (folder / name).write_bytes(content)
    return check_file(str(folder / f'robot{suffix}'), {}, Finder(), Config(), 0)


def crashes(report: Report) -> list[str]:
    """Return what the checker itself got wrong."""
    return [finding.message for finding in report.findings if finding.rule == INTERNAL_ERROR]


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize(('old', 'value'), [
    ('<mass value="0.48"/>', '<mass value="1e-30"/>'),
    ('<mass value="0.48"/>', '<mass value="1e29"/>'),
    ('<inertia ixx="0.001664"', '<inertia ixx="1e-320"'),
    ('<inertia ixx="0.001664"', '<inertia ixx="1e29"'),
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 0 1e-320"/>'),
    ('<axis xyz="0 0 1"/>', '<axis xyz="0 1e29 0"/>'),
    ('<origin xyz="0 0 0.051"/>', '<origin xyz="0 0 1e29"/>'),
    ('effort="20"', 'effort="1e308"'),
    ('upper="1.5"', 'upper="1.7e308"'),
])
def test_numbers_of_any_size(old: str, value: str, tmp_path: Path) -> None:
    assert crashes(run(tmp_path, edit(MESHED, (old, value)), FILES)) == []


def test_a_tensor_that_vanishes_beside_its_mass(tmp_path: Path) -> None:
    tensor = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
    tiny = '<inertia ixx="1e-300" ixy="0" ixz="0" iyy="1e-300" iyz="0" izz="1e-300"/>'
    heavy = edit(GOOD, ('<mass value="0.48"/>', '<mass value="1e30"/>'), (tensor, tiny))
    assert crashes(run(tmp_path, heavy)) == []


@pytest.mark.filterwarnings('error')
@pytest.mark.parametrize('mass', ['0', '-1', '1e-30', '1e29'])
@pytest.mark.parametrize('tensor', ['0', '-1', '1e29'])
@pytest.mark.parametrize('reference', ['mass: 1e-20', 'mass: 1e29', 'density: 1e-9', 'density: 1000'])
def test_references_to_numbers_of_any_size(mass: str, tensor: str, reference: str, tmp_path: Path) -> None:
    (tmp_path / 'check.yaml').write_text(f'references: {{links: [{{link: arm, {reference}}}]}}')
    config = load_config(str(tmp_path / 'check.yaml'), select=('mass-reference', 'inertia-reference'))
    wrong = edit(GOOD, ('<mass value="0.48"/>', f'<mass value="{mass}"/>'),
                 ('ixx="0.001664"', f'ixx="{tensor}"'))
    assert crashes(run(tmp_path, wrong, config=config)) == []


def test_no_rule_needs_what_a_dead_worker_did_not_deliver(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise MemoryError('on purpose')

    monkeypatch.setattr('support.measured_once', dies)
    report = run(tmp_path, MESHED, FILES)
    assert crashes(report) == ['the geometry of this link could not be measured: MemoryError: on purpose'] * 3
    assert report.incomplete


def test_a_script_without_guard_may_call_the_checker(tmp_path: Path) -> None:
    (tmp_path / 'robot.urdf').write_text(GOOD, encoding='utf-8')
    (tmp_path / 'script.py').write_text(
        "print('once')\nfrom robot_model_check.cli import main_with_errors\n"
        "print(main_with_errors(['check', 'robot.urdf', '-o', 'report.txt']))\n", encoding='utf-8')
    done = subprocess.run([sys.executable, 'script.py'], cwd=tmp_path, capture_output=True, text=True,
                          check=False, env={**os.environ, 'PYTHONPATH': str(ROOT)})
    assert (done.stdout, done.stderr) == ('once\n(0, 0)\n', '')


WORDS = ('', ' ', 'nan', 'inf', '-1', '0', '1e29', '1e-30', '1,5', '0 0', '0 0 0 0', '-0.0 1 1e9', 'ä',
         'world', '${', '${x}', '${1/0}', '$(arg q)', '$(find q)', '../', 'package://', 'true')
PARTS = {'attribute': re.compile(r'\s[\w:]+="[^"]*"'), 'value': re.compile(r'(?<==")[^"]*(?=")'),
         'element': re.compile(r'<[\w:]+[^<>]*/>'), 'tag': re.compile(r'</?[\w:]+[^<>]*>')}


def mutated(text: str, rng: random.Random) -> str:
    """Return the text with one part dropped, doubled, put in place of another or given another value."""
    kind = rng.choice(list(PARTS))
    one, other = (rng.choice(list(PARTS[kind].finditer(text))) for _ in range(2))
    words = [rng.choice(WORDS)] * 3 if kind == 'value' else []
    new = rng.choice(['', one.group() * 2, other.group(), *words])
    return text[:one.start()] + new + text[one.end():]


def scrambled(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes with one changed, some missing, or the end cut off."""
    at = rng.randrange(len(data))
    return rng.choice([data[:at] + bytes([rng.randrange(256)]) + data[at + 1:],
                       data[:at] + data[at + rng.randrange(1, 40):], data[:at]])


HEAD = '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'
BEGIN = HEAD + ('<xacro:arg name="q" default="1"/><xacro:property name="x" value="2"/>'
                '<xacro:macro name="m" params="name *block">')
XACRO = edit(MESHED, ('<robot name="good">', BEGIN),
             ('</robot>', '</xacro:macro><xacro:m name="n"><origin xyz="${x} 0 0"/></xacro:m></robot>'))


@pytest.mark.parametrize('seed', range(60))
def test_no_mutation_of_a_description_crashes_a_rule_or_a_sink(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    text = rng.choice([MESHED, XACRO])
    for _ in range(rng.randint(1, 4)):
        text = mutated(text, rng)
    data = text.encode()
    if rng.random() < 0.3:
        data = scrambled(data, rng)
    report = checked(tmp_path, data, FILES, rng.choice(['.urdf', '.urdf.xacro']))
    assert crashes(report) == []
    for sink in (github, html, json_text, sarif):
        assert isinstance(sink.render([report]), str)
    ElementTree.fromstring(junit.render([report], Level.ERROR).encode())
    assert text_sink.render(report, True)


@pytest.mark.parametrize('seed', range(25))
def test_no_mutation_of_a_mesh_crashes_the_measuring(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    data = scrambled(scrambled(FILES['arm.stl'], rng), rng)
    assert crashes(checked(tmp_path, MESHED.encode(), {'arm.stl': data}, '.urdf')) == []


def test_a_library_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr('robot_model_check.measuring.measure_task', lambda *_: __import__('manifold4d'))
    with pytest.raises(UsageError, match='package manifold4d is not installed'):
        checked(tmp_path, GOOD.encode(), {}, '.urdf')
