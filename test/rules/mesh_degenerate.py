import numpy as np
from meshes import ARM, with_collision, with_visual
from support import GOOD, Case, add, box_mesh, edit, stl

VERTICES, FACES = box_mesh(ARM)
SLIVERS = np.concatenate([FACES, [[0, 0, 1], [1, 1, 2], [2, 3, 3]]])
PLATE = np.array([[-0.03, -0.02, 0], [0.03, -0.02, 0], [0.03, 0.02, 0], [-0.03, 0.02, 0]])
BOTH_SIDES = np.array([[0, 1, 2], [0, 2, 3], [0, 2, 1], [0, 3, 2]])
LABEL = ('<visual><origin xyz="0.051 0.01 0.1" rpy="0 1.5707963 0"/><geometry><mesh filename="label.stl"/>'
         '</geometry></visual>')
MARK = '''<link name="mark"><visual><geometry><mesh filename="mark.stl"/></geometry></visual></link>
  <joint name="painted" type="fixed"><origin xyz="0 0 -0.05"/><parent link="base_link"/><child link="mark"/>
  </joint>'''
WIRE = '''<link name="wire"><visual><geometry><mesh filename="wire.stl"/></geometry></visual>
    <collision><geometry><mesh filename="wire.stl"/></geometry></collision></link>
  <joint name="soldered" type="fixed"><parent link="base_link"/><child link="wire"/></joint>'''
TURNED = np.array([[2, 2, 1], [-2, 1, 2], [1, -2, 2]]) / 3

GOOD_CASES = [
    Case('one sliver among twelve', with_visual('<mesh filename="arm.stl"/>'),
         files={'arm.stl': stl(VERTICES, SLIVERS[:13])}),
    Case('a flat visual is a label', edit(GOOD, ('<link name="arm">', f'<link name="arm">{LABEL}')),
         files={'label.stl': stl(PLATE, BOTH_SIDES)}),
    Case('a mark on the floor has no mass', add(GOOD, MARK), files={'mark.stl': stl(PLATE, BOTH_SIDES)}),
    Case('a wire is thin, and not flat', add(GOOD, WIRE),
         files={'wire.stl': stl(*box_mesh((0.3, 0.0003, 0.0003)))}),
]
BAD_CASES = [
    Case('a single triangle is all that is seen of a part', with_visual('<mesh filename="arm.stl"/>'),
         [('mesh-degenerate', 'arm', 'warning'), ('mesh-open', 'arm', 'info')],
         {'arm.stl': stl(VERTICES, FACES[:1])}, says=['is flat, and a link with a mass shows nothing else']),
    Case('a flat collision', with_collision('<mesh filename="plate.stl"/>'),
         [('mesh-degenerate', 'arm', 'warning')],
         {'plate.stl': stl(PLATE, BOTH_SIDES)}),
    Case('a flat collision that lies askew', with_collision('<mesh filename="plate.stl"/>'),
         [('mesh-degenerate', 'arm', 'warning'), ('mesh-open', 'arm', 'info')],
         {'plate.stl': stl(PLATE @ TURNED, BOTH_SIDES[:2])}),
    Case('slivers in plenty', with_collision('<mesh filename="arm.stl"/>'),
         [('mesh-degenerate', 'arm', 'warning')], {'arm.stl': stl(VERTICES, SLIVERS)}),
    Case('slivers in plenty, where nothing touches them', with_visual('<mesh filename="arm.stl"/>'),
         [('mesh-degenerate', 'arm', 'info')], {'arm.stl': stl(VERTICES, SLIVERS)}),
]
