"""README and docs: the report they show, the options they name and the files they link to are there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest
from conftest import ROOT

from robot_model_check.arguments import parse
from robot_model_check.cli import main
from robot_model_check.settings.config_file import load_config

PAGES = [ROOT / 'README.md', *sorted((ROOT / 'docs').glob('*.md'))]
OF_OTHERS = {'--show-args', '--ros-args', '--symlink-install', '--packages-select', '--event-handlers',
             '--packages-up-to', '--once', '--full-length', '--all', '--from-paths', '--ignore-src'}


def text_of(page: Path) -> str:
    return page.read_text(encoding='utf-8')


def heads(report: str) -> set[str]:
    """Return what a report says, without the words of a message."""
    return set(re.findall(r'^(?:robot|link|joint) .+|^  (?:error|warning) [^: ]+', report, re.MULTILINE))


def test_the_findings_in_the_readme_come_out(monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    console = re.search(r'```console\n\$ robot_model_check (.*?)\n(.*?)\n```', text_of(PAGES[0]), re.DOTALL)
    assert console is not None
    monkeypatch.chdir(ROOT)
    assert main(console[1].split()) == 1
    assert len(heads(console[2])) >= 5
    assert heads(console[2]) <= heads(capsys.readouterr().out)


@pytest.mark.parametrize('page', PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for link in re.findall(r'\]\(([^)#]+)(?:#[^)]*)?\)', text_of(page)):
        assert link.startswith('https://') or (page.parent / link).exists(), link


def options() -> set[str]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for command in ('check', 'decompose', 'repair'):
            with contextlib.suppress(SystemExit):
                parse([command, '--help'])
    return set(re.findall(r'--[a-z][a-z-]+', said.getvalue()))


def test_the_readme_names_options_that_are_there() -> None:
    named = set(re.findall(r'(?<![\w-])--[a-z][a-z-]+', text_of(ROOT / 'README.md')))
    assert named - OF_OTHERS <= options()


@pytest.mark.parametrize('page', [PAGES[0], ROOT / 'docs' / 'CONFIGURATION.md'], ids=lambda page: page.name)
def test_configurations_are_read(page: Path, tmp_path: Path) -> None:
    (tmp_path / 'cad').mkdir()
    (tmp_path / 'cad/mass_properties.csv').write_text('link,mass\narm,1\n')
    examples = re.findall(r'```yaml\n(.*?)```', text_of(page), re.DOTALL)
    assert examples
    for example in examples:
        (tmp_path / 'check.yaml').write_text(example, encoding='utf-8')
        load_config(str(tmp_path / 'check.yaml'))
