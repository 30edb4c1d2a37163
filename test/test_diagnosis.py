"""Which mistake made an inertial wrong: closed forms, and honesty on ambiguous parts."""

from __future__ import annotations

import numpy as np
import pytest

from robot_model_check import inertia
from robot_model_check.diagnosis.agreement import agreed
from robot_model_check.diagnosis.candidates import UNEVEN, Candidate, lumps
from robot_model_check.diagnosis.diagnosis import DEFAULT, examine
from robot_model_check.diagnosis.evidence import NO_BODY, apart, com_misfits, is_possible, misfits
from robot_model_check.diagnosis.hypotheses import Declared, hypotheses
from robot_model_check.inertia import parallel_axis, rotate
from robot_model_check.kinematics import rotation

ONE = np.eye(3)
R = rotation((0.35, -0.25, 0.6))
K = rotate(R, np.diag([0.0014, 0.0021, 0.0027]))  # an oblique body, per unit mass
COM = np.array([0.03, -0.02, 0.05])
MASS = 0.7


def solid(inertia_per_mass=K, com=COM) -> Candidate:
    return Candidate('solid', com, inertia_per_mass, UNEVEN, 0.0, volume=1e-4)


def box(size) -> np.ndarray:
    return inertia.box_properties(np.zeros(3), np.array(size)).inertia


def flip(tensor, *places):
    changed = np.array(tensor)
    for i, j in places:
        changed[i, j] = changed[j, i] = -tensor[i, j]
    return changed


def said(tensor, com=COM, frame=ONE, columns=None, turns=()):
    declared = Declared(MASS, np.asarray(com, float), frame, MASS * tensor)
    return examine(declared, columns or [solid()], turns)[0]


IXY, IXZ, IYZ = (0, 1), (0, 2), (1, 2)
Q = rotation((0.2, 0.5, -0.4))


def test_the_right_tensor_is_left_alone() -> None:
    assert said(K) is None
    assert said(Q.T @ K @ Q, frame=Q) is None
    assert said(np.diag([0.0014, 0.0021, 0.0027]), frame=R) is None  # in its principal axes


def test_no_products_are_missing_in_principal_axes() -> None:
    even = np.array([[2.2e-2, -4e-4, -3e-4], [-4e-4, 2.15e-2, -1.5e-3], [-3e-4, -1.5e-3, 1.4e-3]])
    stretch = np.array([[0.968, 0.003, -0.061], [0.003, 0.983, -0.036], [-0.061, -0.036, 1.111]])
    uneven = stretch @ even @ stretch
    moments, axes = np.linalg.eigh(uneven)
    assert said(np.diag(moments), frame=axes * np.linalg.det(axes), columns=[solid(even)]) is None


@pytest.mark.parametrize(('cause', 'tensor', 'com', 'frame'), [
    ('sign:ixy', flip(K, IXY), COM, ONE),
    ('sign:ixz', flip(K, IXZ), COM, ONE),
    ('sign:iyz', flip(K, IYZ), COM, ONE),
    ('sign:products', flip(K, IXY, IXZ, IYZ), COM, ONE),
    ('mirror:x', flip(K, IXY, IXZ), COM, ONE),
    ('mirror:y', flip(K, IXY, IYZ), COM, ONE),
    ('mirror:z', flip(K, IXZ, IYZ), COM, ONE),
    ('origin:link', K + parallel_axis(1.0, COM), COM, ONE),
    ('origin:omitted', K, np.zeros(3), ONE),
    ('origin:omitted', K + parallel_axis(1.0, COM), np.zeros(3), ONE),
    ('frame:rpy-omitted', K, COM, Q),
    ('frame:rpy-transposed', Q @ K @ Q.T, COM, Q),
    ('axes:y-up', rotate(rotation((np.pi / 2, 0, 0)), K), COM, ONE),
    ('axes:y-up', rotate(rotation((-np.pi / 2, 0, 0)), K), COM, ONE),
    ('axes:zxy', K[np.ix_((1, 2, 0), (1, 2, 0))], COM, ONE),
    ('axes:yxz', K[np.ix_((1, 0, 2), (1, 0, 2))], COM, ONE),
    ('moments:zxy', K + np.diag(np.diag(K)[[1, 2, 0]] - np.diag(K)), COM, ONE),
    ('products:dropped', np.diag(np.diag(K)), COM, ONE),
    ('products:dropped', np.diag(np.diag(Q.T @ K @ Q)), COM, Q),
    ('decimal:x10^1', 10 * K, COM, ONE),
    ('frame:lost', rotate(Q, K), COM, ONE),
])
def test_each_mistake_is_named_and_undone(cause: str, tensor, com, frame) -> None:
    found = said(tensor, com, frame)
    assert found is not None
    assert (found.cause, found.state, found.rivals) == (cause, 'named', ())
    assert found.after < 1e-6
    assert found.fixed is not None
    np.testing.assert_allclose(found.fixed.inertia, MASS * K, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.fixed.com, COM)
    assert found.fixed.mass == MASS
    assert examine(Declared(MASS, found.fixed.com, ONE, found.fixed.inertia), [solid()])[0] is None


def test_a_tensor_in_mesh_axes_needs_the_turn_of_the_mesh() -> None:
    tensor = rotate(Q.T, K)
    assert said(tensor, turns=[Q]).cause == 'frame:rpy-omitted'
    assert said(tensor).cause == 'frame:lost'


def test_a_small_flip_shows_only_on_an_even_part() -> None:
    small = K + 0.0
    small[0, 1] = small[1, 0] = 5e-5
    columns = [solid(small)]
    effect = apart(small, flip(small, IXY))
    assert 0.02 < effect < 0.06
    assert said(flip(small, IXY), columns=columns).cause == 'sign:ixy'
    uneven = np.diag([1.05, 0.98, 1.02]) @ flip(small, IXY) @ np.diag([1.05, 0.98, 1.02])
    assert said(uneven, COM + np.array([0.002, 0.001, 0]), columns=columns) is None


def test_what_symmetry_cannot_tell_is_ambiguous() -> None:
    flat = np.diag([0.001, 0.002, 0.0028])
    found = said(flat[np.ix_((0, 2, 1), (0, 2, 1))], columns=[solid(flat)])
    assert found is not None
    assert found.cause in ('axes:xzy', 'axes:y-up')
    assert found.state == 'named'  # all of them ask for the same numbers
    assert {found.cause, *found.rivals} >= {'axes:xzy', 'axes:y-up'}
    one_product = flip(np.array([[2.7, 0, 0.6], [0, 2.7, 0], [0.6, 0, 1.7]]) * 1e-4, IXZ)
    found = said(flip(one_product, IXZ), columns=[solid(one_product)])
    assert found is not None
    assert found.cause == 'sign:ixz'
    assert set(found.rivals) == {'sign:products', 'mirror:x', 'mirror:z'}


@pytest.mark.parametrize('tensor', [
    np.eye(3) * 0.002,  # a ball
    np.diag([0.002, 0.002, 0.0005]),  # a rod
    np.diag([0.00201, 0.002, 0.00199]),  # nearly a ball
    np.diag([0.001, 0.002, 0.003]),  # a lamina
])
def test_symmetric_parts_are_accused_of_nothing(tensor) -> None:
    for com in (COM, np.zeros(3)):
        assert said(tensor, com, columns=[solid(tensor, com)]) is None
        assert said(1.1 * tensor, com, columns=[solid(tensor, com)]) is None
        assert said(tensor, com, Q, columns=[solid(rotate(Q, tensor), com)]) is None


def test_near_equal_moments_of_an_uneven_symmetric_part() -> None:
    drawn, declared = np.diag([6.5, 10.4, 8.6]), np.diag([8.2, 7.4, 9.6])  # nearest with its axes permuted
    assert said(1e-5 * declared, columns=[solid(1e-5 * drawn)]) is None


def test_a_motor_that_explains_the_com_explains_the_tensor() -> None:
    place, share = COM + np.array([0.06, 0.02, -0.03]), 0.3
    com = (1 - share) * COM + share * place
    tensor = (1 - share) * (K + parallel_axis(1.0, com - COM)) + share * parallel_axis(1.0, place - com)
    first = solid()
    columns = [first, *lumps(first, com, COM - 0.1, COM + 0.1)]
    assert misfits(tensor[None], columns).min() < 1e-6
    assert misfits(tensor[None], columns)[0, 0] > 0.25
    assert said(tensor, com, columns=columns) is None
    assert said(flip(tensor, IXY, IXZ, IYZ), com, columns=columns).cause == 'sign:products'


def test_a_mistake_that_shows_only_beside_a_heavy_lump_is_doubtful() -> None:
    lumped = [Candidate('solid', COM, K, UNEVEN, 0.0, lumped=share) for share in (0.0, 0.2, 0.3, 0.5)]
    assert [one.doubt for one in lumped] == pytest.approx([0, 0, 2, 6])
    assert Candidate('convex hull', COM, K, 0.1, 0.0, lumped=0.5).doubt == 2


def test_a_mirror_image_needs_its_twin() -> None:
    declared = Declared(MASS, COM, ONE, MASS * flip(K, IXY, IYZ))
    odds = {one.code: one.odds for one in hypotheses(declared, COM, K)}
    beside = {one.code: one.odds for one in hypotheses(declared, COM, K, copies={'mirror:y'})}
    assert odds['mirror:y'] == odds['mirror:x'] == odds['sign:products'] + 2.4
    assert beside['mirror:y'] == 0
    assert beside['mirror:x'] == odds['mirror:x']


def test_a_lump_stays_inside_the_geometry() -> None:
    low, high = COM - 0.05, COM + 0.05
    found = lumps(solid(), COM + np.array([0.01, 0, 0]), low, high)
    assert {candidate.name.split(' with ')[1].split(' ')[0] for candidate in found} == {
        '20%',
        '30%',
        '40%',
        '50%',
    }
    assert lumps(solid(), COM, low, high) == []


def test_the_hull_is_to_blame_only_to_the_digit() -> None:
    hull = Candidate(
        'convex hull', COM + np.array([0.004, 0, 0.002]), 1.4 * K, UNEVEN, 1.0, 'from:hull', volume=3e-4
    )
    columns = [solid(), hull]
    found = said(hull.inertia, hull.com, columns=columns)
    assert found is not None
    assert found.cause == 'from:hull'
    assert found.fixed is not None
    np.testing.assert_allclose(found.fixed.inertia, MASS * K)
    np.testing.assert_allclose(found.fixed.com, COM)
    assert said(1.03 * hull.inertia, hull.com, columns=columns) is None
    at_its_com = said(hull.inertia, COM, columns=columns)
    assert at_its_com.told == 'the tensor is that of the convex hull, not of the solid'
    assert said(hull.inertia, COM + 0.02, columns=columns) is None
    for factor, cause in ((1.04, 'from:hull'), (1.02, None)):
        near = Candidate('convex hull', COM, factor * K, UNEVEN, 1.0, 'from:hull', volume=3e-4)
        found = said(near.inertia, columns=[solid(), near])
        assert (found.cause if found else None) == cause


def test_unknown_has_no_cause_and_no_correction() -> None:
    found = said(30 * K)
    assert found is not None
    assert (found.cause, found.state, found.fixed) == (None, 'unknown', None)
    assert found.before == pytest.approx(np.log(30))


def test_not_testable_lists_what_has_no_effect() -> None:
    found = said(flip(np.array([[2.7, 0, 0.6], [0, 2.7, 0], [0.6, 0, 1.7]]) * 1e-4, IXZ),
                 columns=[solid(np.array([[2.7, 0, 0.6], [0, 2.7, 0], [0.6, 0, 1.7]]) * 1e-4)])
    assert found is not None
    assert {'sign:ixy', 'sign:iyz', 'mirror:y'} <= set(found.not_testable)
    assert 'sign:ixz' not in found.not_testable


def test_misfit_is_the_affine_invariant_distance() -> None:
    assert misfits(np.array([2 * K]), [solid()])[0, 0] == pytest.approx(np.log(2))
    S = rotation((1, 2, 3)) @ np.diag([1, 5, 0.3])
    one, other = S @ K @ S.T, S @ flip(K, IXY) @ S.T
    assert apart(one, other) == pytest.approx(apart(K, flip(K, IXY)))
    assert misfits(np.array([-K]), [solid()])[0, 0] == NO_BODY
    ball = solid(np.eye(3) * 2 / 5 * 0.1**2)  # radius of gyration along an axis: 0.1 / sqrt(5)
    assert com_misfits(COM[None] + [[0.1, 0, 0]], [ball])[0, 0] == pytest.approx(5**0.5, rel=0.02)


def test_hypotheses_keep_the_mass_and_undo_what_they_say() -> None:
    for one in hypotheses(Declared(MASS, COM, Q, MASS * K), COM, K, [R]):
        np.testing.assert_allclose(one.inertia, one.inertia.T, atol=1e-15)
        if one.code.startswith(('sign', 'mirror', 'axes', 'frame')):
            assert np.trace(one.inertia) == pytest.approx(MASS * np.trace(K))


def test_only_suspicions_below_the_margin() -> None:
    rough = flip(K, IXY, IXZ, IYZ)
    rough = rough + np.diag([0.0009, 0.0, 0.0009])
    told, suspected = examine(Declared(MASS, COM + np.array([0.01, 0.01, 0]), ONE, MASS * rough), [solid()])
    assert told is None
    assert all(one.after < one.before for one in suspected.values())


@pytest.mark.parametrize('seed', range(40))
def test_symmetric_parts_of_uneven_density_are_accused_of_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = rng.uniform(1e-3, 3e-3, 2)
    shapes = [np.eye(3) * a, np.diag([a, a, min(b, 1.9 * a)]), np.diag([a, b, a + b]),
              np.diag([a, a * (1 + 1e-4), a * (1 - 1e-4)])]  # a ball, a rod, a lamina, nearly a ball
    drawn = shapes[seed % 4]
    uneven = np.diag(rng.normal(1, 0.1, 3)) if seed % 4 != 2 else np.eye(3) * rng.normal(1, 0.1)
    tensor = uneven @ drawn @ uneven
    for com in (COM, np.zeros(3)):
        assert said(tensor, com, columns=[solid(drawn, com)]) is None


def test_a_tensor_that_no_body_has_is_told_by_its_mistake_only() -> None:
    rod = 1e-3 * (1.05 * np.eye(3) - np.ones((3, 3)) / 3)  # along (1, 1, 1)
    broken = flip(rod, IXY, IXZ, IYZ)
    assert not is_possible(broken)
    found = said(broken, columns=[solid(rod)])
    assert found is not None
    assert (found.cause, found.state) == ('sign:products', 'named')
    assert found.after < 1e-6
    no_body = rod + np.diag([0, 0, -1.2e-3])
    assert misfits(no_body[None], [solid(rod)])[0, 0] == NO_BODY
    assert said(no_body, columns=[solid(rod)]).cause is None


def test_siblings_do_not_outvote_what_comes_to_the_same() -> None:
    lone = np.array([[2.7, 0, 0.6], [0, 2.7, 0], [0.6, 0, 1.7]]) * 1e-4
    caster = said(flip(lone, IXZ), columns=[solid(lone)])
    arm = said(flip(K, IXY, IXZ, IYZ))
    assert caster is not None
    assert arm is not None
    few = agreed({'caster': caster, 'arm': arm}, DEFAULT, judged=20)
    assert (few['caster'].cause, few['arm'].cause) == ('sign:ixz', 'sign:products')
    most = agreed({'caster': caster, 'arm': arm}, DEFAULT, judged=2)
    assert (most['caster'].cause, most['arm'].cause) == ('sign:products', 'sign:products')
