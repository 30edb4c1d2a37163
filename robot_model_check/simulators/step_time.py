"""How long a step of MuJoCo takes with one or another set of collisions; nothing is written."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from robot_model_check.facts import Array
from robot_model_check.generation.element_xml import quoted
from robot_model_check.model import Box, Cylinder, Joint, Pose, Sphere

STEPS = 20
ROUNDS = 3
TIME_LIMIT = 120.0  # s for a set of collisions

Points = tuple[tuple[float, float, float], ...]


@dataclass(frozen=True)
class Geom:
    """A collision in link axes: a primitive in its pose, or the convex hull of points [m]."""

    shape: Box | Cylinder | Sphere | Points
    pose: Pose = field(default_factory=Pose)


@dataclass(frozen=True)
class Body:
    """A link, the joint that holds it (None: the root), and its collisions."""

    name: str
    joint: Joint | None
    geoms: tuple[Geom, ...]


def corners(points: Array) -> Points:
    """Return an array (n, 3) as plain numbers."""
    return tuple((x, y, z) for x, y, z in points.tolist())


def step_time(bodies: Sequence[Body], postures: Sequence[Mapping[str, float]]) -> float:
    """Return the median time of a step [s] over postures (joint -> value), without gravity.

    `bodies` come parents first. Masses are all the same: contacts cost, not masses.
    """
    import mujoco
    model = mujoco.MjModel.from_xml_string(mjcf(bodies))
    data = mujoco.MjData(model)
    address = {model.joint(k).name: int(model.jnt_qposadr[k]) for k in range(model.njnt)}
    times = []
    for posture in postures:
        taken = []
        for _ in range(ROUNDS):
            mujoco.mj_resetData(model, data)
            for name in address.keys() & posture.keys():
                data.qpos[address[name]] = posture[name]
            start = time.process_time()
            for _ in range(STEPS):
                mujoco.mj_step(model, data)
            taken.append((time.process_time() - start) / STEPS)
        times.append(min(taken))
    return statistics.median(times)


def mjcf(bodies: Sequence[Body]) -> str:
    """Return the model as MJCF."""
    children: dict[str, list[Body]] = {}
    for body in bodies:
        children.setdefault(body.joint.parent if body.joint is not None else '', []).append(body)
    meshes: list[str] = []
    tree = ''.join(_body(body, children, meshes) for body in children.get('', []))
    return (f'<mujoco><compiler angle="radian" eulerseq="XYZ"/><option gravity="0 0 0"/>'
            f'<asset>{"".join(meshes)}</asset><worldbody>{tree}</worldbody></mujoco>')


def _body(body: Body, children: Mapping[str, Sequence[Body]], meshes: list[str]) -> str:
    pose = _pose(body.joint.origin) if body.joint is not None else ''
    inner = ''.join(_body(child, children, meshes) for child in children.get(body.name, ()))
    geoms = ''.join(geom_xml(geom, meshes) for geom in body.geoms)
    return (f'<body{pose}><inertial pos="0 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>'
            f'{_joint(body.joint)}{geoms}{inner}</body>')


def _joint(joint: Joint | None) -> str:
    kind = {'revolute': 'hinge', 'continuous': 'hinge', 'prismatic': 'slide'}.get(joint.type if joint else '')
    if joint is None or kind is None or not any(joint.axis):
        return ''
    return f'<joint name={quoted(joint.name)} type="{kind}" axis="{row(joint.axis)}"/>'


def geom_xml(geom: Geom, meshes: list[str]) -> str:
    """Return a <geom> in MJCF; the <mesh> that it needs is added to `meshes`."""
    shape = geom.shape
    if isinstance(shape, Box):
        return f'<geom type="box" size="{row([side / 2 for side in shape.size])}"{_pose(geom.pose)}/>'
    if isinstance(shape, Cylinder):
        return f'<geom type="cylinder" size="{shape.radius!r} {shape.length / 2!r}"{_pose(geom.pose)}/>'
    if isinstance(shape, Sphere):
        return f'<geom type="sphere" size="{shape.radius!r}"{_pose(geom.pose)}/>'
    name = f'm{len(meshes)}'
    meshes.append(f'<mesh name="{name}" vertex="{" ".join(row(point) for point in shape)}"/>')
    return f'<geom type="mesh" mesh="{name}"/>'


def _pose(pose: Pose) -> str:
    return f' pos="{row(pose.xyz)}" euler="{row(pose.rpy)}"'


def row(values: Iterable[float]) -> str:
    """Return numbers as MJCF writes them."""
    return ' '.join(repr(float(value)) if math.isfinite(value) else '0' for value in values)
