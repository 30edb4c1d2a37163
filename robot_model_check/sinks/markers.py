"""Figures as visualization_msgs, each in its link's own frame so that it moves with tf.

Namespaces, to switch on and off in RViz: `inertia` (equivalent boxes, coloured by the verdict on the
inertial), `com`, `axes` (of the principal moments: red the smallest, green, blue the largest), `uncovered`
and `protruding` (points all over these regions, and at the worst point of each link a sphere as large as the
distance), `generated` (the parts of the collision that was generated last, neighbours in different colours).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from geometry_msgs.msg import Point, Pose, Quaternion, Vector3
from std_msgs.msg import ColorRGBA, Header
from visualization_msgs.msg import Marker, MarkerArray

from robot_model_check.finding import Level
from robot_model_check.model import Box, Geometry, Mesh, Sphere
from robot_model_check.sinks.figures import Body, Figures, Part, Region, Spot, Vector
from robot_model_check.words import in_utf8

GREEN, AMBER, RED = (0.2, 0.8, 0.2), (1.0, 0.65, 0.0), (0.9, 0.1, 0.1)
VERDICT = {None: GREEN, Level.INFO: GREEN, Level.WARNING: AMBER, Level.ERROR: RED}
SPOT = {'uncovered': (0.9, 0.1, 0.9), 'protruding': (0.1, 0.6, 0.9)}
COM_DIAMETER = 0.01  # m
AXIS_WIDTH = 0.002  # m
AXIS_LENGTH = 0.6  # of the side of the equivalent box, so that an axis ends outside of it
NO_BOX = 0.1  # m: side that stands for that of a tensor without a box
AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))  # directions, and their colours
WHITE = (1.0, 1.0, 1.0, 1.0)
UNTURNED = (0.0, 0.0, 0.0, 1.0)
PARTS = ((0.2, 0.5, 0.9), (0.9, 0.5, 0.2), (0.3, 0.8, 0.6), (0.8, 0.3, 0.6), (0.7, 0.7, 0.2))


def markers(figures: Figures, parts: Sequence[Part] = ()) -> MarkerArray:
    """Return the message; its first marker deletes what an earlier one showed."""
    return MarkerArray(
        markers=[
            Marker(action=Marker.DELETEALL),
            *_boxes(figures),
            *_centres(figures),
            *_axes(figures),
            *_spots(figures),
            *_regions(figures),
            *_parts(parts),
        ]
    )


def _boxes(figures: Figures) -> Iterator[Marker]:
    for number, body in enumerate(figures.bodies):
        if body.sides is not None:
            yield _marker('inertia', number, body, Marker.CUBE, body.sides, (*VERDICT[body.level], 0.5))


def _centres(figures: Figures) -> Iterator[Marker]:
    for number, body in enumerate(figures.bodies):
        yield _marker('com', number, body, Marker.SPHERE, (COM_DIAMETER,) * 3, (*VERDICT[body.level], 1.0))


def _axes(figures: Figures) -> Iterator[Marker]:
    for number, body in enumerate(figures.bodies):
        marker = _marker('axes', number, body, Marker.LINE_LIST, (AXIS_WIDTH, 0.0, 0.0), WHITE)
        for axis, side in zip(AXES, body.sides or (NO_BOX,) * 3, strict=True):
            ends = [tuple(sign * AXIS_LENGTH * side * part for part in axis) for sign in (-1, 1)]
            marker.points += [Point(x=x, y=y, z=z) for x, y, z in ends]
            marker.colors += [ColorRGBA(r=axis[0], g=axis[1], b=axis[2], a=1.0)] * 2
        yield marker


def _regions(figures: Figures) -> Iterator[Marker]:
    for number, region in enumerate(figures.regions, len(figures.spots)):
        marker = _marker(region.kind, number, region, Marker.SPHERE_LIST, (region.width,) * 3,
                         (*SPOT[region.kind], 1.0))
        marker.points = [Point(x=x, y=y, z=z) for x, y, z in region.points]
        yield marker


def _spots(figures: Figures) -> Iterator[Marker]:
    for number, spot in enumerate(figures.spots):
        yield _marker(spot.kind, number, spot, Marker.SPHERE, (spot.distance,) * 3, (*SPOT[spot.kind], 0.6))


def _parts(parts: Sequence[Part]) -> Iterator[Marker]:
    for number, part in enumerate(parts):
        kind, size = _solid(part.geometry)
        marker = _marker('generated', number, part, kind, size, (*PARTS[number % len(PARTS)], 0.6))
        if isinstance(part.geometry, Mesh):
            marker.mesh_resource = in_utf8(part.geometry.uri)
        yield marker


def _solid(geometry: Geometry) -> tuple[int, Vector]:
    """Return the type of marker and its scale [m] (a mesh: [1])."""
    if isinstance(geometry, Mesh):
        return Marker.MESH_RESOURCE, geometry.scale
    if isinstance(geometry, Box):
        return Marker.CUBE, geometry.size
    across = 2 * geometry.radius
    if isinstance(geometry, Sphere):
        return Marker.SPHERE, (across, across, across)
    return Marker.CYLINDER, (across, across, geometry.length)


def _marker(
    namespace: str,
    number: int,
    shown: Body | Spot | Part | Region,
    kind: int,
    size: Vector,
    colour: tuple[float, float, float, float],
) -> Marker:
    at, axes = _pose(shown)
    r, g, b, a = colour
    pose = Pose(
        position=Point(x=at[0], y=at[1], z=at[2]),
        orientation=Quaternion(x=axes[0], y=axes[1], z=axes[2], w=axes[3]),
    )
    # The stamp stays zero: viewers then take the newest transform of the link.
    return Marker(
        header=Header(frame_id=shown.link),
        ns=namespace,
        id=number,
        type=kind,
        action=Marker.ADD,
        pose=pose,
        scale=Vector3(x=size[0], y=size[1], z=size[2]),
        color=ColorRGBA(r=r, g=g, b=b, a=a),
        frame_locked=True,
    )


def _pose(shown: Body | Spot | Part | Region) -> tuple[Vector, tuple[float, float, float, float]]:
    if isinstance(shown, Region):  # its points are in the link's frame
        return (0.0, 0.0, 0.0), UNTURNED
    if isinstance(shown, Spot):
        return shown.at, UNTURNED
    return (shown.com if isinstance(shown, Body) else shown.at), shown.axes
