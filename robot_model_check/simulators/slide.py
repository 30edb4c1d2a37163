"""Balls on straight slides, pressed against collisions in MuJoCo: how far each of them gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot_model_check.facts import Array
from robot_model_check.simulators.step_time import Geom, geom_xml, row

GRAVITY = 9.81  # m/s^2
SIZE = 0.2  # m: what is larger or smaller gets forces in proportion, so that it goes the same way
SPEED = 0.25  # m/s that a ball comes to: a faster one would go through thin walls when it strikes
SETTLING = 0.3  # s: fifteen times the time constant of a contact


@dataclass(frozen=True, eq=False)
class Slides:
    """Where balls of `radius` [m] start (n, 3) [m], which way they go (n, 3), and how far they can go (n,)
    [m]; `size` [m] is the diagonal of what they are to meet.
    """

    starts: Array
    ways: Array
    lengths: Array
    radius: float
    size: float


def travelled(geoms: Sequence[Geom], slides: Slides) -> Array:
    """Return how far each ball has gone (n,) [m] when it rests. Raises ValueError where MuJoCo does not take
    the collisions.

    The contact is soft: a ball comes to rest one to two thousandths of the size inside.
    """
    import mujoco
    mujoco.set_mju_user_warning(lambda words: None)  # else MUJOCO_LOG.TXT grows in the working directory
    try:
        model = mujoco.MjModel.from_xml_string(mjcf(geoms, slides))
        data = mujoco.MjData(model)
        data.qfrc_applied[:] = GRAVITY * slides.size / SIZE  # the mass is 1 kg
        longest = float(slides.lengths.max()) * SIZE / slides.size
        for _ in range(round((longest / SPEED + SETTLING) / model.opt.timestep)):
            mujoco.mj_step(model, data)
    finally:
        mujoco.set_mju_user_warning(None)
    gone: Array = data.qpos.copy()
    return gone


def mjcf(geoms: Sequence[Geom], slides: Slides) -> str:
    """Return the model as MJCF; balls touch the collisions alone, without friction."""
    meshes: list[str] = []
    fixed = ''.join(geom_xml(geom, meshes) for geom in geoms)
    balls = ''.join(
        f'<body pos="{row(start)}"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        f'<joint type="slide" axis="{row(way)}" range="0 {float(length)!r}" limited="true" '
        f'damping="{GRAVITY / SPEED!r}"/>'
        f'<geom size="{slides.radius!r}" contype="1" conaffinity="0"/></body>'
        for start, way, length in zip(slides.starts, slides.ways, slides.lengths, strict=True))
    return ('<mujoco><compiler angle="radian" eulerseq="XYZ"/><option gravity="0 0 0"/>'
            '<default><geom condim="1" contype="0" conaffinity="1"/></default>'
            f'<asset>{"".join(meshes)}</asset><worldbody>{fixed}{balls}</worldbody></mujoco>')
