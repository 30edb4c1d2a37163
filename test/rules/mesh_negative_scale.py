from meshes import arm_box, with_collision, with_visual
from support import Case

FILES = {'arm.stl': arm_box()}

GOOD_CASES = [
    Case('two negative numbers are half a turn', with_visual('<mesh filename="arm.stl" scale="-1 -1 1"/>'),
         files=FILES),
]
BAD_CASES = [
    Case('one axis', with_visual('<mesh filename="arm.stl" scale="1 -1 1"/>'),
         [('mesh-negative-scale', 'arm', 'warning')], FILES),
    Case('all axes', with_visual('<mesh filename="arm.stl" scale="-1 -1 -1"/>'),
         [('mesh-negative-scale', 'arm', 'warning')], FILES),
    Case('one finding per file', with_collision('<mesh filename="arm.stl" scale="-1 1 1"/>',
                                                with_visual('<mesh filename="arm.stl" scale="-1 1 1"/>')),
         [('mesh-negative-scale', 'arm', 'warning')], FILES),
]
