from meshes import arm_box, with_collision, with_visual
from support import GOOD, Case

SHAPES = {'base': '<box size="0.2 0.2 0.1"/>', 'arm': '<box size="0.06 0.04 0.2"/>',
          'hand': '<cylinder radius="0.02" length="0.1"/>'}


def in_own_package(text: str = GOOD) -> str:
    for name, shape in SHAPES.items():
        text = text.replace(shape, f'<mesh filename="package://own_description/{name}.stl"/>')
    return text


PACKAGE = b'<package format="3"><name>own</name></package>'

GOOD_CASES = [
    Case('a relative path', with_visual('<mesh filename="meshes/arm.stl"/>'),
         files={'meshes/arm.stl': arm_box()}),
    Case('a blank written as %20', with_visual('<mesh filename="meshes/an%20arm.stl"/>'),
         files={'meshes/an arm.stl': arm_box()}),
    Case('a package of the name in package.xml', with_visual('<mesh filename="package://own/arm.stl"/>'),
         files={'package.xml': PACKAGE, 'arm.stl': arm_box()}),
]
BAD_CASES = [
    Case('no such file', with_visual('<mesh filename="arm.stl"/>'), [('mesh-missing', 'arm', 'error')]),
    Case('another case', with_visual('<mesh filename="Arm.STL"/>'), [('mesh-missing', 'arm', 'error')],
         files={'arm.stl': arm_box()}),
    Case('no such package', with_visual('<mesh filename="package://own_description/arm.stl"/>'),
         [('mesh-missing', 'arm', 'error')], files={'package.xml': PACKAGE, 'arm.stl': arm_box()}),
    Case('a package that is not there is told once for all its meshes', in_own_package(),
         [('mesh-missing', 'good', 'error')],
         says=["no package 'own_description'", '3 links name meshes in it: base_link, arm, hand']),
    Case('one finding where visual and collision name the same file',
         with_collision('<mesh filename="arm.stl"/>', with_visual('<mesh filename="arm.stl"/>')),
         [('mesh-missing', 'arm', 'error')]),
]
