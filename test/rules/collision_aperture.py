from support import GOOD, Case, add

JAW = '''<link name="{name}">
    <inertial><mass value="0.008"/>
      <inertia ixx="1.13333e-6" ixy="0" ixz="0" iyy="1.33333e-6" iyz="0" izz="3.33333e-7"/></inertial>
    <visual><geometry><box size="0.02 0.01 0.04"/></geometry></visual>
    <collision><geometry><box size="0.02 {width} 0.04"/></geometry></collision>
  </link>
  <joint name="{name}_joint" type="prismatic">
    <origin xyz="0 {y} 0.12"/><parent link="hand"/><child link="{name}"/><axis xyz="0 {sign} 0"/>
    <limit lower="{lower}" upper="0.03" effort="5" velocity="0.1"/>{mimic}
  </joint>'''


def gripper(width: float, lower: float) -> str:
    """Return the good robot with two jaws whose visuals meet at 0, with collisions `width` [m] thick."""
    left = JAW.format(name='left', y=0.005, sign=1, width=width, lower=lower, mimic='')
    right = JAW.format(name='right', y=-0.005, sign=-1, width=width, lower=lower,
                       mimic='<mimic joint="left_joint"/>')
    return add(GOOD, left + right)


GOOD_CASES = [
    Case('collisions that end where the visuals end', gripper(0.01, 0)),
    Case('a padding of a millimetre', gripper(0.012, 0)),
]
BAD_CASES = [
    Case('pads of 4 mm on each jaw', gripper(0.018, 0.0035), [('collision-aperture', 'left_joint', 'info')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
]
