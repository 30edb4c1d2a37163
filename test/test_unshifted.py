"""A link of several parts whose tensors were added without the parallel-axis terms."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from support import GOOD, Case, box_mesh, edit, run_case, stl

from robot_model_check.clues.part_tensors import part_tensors
from robot_model_check.facts import LinkFacts
from robot_model_check.finding import Finding
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.inertia import parallel_axis

ARM = GOOD[GOOD.index('<link name="arm">'):GOOD.index('</link>', GOOD.index('<link name="arm">'))]
# A post of 40 x 40 x 160 mm, a plate of 160 x 40 x 20 mm on it that stands out, both of 1000 kg/m^3.
POST, PLATE = ((0.04, 0.04, 0.16), (0.0, 0.0, 0.08)), ((0.16, 0.04, 0.02), (0.04, 0.0, 0.17))
MASSES = np.array([0.256, 0.128])
COM = (MASSES @ [POST[1], PLATE[1]]) / MASSES.sum()
TENSORS = [mass / 12 * np.diag([y * y + z * z, x * x + z * z, x * x + y * y])
           for mass, ((x, y, z), _) in zip(MASSES, (POST, PLATE), strict=True)]
ADDED = sum(TENSORS)
SHIFTED = ADDED + sum(parallel_axis(mass, np.array(place) - COM)
                      for mass, (_, place) in zip(MASSES, (POST, PLATE), strict=True))
FILES = {'plate.stl': stl(*box_mesh(*PLATE)),
         'open.stl': stl(box_mesh(*PLATE)[0], box_mesh(*PLATE)[1][:11])}


def shapes(kind: str, plate: str = '') -> str:
    boxes = [f'<{kind}><origin xyz="{" ".join(map(str, place))}"/><geometry><box size="'
             f'{" ".join(map(str, size))}"/></geometry></{kind}>' for size, place in (POST, PLATE)]
    mesh = f'<{kind}><geometry><mesh filename="{plate}.stl"/></geometry></{kind}>'
    return boxes[0] + (mesh if plate else boxes[1])


def told(folder: Path, tensor: np.ndarray, plate: str = '', mass: float = MASSES.sum(), com: np.ndarray = COM
         ) -> list[Finding]:
    """Return what inertia-geometry says of the arm with a tensor."""
    link = f'<link name="arm">{inertial_xml(f"{mass:.9g}", com, tensor)}' + shapes('visual', plate) \
        + shapes('collision')
    report = run_case(folder, Case('', edit(GOOD, (ARM, link)), files=FILES))
    return [one for one in report.findings if one.rule == 'inertia-geometry']


def numbers(xml: str | None) -> list[float]:
    return [float(word) for word in re.findall(r'(?<=[" ])-?\d[-+.\de]*', xml or '')]


@pytest.mark.parametrize('plate', ['', 'plate'])
def test_the_missing_terms_are_added(plate: str, tmp_path: Path) -> None:
    found, = told(tmp_path, ADDED, plate)
    assert (found.cause, found.cause_state) == ('origin:parts', 'named')
    assert found.values['misfit_before [1]'] > 0.1
    assert found.values['misfit_after [1]'] < 1e-6
    assert found.suggestion is not None
    meant = numbers(inertial_xml('0.384', COM, SHIFTED))
    assert len(meant) == 13
    assert numbers(found.suggestion.xml) == pytest.approx(meant, rel=1e-6)
    assert len(found.suggestion.corrections) == 1
    assert told(tmp_path, SHIFTED, plate) == []


@pytest.mark.parametrize(('tensor', 'mass', 'com', 'plate'), [
    pytest.param(1.05 * ADDED, MASSES.sum(), COM, '', id='not that sum'),
    pytest.param(ADDED, MASSES.sum(), COM * [1.5, 1, 1], '', id='another COM'),
    pytest.param(ADDED, MASSES.sum(), COM, 'open', id='a part that does not close')])
def test_nothing_else_is_taken_for_it(tensor: np.ndarray, mass: float, com: np.ndarray, plate: str,
                                      tmp_path: Path) -> None:
    assert 'origin:parts' not in [one.cause for one in told(tmp_path, tensor, plate, mass, com)]


def test_one_part_has_no_such_tensors() -> None:
    assert part_tensors(None) is None
    assert part_tensors(LinkFacts('a', (), (), None, None, {})) is None
