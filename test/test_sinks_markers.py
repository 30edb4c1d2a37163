"""Figures of a robot and their marker messages, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip('visualization_msgs', reason='the sink needs visualization_msgs')

from support import GOOD, edit, run
from visualization_msgs.msg import Marker

from robot_model_check.finding import Level
from robot_model_check.kinematics import rotation
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain, read_text
from robot_model_check.report import Report
from robot_model_check.sinks.figures import Body, Figures, Region, Spot, figures, parts, quaternion
from robot_model_check.sinks.markers import AMBER, GREEN, RED, markers


def shown(folder, xml: str) -> Figures:
    """Return the figures of a robot."""
    from robot_model_check.reading.packages import Finder

    document = read_text(xml.encode(), {}, Finder.from_environment((), {}))
    return figures(parse(document.root), run(folder, xml))


def rotation_of(q: tuple[float, float, float, float]) -> np.ndarray:
    x, y, z, w = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def corners(body: Body) -> np.ndarray:
    """Return the corners of the equivalent box in link axes, sorted."""
    signs = np.array(np.meshgrid([-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5])).reshape(3, -1).T
    found = signs * body.sides @ rotation_of(body.axes).T + body.com
    return np.round(found[np.lexsort(np.round(found, 6).T)], 6)


def test_the_box_of_a_homogeneous_box_is_that_box(tmp_path):
    arm, hand = shown(tmp_path, GOOD).bodies
    assert (arm.link, arm.mass, arm.com) == ('arm', 0.48, (0.02, 0.01, 0.1))
    signs = np.array(np.meshgrid([-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5])).reshape(3, -1).T
    expected = signs * [0.06, 0.04, 0.2] + [0.02, 0.01, 0.1]
    assert corners(arm) == pytest.approx(expected[np.lexsort(np.round(expected, 6).T)], abs=1e-6)
    assert max(hand.sides) == pytest.approx(
        0.1, rel=1e-4
    )  # a cylinder keeps its length, sqrt(3) r is its side
    assert min(hand.sides) == pytest.approx(math.sqrt(3) * 0.02, rel=1e-4)


def test_the_box_turns_with_the_inertial_frame(tmp_path):
    rpy = (0.3, -0.2, 0.5)
    xml = edit(GOOD, ('xyz="0.02 0.01 0.1" rpy="0 0 0"', 'xyz="0.02 0.01 0.1" rpy="0.3 -0.2 0.5"'))
    arm = shown(tmp_path, xml).bodies[0]
    longest = rotation_of(arm.axes)[:, int(np.argmax(arm.sides))]
    assert abs(longest @ rotation(rpy)[:, 2]) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize('rpy', [(0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3), (1, -0.7, 2.5), (math.pi, 0, 0)])
def test_quaternion_is_the_rotation(rpy):
    q = quaternion(rotation(rpy))
    assert np.linalg.norm(q) == pytest.approx(1.0, abs=1e-12)
    assert q[3] >= 0
    assert rotation_of(q) == pytest.approx(rotation(rpy), abs=1e-12)


def test_impossible_inertia_has_a_com_in_red_and_no_box(tmp_path):
    found = shown(tmp_path, edit(GOOD, ('ixx="0.001664"', 'ixx="0.01"')))
    arm = found.bodies[0]
    assert (arm.sides, arm.level) == (None, Level.ERROR)
    centre = next(marker for marker in markers(found).markers if marker.ns == 'com')
    assert (centre.color.r, centre.color.g, centre.color.b) == pytest.approx(RED)
    assert not [
        marker
        for marker in markers(found).markers
        if marker.ns == 'inertia' and marker.header.frame_id == 'arm'
    ]


def test_an_uncovered_point_is_where_the_visual_stands_out(tmp_path):
    short = edit(
        GOOD,
        (
            '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/>',
            '<collision><origin xyz="0.02 0.01 0.05"/><geometry><box size="0.06 0.04 0.1"/>',
        ),
    )
    (spot,) = [spot for spot in shown(tmp_path, short).spots if spot.kind == 'uncovered']
    assert spot.link == 'arm'
    assert spot.distance == pytest.approx(0.1, abs=0.01)
    assert spot.at[2] == pytest.approx(0.2, abs=0.01)


def test_messages_carry_the_figures():
    bodies = tuple(
        Body('l', 1.0, (1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0), (0.1, 0.2, 0.3), level)
        for level in (None, Level.WARNING, Level.ERROR)
    )
    found = markers(Figures(bodies, (Spot('l', 'uncovered', (4.0, 5.0, 6.0), 0.07),))).markers
    assert found[0].action == Marker.DELETEALL
    assert [(marker.ns, marker.id) for marker in found[1:]] == [
        ('inertia', 0),
        ('inertia', 1),
        ('inertia', 2),
        ('com', 0),
        ('com', 1),
        ('com', 2),
        ('axes', 0),
        ('axes', 1),
        ('axes', 2),
        ('uncovered', 0),
    ]
    for marker, colour in zip(found[1:4], (GREEN, AMBER, RED), strict=True):
        assert (marker.color.r, marker.color.g, marker.color.b) == pytest.approx(colour)
        assert (marker.scale.x, marker.scale.y, marker.scale.z) == (0.1, 0.2, 0.3)
        assert (marker.pose.position.x, marker.pose.orientation.w, marker.type) == (1.0, 1.0, Marker.CUBE)
    assert {marker.header.frame_id for marker in found[1:]} == {'l'}
    assert all(marker.frame_locked for marker in found[1:])
    assert {(marker.header.stamp.sec, marker.header.stamp.nanosec) for marker in found} == {(0, 0)}
    spot = found[-1]
    assert (spot.pose.position.z, spot.scale.x, spot.color.a) == (6.0, 0.07, pytest.approx(0.6))


def test_axes_lie_along_the_principal_moments_and_end_outside_the_box():
    # a body turned by 90 degrees about z: the longest side, of the smallest moment, lies along y
    turned = (0.0, 0.0, math.sin(math.pi / 4), math.cos(math.pi / 4))
    body = Body('l', 1.0, (1.0, 2.0, 3.0), turned, (0.5, 0.2, 0.1), None)
    none = Body('m', 1.0, (0.0, 0.0, 0.0), turned, None, Level.ERROR)
    axes, short = (one for one in markers(Figures((body, none))).markers if one.ns == 'axes')
    assert (axes.type, axes.header.frame_id, axes.frame_locked) == (Marker.LINE_LIST, 'l', True)
    ends = np.array([(point.x, point.y, point.z) for point in axes.points]) @ rotation_of(turned).T + body.com
    assert ends[:2] == pytest.approx(np.array([(1, 2 - 0.3, 3), (1, 2 + 0.3, 3)]), abs=1e-12)
    assert ends[2:4] == pytest.approx(np.array([(1 + 0.12, 2, 3), (1 - 0.12, 2, 3)]), abs=1e-12)
    assert ends[4:] == pytest.approx(np.array([(1, 2, 3 - 0.06), (1, 2, 3 + 0.06)]), abs=1e-12)
    assert [(c.r, c.g, c.b) for c in axes.colors[::2]] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert len(axes.colors) == len(axes.points) == 6
    assert [point.x for point in short.points[:2]] == pytest.approx([-0.06, 0.06])


def test_regions_are_the_surfaces_that_are_uncovered_or_protrude(tmp_path):
    moved = edit(
        GOOD,
        (
            '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/>',
            '<collision><origin xyz="0.02 0.01 0.15"/><geometry><box size="0.06 0.04 0.2"/>',
        ),
    )
    found = shown(tmp_path, moved)
    bare, out = found.regions
    assert [(one.link, one.kind) for one in found.regions] == [('arm', 'uncovered'), ('arm', 'protruding')]
    # all of the visual below z = 0.05 - 0.002 is bare, all of the collision above 0.2 + 0.002 stands out
    for region, low, high in ((bare, 0.0, 0.048), (out, 0.202, 0.25)):
        points = np.array(region.points)
        assert 100 < len(points) <= 256
        assert (points[:, 2].min(), points[:, 2].max()) == (pytest.approx(low, abs=2e-3),
                                                            pytest.approx(high, abs=2e-3))
        offset = np.abs(points - [0.02, 0.01, 0]) / [0.03, 0.02, 1]
        on_end = np.isclose(points[:, 2], 0.25 if low else 0.0)
        assert (np.isclose(offset[:, :2].max(axis=1), 1) | on_end).all()
        # dots as wide as they are apart: the area of 0.012 m^2 over the number of points, as a square
        assert region.width == pytest.approx(math.sqrt(0.012 / len(points)), rel=0.2)


def test_regions_are_points_in_the_links_frame_and_share_the_namespace_of_the_spots():
    region = Region('l', 'uncovered', ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0)), 0.004)
    found = markers(Figures((), (Spot('l', 'uncovered', (1.0, 2.0, 3.0), 0.1),), (region,))).markers[1:]
    assert [(one.ns, one.id, one.type) for one in found] == [
        ('uncovered', 0, Marker.SPHERE), ('uncovered', 1, Marker.SPHERE_LIST)]
    dots = found[1]
    assert [(point.x, point.y, point.z) for point in dots.points] == [(1, 2, 3), (4, 5, 6)]
    assert (dots.header.frame_id, dots.frame_locked, dots.scale.x) == ('l', True, 0.004)
    assert (dots.pose.position.x, dots.pose.orientation.w) == (0, 1)


def test_many_regions_have_fewer_points_each():
    many = {f'l{number}': {'uncovered': [(float(i), 0.0, 0.0) for i in range(256)]} for number in range(1000)}
    report = Report(model={}, stages=(), findings=(), not_checked=(), links={}, regions=many)
    robot = parse(read_plain(b'<robot name="r"/>').root)
    found = figures(robot, report).regions
    assert len(found) == 1000
    assert sum(len(one.points) for one in found) <= 20_000
    assert {one.width for one in found} == {26.0}


def test_an_unreadable_robot_has_no_figures(tmp_path):
    assert figures(None, run(tmp_path, '<robot')) == Figures()


def test_generated_parts_are_drawn_where_the_urdf_has_them():
    shapes = {
        'box size="0.1 0.2 0.3"': (Marker.CUBE, (0.1, 0.2, 0.3)),
        'cylinder radius="0.02" length="0.1"': (Marker.CYLINDER, (0.04, 0.04, 0.1)),
        'sphere radius="0.03"': (Marker.SPHERE, (0.06, 0.06, 0.06)),
        'mesh filename="file:///a_0.stl" scale="1 2 3"': (Marker.MESH_RESOURCE, (1, 2, 3)),
    }
    collisions = ''.join(
        f'<collision><origin xyz="1 2 3" rpy="0.3 -0.2 0.5"/><geometry><{shape}/></geometry></collision>'
        for shape in shapes
    )
    document = read_plain(f'<robot name="r"><link name="a">{collisions}</link>'
                          '<link name="b"><collision><geometry><sphere radius="1"/></geometry></collision>'
                          '</link></robot>'.encode())
    first, *drawn = markers(Figures(), parts(parse(document.root), {'a'})).markers
    assert first.action == Marker.DELETEALL
    assert [(one.type, (one.scale.x, one.scale.y, one.scale.z)) for one in drawn] == list(shapes.values())
    assert {(one.ns, one.header.frame_id, one.frame_locked) for one in drawn} == {('generated', 'a', True)}
    assert [one.id for one in drawn] == [0, 1, 2, 3]
    assert [one.mesh_resource for one in drawn] == ['', '', '', 'file:///a_0.stl']
    for one in drawn:
        at, q = one.pose.position, one.pose.orientation
        assert (at.x, at.y, at.z) == (1, 2, 3)
        assert rotation_of((q.x, q.y, q.z, q.w)) == pytest.approx(rotation((0.3, -0.2, 0.5)), abs=1e-12)
    assert len({(one.color.r, one.color.g, one.color.b) for one in drawn}) == 4
