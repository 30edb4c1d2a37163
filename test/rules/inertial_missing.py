import re

from support import GOOD, Case, add, edit

ARM = re.search(r'    <inertial>\n      <origin xyz="0.02.*?</inertial>\n', GOOD, re.DOTALL).group()
HAND = re.search(r'    <inertial>\n      <origin xyz="0 0 0.05"/>.*?</inertial>\n', GOOD, re.DOTALL).group()
FRAME = '''<link name="tool0"/>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tool0"/></joint>'''
CARRIER = f'''<link name="carrier">{HAND}</link>
  <joint name="carry" type="fixed"><parent link="hand"/><child link="carrier"/></joint>'''

GOOD_CASES = [
    Case('a frame without mass on a fixed joint', add(GOOD, FRAME)),
    Case('the mass stands on a link welded to the moving one', add(edit(GOOD, (HAND, '')), CARRIER)),
]
BAD_CASES = [
    Case('a moving link', edit(GOOD, (ARM, '')), [('inertial-missing', 'arm', 'error')]),
    Case('a moving link and the frame on it', add(edit(GOOD, (HAND, '')), FRAME),
         [('inertial-missing', 'hand', 'error')]),
    Case('no link has one: a model for display', edit(GOOD, (ARM, ''), (HAND, '')),
         [('inertial-missing', 'good', 'warning')]),
]
