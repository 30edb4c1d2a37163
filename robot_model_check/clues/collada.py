"""What a Collada file says about its unit and its axes, and where that comes out wrong."""

from __future__ import annotations

from robot_model_check.clues.mesh_use import Use, file_of
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.model import Mesh, Shape

OTHER_AXES = ('Y_UP', 'X_UP')


def has_unit(shape: Shape, context: Context) -> bool:
    """Return whether the shape is a Collada file with a <unit> that is not the metre."""
    file = file_of(shape.geometry, context) if isinstance(shape.geometry, Mesh) else None
    return file is not None and file.unit is not None and abs(file.unit - 1) > 1e-6


def comes_out_turned(use: Use, context: Context) -> bool:
    """Return whether a visual whose file is not Z_UP lies across the link's collisions, and would lie along
    them once its up axis is turned to z.

    RViz and Gazebo ignore <up_axis>, so the author may have seen it right in a viewer that does not.
    """
    import numpy as np

    from robot_model_check.geometry.triangles import overlap
    from robot_model_check.kinematics import transform
    facts = context.facts.get(use.link.name)
    if facts is None or use.file.up_axis not in OTHER_AXES or use.shape.kind != 'visual':
        return False
    own = next((one for one in facts.of('visual') if one.index == use.shape.index), None)
    others = [one for one in facts.of('collision') if one.mesh_path != use.file.path]
    if own is None or not others:
        return False
    low = np.array([one.low for one in others]).min(axis=0)
    high = np.array([one.high for one in others]).max(axis=0)
    T = transform(use.shape.origin)
    in_file = (own.hull - T[:3, 3]) @ T[:3, :3]
    turned = in_file @ _to_z_up(use.file.up_axis).T @ T[:3, :3].T + T[:3, 3]
    as_is = overlap(own.low, own.high, low, high)
    upright = overlap(turned.min(axis=0), turned.max(axis=0), low, high)
    return upright > 0.6 and as_is < 0.5 * upright


def _to_z_up(up_axis: str) -> Array:
    """Return R (3, 3) that takes the file's axes to z up, as the Collada specification has it."""
    import numpy as np
    if up_axis == 'Y_UP':
        return np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
    return np.array([[0.0, -1, 0], [0, 0, -1], [1, 0, 0]])
