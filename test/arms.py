"""A row of equal arms on the base, for what many links share."""

from __future__ import annotations

from support import GOOD, add

ARM = '''<link name="arm_{k}">
    <inertial><origin xyz="{com}"/><mass value="{mass}"/>{tensor}</inertial>
    <visual><origin xyz="0.02 0.01 0.1"/><geometry>{visual}</geometry></visual>
    <collision><origin xyz="0.02 0.01 0.1"/><geometry>{collision}</geometry></collision>
  </link>
  <joint name="shoulder_{k}" type="revolute"><origin xyz="0 {y:.2f} 0.051"/>
    <parent link="base_link"/><child link="arm_{k}"/><axis xyz="0 0 1"/>
    <limit lower="-0.5" upper="0.5" effort="20" velocity="2"/></joint>'''
TENSOR = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
BOX = '<box size="0.06 0.04 0.2"/>'


def arms(count: int, com: str = '0.02 0.01 0.1', mass: str = '0.48', tensor: str = TENSOR, visual: str = BOX,
         collision: str = BOX, step: float = 0.1) -> str:
    """Return the good robot with more arms beside its own, each `step` [m] from the last."""
    more = (ARM.format(k=k, com=com, mass=mass, tensor=tensor, visual=visual, collision=collision,
                       y=step * (k + 1)) for k in range(count))
    return add(GOOD, '\n'.join(more))
