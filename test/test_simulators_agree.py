"""Composites and poses of random trees with fixed joints, as the real Pinocchio and MuJoCo have them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from robot_model_check.clues.totals import group_totals, robot_totals
from robot_model_check.inertia import Body, from_second_moment, rotate
from robot_model_check.kinematics import Tree, rotation
from robot_model_check.notation import from_mjcf_principal, urdf_full
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain
from robot_model_check.simulators.in_pinocchio import load

SEEDS = range(20)
LINKS = 14
TYPES = ('fixed', 'fixed', 'revolute', 'continuous', 'prismatic')
AGREED = 1e-12  # of the largest element


def words(numbers) -> str:
    return ' '.join(f'{number:.17g}' for number in numbers)


@cache
def text(seed: int) -> str:
    """A random tree: more than a third of its joints fixed, some links without mass, all else well shaped."""
    rng = np.random.default_rng(seed)
    parts = ['<robot name="r">', '<link name="l0"/>', _link(rng, 1, True), _joint(rng, 1, 'revolute', 0)]
    for k in range(2, LINKS):
        kind = str(rng.choice(TYPES))
        parts += [_link(rng, k, kind != 'fixed' or rng.random() < 0.8),
                  _joint(rng, k, kind, rng.integers(1, k))]
    return '\n'.join([*parts, '</robot>'])


def _link(rng, k: int, massive: bool) -> str:
    if not massive:
        return f'<link name="l{k}"/>'
    lengths = rng.uniform(0.02, 0.3, 3)
    mass = 10 ** rng.uniform(-1.5, 1)
    turn = rotation(tuple(rng.uniform(-3, 3, 3)))
    names = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')
    numbers = urdf_full(mass * rotate(turn, from_second_moment(np.diag(lengths ** 2))))
    tensor = ' '.join(f'{name}="{number:.17g}"' for name, number in zip(names, numbers, strict=True))
    return (f'<link name="l{k}"><inertial><origin xyz="{words(rng.uniform(-.3, .3, 3))}" '
            f'rpy="{words(rng.uniform(-3, 3, 3))}"/><mass value="{mass:.17g}"/><inertia {tensor}/></inertial>'
            '</link>')


def _joint(rng, k: int, kind: str, parent: int) -> str:
    limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>' if kind != 'fixed' else ''
    return (f'<joint name="j{k}" type="{kind}"><parent link="l{parent}"/><child link="l{k}"/>'
            f'<origin xyz="{words(rng.uniform(-.5, .5, 3))}" rpy="{words(rng.uniform(-3, 3, 3))}"/>'
            f'<axis xyz="{words(rng.normal(size=3))}"/>{limit}</joint>')


@cache
def tree(seed: int) -> Tree:
    return Tree(parse(read_plain(text(seed).encode()).root))


def values(seed: int, zero: bool) -> dict[str, float]:
    rng = np.random.default_rng(1000 + seed)
    return {name: 0.0 if zero else float(rng.uniform(-1, 1)) for name, joint in tree(seed).joints.items()
            if joint.type != 'fixed'}


def agree(found: Body, expected: Body) -> None:
    assert found.mass == pytest.approx(expected.mass, rel=AGREED)
    reach = np.sqrt(np.abs(expected.inertia).max() / expected.mass)  # the COM may lie in the origin
    assert np.abs(found.com - expected.com).max() <= AGREED * max(np.abs(expected.com).max(), reach)
    assert np.abs(found.inertia - expected.inertia).max() <= AGREED * np.abs(expected.inertia).max()


def moving(seed: int) -> dict[str, Body]:
    return {first: body for first, body in group_totals(tree(seed)).items() if first != tree(seed).root}


def test_the_trees_have_groups_of_several_links_and_massless_members():
    groups = [(seed, group) for seed in SEEDS for group in tree(seed).groups.values()]
    assert max(len(group) for _, group in groups) > 3
    assert any(tree(seed).links[name].inertial is None for seed, group in groups for name in group[1:])


@cache
def in_pinocchio(seed: int):
    pin = pytest.importorskip('pinocchio')
    return pin, pin.buildModelFromXML(text(seed))


@cache
def in_mujoco(seed: int, fused: bool):
    mujoco = pytest.importorskip('mujoco')
    choice = f'<mujoco><compiler fusestatic="{str(fused).lower()}"/></mujoco></robot>'
    return mujoco, mujoco.MjModel.from_xml_string(text(seed).replace('</robot>', choice))


@pytest.mark.parametrize('seed', SEEDS)
def test_composites_in_pinocchio(seed):
    _, model = in_pinocchio(seed)
    for first, expected in moving(seed).items():
        body = model.inertias[model.getJointId(tree(seed).parent_joint[first].name)]
        agree(Body(body.mass, body.lever, body.inertia), expected)


@pytest.mark.parametrize('seed', SEEDS)
def test_composites_in_mujoco(seed):
    _, model = in_mujoco(seed, True)
    assert model.nbody == 1 + len(moving(seed))
    for first, expected in moving(seed).items():
        body = model.body(first)
        agree(Body(body.mass[0], body.ipos, from_mjcf_principal(body.inertia, body.iquat)), expected)


@pytest.mark.parametrize('zero', [True, False], ids=['at zero', 'anywhere'])
@pytest.mark.parametrize('seed', SEEDS)
def test_poses_total_mass_and_com_in_pinocchio(seed, zero):
    pin, model = in_pinocchio(seed)
    data, q, given = model.createData(), pin.neutral(model), values(seed, zero)
    for name, value in given.items():
        joint = model.joints[model.getJointId(name)]
        place = slice(joint.idx_q, joint.idx_q + joint.nq)
        q[place] = [value] if joint.nq == 1 else [np.cos(value), np.sin(value)]
    pin.framesForwardKinematics(model, data, q)
    poses = tree(seed).poses(given)
    for link, expected in poses.items():
        assert np.abs(data.oMf[model.getFrameId(link)].homogeneous - expected).max() <= AGREED
    total = robot_totals(tree(seed), poses)
    assert pin.computeTotalMass(model) == pytest.approx(total.mass, rel=AGREED)
    assert np.abs(pin.centerOfMass(model, data, q) - total.com).max() <= AGREED


@pytest.mark.parametrize('zero', [True, False], ids=['at zero', 'anywhere'])
@pytest.mark.parametrize('seed', SEEDS)
def test_poses_total_mass_and_com_in_mujoco(seed, zero):
    mujoco, model = in_mujoco(seed, False)
    data, given = mujoco.MjData(model), values(seed, zero)
    for name, value in given.items():
        data.qpos[model.joint(name).qposadr[0]] = value
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    poses = tree(seed).poses(given)
    for link, T in poses.items():
        if link != tree(seed).root:  # MuJoCo's world
            body = data.body(link)
            assert np.abs(body.xpos - T[:3, 3]).max() <= AGREED
            assert np.abs(body.xmat.reshape(3, 3) - T[:3, :3]).max() <= AGREED
    total = robot_totals(tree(seed), poses)
    assert model.body_subtreemass[0] == pytest.approx(total.mass, rel=AGREED)
    assert np.abs(data.subtree_com[0] - total.com).max() <= AGREED


@pytest.mark.parametrize('seed', SEEDS[:5])
def test_the_poses_that_are_read_are_pinocchios_own_and_need_no_data(seed, monkeypatch):
    pin, model = in_pinocchio(seed)
    data = model.createData()
    pin.forwardKinematics(model, data, pin.neutral(model))
    monkeypatch.setattr(pin.Model, 'createData', None)  # its size is the cube of the number of joints
    answer = load(text(seed), lambda: '')
    assert set(answer.poses) == set(moving(seed))
    for link, T in answer.poses.items():
        own = data.oMi[model.getJointId(tree(seed).parent_joint[link].name)].homogeneous
        assert np.abs(own - T).max() <= AGREED
