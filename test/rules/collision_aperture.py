from support import GOOD, Case, add, edit

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


def without_mimic(text: str, *changes: tuple[str, str]) -> str:
    """Return the gripper with two jaws that are driven each by itself."""
    return edit(text, ('<mimic joint="left_joint"/>', ''), *changes)


# The right jaw slides along the axis of the left one, and so the other way.
OTHER_WAY = ('<axis xyz="0 -1 0"/>\n    <limit lower="0.0035" upper="0.03"',
             '<axis xyz="0 1 0"/>\n    <limit lower="-0.03" upper="-0.0035"')
OTHER_RANGE = ('<axis xyz="0 -1 0"/>\n    <limit lower="0.0035" upper="0.03"',
               '<axis xyz="0 -1 0"/>\n    <limit lower="0.0035" upper="0.02"')

HINGED = '''<link name="{name}">
    <inertial><origin xyz="0 0 0.02"/><mass value="0.008"/>
      <inertia ixx="1.13333e-6" ixy="0" ixz="0" iyy="1.33333e-6" iyz="0" izz="3.33333e-7"/></inertial>
    <visual><origin xyz="0 0 0.02"/><geometry><box size="0.02 0.01 0.04"/></geometry></visual>
    <collision><origin xyz="0 0 0.02"/><geometry><box size="0.02 {width} 0.04"/></geometry></collision>
    {more}
  </link>
  <joint name="{name}_joint" type="revolute">
    <origin xyz="0 {y} 0.12"/><parent link="hand"/><child link="{name}"/><axis xyz="{axis} 0 0"/>
    <limit lower="{lower}" upper="{upper}" effort="5" velocity="1"/>
  </joint>'''


def hinged(width: float, axis: int = 1, more: str = '') -> str:
    """Return the good robot with two jaws that turn towards each other, each driven by itself."""
    left = HINGED.format(name='f1', y=0.02, axis=1, lower=0, upper=0.8, width=width, more=more)
    lower, upper = (-0.8, 0) if axis > 0 else (0, 0.8)
    right = HINGED.format(name='f2', y=-0.02, axis=axis, lower=lower, upper=upper, width=width, more='')
    return add(GOOD, left + right)


NAIL = '<visual><origin xyz="0.01 0 0.03"/><geometry><box size="0.004 0.004 0.01"/></geometry></visual>'
TIP = '''<link name="tip"><inertial><mass value="0.001"/>
      <inertia ixx="1e-7" ixy="0" ixz="0" iyy="1e-7" iyz="0" izz="1e-7"/></inertial></link>
  <joint name="tip_joint" type="revolute"><origin xyz="0 0 0.04"/><parent link="f2"/><child link="tip"/>
    <axis xyz="1 0 0"/><limit lower="-0.1" upper="0.2" effort="5" velocity="1"/></joint>'''

GOOD_CASES = [
    Case('collisions that end where the visuals end', gripper(0.01, 0)),
    Case('a padding of a millimetre', gripper(0.012, 0)),
    Case('slides of other ranges are no jaws', without_mimic(gripper(0.018, 0.0035), OTHER_RANGE),
         config='rules: {frame-mirror: off}'),
    Case('hinged jaws whose collisions end where the visuals end', hinged(0.01)),
    Case('two that do not look alike are no jaws', hinged(0.018, more=NAIL)),
    Case('a finger of two joints is no jaw', add(hinged(0.018), TIP)),
    Case('driven each by itself, ending where the visuals end', without_mimic(gripper(0.01, 0))),
]
BAD_CASES = [
    Case('pads of 4 mm on each jaw', gripper(0.018, 0.0035), [('collision-aperture', 'left_joint', 'info')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
    Case('the same without <mimic>', without_mimic(gripper(0.018, 0.0035)),
         [('collision-aperture', 'left_joint', 'info')], steady=frozenset({'reposed', 'xacro'})),
    Case('hinged jaws with pads', hinged(0.018), [('collision-aperture', 'f1_joint', 'info')],
         steady=frozenset({'renamed', 'reposed', 'xacro'})),
    Case('hinged jaws with pads, about opposite axes', hinged(0.018, -1),
         [('collision-aperture', 'f1_joint', 'info')], steady=frozenset({'renamed', 'reposed', 'xacro'})),
    Case('the same, sliding the other way', without_mimic(gripper(0.018, 0.0035), OTHER_WAY),
         [('collision-aperture', 'left_joint', 'info')], steady=frozenset({'reposed', 'xacro'})),
]
