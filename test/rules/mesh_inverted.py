from arms import arms
from meshes import ARM, arm_box, with_visual
from support import Case, box_mesh, stl

VERTICES, FACES = box_mesh(ARM)
MIXED = FACES.copy()
MIXED[0] = MIXED[0, ::-1]
VISUAL = with_visual('<mesh filename="arm.stl"/>')

GOOD_CASES = [Case('outside is outside', VISUAL, files={'arm.stl': arm_box()})]
BAD_CASES = [
    Case('inside out', VISUAL, [('mesh-inverted', 'arm', 'warning')],
         {'arm.stl': stl(VERTICES, FACES[:, ::-1])}),
    Case('one triangle turned over', VISUAL, [('mesh-inverted', 'arm', 'warning')],
         {'arm.stl': stl(VERTICES, MIXED)}),
    Case('turned over and open: only looked at', VISUAL,
         [('mesh-inverted', 'arm', 'info'), ('mesh-open', 'arm', 'info')],
         {'arm.stl': stl(VERTICES, MIXED[:-1])}),
    Case('one triangle turned over, on six links', arms(6, visual='<mesh filename="arm.stl"/>'),
         [('mesh-inverted', 'good', 'warning')], {'arm.stl': stl(VERTICES, MIXED)},
         says=['neighbouring triangles face opposite ways']),
    Case('turned over and open, on six links', arms(6, visual='<mesh filename="arm.stl"/>'),
         [('mesh-inverted', 'good', 'info'), ('mesh-open', 'good', 'info')],
         {'arm.stl': stl(VERTICES, MIXED[:-1])}, says=['parts look dark or transparent']),
    Case('inside out, on six links', arms(6, visual='<mesh filename="arm.stl"/>'),
         [('mesh-inverted', 'good', 'warning')], {'arm.stl': stl(VERTICES, FACES[:, ::-1])}),
]
