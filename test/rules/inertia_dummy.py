from support import GOOD, Case, add

DUMMY = '''<link name="tool0"><inertial><origin xyz="0 0 {z}"/><mass value="{mass}"/>
    <inertia ixx="{i}" ixy="0" ixz="0" iyy="{i}" iyz="0" izz="{j}"/></inertial></link>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''

GOOD_CASES = [
    Case('a cable that nobody drew', add(GOOD, DUMMY.format(mass=0.02, z=0.05, i=0.0000021, j=0.0000025))),
]
BAD_CASES = [
    Case('a tool frame heavier than the hand', add(GOOD, DUMMY.format(mass=0.5, z=0.05, i=0.00047, j=0.0001)),
         [('inertia-dummy', 'tool0', 'warning')]),
]
