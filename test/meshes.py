"""Mesh files and links made of them, for the cases of rules."""

from __future__ import annotations

import numpy as np
from support import GOOD, box_mesh, edit, stl

ARM_VISUAL = '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>'
ARM_COLLISION = ('<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry>'
                 '</collision>')
ARM = (0.06, 0.04, 0.2)


def with_visual(mesh: str, robot: str = GOOD) -> str:
    """Return the robot with the arm's visual replaced by a mesh element."""
    return edit(robot, (ARM_VISUAL, ARM_VISUAL.replace('<box size="0.06 0.04 0.2"/>', mesh)))


def with_collision(mesh: str, robot: str = GOOD) -> str:
    """Return the robot with the arm's collision replaced by a mesh element."""
    return edit(robot, (ARM_COLLISION, ARM_COLLISION.replace('<box size="0.06 0.04 0.2"/>', mesh)))


def arm_box(scale: float = 1.0) -> bytes:
    """Return the arm's box as binary STL, in metres times `scale`."""
    vertices, faces = box_mesh(ARM)
    return stl(vertices * scale, faces)


def fine_box(n: int) -> bytes:
    """Return the arm's box as binary STL of 12 n^2 triangles."""
    steps = np.linspace(-0.5, 0.5, n + 1)
    a, b = (grid.ravel() for grid in np.meshgrid(steps[:-1], steps[:-1], indexing='ij'))
    high_a, high_b = (grid.ravel() for grid in np.meshgrid(steps[1:], steps[1:], indexing='ij'))
    corners = ((a, b), (high_a, b), (high_a, high_b), (a, high_b))
    square = np.stack([np.column_stack(corner) for corner in corners], axis=1)
    sides = []
    for axis in range(3):
        for side in (-0.5, 0.5):
            quads = np.insert(square, axis, side, axis=2)
            sides.append(quads if (side > 0) != (axis == 1) else quads[:, ::-1])
    first = 4 * np.arange(6 * n * n)[:, None]
    return stl(np.concatenate(sides).reshape(-1, 3) * ARM,
               np.concatenate([first + np.array(half) for half in ((0, 1, 2), (0, 2, 3))]))


def dae(vertices: np.ndarray, faces: np.ndarray, unit: str = '<unit meter="1"/>',
        up_axis: str = 'Z_UP') -> bytes:
    """Return a Collada file of one mesh."""
    points = ' '.join(f'{value:.9g}' for value in np.asarray(vertices).ravel())
    corners = ' '.join(str(corner) for corner in np.asarray(faces).ravel())
    return f'''<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>{unit}<up_axis>{up_axis}</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="a" count="{3 * len(vertices)}">{points}</float_array>
      <technique_common><accessor source="#a" count="{len(vertices)}" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="{len(faces)}"><input semantic="VERTEX" source="#v" offset="0"/>
      <p>{corners}</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene>
  </library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>'''.encode()
