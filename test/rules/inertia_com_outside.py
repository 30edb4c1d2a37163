from arms import arms
from support import GOOD, Case, add, edit

ARM = '<inertial>\n      <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
AT = '<inertial>\n      <origin xyz="{}" rpy="0 0 0"/>'
BRACKET = '''<link name="bracket">
    <visual><geometry><box size="0.3 0.02 0.02"/></geometry></visual>
    <collision><geometry><box size="0.3 0.02 0.02"/></geometry></collision></link>
  <joint name="bolted" type="fixed"><origin xyz="0.19 0.01 0.1"/>
    <parent link="arm"/><child link="bracket"/></joint>'''

GOOD_CASES = [
    Case('in a corner of the part', edit(GOOD, (ARM, AT.format('0.03 0.02 0.13')))),
    Case('inside the bracket that is welded to the part',
         add(edit(GOOD, (ARM, AT.format('0.1 0.01 0.1'))), BRACKET),
         simulated=[('simulator-mujoco', 'arm', 'warning')]),
]
BAD_CASES = [
    Case('beside the part', edit(GOOD, (ARM, AT.format('0.32 0.01 0.1'))),
         [('inertia-com-outside', 'arm', 'warning')]),
    Case('a little outside', edit(GOOD, (ARM, AT.format('0.02 0.041 0.1'))),
         [('inertia-com-outside', 'arm', 'info')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('beside the part, on four links', arms(4, com='0.32 0.01 0.1'),
         [('inertia-com-outside', 'good', 'warning')]),
]
