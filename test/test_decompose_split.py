"""Plane cuts: the channel's numbers, the certificate, and independence of the pose."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import numpy as np
import pytest
from manifold3d import Manifold, OpType
from shapes import channel

from robot_model_check.decompose.split import Budget, Split, _coarsest, split
from robot_model_check.geometry.mesh import load
from robot_model_check.geometry.solid import closed_solid, from_arrays
from robot_model_check.kinematics import rotation

TURNED = tuple(np.radians((10, -20, 30)))


def exact(solid, parts):
    """Return (coverage, excess) of parts by booleans."""
    union = Manifold.batch_boolean([from_arrays(part.vertices, part.faces) for part in parts], OpType.Add)
    common = (union ^ solid).volume()
    return common / solid.volume(), (union.volume() - common) / solid.volume()


def channel_solid(rpy=(0, 0, 0), shift=(0, 0, 0)):
    """The U channel [m], turned, with the float32 coordinates of an STL file."""
    V, F = channel(1e-3)
    stored = (V @ rotation(rpy).T + shift).astype(np.float32).astype(float)
    return closed_solid(stored, F)[0]


@pytest.mark.parametrize('rpy', [(0, 0, 0), TURNED, (1.4, 0.05, -1.3)])
@pytest.mark.parametrize('shift', [(0, 0, 0), (0.4, -0.3, 0.9)])
def test_the_channel_takes_three_parts_in_any_pose(rpy, shift):
    solid = channel_solid(rpy, shift)
    found = split(solid, Budget(max_excess=0.001))
    coverage, excess = exact(solid, found.parts)
    assert len(found.parts) == 3
    assert excess <= found.certificate <= 0.001
    assert coverage >= 1 - 1e-5


def test_a_budget_that_the_hull_meets_takes_one_part():
    assert len(split(channel_solid(), Budget(max_excess=2.2)).parts) == 1


def ring():
    """A flange: 60 mm across, bore of 30 mm, six bolt holes of 5 mm, 8 mm thick."""
    body = Manifold.cylinder(8, 30, -1, 64) - Manifold.cylinder(8, 15, -1, 64)
    for angle in np.arange(6) * np.pi / 3:
        body -= Manifold.cylinder(8, 2.5, -1, 16).translate((22 * np.cos(angle), 22 * np.sin(angle), 0))
    return body


def test_a_ring_keeps_its_hole_open():
    solid = ring()
    found = split(solid, Budget(max_excess=0.1, max_parts=24))
    coverage, excess = exact(solid, found.parts)
    assert found.certificate <= 0.1
    assert excess <= found.certificate
    assert coverage >= 1 - 1e-5
    assert not any((from_arrays(part.vertices, part.faces) ^ Manifold.sphere(5, 16)).volume() > 0
                   for part in found.parts)


def test_a_ring_takes_no_more_parts_than_coacd_makes_of_it_at_its_excess():
    """CoACD 1.0.14 as it comes: 27 parts of up to 256 vertices, 3.57 % (docs/COLLISION.md)."""
    found = split(ring(), Budget(max_excess=0.0356, max_vertices=256))
    assert len(found.parts) <= 27
    assert found.certificate <= 0.0356


def random_solid(seed):
    """Boxes and cylinders, turned, joined and cut from each other."""
    rng = np.random.default_rng(seed)
    body = Manifold.cube((1, 0.6, 0.4), True)
    for _ in range(5):
        tool = (Manifold.cube(tuple(rng.uniform(0.1, 0.8, 3)), True) if rng.random() < 0.5
                else Manifold.cylinder(rng.uniform(0.2, 1), rng.uniform(0.05, 0.3), -1, 24, True))
        turn = rotation(tuple(rng.uniform(-3, 3, 3) * (rng.random() < 0.6)))
        tool = tool.transform(np.column_stack([turn, rng.uniform(-0.5, 0.5, 3)]))
        body = body + tool if rng.random() < 0.5 else body - tool
    return body


@pytest.mark.parametrize('seed', range(12))
@pytest.mark.parametrize(('max_excess', 'max_vertices'), [(0.05, 64), (0.15, 16)])
def test_the_certificate_is_never_below_the_excess(seed, max_excess, max_vertices):
    solid = random_solid(seed)
    found = split(solid, Budget(max_excess, max_parts=12, max_vertices=max_vertices))
    coverage, excess = exact(solid, found.parts)
    assert excess <= found.certificate
    assert coverage >= 1 - 1e-5
    assert 1 <= len(found.parts) <= 12
    assert max(len(part.vertices) for part in found.parts) <= max_vertices


def test_separate_bodies_are_joined_when_there_are_too_many():
    solid = Manifold.batch_boolean([Manifold.cube((1, 1, 1)).translate((3 * i, 0, 0)) for i in range(5)],
                                   OpType.Add)
    assert len(split(solid, Budget()).parts) == 5
    few = split(solid, Budget(max_parts=2))
    assert len(few.parts) == 2
    assert exact(solid, few.parts)[0] >= 1 - 1e-6


def test_equal_input_gives_equal_bytes():
    one, other = ([part.vertices.tobytes() for part in split(random_solid(3), Budget()).parts]
                  for _ in range(2))
    assert one == other


def test_without_time_the_parts_still_contain_the_solid():
    found = split(channel_solid(), Budget(deadline=0.0))
    assert exact(channel_solid(), found.parts)[0] >= 1 - 1e-6
    assert found.certificate > 1


def test_nothing_is_refused():
    with pytest.raises(ValueError, match='empty'):
        split(Manifold(), Budget())


def test_a_round_body_is_halved_until_few_vertices_fit_it():
    """64 vertices around an ellipsoid of 1500 add 8 %; no cut makes it more convex."""
    solid = Manifold.sphere(1, 72).scale((1, 0.8, 0.6))
    found = split(solid, Budget(max_excess=0.05))
    coverage, excess = exact(solid, found.parts)
    assert 2 <= len(found.parts) <= 6
    assert excess <= found.certificate <= 0.05
    assert coverage >= 1 - 1e-5
    assert max(len(part.vertices) for part in found.parts) <= 64
    assert len(split(solid, Budget(max_excess=0.1)).parts) == 1


@pytest.mark.parametrize('coarsest', range(8))
def test_between_a_joining_that_fits_and_a_coarser_one_the_coarsest_that_fits_is_found(coarsest):
    tried = []

    def made(index):
        tried.append(index)
        return Split((), (), 0.01 if index <= coarsest else 0.06)
    found = _coarsest(made, (0, Split((), (), 0.01)), 8, Budget())
    assert found.certificate == 0.01
    assert max([0, *(index for index in tried if index <= coarsest)]) == coarsest
    assert len(tried) == 3


def test_a_hip_whose_faces_nearly_line_up_is_cut_without_slivers():
    share = Path(sysconfig.get_paths()['purelib']) / 'cmeel.prefix/share/example-robot-data/robots'
    file = share / 'alexander_description/meshes/RightHipRollLink.obj'
    if not file.is_file():
        pytest.skip('example-robot-data is not installed')
    mesh = load(str(file))
    solid = closed_solid(mesh.vertices, mesh.faces)[0]
    found = split(solid, Budget(max_excess=0.05))
    assert exact(solid, found.parts)[1] <= found.certificate <= 0.05  # 30 parts and 6 % on a coarse copy
    assert len(found.parts) <= 12
