"""The primitive of least excess that covers enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from manifold3d import Manifold
from shapes import box, link, write_stl

from robot_model_check.decompose.attempt import attempt
from robot_model_check.decompose.choose import Wish, choose
from robot_model_check.decompose.hull import convex_hull
from robot_model_check.decompose.least_excess import least_excess
from robot_model_check.decompose.marginal import marginal
from robot_model_check.decompose.methods import Body, Limits
from robot_model_check.decompose.parts import Part
from robot_model_check.decompose.primitive import Fitted
from robot_model_check.geometry import coverage
from robot_model_check.geometry.placed import place
from robot_model_check.geometry.solid import to_arrays
from robot_model_check.kinematics import rotation, transform
from robot_model_check.model import Box, Cylinder, Mesh, Pose, Sphere

RPY, XYZ = (0.35, -0.25, 0.6), np.array([0.1, 0.2, -0.3])
MM = 1e-3


def lipped():
    """A cylinder of 60 x 100 mm with a lip of 1 mm at one end, 2 mm thick: with the lip, 6.6 % too wide."""
    return Manifold.cylinder(100, 30, -1, 256) + Manifold.cylinder(2, 31, -1, 256)


def rounded(size=100, radius=15):
    """A cube with rounded edges and corners."""
    at = (radius - size / 2, size / 2 - radius)
    balls = [Manifold.sphere(radius, 64).translate((x, y, z)) for x in at for y in at for z in at]
    return Manifold.batch_hull(balls)


def capped(length=200, radius=50):
    """A capsule with a thin collar around its middle."""
    ends = [Manifold.sphere(radius, 48).translate((0, 0, z)) for z in (-length / 2, length / 2)]
    return Manifold.batch_hull(ends) + Manifold.cylinder(2, radius + 4, -1, 48)


def block():
    """100 x 60 x 40 mm about the origin."""
    return Manifold.cube((100, 60, 40), True)


BOSS = Manifold.cylinder(15, 12, -1, 64).translate((0, 0, 20))  # 2.8 % of the block
PIN = Manifold.cylinder(50, 2, -1, 64).translate((0, 0, 20))  # 0.2 % of it, 30 mm out
BUMP = Manifold.cube((40, 1, 2), True).translate((0, 0, 20.5))  # 0.03 %, 1.5 mm out


def chosen(tmp_path, solid, method='auto', **limits):
    """The choice for a link that looks like a solid given in mm."""
    path = write_stl(tmp_path / 'x.stl', *to_arrays(solid.scale((MM, MM, MM))))
    return choose(link([Mesh('x')]), {'x': path}, Wish(method, Limits(**limits)))


def test_a_marginal_is_the_volume_below_each_height():
    solid = lipped()
    along = marginal(*to_arrays(solid), 2)
    disc = Manifold.cylinder(1, 1, -1, 256).volume()
    expected = np.where(along.heights < 2, 31 ** 2 * along.heights, 61 * 2 + 30 ** 2 * along.heights) * disc
    assert along.below == pytest.approx(expected, rel=1e-9)
    ball = marginal(*to_arrays(Manifold.sphere(1, 128)), 0)
    cap = np.pi * (ball.heights + 1) ** 2 * (2 - ball.heights) / 3
    assert ball.below == pytest.approx(cap, abs=1e-2)


def test_the_shortest_stretch_leaves_out_what_is_thin():
    body = Manifold.cube((10, 1, 1)) + Manifold.cube((10, 0.1, 0.1)).translate((10, 0, 0))
    along = marginal(*to_arrays(body), 0)
    assert along.shortest(0.0) == pytest.approx((0, 20))
    assert along.shortest(0.1 / 10.1) == pytest.approx((0, 10), abs=1e-6)
    low, high = along.shortest(0.5)
    assert high - low == pytest.approx(5.05)


@pytest.mark.parametrize('rpy', [(0, 0, 0), RPY])
def test_the_lip_of_a_cylinder_is_left_out(rpy):
    turned = lipped().transform(np.column_stack([rotation(rpy), XYZ]))
    found, = least_excess(turned, 0.99, 0.05)
    assert isinstance(found.geometry, Cylinder)
    assert not found.encloses
    assert (found.geometry.radius, found.geometry.length) == pytest.approx((30, 100), rel=2e-3)
    T = transform(found.pose)
    assert abs(T[:3, 2] @ rotation(rpy)[:, 2]) == pytest.approx(1)
    assert T[:3, 3] == pytest.approx(rotation(rpy) @ (0, 0, 50) + XYZ, abs=0.05)


def test_a_rounded_box_is_drawn_in_for_the_budget(tmp_path):
    solid = rounded()
    around = 100 ** 3 / solid.volume() - 1
    assert around == pytest.approx(0.0568, abs=1e-4)
    found = chosen(tmp_path, solid, max_excess=0.05)
    part, = found.parts
    assert (found.method, type(part.fitted.geometry)) == ('primitive', Box)
    assert max(part.fitted.geometry.size) < 0.1
    assert found.now.method == 'exact'
    assert found.now.coverage >= 0.99
    assert found.now.excess <= found.certificate <= 0.05
    assert found.now.excess == pytest.approx(part.fitted.volume / (solid.volume() * MM ** 3)
                                             - found.now.coverage, abs=1e-6)
    assert 'of the visual bare, for less excess' in found.note


def test_a_capsule_only_where_no_single_primitive_serves():
    rod, one, other = least_excess(capped(), 0.99, 0.05)
    assert isinstance(rod.geometry, Cylinder)
    assert isinstance(one.geometry, Sphere)
    assert rod.geometry.radius == one.geometry.radius == other.geometry.radius
    assert (rod.geometry.radius, rod.geometry.length) == pytest.approx((50, 200), rel=1e-2)
    assert {rod.encloses, one.encloses, other.encloses} == {False}


def test_a_bump_that_hardly_stands_out_is_left_out_but_not_a_pin_nor_a_boss(tmp_path):
    """The bump, with which the block is 5.6 % too high, is felt by few spheres, the pin by many."""
    flat = chosen(tmp_path, block() + BUMP.translate((0, 0, 1)) + BUMP, max_excess=0.03)
    assert [type(part.fitted and part.fitted.geometry) for part in flat.parts] == [Box]
    assert flat.now.excess < 0.002
    assert least_excess(block() + PIN, 0.99, 0.05) != ()
    pinned = chosen(tmp_path, block() + PIN)
    assert pinned.now.coverage == pytest.approx(1, abs=1e-5)
    assert least_excess(block() + BOSS, 0.99, 0.05) == ()
    assert chosen(tmp_path, block() + BOSS).now.coverage == pytest.approx(1, abs=1e-5)


def test_coverage_and_excess_keep_to_the_budgets_exactly():
    solid = lipped()
    assert least_excess(solid, 1.0, 0.05) == ()
    assert least_excess(rounded(), 0.999, 0.05) == ()
    assert least_excess(rounded(radius=16), 0.99, 0.05) == ()
    assert least_excess(Manifold.cube((1, 1, 1)) - Manifold.cube((0.8, 1, 0.8)), 0.99, 0.05) == ()


@pytest.mark.parametrize('seed', range(6))
def test_the_certificate_is_never_below_the_excess(tmp_path, seed):
    """Boxes with random rounding and a random bump, as the program measures them itself."""
    rng = np.random.default_rng(seed)
    size, radius = rng.uniform(40, 120, 3), rng.uniform(1, 8)
    at = [(radius - extent / 2, extent / 2 - radius) for extent in size]
    body = Manifold.batch_hull([Manifold.sphere(radius, 32).translate((x, y, z))
                                for x in at[0] for y in at[1] for z in at[2]])
    body += Manifold.cube((20, 1, 1), True).translate((0, 0, size[2] / 2 + 0.5))
    found = chosen(tmp_path, body, 'primitive', max_excess=0.02)
    shapes = [place(replace(link([part.fitted.geometry]).visuals[0], origin=part.fitted.pose), None)
              for part in found.parts]
    visual = place(link([Mesh('x')]).visuals[0], str(tmp_path / 'x.stl'))
    again = coverage.measure([visual], shapes)
    assert again.excess <= found.certificate


def test_what_a_primitive_leaves_bare_is_measured(tmp_path):
    """Of a cube of 100 mm, a box that is 80 mm high leaves a fifth bare, and adds nothing."""
    path = write_stl(tmp_path / 'x.stl', *box((0.1, 0.1, 0.1)))
    body = Body([place(link([Mesh('x')]).visuals[0], path)])
    small = Box((0.1, 0.1, 0.08))
    fitted = Fitted(small, Pose(), 8e-4, encloses=False)
    core = convex_hull(body.points)
    tried = attempt(body, 'primitive', (Part(core, core, fitted),), Limits())
    assert tried.shortfall(Limits()) == pytest.approx((0.19, 0), abs=1e-6)
    assert tried.certificate == pytest.approx(0, abs=1e-6)
    shifted = replace(fitted, pose=Pose((0, 0, 0.03)))  # 20 mm of it stand out
    tried = attempt(body, 'primitive', (Part(core, core, shifted),), Limits())
    assert tried.shortfall(Limits()) == pytest.approx((0.39, 0.15), abs=1e-6)
    assert tried.certificate == pytest.approx(0.2, abs=1e-6)
