import re

from support import GOOD, Case, add, edit

DUMMY = '''<link name="tool0"><inertial><origin xyz="0 0 {z}"/><mass value="{mass}"/>
    <inertia ixx="{i}" ixy="0" ixz="0" iyy="{i}" iyz="0" izz="{j}"/></inertial></link>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''

# The mass of the hand stands on a frame of its own, as KDL wants it for root links.
HAND = re.search(r'    <inertial>\n      <origin xyz="0 0 0.05"/>.*?</inertial>\n', GOOD, re.DOTALL).group()
SPECK = '''<inertial><mass value="1e-6"/>
    <inertia ixx="1e-9" ixy="0" ixz="0" iyy="1e-9" iyz="0" izz="1e-9"/></inertial>'''
CARRIER = f'''<link name="hand_inertia">{HAND}</link>
  <joint name="carry" type="fixed"><parent link="hand"/><child link="hand_inertia"/></joint>'''
CAMERA = '''<link name="camera"><inertial><mass value="0.03"/>
    <inertia ixx="1.38125e-5" ixy="0" ixz="0" iyy="1.2625e-5" iyz="0" izz="1.13125e-5"/></inertial>
    <visual><geometry><box size="0.045 0.05 0.055"/></geometry></visual>
    <collision><geometry><box size="0.045 0.05 0.055"/></geometry></collision></link>
  <joint name="screw" type="fixed"><origin xyz="0.03 0 0.05"/>
    <parent link="hand"/><child link="camera"/></joint>'''

GOOD_CASES = [
    Case('a frame that carries the mass of the drawn link', add(edit(GOOD, (HAND, '')), CARRIER + CAMERA),
         simulated=[('simulator-mujoco', 'hand', 'warning')]),
    Case('the same, and the drawn link has a mass for the sake of having one',
         add(edit(GOOD, (HAND, SPECK)), CARRIER + CAMERA)),
    Case('a cable that nobody drew', add(GOOD, DUMMY.format(mass=0.02, z=0.05, i=0.0000021, j=0.0000025))),
]
BAD_CASES = [
    Case('a tool frame heavier than the hand', add(GOOD, DUMMY.format(mass=0.5, z=0.05, i=0.00047, j=0.0001)),
         [('inertia-dummy', 'tool0', 'warning')]),
]
