"""Does a glTF visual lie on its side?

glTF has y up. Drake turns it upright, as the specification says; RViz and SAPIEN take its numbers as they
are. Which of the two the author wrote for shows where the collision is in another format.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry.placed import Placed
from robot_model_check.geometry.triangles import overlap
from robot_model_check.kinematics import transform

GLTF = ('.gltf', '.glb')
BETTER = 1.2  # times the overlap: a part that is as high as it is wide fits both ways
UPRIGHT = np.array([[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])


def lies(visuals: Sequence[Placed], collisions: Sequence[Placed]) -> bool:
    """Return whether the box of the visuals fits that of the collisions better with glTF turned upright."""
    if not collisions or not any(map(_is_gltf, visuals)):
        return False
    around = _box([shape.V for shape in collisions])
    turned = _box([_upright(shape) if _is_gltf(shape) else shape.V for shape in visuals])
    return overlap(*turned, *around) > BETTER * overlap(*_box([shape.V for shape in visuals]), *around)


def _is_gltf(shape: Placed) -> bool:
    return shape.path is not None and shape.path.lower().endswith(GLTF)


def _upright(shape: Placed) -> Array:
    """Return the vertices (n, 3) in link axes with the y axis of the file as its z axis."""
    T = transform(shape.shape.origin)
    turn = T @ UPRIGHT @ np.linalg.inv(T)
    return np.asarray(shape.V @ turn[:3, :3].T + turn[:3, 3])


def _box(vertices: Sequence[Array]) -> Array:
    points = np.concatenate(vertices)
    return np.array([points.min(axis=0), points.max(axis=0)])
