"""Load a URDF in MuJoCo and read back what it made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.inertia import Body, compose, moved
from robot_model_check.notation import from_mjcf_principal
from robot_model_check.simulators.answer import Answer, JointRead


def load(text: str, printed: Callable[[], str]) -> Answer:
    """Return MuJoCo's answer to the text, with its own defaults for URDF (fixed joints fused)."""
    import mujoco
    warned: list[str] = []
    mujoco.set_mju_user_warning(warned.append)  # else MUJOCO_LOG.TXT grows in the working directory
    try:
        model = mujoco.MjModel.from_xml_string(text)
    except ValueError as error:
        said = str(error).strip() or repr(error)
        return Answer(version=mujoco.__version__, said=said,
                      refusal=re.sub(r'^(XML |URDF )?Error:\s*', '', said.splitlines()[0]).rstrip(': '))
    finally:
        mujoco.set_mju_user_warning(None)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    welded: dict[int, list[int]] = {}
    for k, first in enumerate(model.body_weldid.tolist()):
        welded.setdefault(first, []).append(k)
    moving = [k for k in welded if k]
    return Answer(version=mujoco.__version__, said='\n'.join(warned),
                  bodies={model.body(k).name: _composite(model, data, welded[k]) for k in moving},
                  poses={model.body(k).name: _pose(data, k) for k in moving},
                  joints=dict(_joints(model, mujoco.mjtJoint)))


def _composite(model: Any, data: Any, bodies: Sequence[int]) -> Body:
    """Return the composite of bodies welded together, which are one only where it fuses them."""
    first = bodies[0]
    T_first_world = np.linalg.inv(_pose(data, first))
    return compose(
        moved(Body(float(model.body_mass[k]), model.body_ipos[k],
                   from_mjcf_principal(model.body_inertia[k], model.body_iquat[k])),
              T_first_world @ _pose(data, k) if k != first else np.eye(4))
        for k in bodies)


def _pose(data: Any, body: int) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = data.xmat[body].reshape(3, 3), data.xpos[body]
    return T


def _joints(model: Any, types: Any) -> Iterator[tuple[str, JointRead]]:
    turning, sliding = int(types.mjJNT_HINGE), int(types.mjJNT_SLIDE)
    for k, kind in enumerate(model.jnt_type.tolist()):
        if kind in (turning, sliding):
            lower, upper = model.jnt_range[k].tolist() if model.jnt_limited[k] else (None, None)
            yield model.joint(k).name, JointRead(kind == turning, model.jnt_axis[k].copy(), lower, upper)
