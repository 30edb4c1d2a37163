from support import GOOD, Case, add, edit

ARM = '<mass value="0.48"/>'
FRAME = '''<link name="tool0"><inertial><mass value="{}"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0" iyz="0" izz="0"/></inertial></link>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''

GOOD_CASES = [
    Case('a light part', edit(GOOD, ('<mass value="0.125663706"/>', '<mass value="0.0125663706"/>'),
                              ('ixx="0.000117286"', 'ixx="0.0000117286"'),
                              ('iyy="0.000117286"', 'iyy="0.0000117286"'),
                              ('izz="0.0000251327"', 'izz="0.00000251327"'))),
]
BAD_CASES = [
    Case('zero on a moving link', edit(GOOD, (ARM, '<mass value="0"/>')),
         [('mass-positive', 'arm', 'error')]),
    Case('negative', edit(GOOD, (ARM, '<mass value="-0.48"/>')), [('mass-positive', 'arm', 'error')]),
    Case('zero on a frame welded to a mass', add(GOOD, FRAME.format(0)),
         [('mass-positive', 'tool0', 'info')]),
    Case('many frames', add(GOOD, ''.join(FRAME.format(0).replace('tool', f'tool_{k}') for k in range(4))),
         [('mass-positive', 'good', 'info')]),
    Case('negative on a frame', add(GOOD, FRAME.format(-0.1)), [('mass-positive', 'tool0', 'error')]),
]
