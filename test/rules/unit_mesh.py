from meshes import arm_box, with_collision, with_visual
from support import Case, edit

VISUAL = with_visual('<mesh filename="arm.stl"/>')
BOTH = with_collision('<mesh filename="arm.stl"/>', VISUAL)
NO_INERTIAL = BOTH[:BOTH.index('<inertial>')] + BOTH[BOTH.index('</inertial>') + len('</inertial>'):]
RIGHT = '<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>'
INCHES = 1 / 0.0254

GOOD_CASES = [
    Case('millimetres with their scale', with_visual('<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>'),
         files={'arm.stl': arm_box(1000)}),
    Case('inches with their scale', with_visual('<mesh filename="arm.stl" scale="0.0254 0.0254 0.0254"/>'),
         files={'arm.stl': arm_box(INCHES)}),
]
BAD_CASES = [
    Case('the visual in millimetres', VISUAL, [('unit-mesh', 'arm', 'error', 'unit:mesh-mm')],
         {'arm.stl': arm_box(1000)}, says=[f'repair {RIGHT}\n']),
    Case('visual and collision of one file in millimetres', BOTH,
         [('unit-mesh', 'arm', 'error', 'unit:mesh-mm')],
         {'arm.stl': arm_box(1000)}, says=[f'repair {RIGHT} {RIGHT}']),
    Case('the same without inertial', NO_INERTIAL,
         [('inertial-missing', 'arm', 'error'), ('unit-mesh', 'arm', 'error', 'unit:mesh-mm')],
         {'arm.stl': arm_box(1000)}),
    Case('centimetres', BOTH, [('unit-mesh', 'arm', 'error', 'unit:mesh-cm')], {'arm.stl': arm_box(100)}),
    Case('inches', BOTH, [('unit-mesh', 'arm', 'error', 'unit:mesh-inch')], {'arm.stl': arm_box(INCHES)}),
    Case('a scale applied to metres', with_visual('<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>'),
         [('unit-mesh', 'arm', 'error', 'unit:mesh-scaled-twice')], {'arm.stl': arm_box()}),
    Case('a millionth', with_visual('<mesh filename="arm.stl" scale="1e-6 1e-6 1e-6"/>'),
         [('unit-mesh', 'arm', 'error', 'unit:mesh-scaled-twice')], {'arm.stl': arm_box(1000)}),
    Case('a collision box in millimetres',
         edit(VISUAL, ('<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/>',
                       '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="60 40 200"/>')),
         [('unit-mesh', 'arm', 'error', 'unit:geometry-mm')], {'arm.stl': arm_box()},
         says=['repair <box size="0.06 0.04 0.2"/>']),
]
