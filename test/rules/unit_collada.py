from meshes import ARM, dae, with_visual
from support import Case, box_mesh

VERTICES, FACES = box_mesh(ARM)
VISUAL = with_visual('<mesh filename="arm.dae"/>')
SCALED = with_visual('<mesh filename="arm.dae" scale="0.001 0.001 0.001"/>')
MM = '<unit meter="0.001"/>'

GOOD_CASES = [
    Case('metres, z up', VISUAL, files={'arm.dae': dae(VERTICES, FACES)}),
    Case('no unit at all', VISUAL, files={'arm.dae': dae(VERTICES, FACES, unit='')}),
    Case('millimetres that only the scale tells', SCALED, files={'arm.dae': dae(VERTICES * 1000, FACES)}),
]
BAD_CASES = [
    Case('unit and scale', SCALED, [('unit-collada', 'arm', 'warning', 'unit:mesh-scaled-twice')],
         {'arm.dae': dae(VERTICES * 1000, FACES, MM)},
         says=['1000 times too small, both are applied', 'repair <mesh filename="arm.dae"/>']),
    Case('unit, and a scale the other way', with_visual('<mesh filename="arm.dae" scale="1000 1000 1000"/>'),
         [('unit-collada', 'arm', 'warning', 'unit:mesh-mm')],
         {'arm.dae': dae(VERTICES * 1000, FACES, MM)},
         says=['1000 times too large, both are applied', 'repair <mesh filename="arm.dae"/>']),
    Case('metres called millimetres', VISUAL, [('unit-collada', 'arm', 'warning', 'unit:mesh-scaled-twice')],
         {'arm.dae': dae(VERTICES, FACES, MM)}, says=['the unit in the file is not that of its numbers']),
    Case('a unit that some ignore', VISUAL, [('unit-collada', 'arm', 'info')],
         {'arm.dae': dae(VERTICES * 1000, FACES, MM)}),
    Case('y up, and right as it is read', VISUAL, [('unit-collada', 'arm', 'info')],
         {'arm.dae': dae(VERTICES, FACES, up_axis='Y_UP')}),
]
