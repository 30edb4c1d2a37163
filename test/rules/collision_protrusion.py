from support import GOOD, Case, add, edit

ARM = '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'


def arm(xyz: str, size: str) -> str:
    """Return the good robot with another box as collision of its arm."""
    box = f'<collision><origin xyz="{xyz}"/><geometry><box size="{size}"/></geometry></collision>'
    return edit(GOOD, (ARM, box))


def bent(xyz: str, size: str, rpy: str = '0 0 0') -> str:
    """Return the good robot with an L as arm, 60 x 40 x 200 mm and a foot to x = 110, in one box."""
    foot = '<visual><origin xyz="0.08 0.01 0.04"/><geometry><box size="0.06 0.04 0.08"/></geometry></visual>'
    box = f'<collision><origin xyz="{xyz}" rpy="{rpy}"/><geometry><box size="{size}"/></geometry></collision>'
    return edit(GOOD, (ARM, foot + box))


GOOD_CASES = [
    Case('a box around all of an L', bent('0.05 0.01 0.1', '0.12 0.04 0.2')),
    Case('the same, padded by 3 mm', bent('0.05 0.01 0.1', '0.126 0.046 0.206')),
    Case('the same, in other axes', bent('0.05 0.01 0.1', '0.2 0.04 0.12', '0 1.5707963267949 0')),
    Case('padded all round by 4 mm', arm('0.02 0.01 0.1', '0.068 0.048 0.208')),
]
WHEEL = '''<link name="{name}">
    <visual><geometry><cylinder radius="0.03" length="0.02"/></geometry></visual>
    <collision><geometry><cylinder radius="0.03" length="0.08"/></geometry></collision></link>
  <joint name="to_{name}" type="fixed"><origin xyz="0 {y} -0.05" rpy="1.5708 0 0"/>
    <parent link="base_link"/><child link="{name}"/></joint>'''
TWO = '''<collision><origin xyz="0.02 0.01 0.05"/><geometry><box size="0.06 0.04 0.1"/></geometry></collision>
    <collision><origin xyz="0 0 -0.05"/><geometry><box size="0.06 0.04 0.1"/></geometry></collision>'''
LOWER = '<origin xyz="0 0 -0.05"/><geometry><box size="0.06 0.04 0.1"/></geometry>'
KEEL = add(edit(GOOD, (ARM, TWO)), f'''<link name="keel">
    <visual>{LOWER}</visual><collision>{LOWER}</collision></link>
  <joint name="to_keel" type="fixed"><origin xyz="0.14 0 0.05"/><parent link="base_link"/>
    <child link="keel"/></joint>''')

BAD_CASES = [
    Case('two wheels that are too wide alike: none has it from the other', add(
        GOOD, WHEEL.format(name='left_wheel', y=0.15) + WHEEL.format(name='right_wheel', y=-0.15)),
         [('collision-protrusion', 'left_wheel', 'warning'),
          ('collision-protrusion', 'right_wheel', 'warning')]),
    Case('one of two is that of another link', KEEL,
         [('collision-protrusion', 'arm', 'warning', 'collision:from-other-link')],
         says=['Collision 2 of 2 is that of "keel"', "'collision': 1"]),
    Case('40 mm too wide', arm('0.02 0.03 0.1', '0.06 0.08 0.2'),
         [('collision-protrusion', 'arm', 'warning')]),
    Case('a box around an L that ends 60 mm too far', bent('0.08 0.01 0.1', '0.18 0.04 0.2'),
         [('collision-protrusion', 'arm', 'warning')], says=['Shorten it']),
    Case('a box around a thin L', edit(
        bent('0.065 0.01 0.1', '0.15 0.04 0.2'),
        ('<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/>',
         '<visual><origin xyz="0 0.01 0.1"/><geometry><box size="0.02 0.04 0.2"/>'),
        ('<origin xyz="0.08 0.01 0.04"/><geometry><box size="0.06 0.04 0.08"/>',
         '<origin xyz="0.065 0.01 0.01"/><geometry><box size="0.15 0.04 0.02"/>')),
         [('collision-protrusion', 'arm', 'warning')], says=['robot_model_check decompose']),
    Case('twice the size', arm('0.02 0.01 0.1', '0.12 0.08 0.4'),
         [('collision-protrusion', 'arm', 'warning', 'collision:scaled')]),
]
