"""Every cause that is promised comes out of some rule, on some robot of its cases."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

PROMISED = """
unit:kg*mm^2 unit:g*mm^2 unit:g*cm^2 unit:kg*cm^2 unit:g*m^2 unit:lb*in^2 unit:mass-g unit:mass-lb
unit:mesh-mm unit:mesh-scaled-twice unit:com-mm unit:joint-mm unit:joint-deg unit:rpy-deg
sign:ixy sign:ixz sign:iyz sign:products origin:link origin:omitted
frame:rpy-omitted frame:rpy-transposed frame:lost axes:zyx axes:y-up mirror:x mirror:y mirror:z
from:hull from:bbox from:shell from:parts
placeholder:ones placeholder:isotropic placeholder:zero placeholder:all-six-equal
decimal:x10^1 rounding reference:mass reference:inertia
collision:shifted collision:scaled collision:partial collision:from-other-link
"""


@pytest.fixture(scope='module')
def causes() -> set[str]:
    """The causes that the cases of all rules expect."""
    names = sorted(file.stem for file in (Path(__file__).parent / 'rules').glob('*.py'))
    cases = [case for name in names for case in importlib.import_module(f'rules.{name}').BAD_CASES]
    return {row[3] for case in cases for row in case.expected if len(row) > 3}


@pytest.mark.parametrize('cause', PROMISED.split())
def test_a_case_expects_it(cause: str, causes: set[str]) -> None:
    assert cause in causes
