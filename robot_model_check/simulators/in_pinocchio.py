"""Load a URDF in Pinocchio, which reads it through urdfdom, and read back what it made of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.inertia import Body
from robot_model_check.simulators.answer import Answer, JointRead


def load(text: str, printed: Callable[[], str]) -> Answer:
    """Return Pinocchio's answer to the text, with a fixed base."""
    import pinocchio
    build = pinocchio.buildModelFromXML  # another package has the name, too
    try:
        model = build(text)
    except Exception as error:
        # the reason is printed, the exception says only that there is one
        said = _errors(printed()) or repr(error)
        return Answer(version=pinocchio.__version__, said=said, refusal=said.splitlines()[0])
    links = dict(_child_links(model, pinocchio.FrameType))
    inertias = {link: model.inertias[k] for link, k in links.items()}
    return Answer(version=pinocchio.__version__, said=_errors(printed()),
                  bodies={link: Body(body.mass, body.lever.copy(), body.inertia.copy())
                          for link, body in inertias.items()},
                  poses=_poses(model, links),
                  joints=dict(_joints(model)))


def _errors(printed: str) -> str:
    return '\n'.join(re.findall(r'^Error: *(.+)$', printed, re.MULTILINE))


def _poses(model: Any, links: Mapping[str, int]) -> dict[str, Array]:
    """Return T_world_link (4, 4) with all joints at 0, where a joint moves nothing.

    Its own forward kinematics needs a Data, which holds cubes of the number of joints: 64 GB for 1000.
    """
    T_world_joint = [np.eye(4)]
    for k in range(1, model.njoints):
        T_world_joint.append(T_world_joint[model.parents[k]] @ model.jointPlacements[k].homogeneous)
    return {link: T_world_joint[k] for link, k in links.items()}


def _child_links(model: Any, types: Any) -> Iterator[tuple[str, int]]:
    """Yield the child link of each joint, in whose axes it stands."""
    for frame in model.frames:
        above = model.frames[frame.parentFrame]
        if frame.type == types.BODY and above.type == types.JOINT:
            yield frame.name, frame.parentJoint


def _joints(model: Any) -> Iterator[tuple[str, JointRead]]:
    for k in range(1, model.njoints):
        joint = model.joints[k]
        if joint.nv == 1:
            S = np.asarray(joint.createData().S).ravel()
            turns = not S[:3].any()
            # a continuous joint is a point on the unit circle: two numbers, no limits
            lower, upper = (float(limit[joint.idx_q]) if joint.nq == 1 else None
                            for limit in (model.lowerPositionLimit, model.upperPositionLimit))
            yield model.names[k], JointRead(turns, S[3:] if turns else S[:3], lower, upper)
