import re

from support import GOOD, Case, add, edit

ARM = re.search(r'    <inertial>\n      <origin xyz="0.02.*?</inertial>\n', GOOD, re.DOTALL).group()
HAND = re.search(r'    <inertial>\n      <origin xyz="0 0 0.05"/>.*?</inertial>\n', GOOD, re.DOTALL).group()
FRAME = '''<link name="tool0"/>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''
CARRIER = f'''<link name="carrier">{HAND}</link>
  <joint name="carry" type="fixed"><parent link="hand"/><child link="carrier"/></joint>'''

CHAIN = ''.join(f'''<link name="{child}"/>
  <joint name="to_{child}" type="continuous">
    <parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>
  </joint>''' for parent, child in (('hand', 'one'), ('one', 'two'), ('two', 'three')))

GOOD_CASES = [
    Case('a frame without mass on a fixed joint', add(GOOD, FRAME)),
    Case('the mass stands on a link welded to the moving one', add(edit(GOOD, (HAND, '')), CARRIER),
         simulated=[('simulator-mujoco', 'hand', 'warning')]),
]
BAD_CASES = [
    Case('a moving link', edit(GOOD, (ARM, '')), [('inertial-missing', 'arm', 'error')]),
    Case('a moving link and the frame on it', add(edit(GOOD, (HAND, '')), FRAME),
         [('inertial-missing', 'hand', 'error')]),
    Case('a chain of bare links for a joint of several axes', add(edit(GOOD, (HAND, '')), CHAIN),
         [('inertial-missing', 'good', 'error')]),
    Case('a moving link and the frame on it, of one density', add(edit(GOOD, (HAND, '')), FRAME),
         [('inertial-missing', 'hand', 'error')], steady=frozenset({'reposed', 'reordered', 'xacro'}),
         config='references: {links: [{link: "*", density: 1000}]}',
         says=['repair <link name="hand"><inertial><origin xyz="0 0 0.05" rpy="0 0 0"/><mass value="0.125']),
    Case('no link has one: a model for display', edit(GOOD, (ARM, ''), (HAND, '')),
         [('inertial-missing', 'good', 'warning')]),
]
