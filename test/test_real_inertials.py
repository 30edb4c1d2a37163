"""Mistakes in inertials of whole robots: defects made on purpose, and robots that people use."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

import pytest
from support import run

from robot_model_check.check import check_file
from robot_model_check.finding import Finding
from robot_model_check.reading.packages import Finder
from robot_model_check.settings.config import Config

SHARED = Path(__file__).parents[2] / 'shared'
AREAS = ('inertia', 'units', 'frames')


def findings(model: Path, *paths: Path, rule: str = 'inertia-geometry') -> dict[str, Finding]:
    """Return link -> what a rule says of it."""
    finder = Finder.from_environment(tuple(str(path) for path in paths), {})
    report = check_file(str(model), {}, finder, Config(select=frozenset({rule})), jobs=0)
    return {part.subject.name: part for found in report.findings for part in found.parts or (found,)
            if part.subject is not None}


@pytest.mark.parametrize(('name', 'rule', 'link', 'cause'), [
    ('inertia_ixy_sign', 'inertia-geometry', 'upper_arm', 'sign:ixy'),
    ('inertia_about_link_origin', 'inertia-geometry', 'upper_arm', 'origin:link'),
    ('inertia_axes_permuted', 'inertia-geometry', 'upper_arm', 'axes:y-up'),
    ('inertial_from_hull', 'inertia-geometry', 'upper_arm', 'from:hull'),
    ('inertia_kg_mm2', 'unit-inertia', 'upper_arm', 'unit:kg*mm^2'),
    ('inertia_ones', 'inertia-placeholder', 'upper_arm', 'placeholder:ones'),
    ('mass_grams', 'unit-mass', 'upper_arm', 'unit:mass-g'),
    ('mirror_products_copied', 'frame-mirror', 'right_arm', 'mirror:y')])
def test_the_suggestion_brings_the_finding_to_zero(name: str, rule: str, link: str, cause: str,
                                                   tmp_path: Path) -> None:
    folder = SHARED / 'defects' / name
    if not folder.is_dir():
        pytest.skip('../shared/defects is not here')
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.suffix == '.stl'}
    text = (folder / 'robot.urdf').read_text()
    found = [one for one in run(tmp_path, text, files).findings if one.rule == rule]
    assert [(one.subject.name, one.cause, one.cause_state) for one in found] == [(link, cause, 'named')]
    again = corrected(text, link, found[0].suggestion.xml)
    assert [one for one in run(tmp_path, again, files).findings if one.area in AREAS] == []


def corrected(text: str, link: str, xml: str) -> str:
    """Return the text with the element of a link replaced that has the tag of `xml`."""
    start = text.index(f'<link name="{link}">')
    tag = re.match(r'<(\w+)', xml)[1]
    old = re.compile(rf'<{tag}\b[^>]*/>|<{tag}>.*?</{tag}>', re.DOTALL).search(text, start)
    return text[:old.start()] + xml + text[old.end():]


@pytest.fixture
def no_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coverages take longest, and nothing here needs them."""
    monkeypatch.setattr('robot_model_check.geometry.coverage.measure', lambda *shapes, **how: None)


@pytest.fixture
def robots(no_coverage: None) -> Path:
    """Robots in a folder beside this one."""
    if not (SHARED / 'robots').is_dir():
        pytest.skip('../shared/robots is not here')
    return SHARED / 'robots'


@pytest.fixture
def share(no_coverage: None) -> Path:
    """The share folder of the example-robot-data wheel, which holds no module."""
    share = Path(sysconfig.get_path('purelib')) / 'cmeel.prefix' / 'share'
    if not (share / 'example-robot-data' / 'robots').is_dir():
        pytest.skip('example-robot-data is not installed')
    return share


def test_so100_jaw(robots: Path) -> None:
    found = findings(robots / 'so100/so100_description/so100.urdf', robots)
    assert {name: (one.cause, one.cause_state) for name, one in found.items()} == {
        'jaw': ('axes:xzy', 'named')}  # iyy and izz exchanged; y up asks for the same numbers
    assert found['jaw'].values['misfit_before [1]'] == pytest.approx(0.90, abs=0.01)
    assert found['jaw'].values['misfit_after [1]'] < 0.003


@pytest.mark.usefixtures('no_coverage')
def test_franka_products(robots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip('xacro')
    (model,) = (robots / 'franka_fer').rglob('fer.urdf.xacro')
    found = findings(model, robots)
    assert {name for name, one in found.items() if one.cause == 'sign:products'} >= {
        'fer_link0', 'fer_link1', 'fer_link2', 'fer_link3', 'fer_link4', 'fer_link5'}
    broken = findings(model, robots, rule='inertia-triangle')
    assert broken['fer_link4'].values['violation [1]'] == pytest.approx(0.086, abs=0.001)


def test_tiago_casters(share: Path) -> None:
    found = findings(share / 'example-robot-data/robots/tiago_description/robots/tiago.urdf', share)
    casters = [f'caster_{where}_1_link' for where in ('front_right', 'front_left', 'back_right', 'back_left')]
    assert [(found[name].cause, found[name].cause_state) for name in casters] == [('sign:ixz', 'named')] * 4
    assert found[casters[0]].values['misfit_before [1]'] == pytest.approx(0.59, abs=0.02)
    assert found[casters[0]].values['misfit_after [1]'] < 0.024


def test_laikago_calves(share: Path) -> None:
    pytest.importorskip('PIL')
    found = findings(share / 'example-robot-data/robots/laikago_description/urdf/laikago.urdf', share)
    assert [found[name].cause for name in ('FR_calf', 'FL_calf', 'RR_calf', 'RL_calf')] == ['origin:link'] * 4


def test_romeo_links_about_their_origins(share: Path) -> None:
    found = findings(share / 'example-robot-data/robots/romeo_description/urdf/romeo.urdf', share)
    links = {name for name, one in found.items() if one.cause == 'origin:link'}
    assert links >= {'l_wrist', 'r_wrist', 'LHipPitchLink', 'RHipPitchLink', 'LElbowYawLink', 'NeckPitchLink',
                     'LKneePitchLink', 'RKneePitchLink', 'LShoulderYawLink', 'body'}


def test_talos_leg_6_is_silent(share: Path) -> None:
    found = findings(share / 'example-robot-data/robots/talos_data/robots/talos_full_v2.urdf', share)
    assert not {'leg_left_6_link', 'leg_right_6_link'} & set(found)


@pytest.mark.parametrize(('model', 'links'), [
    ('ur_description/urdf/ur5_robot.urdf', {'wrist_1_link', 'wrist_2_link', 'wrist_3_link'}),
    ('panda_description/urdf/panda.urdf', {'panda_link1', 'panda_link2', 'panda_link7'})])
def test_arms_that_are_proven_impossible(share: Path, model: str, links: set[str]) -> None:
    found = findings(share / 'example-robot-data/robots' / model, share, rule='inertia-impossible')
    assert set(found) >= links
