import re

from support import GOOD, Case, add, edit

COLLISIONS = re.findall(r'    <collision>.*</collision>\n', GOOD)
BASE, ARM, HAND = COLLISIONS
LOGO = '''<link name="logo"><visual><geometry><box size="{} 0.03 0.03"/></geometry></visual></link>
  <joint name="glue" type="fixed"><origin xyz="0 0 0.05"/><parent link="hand"/><child link="logo"/></joint>'''

GOOD_CASES = [
    Case('inside the collision of the link it is welded to', add(GOOD, LOGO.format(0.03))),
    Case('the base', edit(GOOD, (BASE, ''))),
]
BAD_CASES = [
    Case('a moving link', edit(GOOD, (ARM, '')), [('collision-missing', 'arm', 'warning')]),
    Case('a bar that sticks out of the link it is welded to', add(GOOD, LOGO.format(0.3)),
         [('collision-missing', 'logo', 'warning')]),
    Case('no link has one: a model for display', edit(GOOD, (BASE, ''), (ARM, ''), (HAND, '')),
         [('collision-missing', 'good', 'warning')]),
]
