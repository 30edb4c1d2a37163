"""No mesh is mirrored by a negative scale.

Checks
    A `scale` with one or three negative numbers, which mirrors the mesh. Two negative numbers turn it by half
    a turn and are left alone.

Who breaks
    A mirror turns every triangle inside out. gz-rendering with OGRE 2 and RViz with Collada draw inner faces
    (the link looks transparent), Gazebo's physics fails on the collision, O3DE refuses the import; readers
    that turn the winding back show nothing wrong, so the author does not notice.

Bad
    <mesh filename="package://my_description/meshes/left_hand.stl" scale="1 -1 1"/>

Good
    <mesh filename="package://my_description/meshes/right_hand.stl"/>   (mirrored in the file)

References
    gazebosim/gz-sim issue 2656, gazebosim/gz-rendering issue 267, ros-visualization/rviz issue 517,
    o3de/o3de-extras issue 532.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.listing import gathered
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Link, Mesh, Robot, Shape
from robot_model_check.rules import Option

ID = 'mesh-negative-scale'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('gazebosim/gz-sim issue 2656', 'gazebosim/gz-rendering issue 267',
           'ros-visualization/rviz issue 517', 'o3de/o3de-extras issue 532')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per link and file for a scale that mirrors; many as one."""
    found = [_finding(link, shape, mesh) for link, shape, mesh in robot.mesh_shapes()
             if _mirrors(mesh) and _first_mirrored(link, mesh) is shape]
    yield from gathered(found, 'meshes mirrored by a negative scale, inside out in some readers; mirror the '
                               'files instead,')


def _finding(link: Link, shape: Shape, mesh: Mesh) -> Finding:
    scale = ' '.join(f'{value:g}' for value in mesh.scale)
    return Finding(message=f'scale "{scale}" mirrors the mesh {mesh.uri!r} and turns it inside out in '
                           'readers that do not reverse the triangles; mirror the file instead',
                   site=(shape.geometry_element or shape.element).site, attribute='scale',
                   subject=Subject('link', link.name),
                   values={'scale [1]': list(mesh.scale), 'uri': mesh.uri})


def _mirrors(mesh: Mesh) -> bool:
    x, y, z = mesh.scale
    return x * y * z < 0


def _first_mirrored(link: Link, mesh: Mesh) -> Shape:
    """Return the first shape of the link that mirrors this file."""
    return next(shape for shape in link.shapes if isinstance(shape.geometry, Mesh)
                and shape.geometry.uri == mesh.uri and _mirrors(shape.geometry))
