"""The calibration script: which models it takes, what it counts, and what stays of a page written by hand."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from support import GOOD, edit

SCRIPT = Path(__file__).parents[1] / 'benchmarks' / 'calibration.py'
PAGE = Path(__file__).parents[1] / 'docs' / 'CALIBRATION.md'
SWAPPED = edit(GOOD, ('<limit lower="-1.5" upper="1.5"', '<limit lower="1.5" upper="-1.5"'))


@pytest.fixture(scope='module')
def calibration():
    spec = importlib.util.spec_from_file_location('calibration', SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules['calibration'] = module  # where the tasks of its workers are looked up
    spec.loader.exec_module(module)
    return module


def robots(folder: Path) -> Path:
    (folder / 'good.urdf').write_text(GOOD)
    (folder / 'good.xacro').write_text(GOOD + '<!-- the source of good.urdf -->')
    (folder / 'copy.urdf').write_text(GOOD)
    (folder / 'swapped.urdf').write_text(SWAPPED)
    return folder


def test_each_model_once(calibration, tmp_path):
    chosen = calibration.models([robots(tmp_path)])
    assert [path.name for _, path in chosen] == ['copy.urdf', 'swapped.urdf']


def test_errors_are_counted_and_listed(calibration, tmp_path):
    row = {'robot': 'swapped', 'failure': None, **calibration.check(
        str(tmp_path), str(robots(tmp_path) / 'swapped.urdf'), 'default')}
    assert [calibration.count(row, level) for level in calibration.LEVELS] == [1, 0, 0]
    page = calibration.page([row])
    assert '| joint-limit-order | 1 | 1 | 0 | 0 | 0 | 1 | 0 |' in page
    assert '| swapped | 3 | 1 | 0 | 0 |' in page
    assert '| swapped | joint-limit-order | joint shoulder |' in page


def test_a_model_that_brings_the_checker_down_is_a_row(calibration, tmp_path):
    chosen = [(tmp_path, tmp_path / 'none.urdf'), (tmp_path, robots(tmp_path) / 'copy.urdf')]
    broken, good = calibration.rows(chosen, 0, 'default')
    assert 'does not exist' in broken['failure']
    assert (good['failure'], good['links'], good['findings']) == (None, 3, [])
    assert 'none could not be checked' in calibration.page([broken, good])


def test_what_is_written_by_hand_stays(calibration, tmp_path):
    path = tmp_path / 'page.md'
    path.write_text(f'by hand\n\n{calibration.MARK}\nold tables')
    calibration.write(path, 'new tables\n')
    assert path.read_text() == f'by hand\n\n{calibration.MARK}\n\nnew tables\n'


def test_the_page_judges_every_error_it_lists(calibration):
    by_hand, tables = PAGE.read_text(encoding='utf-8').split(calibration.MARK)
    listed = [line.split(' | ') for line in tables.split('## Errors')[1].splitlines()[4:] if line]
    assert len(listed) > 30
    for robot, rule, *_ in listed:
        name = robot.removeprefix('| ').split(' (')[0].replace('stretch_description_', '')
        assert any(rule in line and name in line for line in by_hand.splitlines()), (robot, rule)
