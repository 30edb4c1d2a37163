"""The command line: exit codes, one clear line for bad usage, whole files or none, the same bytes twice."""

from __future__ import annotations

import json
import os
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from commands import SWAPPED, spawn
from processes import PATIENCE
from support import GOOD, edit

from robot_model_check.arguments import parse
from robot_model_check.cli import main, main_with_errors
from robot_model_check.rules import TABLE

XACRO = ('<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="size" default="0.1"/>'
         '<link name="a"><visual><geometry><sphere radius="$(arg size)"/></geometry></visual></link></robot>')


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A robot with one error."""
    path = tmp_path / 'robot.urdf'
    path.write_text(SWAPPED, encoding='utf-8')
    return path


def test_exit_codes(model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / 'good.urdf'
    good.write_text(GOOD, encoding='utf-8')
    assert main_with_errors(['check', str(good)]) == (0, 0)
    assert main_with_errors(['check', str(model)]) == (1, 1)
    assert main_with_errors(['check', str(model), '--fail-on', 'never']) == (0, 0)
    assert main_with_errors(['check', str(good), str(model)]) == (1, 1)
    assert capsys.readouterr().out.count('error joint-limit-order') == 3


def test_a_workspace_is_checked_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (('one', GOOD), ('two', SWAPPED), ('tools', None)):
        (tmp_path / name).mkdir()
        (tmp_path / name / 'package.xml').write_text(f'<package><name>{name}</name></package>')
        if text is not None:
            (tmp_path / name / 'robot.urdf').write_text(text)
    assert main_with_errors(['check', '--workspace', str(tmp_path)]) == (1, 1)
    said = capsys.readouterr()
    assert said.out.count('error joint-limit-order') == 1
    assert said.err == f'robot_model_check: --workspace {tmp_path}: 2 models in 2 of 3 packages\n'
    assert main(['check', '--workspace', str(tmp_path / 'tools')]) == 2
    assert capsys.readouterr().err.endswith('0 models in 0 of 1 packages\n')


def test_text_names_file_line_and_column(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(['check', str(model)])
    out = capsys.readouterr().out
    assert f'{model}:30:5' in out
    source, caret = out[out.index(f'{model}:30:5'):].splitlines()[1:3]
    assert source[caret.index('^'):].startswith('lower="1.5"')
    assert '\033' not in out
    assert out.splitlines()[-1].startswith('1 error, 0 warnings; ')


BAD_USAGE = [
    (['check', 'none.urdf'], 'none.urdf'),
    (['check', 'robot.urdf', 'nme:=1'], 'nme'),
    (['check', 'empty_folder'], 'empty_folder'),
    (['check', 'robot.urdf', '-o', 'none/report.txt'], 'cannot write none/report.txt'),
    (['check', 'robot.urdf', '--json', 'empty_folder'], 'cannot write empty_folder: it is a folder'),
    (['check', 'robot.urdf', '--select', 'joint-limit-odrer'], "did you mean 'joint-limit-order'"),
    (['check', 'robot.urdf', '--profile', 'isac'], "did you mean 'isaac'"),
    (['check', 'robot.urdf', '--config', 'none.yaml'], 'cannot read configuration none.yaml'),
    (['check', 'robot.urdf', '--baseline', 'none.json'], 'make one with --write-baseline'),
    (['check', 'robot.urdf', '--bogus'], 'unknown argument: --bogus'),
    (['check', 'robot.urdf', '--jobs', '0'], 'not a positive whole number'),
    (['check', 'robot.urdf', '--jobs', '²'], "'²' is not a number"),
    (['check', 'robot.urdf', '--jobs', '1.5'], "'1.5' is not a whole number"),
    (['check', 'robot.urdf', '--jobs', 'inf'], "'inf' is not a whole number"),
    (['check', 'robot.urdf', '--config', '/dev/zero'], 'configuration /dev/zero is larger than 64 MiB'),
    (['check', 'robot.urdf', '--baseline', '/dev/zero'], 'baseline /dev/zero is larger than 64 MiB'),
    (['check', 'robot.urdf', '--select', 'mesh-open', '--ignore', 'mesh-open'], 'every rule is switched off'),
    (['check', 'robot.urdf', 'name=1'], 'xacro arguments are written name:=value'),
    (['check', 'robot.urdf', '--format', 'xml'], "invalid choice: 'xml'"),
    (['check', 'robot.urdf', '-o', 'robot.urdf'], 'it would replace an input'),
    (['check', 'robot.urdf', '--json', './empty_folder/../robot.urdf'], 'it would replace an input'),
    (['check', '.', '--html', 'robot.urdf'], 'it would replace an input'),
    (['check', 'robot.urdf', '--json', 'a', '--sarif', './a'], 'two results would go to ./a'),
    (['check', 'robot.urdf', '--json', '-'], 'two results would go to standard output'),
    (['check', 'robot.urdf', '-o', '/dev/full'], 'cannot write /dev/full: No space left on device'),
    (['check', 'robot.urdf', '--write-baseline', 'none/b.json'], 'there is no folder'),
    (['check', 'robot.urdf', '--package-path', 'none'], '--package-path none: there is no such folder'),
    (['check', 'robot.urdf', ':=3'], 'names no xacro argument'),
    (['check'], 'no TARGET given'),
    (['explain', 'joint-limit-ordr'], "did you mean 'joint-limit-order'"),
    (['decompose', 'none.urdf', '-o', 'out'], 'none.urdf'),
    (['decompose', 'robot.urdf', 'robot.urdf', '-o', 'out'], 'one TARGET'),
    (['decompose', 'robot.urdf', '-o', 'out', '--max-parts', '2.5'], "'2.5' is not a whole number"),
    (['decompose', 'robot.urdf', '-o', 'out', '--max-excess', '5%'], "'5%' is not a number"),
    (['decompose', 'robot.urdf', '-o', 'out', '--max-parts', '0'], 'a link has at least 1 part, not 0'),
    (['decompose', 'robot.urdf', '-o', ''], 'argument -o: an empty name'),
    (['repair', 'robot.urdf', '-o', ''], 'argument -o: an empty name'),
]


@pytest.mark.parametrize(('words', 'told'), BAD_USAGE, ids=[' '.join(words) for words, _ in BAD_USAGE])
def test_bad_usage_is_one_clear_line(
    words: list[str],
    told: str,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / 'empty_folder').mkdir()
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert told in err
    assert len(err.splitlines()) == 1
    assert out == ''
    assert model.read_text(encoding='utf-8') == SWAPPED
    assert sorted(path.name for path in tmp_path.iterdir()) == ['empty_folder', 'robot.urdf']


def test_arguments_stand_anywhere_and_reach_the_models_that_declare_them(
        model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / 'x.urdf.xacro').write_text(XACRO, encoding='utf-8')
    words = ['check', str(model), '--format', 'json', 'size:=0.3', str(tmp_path / 'x.urdf.xacro')]
    assert main(words) == 1
    reports = json.loads(capsys.readouterr().out)['reports']
    assert [report['model']['arguments'] for report in reports] == [{}, {'size': '0.3'}]


def test_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    process = spawn('check', '-', '--format', 'json', stdin=subprocess.PIPE)
    out, err = process.communicate(SWAPPED, timeout=PATIENCE)
    assert process.returncode == 1, err
    report = json.loads(out)
    assert report['model']['file'] is None
    assert report['findings'][0]['source'] == {'file': None, 'line': 30, 'column': 5, 'calls': []}


@pytest.mark.parametrize('text', ['32', '3.2e1', ' 32.0 '])
def test_a_number_that_is_whole_is_a_whole_number(text: str) -> None:
    words = ['decompose', 'r.urdf', '-o', 'out', '--max-parts', text, '--max-vertices', text, '--jobs', text]
    arguments = parse(words)
    assert (arguments.max_parts, arguments.max_vertices, arguments.jobs) == (32, 32, 32)
    assert isinstance(arguments.max_parts, int)


def test_two_runs_give_the_same_bytes_whatever_the_jobs(model: Path, tmp_path: Path) -> None:
    for name, jobs in (('a', '1'), ('b', '2'), ('c', '2')):
        main(['check', str(model), '-o', str(tmp_path / name), '--format', 'json', '--jobs', jobs])
    assert (tmp_path / 'a').read_bytes() == (tmp_path / 'b').read_bytes() == (tmp_path / 'c').read_bytes()


def test_every_form_in_one_run(model: Path, tmp_path: Path) -> None:
    files = {name: tmp_path / f'report.{name}' for name in ('json', 'sarif', 'xml', 'html')}
    options = {'json': '--json', 'sarif': '--sarif', 'xml': '--xunit-file', 'html': '--html'}
    main(['check', str(model), '-o', os.devnull, *(word for name, path in files.items()
                                                   for word in (options[name], str(path)))])
    assert json.loads(files['json'].read_text())['summary']['error'] == 1
    result = json.loads(files['sarif'].read_text())['runs'][0]['results'][0]
    assert result['ruleId'] == 'joint-limit-order'
    assert result['locations'][0]['physicalLocation']['region'] == {'startLine': 30, 'startColumn': 5}
    suite = ET.parse(files['xml']).getroot().find('testsuite')
    assert suite is not None
    assert suite.get('failures') == '1'
    failed = [case.get('name') for case in suite.findall('testcase') if case.find('failure') is not None]
    assert failed == ['joint-limit-order']
    assert 'lies above upper limit' in files['html'].read_text()
    assert os.path.exists(os.devnull)


def test_github_annotations(model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(['check', str(model), '--format', 'github'])
    assert capsys.readouterr().out.startswith(
        f'::error file={model},line=30,col=5,title=joint-limit-order::joint shoulder: lower limit 1.5 rad')


def test_every_rule_and_what_the_checker_itself_says_has_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(['rules']) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == list(TABLE)
    for name in (*names, 'internal-error', 'suppression'):
        assert main(['explain', name]) == 0
        page = capsys.readouterr().out
        assert page.startswith(name)
        assert len(page.splitlines()) > 8, name


def test_a_complaint_that_fails_the_run_fails_its_junit_case(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    comment = '<!-- robot_model_check: disable=joint-limit-order it was so -->'
    (tmp_path / 'r.urdf').write_text(edit(GOOD, ('<robot name="good">', f'<robot name="good">{comment}')))
    words = ['check', str(tmp_path / 'r.urdf'), '--fail-on', 'warning', '--format', 'junit']
    assert main_with_errors(words) == (1, 1)
    suite = ET.fromstring(capsys.readouterr().out)[0]
    assert [case.get('name') for case in suite.iter('testcase') if case.find('failure') is not None] == [
        'suppression']


def test_baseline_round_trip(model: Path, tmp_path: Path) -> None:
    path = str(tmp_path / 'baseline.json')
    assert main(['check', str(model), '--write-baseline', path]) == 1
    assert main(['check', str(model), '--baseline', path]) == 0


def test_an_output_goes_through_a_link_and_an_old_report_is_replaced(model: Path, tmp_path: Path) -> None:
    (tmp_path / 'real').write_text('old', encoding='utf-8')
    (tmp_path / 'link').symlink_to('real')
    main(['check', str(model), '-o', str(tmp_path / 'link'), '--format', 'json'])
    assert (tmp_path / 'link').is_symlink()
    assert json.loads((tmp_path / 'real').read_text(encoding='utf-8'))['summary']['error'] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ['link', 'real', 'robot.urdf']


def test_a_fault_of_the_checker_is_one_line_and_exit_3(
        model: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr('robot_model_check.many.check_file', lambda *_: 1 / 0)
    assert main(['check', str(model)]) == 3
    err = capsys.readouterr().err
    assert err.startswith('robot_model_check: internal error, a fault of the checker')
    assert len(err.splitlines()) == 1


def test_xacro_on_standard_input_tells_its_macro_calls() -> None:
    xacro = ('<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
             '<xacro:macro name="bad" params="n"><link name="${n}"/>\n'
             '<joint name="j${n}" type="hinge"><parent link="a"/><child link="${n}"/></joint>'
             '</xacro:macro>\n<link name="a"/>\n<xacro:bad n="b"/></robot>')
    for form, part in (('text', 'called from <text>:5'), ('sarif', '"startLine": 5'), ('json', '"line": 5')):
        process = spawn('check', '-', '--format', form, stdin=subprocess.PIPE)
        out, err = process.communicate(xacro, timeout=PATIENCE)
        assert (process.returncode, err) == (1, '')
        assert part in out
