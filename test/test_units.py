"""The evidence behind the rules on units: what explains a size, a mass, a tensor, a centre of mass."""

from __future__ import annotations

import numpy as np
import pytest
from meshes import arm_box, with_visual
from support import GOOD, add, run, told

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_units import FACTORS, Evidence, explain
from robot_model_check.clues.twins import other_side
from robot_model_check.clues.units import explains_com
from robot_model_check.diagnosis.readings import FACTORS as FACTORS_OF_TENSORS, Reading, _together
from robot_model_check.finding import Finding, Level, Subject

# A part of 0.1 m, 1e-4 m^3 and 0.1 kg, as all around it.
PART = {'size': 0.1, 'volume': 1e-4, 'rest_size': 0.0, 'rest_volume': 0.0, 'mass': 0.1, 'other_shapes': 0.1,
        'inertia': 0.1, 'other_links': 0.1, 'joints': 0.1}


def scaled(factor: float, **changes: float | None) -> Evidence:
    return Evidence(**{**PART, 'size': 0.1 * factor, 'volume': 1e-4 * factor**3, **changes})


@pytest.mark.parametrize('factor', FACTORS)
def test_every_factor_is_found(factor):
    answer = explain(scaled(factor), FACTORS)
    assert answer is not None
    assert answer[0] == factor


def test_misfit_is_the_sum_of_decades_out_of_range():
    # 1000 times: over 30, 6, 50 and 60 times too large, and a density of 1e-6 under 20.
    decades = np.log10([1000 / 30, 1000 / 6, 1000 / 50, 1000 / 60, 20 / 1e-6]).sum()
    assert scaled(1000).misfit() == pytest.approx(decades)
    assert scaled(1000).misfit(1000) == 0


@pytest.mark.parametrize('evidence', [
    scaled(1), scaled(3), scaled(0.3), scaled(1, other_links=5.0, joints=2.0),
    scaled(1, inertia=100.0),  # tensor in kg mm^2
    scaled(1, mass=100.0, inertia=0.1 / 1000**0.5),  # mass in g
    scaled(1, mass=100.0),  # mass in g, tensor in g m^2
    scaled(1, mass=100.0, inertia=100.0),  # mass in g, tensor in g mm^2
])
def test_good_sizes_are_left_alone(evidence):
    assert explain(evidence, FACTORS) is None


def test_two_shapes_that_contradict_each_other_are_enough():
    alone = {'mass': None, 'inertia': None, 'other_links': None, 'joints': None}
    assert explain(scaled(1000, **alone), FACTORS) == (1e3, (1e2, 1 / 0.0254))
    assert explain(scaled(1000, **{**alone, 'other_shapes': None, 'joints': 0.1}), FACTORS) is None


def test_words_name_what_contradicts():
    assert 'its mass gives 1e-06 kg/m^3' in list(scaled(1000).words())
    assert list(scaled(1).words()) == []


def test_com_in_another_unit():
    low, high = np.array([-0.05, -0.02, 0]), np.array([0.05, 0.02, 0.2])
    assert explains_com((0, 0, 100), low, high)
    assert not explains_com((0, 0, 0.1), low, high)
    assert not explains_com((0, 0, 1.0), low, high)
    assert explains_com((0, 0, 10), low, high, (100.0,))
    assert not explains_com((0, 0, 100), low, high, (100.0,))
    assert not explains_com((900, 0, 0), low, high)


@pytest.mark.parametrize(('name', 'other'), [
    ('arm_left_1_link', 'arm_right_1_link'), ('l_hip', 'r_hip'), ('FL_foot', 'FR_foot'),
    ('leftfinger', 'rightfinger'), ('LeftArm', 'RightArm'), ('wheel_rl', 'wheel_rr'),
    ('lidar_link', None), ('base_link', None), ('l_arm_l_cover', None)])
def test_other_side(name, other):
    assert other_side(name) == other


def finding(name: str, cause: str = 'a') -> Finding:
    return Finding(message=f'{name} is wrong', subject=Subject('link', name), level=Level.WARNING,
                   cause=cause)


def test_few_findings_stay_apart_and_many_become_one():
    assert list(gathered([finding('b'), finding('a')], 'wrong')) == [finding('b'), finding('a')]
    (one,) = gathered([finding(name) for name in 'hgfedcba'], 'wrong')
    assert one.message == 'wrong on 8 links: a, b, c, d, e, f and 2 more'
    assert (one.subject, one.level, one.cause) == (None, Level.WARNING, 'a')
    assert one.values['links'] == list('abcdefgh')
    (mixed,) = gathered([finding('a'), finding('b'), finding('c', 'b')], 'wrong')
    assert mixed.cause is None


def test_a_whole_robot_in_millimetres(tmp_path):
    """No link contradicts another; the joints and the inertials contradict all of them."""
    inertial = GOOD[GOOD.index('<inertial>'):GOOD.index('</inertial>')] + '</inertial>'
    visual = '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'
    parts = ''.join(
        f'<link name="part_{i}">{inertial}{visual}</link><joint name="joint_{i}" type="continuous">'
        f'<origin xyz="0 0 0.2"/><parent link="{parent}"/><child link="part_{i}"/></joint>'
        for i, parent in enumerate(['hand', 'part_0', 'part_1']))
    robot = add(with_visual('<mesh filename="arm.stl"/>', GOOD), parts)
    found = told(run(tmp_path, robot, {'arm.stl': arm_box(1000)}).findings)
    assert ('unit-mesh', 'good', 'error', 'unit:mesh-mm') in found


def test_siblings_settle_a_unit() -> None:
    def reading(**losses: float) -> Reading:
        codes = {f'unit:{name}*mm^2': loss for name, loss in losses.items()}
        first = min(codes, key=lambda code: codes[code])
        near = tuple(code for code, loss in codes.items() if code != first and loss < 3)
        return Reading(first, FACTORS_OF_TENSORS[first], 1.0, 1e7, near, codes)
    open_one, sure = reading(g=0.0, kg=1.0), reading(g=20.0, kg=0.0)
    together = _together({'a': open_one, 'b': sure, 'c': sure})
    said = [(one.cause, one.factor, one.rivals) for one in together.values()]
    assert said == [('unit:kg*mm^2', 1e6, ())] * 3
    assert _together({'a': open_one})['a'].rivals == ('unit:kg*mm^2',)
    odd = reading(g=0.0, kg=20.0)  # another part, from another hand
    assert _together({'a': odd, 'b': sure, 'c': sure})['a'].cause == 'unit:g*mm^2'
