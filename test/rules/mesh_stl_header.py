from meshes import ARM, with_visual
from support import Case, box_mesh, stl

VERTICES, FACES = box_mesh(ARM)
VISUAL = with_visual('<mesh filename="arm.stl"/>')
FACET = '  facet normal 0 0 0\n    outer loop\n{}    endloop\n  endfacet\n'
CORNER = '      vertex {} {} {}\n'
FACETS = [FACET.format(''.join(CORNER.format(*corner) for corner in VERTICES[face])) for face in FACES]
TEXT = 'solid arm\n' + ''.join(FACETS) + 'endsolid arm\n'

GOOD_CASES = [
    Case('an ASCII file', VISUAL, files={'arm.stl': TEXT.encode()}),
    Case('another header', VISUAL, files={'arm.stl': stl(VERTICES, FACES, b'a solid arm')}),
]
BAD_CASES = [
    Case('a binary file that begins like text', VISUAL, [('mesh-stl-header', 'arm', 'info')],
         {'arm.stl': stl(VERTICES, FACES, b'solid arm exported by CAD')}),
]
