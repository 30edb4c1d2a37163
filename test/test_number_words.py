"""What exactly is said about a malformed number, and how names become USD's."""

from __future__ import annotations

import pytest

from robot_model_check.rules.name_portable import usd_name
from robot_model_check.rules.number_format import fault


@pytest.mark.parametrize(
    ('text', 'count', 'words'),
    [
        ('', 1, 'empty where one number is needed'),
        ('  ', 3, 'empty where 3 numbers are needed'),
        ('nan', 1, 'nan is not a finite number'),
        ('0 -Infinity 0', 3, '-Infinity is not a finite number'),
        ('1e999', 1, '1e999 is larger than a double can hold'),
        ('0,5', 1, 'decimal comma; write 0.5'),
        ('0,1 0,2 0,3', 3, 'decimal comma; write 0.1'),
        ('0, 0, 1', 3, '"," behind 0; URDF separates numbers by blanks'),
        ('0,0,1', 3, 'commas or semicolons between the numbers; URDF separates them by blanks'),
        ('0;0;1', 3, 'commas or semicolons between the numbers; URDF separates them by blanks'),
        ('0 0 1,', 3, '"," behind 1; URDF separates numbers by blanks'),
        ('0 1', 3, '2 numbers where 3 numbers are needed'),
        ('1 2', 1, '2 numbers where one number is needed'),
        ('1', 4, '1 number where 4 numbers are needed'),
        ('0.1m', 1, '"m" behind 0.1; URDF takes bare numbers in m, kg, rad, s'),
        ('90deg 0 0', 3, '"deg" behind 90; URDF takes bare numbers in m, kg, rad, s'),
        ('[0 0 1]', 3, 'brackets; URDF takes numbers separated by blanks'),
        ('0.4.8', 1, '"0.4.8" is not a number'),
        ('pi', 1, '"pi" is not a number'),
        ('\u22121.5', 1, 'the minus in \u22121.5 is a typographic dash, not the ASCII "-"'),
    ],
)
def test_the_fault_is_named(text: str, count: int, words: str) -> None:
    assert fault(text, count) == words


@pytest.mark.parametrize(
    ('name', 'usd'),
    [('arm', 'arm'), ('tool-0', 'tool_0'), ('2nd', '_nd'), ('7', '_'), ('a/b c.d', 'a_b_c_d'), ('é', '_')],
)
def test_usd_names(name: str, usd: str) -> None:
    assert usd_name(name) == usd
