from meshes import fine_box, with_collision, with_visual
from support import Case

COLLISION = with_collision('<mesh filename="arm.stl"/>')

GOOD_CASES = [
    Case('as many triangles, only to look at', with_visual('<mesh filename="arm.stl"/>'),
         files={'arm.stl': fine_box(21)}),
    Case('a few', COLLISION, files={'arm.stl': fine_box(20)}),
]
BAD_CASES = [
    Case('more than 5000', COLLISION, [('mesh-faces', 'arm', 'info')], {'arm.stl': fine_box(21)}),
    Case('more than 20000', COLLISION, [('mesh-faces', 'arm', 'warning')], {'arm.stl': fine_box(41)},
         steady=frozenset({'reordered'})),
    Case('more than 200000, only to look at', with_visual('<mesh filename="arm.stl"/>'),
         [('mesh-faces', 'arm', 'warning')], {'arm.stl': fine_box(130)}, steady=frozenset()),
    Case('more than 50000', COLLISION, [('mesh-faces', 'arm', 'error')], {'arm.stl': fine_box(65)},
         steady=frozenset()),
]
