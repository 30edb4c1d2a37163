import numpy as np
from support import GOOD, Case, add, edit, stl

from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.inertia import solid_properties

# A wedge without any symmetry, 2700 kg/m^3, 0.05 m of the base's side; the right one is its image in y.
CORNERS = np.array([[0, 0, 0], [0.08, 0, 0], [0, 0.05, 0], [0.01, 0.01, 0.06]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
MIRRORED = CORNERS * [1, -1, 1]
FILES = {'left.stl': stl(CORNERS, FACES), 'right.stl': stl(MIRRORED, FACES[:, ::-1])}
BODY = solid_properties(CORNERS, FACES)
MASS = 2700 * BODY.volume


def inertial(com_y: float = 1, products: float = 1) -> str:
    """Return the wedge's inertial with the sign of its COM's y, and that of ixy and iyz."""
    c, tensor = BODY.com, MASS * BODY.inertia
    return (f'<inertial><origin xyz="{c[0]:.9g} {com_y * c[1]:.9g} {c[2]:.9g}"/><mass value="{MASS:.9g}"/>'
            f'<inertia ixx="{tensor[0, 0]:.9g}" ixy="{products * tensor[0, 1]:.9g}" '
            f'ixz="{tensor[0, 2]:.9g}" iyy="{tensor[1, 1]:.9g}" '
            f'iyz="{products * tensor[1, 2]:.9g}" izz="{tensor[2, 2]:.9g}"/></inertial>')


def heavier(text: str, factor: float) -> str:
    """Return an <inertial> with the mass times a factor."""
    return edit(text, (f'<mass value="{MASS:.9g}"/>', f'<mass value="{factor * MASS:.9g}"/>'))


def wing(side: str, sign: int, inner: str, limit: str = '-0.2 1', axis: str = '0 1 0') -> str:
    mesh = f'<geometry><mesh filename="{side}.stl"/></geometry>'
    lower, upper = limit.split()
    return (f'<link name="{side}_wing">{inner}<visual>{mesh}</visual><collision>{mesh}</collision></link>'
            f'<joint name="{side}_joint" type="revolute"><origin xyz="0 {sign * 0.101} 0"/>'
            f'<parent link="base_link"/><child link="{side}_wing"/><axis xyz="{axis}"/>'
            f'<limit lower="{lower}" upper="{upper}" effort="5" velocity="1"/></joint>')


LEFT = wing('left', 1, inertial())
MIRROR = inertial(-1, -1)
STEADY = frozenset({'renamed', 'reposed', 'reordered', 'xacro'})
# A thinner wedge, whose ixy and iyz are small beside its ixz; the sign of that is wrong on the right.
THIN = CORNERS * [1, 0.2, 1]
THIN_BODY = solid_properties(THIN, FACES)
THIN_FILES = {'left.stl': stl(THIN, FACES), 'right.stl': stl(THIN * [1, -1, 1], FACES[:, ::-1])}
SLIPPED = THIN_BODY.inertia * [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
THIN_LEFT = wing('left', 1, inertial_xml('0.02', THIN_BODY.com, 0.02 * THIN_BODY.inertia))
THIN_RIGHT = wing('right', -1, inertial_xml('0.02', THIN_BODY.com * [1, -1, 1], 0.02 * SLIPPED))

GOOD_CASES = [
    Case('mirror images', add(GOOD, LEFT + wing('right', -1, MIRROR)), files=FILES),
    Case('masses that were weighed', add(GOOD, LEFT + wing('right', -1, heavier(MIRROR, 1.03))), files=FILES),
    Case('a mirrored axis takes mirrored limits',
         add(GOOD, wing('left', 1, inertial(), axis='0 0 1') + wing('right', -1, MIRROR, '-1 0.2', '0 0 1')),
         files=FILES),
    Case('limits of a side that does not stand as the mirror image of the other: zero is another pose there',
         add(GOOD, LEFT + edit(wing('right', -1, MIRROR, '-1 0.2'),
                               ('xyz="0 -0.101 0"', 'xyz="0 -0.101 0" rpy="0 0 -1.2"'))), files=FILES),
]
BAD_CASES = [
    Case('masses that differ', add(GOOD, LEFT + wing('right', -1, heavier(MIRROR, 1.3))),
         [('frame-mirror', 'right_wing', 'warning')], FILES, STEADY,
         ['1.3 times that of its twin left_wing']),
    Case('the left one lighter',
         add(GOOD, wing('left', 1, heavier(inertial(), 0.7)) + wing('right', -1, MIRROR)),
         [('frame-mirror', 'left_wing', 'warning')], FILES, STEADY,
         ['0.7 times that of its twin right_wing']),
    Case('efforts that differ',
         add(GOOD, LEFT + wing('right', -1, MIRROR).replace('effort="5"', 'effort="50"')),
         [('frame-mirror', 'right_joint', 'warning')], FILES, STEADY, ['effort 50 (its twin 5)']),
    Case('ranges that differ', add(GOOD, LEFT + wing('right', -1, MIRROR, '-0.2 0.5')),
         [('frame-mirror', 'right_joint', 'info')], FILES, STEADY, ['range 0.7 rad (its twin 1.2)']),
    Case('products of inertia copied', add(GOOD, LEFT + wing('right', -1, inertial(-1, 1))),
         [('frame-mirror', 'right_wing', 'warning', 'mirror:y')], FILES, STEADY,
         ['repair <inertial><origin xyz="0.0225 -0.015 0.015" rpy="0 0 0"/>']),
    Case('products of inertia of the left one wrong', add(GOOD, wing('left', 1, inertial(1, -1)) + wing(
        'right', -1, MIRROR)),
         [('frame-mirror', 'left_wing', 'warning', 'mirror:y')], FILES, STEADY,
         ['the tensor of left_wing must', 'repair <inertial><origin xyz="0.0225 0.015 0.015" rpy="0 0 0"/>']),
    Case('one product, the others being small', add(GOOD, THIN_LEFT + THIN_RIGHT),
         [('inertia-geometry', 'right_wing', 'warning', 'sign:ixz')], THIN_FILES, STEADY - {'reposed'},
         alone=[('frame-mirror', 'right_wing', 'warning', 'sign:ixz')]),
    Case('COM copied', add(GOOD, LEFT + wing('right', -1, inertial(1, -1))),
         [('frame-mirror', 'right_wing', 'warning', 'mirror:y'),
          ('inertia-com-outside', 'right_wing', 'warning', 'mirror:y')], FILES, STEADY - {'reposed'},
         ['the COM of right_wing must']),
    Case('limits copied', add(GOOD, LEFT + wing('right', -1, MIRROR, '-1 0.2')),
         [('frame-mirror', 'right_joint', 'warning', 'mirror:limits')], FILES, STEADY,
         ['moves in the sense of its twin', 'lower="-0.2" upper="1"', 'the limits of the twin, mirrored']),
    Case('limits not turned round with the axis', add(
        GOOD, wing('left', 1, inertial(), axis='0 0 1') + wing('right', -1, MIRROR, axis='0 0 1')),
         [('frame-mirror', 'right_joint', 'warning', 'mirror:limits')], FILES, STEADY,
         ['moves against the sense of its twin', 'lower="-1" upper="0.2"']),
]
