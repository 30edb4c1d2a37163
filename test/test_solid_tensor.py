"""What is written in place of a tensor that no body has."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GOOD, box_mesh, edit, run, stl

from robot_model_check.finding import Suggestion

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
SLIP = ARM.replace('ixy="0"', 'ixy="0.0019"')
TWO = SLIP.replace('0.000208', '0.0003')
SHAPE = '<box size="0.06 0.04 0.2"/>'
BOX = f'xyz="0.02 0.01 0.1"/><geometry>{SHAPE}</geometry></visual>'
V, F = box_mesh((0.06, 0.04, 0.2))
OPEN = {'open.stl': stl(V, F[:6])}


def suggested(folder: Path, xml: str) -> Suggestion | None:
    found, = [one for one in run(folder, xml, OPEN).findings if one.rule == 'inertia-positive-definite']
    return found.suggestion


def test_one_slip_is_corrected(tmp_path: Path) -> None:
    fix = suggested(tmp_path, edit(GOOD, (ARM, SLIP)))
    assert fix is not None
    assert (fix.xml, [one.element.tag for one in fix.corrections]) == (ARM, ['inertia'])


@pytest.mark.parametrize('changes', [
    pytest.param([(ARM, TWO)], id='two elements'),
    pytest.param([(ARM, SLIP), (BOX, BOX.replace(SHAPE, '<mesh filename="open.stl"/>'))],
                 id='the solid is not known')])
def test_what_is_not_certain_is_to_be_looked_at(changes: list[tuple[str, str]], tmp_path: Path) -> None:
    fix = suggested(tmp_path, edit(GOOD, *changes))
    assert fix is not None
    assert (fix.xml or '').startswith('<inertial>')
    assert fix.corrections == ()


@pytest.mark.parametrize('changes', [
    pytest.param([('<mass value="0.48"/>', '<mass value="0"/>'), (ARM, SLIP)], id='no mass'),
    pytest.param([(ARM, SLIP), (BOX, BOX.replace(SHAPE, '<mesh filename="none.stl"/>'))],
                 id='a mesh is missing')])
def test_nothing_is_suggested_where_the_solid_says_nothing(changes: list[tuple[str, str]],
                                                           tmp_path: Path) -> None:
    assert suggested(tmp_path, edit(GOOD, *changes)) is None


COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'


def com(folder: Path, *changes: tuple[str, str]) -> Suggestion | None:
    found, = [one for one in run(folder, edit(GOOD, *changes), OPEN).findings
              if one.rule == 'inertia-com-outside']
    return found.suggestion


def test_one_coordinate_of_a_com_is_corrected(tmp_path: Path) -> None:
    fix = com(tmp_path, (COM, COM.replace('0.1"', '-0.1"')))
    assert fix is not None
    assert (fix.xml, len(fix.corrections)) == (COM, 1)
    assert 'the z of the COM of the solid' in fix.text


def test_a_com_that_differs_in_more_is_to_be_looked_at(tmp_path: Path) -> None:
    fix = com(tmp_path, (COM, COM.replace('0.02', '0.4').replace('0.1"', '-0.1"')))
    assert fix is not None
    assert (fix.xml, fix.corrections) == (COM, ())


@pytest.mark.parametrize('changes', [
    pytest.param([(ARM, ARM.replace('0.001664', '0.0016'))], id='another tensor'),
    pytest.param([(BOX, BOX.replace(SHAPE, '<mesh filename="open.stl"/>'))], id='the solid is not known')])
def test_no_com_follows_from_a_tensor_that_is_not_the_solids(changes: list[tuple[str, str]],
                                                             tmp_path: Path) -> None:
    assert com(tmp_path, (COM, COM.replace('0.02', '0.4')), *changes) is None
