"""The bar on a terminal."""

from __future__ import annotations

import io

import pytest

from robot_model_check import progress
from robot_model_check.progress import Bar, bar


@pytest.mark.parametrize(('done', 'total', 'elapsed', 'at', 'line'), [
    (0, 0, 0, '', '[....................] 0/0 links'),
    (0, 8, 5, 'arm: split', '[....................] 0/8 links, arm: split'),
    (2, 8, 30, 'arm: split', '[#####...............] 2/8 links, 1:30 left, arm: split'),
    (8, 8, 30, 'arm: split', '[####################] 8/8 links')])
def test_it_tells_links_time_and_method(done, total, elapsed, at, line):
    assert bar(done, total, elapsed, at) == line


def test_one_line_is_written_over_never_wraps_and_goes_away(monkeypatch):
    monkeypatch.setenv('COLUMNS', '40')
    monkeypatch.setattr(progress.time, 'monotonic', lambda: 7.0)
    stream = io.StringIO()
    shown = Bar(stream)
    told = shown.progress()
    told.begun(2)
    told.started('a_link_of_a_rather_long_name', 'primitive')
    told.done('a_link_of_a_rather_long_name', 1, 2)
    shown.clear()
    lines = stream.getvalue().split('\r\033[K')
    assert lines[1] == '[....................] 0/2 links'
    assert lines[2] == '[....................] 0/2 links, a_link_'[:39]
    assert lines[3] == '[##########..........] 1/2 links, 0:00 left'[:39]
    assert lines[-1] == ''
    assert '\n' not in stream.getvalue()
