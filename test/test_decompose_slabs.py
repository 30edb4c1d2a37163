"""Long parts as a few boxes along their axis."""

from __future__ import annotations

import numpy as np
import pytest
from manifold3d import Manifold
from shapes import shape, write_stl

from robot_model_check.decompose.methods import METHODS, Body, Limits
from robot_model_check.decompose.slabs import boxes_along
from robot_model_check.geometry.placed import place
from robot_model_check.geometry.solid import from_arrays, to_arrays
from robot_model_check.kinematics import rotation, transform
from robot_model_check.model import Box, Cylinder, Mesh, Sphere


def stepped():
    """A finger of three boxes in a row: 43 mm of 20 x 20, 40 mm of 10 x 20, 77 mm of 10 x 10."""
    sizes = ((0, 0.043, 0.02, 0.02), (0.043, 0.083, 0.01, 0.02), (0.083, 0.16, 0.01, 0.01))
    parts = [Manifold.cube((b - a, w, h)).translate((a, 0, 0)) for a, b, w, h in sizes]
    return parts[0] + parts[1] + parts[2]


@pytest.mark.parametrize('rpy', [(0, 0, 0), (0.4, -0.2, 1.1)])
def test_a_stepped_finger_is_its_three_boxes_in_any_pose(rpy):
    solid = stepped().transform(np.column_stack([rotation(rpy), [0.1, 0.2, 0.3]]))
    boxes = [fitted for _, fitted in boxes_along(solid, 3)]
    expected = ((0.01, 0.01, 0.077), (0.01, 0.02, 0.04), (0.02, 0.02, 0.043))
    assert sorted(sorted(box.geometry.size) for box in boxes) == [pytest.approx(size, rel=1e-3)
                                                                  for size in expected]
    assert sum(box.volume for box in boxes) == pytest.approx(solid.volume(), rel=1e-3)


@pytest.mark.parametrize('count', [2, 3, 4])
def test_the_boxes_contain_the_part(count):
    T = np.column_stack([rotation((1, 0.5, 0.2)), [1, 2, 3]])
    solid = Manifold.cylinder(1, 0.12, 0.05, 32).transform(T)
    found = boxes_along(solid, count)
    assert len(found) == count
    union = Manifold()
    for _, fitted in found:
        union += Manifold.cube(fitted.geometry.size, True).transform(transform(fitted.pose)[:3])
    assert (solid - union).volume() <= 1e-9
    hulls = Manifold.batch_hull([from_arrays(core.vertices, core.faces) for core, _ in found])
    assert hulls.volume() == pytest.approx(solid.hull().volume(), rel=1e-6)


def test_more_boxes_never_add_volume():
    solid = Manifold.cylinder(1, 0.12, 0.05, 32)
    volumes = [sum(fitted.volume for _, fitted in boxes_along(solid, count)) for count in (2, 3, 4)]
    assert volumes == sorted(volumes, reverse=True)


def test_a_part_that_is_not_long_has_no_boxes_along_its_axis():
    assert boxes_along(Manifold.cube((1, 0.6, 0.5)), 3) == []


def primitives(solid, path, **limits):
    """The sets of primitives that the method makes around a mesh, one after the other."""
    visual = place(shape(Mesh('part.stl')), write_stl(path / 'part.stl', *to_arrays(solid)))
    return [[type(part.fitted.geometry) for part in parts]
            for parts in METHODS['primitive'](Body([visual]), Limits(min_coverage=1.0, **limits))]


def test_a_finger_is_tried_as_one_primitive_then_as_two_and_three_boxes(tmp_path):
    assert primitives(stepped(), tmp_path) == [[Box], [Box, Box], [Box, Box, Box]]
    assert primitives(stepped(), tmp_path, max_parts=2) == [[Box], [Box, Box]]


def test_what_is_nearly_a_capsule_is_a_cylinder_and_two_spheres(tmp_path):
    ball = Manifold.sphere(0.1, 48)
    capsule = Manifold.batch_hull([ball, ball.translate((0, 0, 0.15))])
    assert primitives(capsule, tmp_path) == [[Cylinder], [Cylinder, Sphere, Sphere]]
