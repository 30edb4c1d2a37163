"""The U channel and a box by hand: numbers known beforehand, from the product's own functions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from shapes import channel, link, shape, write_stl

from robot_model_check import inertia
from robot_model_check.geometry.measure import measure_link
from robot_model_check.geometry.mesh import load
from robot_model_check.geometry.triangles import diagonal, hull, signed_volume
from robot_model_check.kinematics import joint_motion, rotation
from robot_model_check.model import Box, Joint, Mesh, Pose

DENSITY = 2700.0  # aluminium, kg/m^3
TURN = rotation(tuple(math.radians(angle) for angle in (10, -20, 30)))


@pytest.fixture(scope='module')
def body():
    return inertia.solid_properties(*channel(1e-3))


def mass(properties):
    return DENSITY * properties.volume


def test_mass(body):
    assert mass(body) == pytest.approx(0.165888, rel=1e-13)


def test_hull_over_solid():
    V, F = channel(1e-3)
    assert signed_volume(*hull(V)) / signed_volume(V, F) == pytest.approx(3.1250, rel=1e-13)


def test_diagonal():
    assert round(diagonal(channel(1e-3)[0]), 4) == 0.1077


def test_equivalent_box(body):
    sides = inertia.equivalent_box(mass(body) * body.inertia, mass(body))
    assert sides.round(4).tolist() == [0.0427, 0.0797, 0.0800]
    first, second, _ = inertia.principal_moments(body.inertia)
    assert round(100 * (second / first - 1), 3) == 0.562


@pytest.mark.parametrize(('products', 'change'), [
    (((0, 1),), 5.23), (((1, 2),), 22.17), (((0, 1), (0, 2), (1, 2)), 22.17)])
def test_sign_flips_of_the_turned_channel(body, products, change):
    right = inertia.rotate(TURN, body.inertia)
    flipped = right.copy()
    for i, j in products:
        flipped[i, j] = flipped[j, i] = -right[i, j]
    assert 100 * np.abs(flipped - right).max() / np.abs(right).max() == pytest.approx(change, abs=0.01)


def test_inertia_written_in_kg_mm2(body):
    sides = inertia.equivalent_box(1e6 * mass(body) * body.inertia, mass(body))
    assert sides.round(1).tolist() == [42.7, 79.7, 80.0]


def test_mesh_in_millimetres_with_si_density(body):
    big = inertia.solid_properties(*channel(1.0))
    assert mass(big) / mass(body) == pytest.approx(1e9, rel=1e-12)
    ratio = (mass(big) * big.inertia).diagonal() / (mass(body) * body.inertia).diagonal()
    assert ratio == pytest.approx(np.full(3, 1e15), rel=1e-12)


def test_measured_from_a_file_in_millimetres_with_scale(tmp_path, body):
    path = write_stl(tmp_path / 'channel.stl', *channel(1.0))
    facts = measure_link(link([Mesh('channel.stl', (1e-3,) * 3)]), {'channel.stl': path})
    exact, around, box, shell = facts.references
    assert (exact.method, around.method, box.method, shell.method) == ('exact', 'hull', 'box', 'shell')
    assert mass(exact) == pytest.approx(0.165888, rel=1e-12)
    assert around.volume / exact.volume == pytest.approx(3.125, rel=1e-12)
    np.testing.assert_allclose(exact.inertia, body.inertia, rtol=0, atol=1e-12 * body.inertia.max())
    assert facts.shapes[0].size_in_file == pytest.approx(math.sqrt(60 ** 2 + 80 ** 2 + 40 ** 2), rel=1e-14)


def test_single_mesh_as_collision_fills_the_channel(tmp_path):
    path = write_stl(tmp_path / 'channel.stl', *channel(1e-3))
    coverage = measure_link(link([Mesh('c')], [Mesh('c')]), {'c': path}).coverage
    assert coverage.method == 'exact'
    assert coverage.coverage == pytest.approx(1, abs=1e-12)
    assert coverage.excess == pytest.approx(2.125, rel=1e-6)  # the file has float32 coordinates
    assert (coverage.gap, coverage.protrusion) == (0.0, 0.0)


def test_three_boxes_cover_the_channel_exactly(tmp_path):
    path = write_stl(tmp_path / 'channel.stl', *channel(1e-3))
    boxes = [shape(Box((0.060, 0.080, 0.006)), 'collision', 0, xyz=(0.0, 0.0, 0.003))]
    boxes += [shape(Box((0.006, 0.080, 0.034)), 'collision', 1, xyz=(x, 0.0, 0.023)) for x in (-0.027, 0.027)]
    coverage = measure_link(link([Mesh('c')], boxes), {'c': path}).coverage
    assert coverage.coverage == pytest.approx(1, abs=1e-6)
    assert coverage.excess == pytest.approx(0, abs=1e-6)
    assert coverage.overlap == pytest.approx(1, abs=1e-12)
    assert (coverage.gap, coverage.protrusion, coverage.uncovered_area) == (0.0, 0.0, 0.0)


def test_volume_of_the_file_in_its_own_numbers(tmp_path):
    mesh = load(write_stl(tmp_path / 'channel.stl', *channel(1.0)))
    assert signed_volume(mesh.vertices, mesh.faces) == pytest.approx(61440, rel=1e-14)


def test_box_by_hand():
    """0.2 x 0.1 x 0.1 m, 1 kg, centred at (0.1, 0, 0), turned by 0.5 rad about z."""
    found = inertia.box_properties(np.array([0.0, -0.05, -0.05]), np.array([0.2, 0.05, 0.05]))
    np.testing.assert_allclose(found.inertia, np.diag([1 / 600, 1 / 240, 1 / 240]), rtol=0, atol=1e-17)
    from shapes import ELEMENT
    joint = Joint('j', 'revolute', 'a', 'b', Pose(), (0.0, 0.0, 1.0), None, None, None, ELEMENT)
    T = joint_motion(joint, 0.5)
    assert (T[:3, :3] @ found.com).round(6).tolist() == [0.087758, 0.047943, 0.0]
