from support import GOOD, Case, add, box_mesh, edit, stl

ARM = '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'

VISUAL = ARM.replace('collision', 'visual')
GLB = VISUAL.replace('<box size="0.06 0.04 0.2"/>', '<mesh filename="arm.glb"/>')
PIN = ('<visual><origin xyz="0.02 0.01 0.22"/><geometry><cylinder radius="0.002" length="0.06"/></geometry>'
       '</visual>')
COVER = ('<link name="cover"><collision><origin xyz="0.02 0.01 0.15"/><geometry><box size="0.07 0.05 0.12"/>'
         '</geometry></collision></link>')
WELDED = '<joint name="welded" type="fixed"><parent link="arm"/><child link="cover"/></joint>'


def arm(xyz: str, size: str) -> str:
    """Return the good robot with another box as collision of its arm."""
    box = f'<collision><origin xyz="{xyz}"/><geometry><box size="{size}"/></geometry></collision>'
    return edit(GOOD, (ARM, box))


def with_collision(xyz: str, geometry: str, text: str = GOOD) -> str:
    """Return the good robot with any shape as collision of its arm."""
    shape = f'<collision><origin xyz="{xyz}"/><geometry>{geometry}</geometry></collision>'
    return edit(text, (ARM, shape))


def glb(size: tuple[float, float, float]) -> bytes:
    """Return a box as binary glTF."""
    import trimesh
    vertices, faces = box_mesh(size)
    return bytes(trimesh.Trimesh(vertices, faces, process=False).export(file_type='glb'))


HAND = ('<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry>'
        '</collision>')
OF_HAND = '<cylinder radius="0.02" length="0.1"/>'
FOOT = '''<link name="foot_{k}">
    <visual><origin xyz="0 0 0.05"/><geometry>{shape}</geometry></visual>
    <collision><origin xyz="0 0 0.05"/><geometry>{shape}</geometry></collision></link>
  <joint name="to_foot_{k}" type="fixed"><origin xyz="{x} 0 -0.15"/>
    <parent link="base_link"/><child link="foot_{k}"/></joint>'''
FEET = FOOT.format(k=1, x=-0.04, shape=OF_HAND) + FOOT.format(k=2, x=0.04, shape=OF_HAND)
# Two links made of the same mesh, which stands elsewhere in the frame of each.
BAR = '<mesh filename="bar.stl"/>'
SIBLINGS = add(edit(GOOD.replace('<box size="0.06 0.04 0.2"/>', BAR)), '''<link name="sibling">
    <visual><origin xyz="0.02 0.06 0.1"/><geometry><mesh filename="bar.stl"/></geometry></visual>
    <collision><origin xyz="0.02 0.06 0.1"/><geometry><mesh filename="bar.stl"/></geometry></collision>
  </link><joint name="beside" type="fixed"><origin xyz="0 0.1 0"/><parent link="base_link"/>
    <child link="sibling"/></joint>''')
BAR_COLLISION = f'<collision><origin xyz="0.02 0.01 0.1"/><geometry>{BAR}</geometry></collision>'
# The left and the right half of a gripper: a wedge, and the same mirrored by scale.
HALF = '''<link name="{name}">
    <visual><origin xyz="0 {y} 0"/><geometry><mesh filename="wedge.stl" scale="1 {sign} 1"/></geometry>
    </visual>
    <collision><origin xyz="0 {there} 0"/><geometry><mesh filename="wedge.stl" scale="1 {side} 1"/></geometry>
    </collision></link>
  <joint name="to_{name}" type="fixed"><origin xyz="0.18 {y} 0"/><parent link="base_link"/>
    <child link="{name}"/></joint>'''


MIRRORED = 'rules: {mesh-negative-scale: off}'


def halves(side: int) -> str:
    """Return the good robot with two wedges, the collision of the right one as it is on the left (1) or
    mirrored (-1).
    """
    left = HALF.format(name='left_jaw', y=0.06, sign=1, there=0.06, side=1)
    right = HALF.format(name='right_jaw', y=-0.06, sign=-1, there=0.06 * side, side=side)
    return add(GOOD, left + right)


def wedge() -> tuple:
    """Return a box of which one edge is cut off."""
    V, F = box_mesh((0.1, 0.08, 0.05))
    V = V.copy()
    V[(V[:, 1] > 0) & (V[:, 2] > 0), 1] = -0.01
    return V, F

# A mast that stands on a plate; its foot touches the plate.
POLE = '<geometry><cylinder radius="0.01" length="0.2"/></geometry>'
MAST = f'''<link name="plate">
    <visual><origin xyz="0 0 -0.01"/><geometry><box size="0.2 0.2 0.02"/></geometry></visual>
    <collision><origin xyz="0 0 -0.01"/><geometry><box size="0.2 0.2 0.02"/></geometry></collision></link>
  <joint name="to_plate" type="fixed"><origin xyz="0.3 0 0"/>
    <parent link="base_link"/><child link="plate"/></joint>
  <link name="mast"><visual><origin xyz="0 0 0.1"/>{POLE}</visual>
    <collision><origin xyz="0 0 0.14"/>{POLE}</collision></link>
  <joint name="to_mast" type="fixed"><parent link="plate"/><child link="mast"/></joint>'''

GOOD_CASES = [
    Case('glTF with y up, which Drake turns', edit(GOOD, (VISUAL, GLB)),
         files={'arm.glb': glb((0.06, 0.2, 0.04))}, unchecked=[
             ('collision-coverage', 'arm'), ('collision-protrusion', 'arm')]),
    Case('glTF with z up, as SAPIEN reads it', edit(GOOD, (VISUAL, GLB)),
         files={'arm.glb': glb((0.06, 0.04, 0.2))}),
    Case('a wedge and its mirror image', halves(-1), files={'wedge.stl': stl(*wedge())}, config=MIRRORED),
    Case('simplified: a box a little smaller', arm('0.02 0.01 0.1', '0.058 0.038 0.194')),
    Case('16 mm at one end', arm('0.02 0.01 0.092', '0.06 0.04 0.184')),
    Case('a pin that sticks out', edit(GOOD, (VISUAL, VISUAL + PIN))),
    Case('the upper half is covered by the link welded to it',
         add(arm('0.02 0.01 0.05', '0.06 0.04 0.1'), COVER + WELDED),
         simulated=[('simulator-mujoco', 'arm', 'warning')]),
]
BAD_CASES = [
    Case('shifted, off what it stands on', add(GOOD, MAST),
         [('collision-coverage', 'mast', 'warning', 'collision:shifted')]),
    Case('that of the hand, copied', with_collision('0 0 0.05', OF_HAND),
         [('collision-coverage', 'arm', 'warning', 'collision:from-other-link')],
         says=['The collision is that of "hand"']),
    Case('it stands where the hand is', with_collision('0.02 0.01 0.251', OF_HAND),
         [('collision-coverage', 'arm', 'warning', 'collision:from-other-link')],
         says=['The collision stands where "hand" is']),
    Case('exchanged with that of the hand', edit(
        GOOD, (ARM, '@'), (HAND, ARM), ('@', HAND)),
         [('collision-coverage', 'arm', 'warning', 'collision:from-other-link'),
          ('collision-coverage', 'hand', 'warning', 'collision:from-other-link')]),
    Case('the mesh of the hand', with_collision('0.02 0.01 0.1', '<mesh filename="hand.stl"/>', GOOD.replace(
        OF_HAND, '<mesh filename="hand.stl"/>')),
         [('collision-coverage', 'arm', 'warning', 'collision:from-other-link')],
         files={'hand.stl': stl(*box_mesh((0.035, 0.035, 0.1)))},
         says=['The collision uses the mesh of "hand"'],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
    Case('what three others have comes from none of them',
         with_collision('0 0 0.05', OF_HAND, add(GOOD, FEET)),
         [('collision-coverage', 'arm', 'warning')]),
    Case('a sibling of the same mesh: moved, not taken from it', edit(
        SIBLINGS, (BAR_COLLISION, BAR_COLLISION.replace('0.02 0.01 0.1', '0.02 0.06 0.1'))),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')],
         files={'bar.stl': stl(*box_mesh((0.06, 0.04, 0.2)))},
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
    Case('that of the left twin, copied', halves(1),
         [('collision-coverage', 'right_jaw', 'warning', 'collision:from-other-link')],
         files={'wedge.stl': stl(*wedge())}, config=MIRRORED, says=['The collision is that of "left_jaw"'],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
    Case('not moved with the visual', arm('0 0 0', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('12 mm beside it', arm('0.02 0.01 0.112', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('half the size', arm('0.02 0.01 0.1', '0.03 0.02 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:scaled')]),
    Case('30 mm at one end', arm('0.02 0.01 0.085', '0.06 0.04 0.17'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')]),
    Case('12 mm all around', arm('0.02 0.01 0.1', '0.045 0.03 0.185'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')]),
    Case('the upper half is only drawn by the link welded to it',
         add(arm('0.02 0.01 0.05', '0.06 0.04 0.1'), COVER.replace('collision', 'visual') + WELDED),
         [('collision-coverage', 'arm', 'warning', 'collision:partial'),
          ('collision-missing', 'cover', 'warning')]),
    Case('half of the part', arm('0.02 0.01 0.05', '0.06 0.04 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')]),
]
