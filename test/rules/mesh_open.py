from meshes import ARM, with_visual
from support import Case, add, box_mesh, stl

VERTICES, FACES = box_mesh(ARM)
OPEN = {'arm.stl': stl(VERTICES, FACES[:-1])}
VISUAL = with_visual('<mesh filename="arm.stl"/>')


def decoration(index: int) -> str:
    return (f'<link name="cap_{index}"><visual><geometry><mesh filename="arm.stl"/></geometry></visual>'
            f'</link><joint name="cap_{index}_joint" type="fixed">'
            f'<origin xyz="0 0 0.05"/><parent link="base_link"/>'
            f'<child link="cap_{index}"/></joint>')


GOOD_CASES = [Case('all edges paired', VISUAL, files={'arm.stl': stl(VERTICES, FACES)})]
BAD_CASES = [
    Case('a triangle left out', VISUAL, [('mesh-open', 'arm', 'info')], OPEN),
    Case('on several links it is told once', add(VISUAL, decoration(1) + decoration(2)),
         [('mesh-open', 'good', 'info')], OPEN),
]
