import numpy as np
from arms import arms
from meshes import ARM_COLLISION, ARM_VISUAL
from support import GOOD, Case, add, box_mesh, edit, stl

from robot_model_check.inertia import box_properties
from robot_model_check.settings.references import POUND

MASS = '<mass value="0.48"/>'
TENSOR = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
LIGHT = '<inertia ixx="0.0000832" ixy="0" ixz="0" iyy="0.0000872" iyz="0" izz="0.0000104"/>'

TYPED = '<mass value="0.0005"/>'
SMALL = '<inertia ixx="2e-6" ixy="0" ixz="0" iyy="2e-6" iyz="0" izz="3e-6"/>'

IN_POUNDS = ((MASS, '<mass value="1.0582188584874"/>'),
             (TENSOR, '<inertia ixx="0.0036684920427564" ixy="0" ixz="0" iyy="0.0038448618525043" iyz="0" '
                      'izz="0.00045856150534455"/>'))

# Four bars of 20 x 20 mm as a square of 0.3 m: 40 kg/m^3 of bar, 10 kg/m^3 of hull.
FRAME_BARS = [((0.3, 0.02, 0.02), (0.0, -0.14)), ((0.3, 0.02, 0.02), (0.0, 0.14)),
              ((0.02, 0.26, 0.02), (-0.14, 0.0)), ((0.02, 0.26, 0.02), (0.14, 0.0))]
FRAME = '''<link name="frame"><inertial><mass value="0.018"/>
    <inertia ixx="0.000237" ixy="0" ixz="0" iyy="0.000237" iyz="0" izz="0.0004728"/></inertial>
    <visual><geometry><mesh filename="frame.stl"/></geometry></visual>''' + ''.join(
        f'<collision><origin xyz="{x} {y} 0"/><geometry><box size="{a} {b} {c}"/></geometry></collision>'
        for (a, b, c), (x, y) in FRAME_BARS) + '''</link>
  <joint name="bolted" type="fixed"><origin xyz="0 0 -0.06"/><parent link="base_link"/><child link="frame"/>
  </joint>'''


def frame_mesh() -> bytes:
    """Return the bars of the frame as one binary STL."""
    meshes = [box_mesh(size, (x, y, 0.0)) for size, (x, y) in FRAME_BARS]
    return stl(np.concatenate([vertices for vertices, _ in meshes]),
               np.concatenate([faces + 8 * k for k, (_, faces) in enumerate(meshes)]))


def parts(factor: float, count: int = 5, ballast: float = 0.0) -> str:
    """Bars of different lengths beside the arm, each of uneven density, `factor` times as
    heavy as their tensors say; `ballast` is the share of the mass that a motor in the middle has."""
    links = ''
    for k in range(count):
        size, mass = np.array([0.06, 0.05, 0.08 + 0.02 * k]), 0.2 + 0.05 * k
        tensor = (1 - ballast) * mass * box_properties(-size / 2, size / 2).inertia
        tensor = tensor * (1 + 0.05 * np.cos([[k, 0, 0], [0, 2 * k, 0], [0, 0, 3 * k]])) * np.eye(3)
        box = f'<geometry><box size="{" ".join(f"{value:.9g}" for value in size)}"/></geometry>'
        links += (
            f'<link name="bar_{k}"><inertial><mass value="{factor * mass:.9g}"/><inertia '
            f'ixx="{tensor[0, 0]:.9g}" ixy="0" ixz="0" iyy="{tensor[1, 1]:.9g}" iyz="0" '
            f'izz="{tensor[2, 2]:.9g}"/></inertial><visual>{box}</visual><collision>{box}</collision></link>'
            f'<joint name="turn_{k}" type="revolute"><origin xyz="0 {0.2 + 0.1 * k:.9g} 0.2"/>'
            f'<parent link="base_link"/><child link="bar_{k}"/><axis xyz="0 0 1"/>'
            '<limit lower="-0.5" upper="0.5" effort="20" velocity="2"/></joint>')
    return add(GOOD, links)


GOOD_CASES = [
    Case('bars of uneven density', parts(1.0)),
    Case('four bars in pounds: as many may have motors in the middle', parts(1 / POUND, 4, 0.15)),
    Case('bars with a third of the mass in the middle', parts(1.0, ballast=0.33)),
    Case('2.2 times as dense as one other link', edit(GOOD, *IN_POUNDS)),
    Case('a frame of bars, which encloses air', add(GOOD, FRAME), files={'frame.stl': frame_mesh()}),
    Case('a box of a millimetre stands for no part', edit(GOOD, (ARM_VISUAL, ARM_VISUAL.replace(
        '0.06 0.04 0.2', '0.001 0.001 0.001')))),
    Case('and alone it says nothing of the mass', edit(GOOD, (ARM_VISUAL, ARM_VISUAL.replace(
        '0.06 0.04 0.2', '0.001 0.001 0.001')), (ARM_COLLISION, ''))),
    Case('a hollow part', edit(GOOD, (MASS, '<mass value="0.024"/>'), (TENSOR, LIGHT))),
]
BAD_CASES = [
    Case('grams', edit(GOOD, (MASS, '<mass value="480"/>')),
         [('unit-mass', 'arm', 'warning', 'unit:mass-g')]),
    Case('grams, and the tensor in g m^2', edit(
        GOOD, (MASS, '<mass value="480"/>'),
        (TENSOR, '<inertia ixx="1.664" ixy="0" ixz="0" iyy="1.744" iyz="0" izz="0.208"/>')),
        [('unit-mass', 'arm', 'warning', 'unit:mass-g')],
        says=['repair <mass value="0.48"/> <inertia ixx="0.001664" ']),
    Case('tonnes', edit(GOOD, (MASS, '<mass value="0.00048"/>')),
         [('unit-mass', 'arm', 'warning', 'unit:mass-t')]),
    Case('pounds, beside a tensor of this very box', edit(GOOD, (MASS, '<mass value="1.05821886"/>')),
         [('unit-mass', 'arm', 'warning', 'unit:mass-lb')]),
    Case('the masses of seven bars in pounds', parts(1 / POUND, 7),
         [('unit-mass', 'good', 'warning', 'unit:mass-lb')],
         says=['7 links have', 'read as pounds they fit: bar_0, bar_1, bar_2']),
    Case('pounds, and the tensor with them, beside three links of one density', edit(
        arms(2, mass='0.480', tensor=TENSOR.replace('0.000208', '0.0002080')), *IN_POUNDS),
        [('unit-mass', 'arm', 'warning', 'unit:mass-lb')],
        says=['the very density of other links', 'repair <mass value="0.48"/> <inertia ixx="0.001664" ']),
    Case('no unit explains it', edit(
        GOOD, (MASS, '<mass value="9.6"/>'),
        (TENSOR, '<inertia ixx="0.03328" ixy="0" ixz="0" iyy="0.03488" iyz="0" izz="0.00416"/>')),
        [('unit-mass', 'arm', 'warning')]),
    Case('far too light, and in tonnes far too heavy', edit(
        GOOD, (MASS, '<mass value="0.0045"/>'),
        (TENSOR, '<inertia ixx="0.0000156" ixy="0" ixz="0" iyy="0.00001635" iyz="0" izz="0.00000195"/>')),
        [('unit-mass', 'arm', 'warning')]),
    Case('one number on parts of three sizes is typed, in no unit', edit(
        GOOD.replace(MASS, TYPED).replace('<mass value="0.125663706"/>', TYPED),
        ('<link name="base_link">', f'<link name="base_link"><inertial>{TYPED}{SMALL}</inertial>')), [
        ('frame-root-inertia', 'base_link', 'info'), ('unit-mass', 'good', 'warning')]),
    Case('grams, on four links', arms(4, mass='480'), [('unit-mass', 'good', 'warning', 'unit:mass-g')]),
]
