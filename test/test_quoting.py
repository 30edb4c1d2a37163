"""A finding on an attribute points at the line where the attribute stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GOOD, edit, run

from robot_model_check.quoting import attribute_at

LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'


@pytest.mark.parametrize(('attribute', 'place'), [('a', (0, 4)), ('b', (1, 1)), ('c', (2, 0)), ('d', (0, 1)),
                                                  (None, (0, 1))])
def test_an_attribute_in_a_tag_of_more_lines(attribute: str | None, place: tuple[int, int]) -> None:
    assert attribute_at([' <t a="c=1 >"', ' b=\'d="2"\'', 'c="3"/>'], 2, attribute) == place


def test_the_line_is_that_of_the_attribute(tmp_path: Path) -> None:
    report = run(tmp_path, edit(GOOD, (LIMIT, LIMIT.replace(' effort="10" ', '\n  effort="0"\n  '))))
    found, = report.findings
    assert found.rule == 'joint-limit-zero'
    assert found.site is not None
    line = GOOD[:GOOD.index(LIMIT)].count('\n') + 2
    assert (found.site.line, found.site.column) == (line, 3)
