import numpy as np
from arms import arms
from support import GOOD, Case, add, channel_mesh, edit, stl

from robot_model_check import inertia
from robot_model_check.geometry.triangles import hull
from robot_model_check.kinematics import rotation

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
WHOLE = GOOD[GOOD.index('    <inertial>'):GOOD.index('    <visual><origin xyz="0.02 0.01 0.1"')]
SHAPES = (
    '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>\n'
    '    <collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'
)
TURN = '0.4 0.3 -0.5'
STEADY = frozenset({'renamed', 'reposed', 'rescaled', 'reordered', 'xacro'})


def bracket_shapes(size: str = '0.12 0.02 0.05') -> str:
    """The arm with a slab through it, which makes its tensor oblique."""
    slab = f'<origin xyz="0.05 0.02 0.16" rpy="{TURN}"/><geometry><box size="{size}"/></geometry>'
    return f'{SHAPES}\n    <visual>{slab}</visual>\n    <collision>{slab}</collision>'


def union(size: str = '0.12 0.02 0.05') -> inertia.MassProperties:
    """The arm and the slab as one solid; they overlap."""
    import manifold3d

    arm = manifold3d.Manifold.cube((0.06, 0.04, 0.2), True).translate((0.02, 0.01, 0.1))
    R = rotation(tuple(float(word) for word in TURN.split()))
    slab = manifold3d.Manifold.cube([float(word) for word in size.split()], True).transform(
        np.column_stack([R, [0.05, 0.02, 0.16]])
    )
    mesh = (arm + slab).to_mesh64()
    return inertia.solid_properties(
        np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts).astype(int)
    )


def inertial(com, tensor, mass: float = 0.5, rpy: str = '0 0 0') -> str:
    xyz = ' '.join(f'{value:.9g}' for value in com)
    names = {'ixx': (0, 0), 'ixy': (0, 1), 'ixz': (0, 2), 'iyy': (1, 1), 'iyz': (1, 2), 'izz': (2, 2)}
    numbers = ' '.join(f'{name}="{tensor[place]:.9g}"' for name, place in names.items())
    return (f'    <inertial><origin xyz="{xyz}" rpy="{rpy}"/><mass value="{mass:.9g}"/>'
            f'<inertia {numbers}/></inertial>\n')


def bracket(tensor, com=None, rpy: str = '0 0 0', slab: str = '0.12 0.02 0.05') -> str:
    return edit(
        GOOD,
        (SHAPES, bracket_shapes(slab)),
        (WHOLE, inertial(SOLID.com if com is None else com, tensor, rpy=rpy)),
    )


def flipped(*places):
    changed = TENSOR.copy()
    for i, j in places:
        changed[i, j] = changed[j, i] = -TENSOR[i, j]
    return changed


def permuted(*order):
    return TENSOR[np.ix_(order, order)]


def slipped(factor: float, i: int, j: int):
    changed = TENSOR.copy()
    changed[i, j] = changed[j, i] = factor * TENSOR[i, j]
    return changed


def summed(size: str) -> str:
    """The arm and a slab, with the inertial of both as if they did not overlap."""
    half = [np.array([float(word) for word in words.split()]) / 2 for words in ('0.06 0.04 0.2', size)]
    poses = [np.eye(4), np.vstack([np.column_stack([R, [0.05, 0.02, 0.16]]), [0, 0, 0, 1]])]
    poses[0][:3, 3] = 0.02, 0.01, 0.1
    boxes = [inertia.placed(inertia.box_properties(-h, h), T) for h, T in zip(half, poses, strict=True)]
    both = inertia.compose(inertia.Body(box.volume, box.com, box.volume * box.inertia) for box in boxes)
    return edit(GOOD, (SHAPES, bracket_shapes(size)),
                (WHOLE, inertial(both.com, 1000 * both.inertia, 1000 * both.mass)))


def framed(axes=None) -> str:
    """The arm and the slab, with the inertial of the box around both along axes (3, 3), columns."""
    axes = np.eye(3) if axes is None else axes
    corners = np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T
    points = np.concatenate([corners * [0.06, 0.04, 0.2] + [0.02, 0.01, 0.1],
                             corners * [0.12, 0.02, 0.05] @ R.T + [0.05, 0.02, 0.16]]) @ axes
    box = inertia.box_properties(points.min(axis=0), points.max(axis=0))
    return bracket(0.5 * inertia.rotate(axes, box.inertia), axes @ box.com)


def tight() -> inertia.MassProperties:
    """The box around the turned channel along the axes of the link, in those of the mesh."""
    points = CHANNEL[0] @ R.T
    return inertia.placed(inertia.box_properties(points.min(axis=0), points.max(axis=0)),
                          np.vstack([np.column_stack([R.T, np.zeros(3)]), [0, 0, 0, 1]]))


SOLID = union()
TENSOR = 0.5 * SOLID.inertia
R = rotation(tuple(float(word) for word in TURN.split()))
SLAB = '0.12 0.05 0.08'
WIDE_SOLID = union(SLAB)
WIDE = 0.5 * WIDE_SOLID.inertia
SWAP = TENSOR[2, 2] - TENSOR[0, 0]
PRINCIPAL = '2.058145507 1.484956937 -2.797159776'
SMALLER = '0.07 0.01 0.01'
SLIGHT = union(SMALLER)
MOMENTS, Q = np.linalg.eigvalsh(TENSOR), rotation((0.9, -0.7, 0.3))
Y_UP = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
SLIM = '0.09 0.01 0.02'
SMALL = union(SLIM)
SQUARE = '<box size="0.04 0.04 0.2"/>'
SIGNS = 2 * np.eye(3) - 1
COPY = (f'<link name="copy">{inertial((0, 0, 0), flipped((0, 1), (1, 2)), 5)}</link>'
        '<joint name="copied" type="fixed"><parent link="base_link"/><child link="copy"/></joint>')
ROUGH = (f'<link name="rough">{inertial(SOLID.com, 1.35 * TENSOR + inertia.parallel_axis(0.5, SOLID.com))}'
         f'{bracket_shapes()}</link><joint name="rough_joint" type="revolute"><origin xyz="0 0.25 0.051"/>'
         '<parent link="base_link"/><child link="rough"/><axis xyz="0 0 1"/>'
         '<limit lower="-0.5" upper="0.5" effort="20" velocity="2"/></joint>')

TWIN_SHAPES = ''.join(
    f'<{kind}><origin xyz="{xyz}" rpy="{rpy}"/><geometry><box size="{size}"/></geometry></{kind}>'
    for kind in ('visual', 'collision')
    for xyz, rpy, size in (('0.02 -0.01 0.1', '0 0 0', '0.06 0.04 0.2'),
                           ('0.05 -0.02 0.16', '-0.4 0.3 0.5', '0.12 0.02 0.05')))
TWIN = (f'<link name="twin">{inertial(SOLID.com * [1, -1, 1], flipped((0, 1), (1, 2)))}{TWIN_SHAPES}</link>'
        '<joint name="twin_joint" type="revolute"><origin xyz="0 0.25 0.051"/><parent link="base_link"/>'
        '<child link="twin"/><axis xyz="0 0 1"/><limit lower="-0.5" upper="0.5" effort="20" velocity="2"/>'
        '</joint>')

CHANNEL = channel_mesh()
FILLED = inertia.solid_properties(*hull(CHANNEL[0]))
MESH = '<origin xyz="0.02 0.01 0.1" rpy="0.4 0.3 -0.5"/><geometry><mesh filename="channel.stl"/></geometry>'
WALLS = (((0, 0, 0.003), (0.06, 0.08, 0.006)), ((-0.027, 0, 0.023), (0.006, 0.08, 0.034)),
         ((0.027, 0, 0.023), (0.006, 0.08, 0.034)))


def wall(centre, size) -> str:
    place = ' '.join(f'{value:.9g}' for value in R @ centre + [0.02, 0.01, 0.1])
    return (
        f'<collision><origin xyz="{place}" rpy="{TURN}"/><geometry><box size="{" ".join(map(str, size))}"/>'
        '</geometry></collision>'
    )


def channel_arm(properties: inertia.MassProperties, mass: float | None = None) -> str:
    """The arm as a U channel of the hand's density, with an inertial made of these properties."""
    own = inertia.placed(properties, np.vstack([np.column_stack([R, [0.02, 0.01, 0.1]]), [0, 0, 0, 1]]))
    mass = 1000.0 * own.volume if mass is None else mass
    walls = '\n'.join(wall(*one) for one in WALLS)
    return edit(GOOD, (SHAPES, f'<visual>{MESH}</visual>\n{walls}'),
                (WHOLE, inertial(own.com, mass * own.inertia, mass)))


FILES = {'channel.stl': stl(*CHANNEL)}

CHAMFERED = hull(np.array([[x, y, z] for z in (-0.1, 0.1) for x, y in (
    (-0.03, -0.02), (0.03, -0.02), (-0.03, 0.02), (0.018, 0.02), (0.03, 0.008))]))
CHAMFER_MESH = '<origin xyz="0.02 0.01 0.1"/><geometry><mesh filename="chamfered.stl"/></geometry>'
CHAMFER = f'<visual>{CHAMFER_MESH}</visual><collision>{CHAMFER_MESH}</collision>'

GOOD_CASES = [
    Case("a hollow part: moments a third larger than the solid's",
         edit(GOOD, (ARM, '<inertia ixx="0.0021" ixy="0" ixz="0" iyy="0.0022" iyz="0" izz="0.00031"/>'))),
    Case("a heavy motor at the COM: moments a third of the solid's",
         edit(GOOD, (ARM, '<inertia ixx="0.00055" ixy="0" ixz="0" iyy="0.00058" iyz="0" izz="0.00007"/>'))),
    Case('an oblique part', bracket(TENSOR)),
    Case('the same in an inertial frame that is turned', bracket(R.T @ TENSOR @ R, rpy=TURN)),
    Case('a motor of a quarter of the mass at one end', bracket(
        0.75 * TENSOR + 0.5 * inertia.parallel_axis(0.1875, np.array([0.02, 0.01, 0.02]) - SOLID.com),
        0.75 * SOLID.com + 0.25 * np.array([0.02, 0.01, 0.02]))),
    Case('in its principal axes, the products 0', bracket(np.diag(MOMENTS), rpy=PRINCIPAL)),
    Case('products of a hundredth of the moments, left out', bracket(np.diag(np.diag(SLIGHT.inertia)) / 2,
                                                                     SLIGHT.com, slab=SMALLER)),
    Case('a part and its twin', add(bracket(TENSOR), TWIN)),
    Case('a channel', channel_arm(inertia.solid_properties(*CHANNEL)), files=FILES),
    Case('of the box around a part with a chamfer: right within a few percent', edit(GOOD, (SHAPES, CHAMFER)),
         files={'chamfered.stl': stl(*CHAMFERED)}),
]


RENAMED = frozenset({'renamed'})


def bad(name: str, xml: str, cause: str, steady: frozenset[str] = RENAMED, also=(), **more) -> Case:
    return Case(name, xml, [('inertia-geometry', 'arm', 'warning', cause), *also], steady=steady, **more)


BAD_CASES = [
    bad(
        'ten times too small, which no unit explains',
        edit(
            GOOD, (ARM, '<inertia ixx="0.0001664" ixy="0" ixz="0" iyy="0.0001744" iyz="0" izz="0.0000208"/>')
        ),
        'decimal:x10^-1',
    ),
    bad('ten times too small, beside a mass of many digits', edit(
        GOOD, ('<mass value="0.48"/>', '<mass value="0.480000000001"/>'),
        (ARM, '<inertia ixx="0.0001664" ixy="0" ixz="0" iyy="0.0001744" iyz="0" izz="0.0000208"/>')),
        'decimal:x10^-1', says=['<mass value="0.480000000001"/>']),
    Case(
        'a rod instead of the part',
        edit(GOOD, (ARM, '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.0000001"/>')),
        [('inertia-geometry', 'arm', 'warning')],
    ),
    bad('ixy has the wrong sign', bracket(flipped((0, 1))), 'sign:ixy', STEADY),
    bad('all products have the wrong sign', bracket(flipped((0, 1), (0, 2), (1, 2))), 'sign:products'),
    bad('products of the mirrored part', bracket(flipped((0, 1), (1, 2))), 'mirror:y'),
    bad('products of the mirrored part, of which another link has a copy',
        add(bracket(flipped((0, 1), (1, 2))), COPY), 'mirror:y', says=['link copy has the same numbers']),
    bad('the numbers of the twin that it mirrors', add(bracket(flipped((0, 1), (1, 2))), TWIN), 'mirror:y',
        says=['link twin has the same numbers and the shape of this one mirrored']),
    bad('products of the wrong sign, small ones', bracket(0.5 * SMALL.inertia * SIGNS, SMALL.com, slab=SLIM),
        'sign:products', says=['does not tell it from mirror:z']),
    Case('about the link origin on two links, and rougher on one',
         add(bracket(TENSOR + inertia.parallel_axis(0.5, SOLID.com)), ROUGH),
         [('inertia-geometry', 'arm', 'warning', 'origin:link'),
          ('inertia-geometry', 'rough', 'warning', 'origin:link')],
         steady=RENAMED, says=['link arm shows it more plainly']),
    Case('axes permuted on six links', arms(
        6, tensor='<inertia ixx="0.000208" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.001744"/>'),
         [('inertia-geometry', 'good', 'warning', 'axes:yzx')],
         says=['6 links have the same mistake (axes:yzx)', 'arm_0, arm_1, arm_2, arm_3, arm_4, arm_5']),
    Case('axes permuted on six square links, by one of two ways', arms(
        6, mass='0.32', visual=SQUARE, collision=SQUARE,
        tensor='<inertia ixx="8.53333e-5" ixy="0" ixz="0" iyy="1.10933e-3" iyz="0" izz="1.10933e-3"/>'),
         [('inertia-geometry', 'good', 'warning', 'axes:yzx')],
         says=["rivals ('axes:zyx',)"]),
    bad(
        'about the link origin',
        bracket(TENSOR + inertia.parallel_axis(0.5, SOLID.com)),
        'origin:link',
    ),
    *(bad(f'{unit} and about the link origin',
          bracket(factor * (TENSOR + inertia.parallel_axis(0.5, SOLID.com))), 'origin:link',
          also=[('unit-inertia', 'arm', 'error', f'unit:{unit}')],
          says=[f'read in {unit.replace("*", " ")}, the tensor is about the link origin',
                'repair <inertial><origin'])
      for unit, factor in [('kg*mm^2', 1e6), ('g*mm^2', 1e9), ('kg*cm^2', 1e4)]),
    bad('axes permuted', bracket(permuted(1, 2, 0)), 'axes:zxy'),
    bad('in link axes though turned', bracket(TENSOR, rpy=TURN), 'frame:rpy-omitted'),
    bad('turned the wrong way', bracket(R @ TENSOR @ R.T, rpy=TURN), 'frame:rpy-transposed'),
    bad('in the axes of one of its shapes', bracket(R.T @ TENSOR @ R), 'frame:rpy-omitted'),
    Case('a rod on four links', arms(4, tensor='<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" '
                                               'iyz="0" izz="0.0000001"/>'),
         [('inertia-geometry', f'arm_{k}', 'warning') for k in range(4)]),
    Case('a rod on six links', arms(6, tensor='<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" '
                                              'iyz="0" izz="0.0000001"/>'),
         [('inertia-geometry', 'good', 'warning')]),
    bad('of the filled hull', channel_arm(FILLED), 'from:hull', STEADY, files=FILES,
        says=['with 1000 kg/m^3, the density of link hand', 'repair <inertial><origin']),
    bad('of a thin shell', channel_arm(inertia.shell_properties(*CHANNEL), mass=0.06), 'from:shell', STEADY,
        files=FILES, says=['those of the thin shell, not of the solid', 'repair <inertial><origin']),
    bad('of the box around two shapes', framed(), 'from:bbox'),
    bad('of the box along the principal axes', framed(inertia.principal_axes(SOLID.inertia)[1]), 'from:bbox'),
    bad('of the box around a turned mesh along the axes of the link', channel_arm(tight(), mass=0.06),
        'from:bbox', STEADY - {'reposed'}, files=FILES),
    bad('of the sum of shapes that overlap', summed('0.12 0.05 0.08'), 'from:parts'),
    bad('ixz has the wrong sign', bracket(flipped((0, 2))), 'sign:ixz'),
    bad('iyz has the wrong sign', bracket(flipped((1, 2))), 'sign:iyz'),
    bad('products of the part mirrored along x', bracket(flipped((0, 1), (0, 2))), 'mirror:x'),
    bad('products of the part mirrored along z', bracket(flipped((0, 2), (1, 2))), 'mirror:z'),
    bad('the COM left at the link origin', bracket(TENSOR, (0, 0, 0)), 'origin:omitted',
        says=['2.2 radii of gyration from the COM of the solid']),
    bad('the COM left at the link origin, and the tensor about it',
        bracket(TENSOR + inertia.parallel_axis(0.5, SOLID.com), (0, 0, 0)), 'origin:omitted',
        says=['the tensor is about it']),
    bad('its moments about other axes', bracket(Q @ np.diag(MOMENTS) @ Q.T), 'frame:lost'),
    bad('its moments in ascending order', bracket(np.diag(MOMENTS)), 'axes:yzx',
        says=["rivals ('frame:lost',)", 'ixx iyy izz are written as iyy izz ixx']),
    bad('y and z exchanged', bracket(permuted(0, 2, 1)), 'axes:xzy'),
    bad('x and y exchanged', bracket(permuted(1, 0, 2)), 'axes:yxz'),
    bad('x and z exchanged', bracket(permuted(2, 1, 0)), 'axes:zyx'),
    bad('y up', bracket(Y_UP @ TENSOR @ Y_UP.T), 'axes:y-up'),
    bad('ten times too large', bracket(10 * TENSOR), 'decimal:x10^1'),
    bad('a hundred times too large', bracket(100 * TENSOR), 'decimal:x10^2'),
    Case('a mass too small to divide by beside a rod', edit(
        arms(1, tensor='<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.0000001"/>'),
        ('<mass value="0.125663706"/>', '<mass value="1e-320"/>')),
        [('inertia-geometry', 'arm_0', 'warning'), ('unit-mass', 'hand', 'warning')], steady=RENAMED,
        simulated=[('simulator-mujoco', 'hand', 'error')],
        unchecked=[('inertia-geometry', 'hand'), ('inertia-impossible', 'hand'), ('unit-inertia', 'hand')]),
    Case('a collision so far away that it has no volume beside a rod', edit(
        arms(1, tensor='<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.0000001"/>'),
        ('<collision><origin xyz="0 0 0.05"/>', '<collision><origin xyz="1e9 0 0.05"/>')),
        [('collision-coverage', 'hand', 'warning', 'collision:shifted'), ('collision-thin', 'hand', 'info'),
         ('inertia-geometry', 'arm_0', 'warning')], steady=RENAMED),
    bad('products left out', bracket(np.diag(np.diag(WIDE)), WIDE_SOLID.com, slab=SLAB), 'products:dropped',
        says=['ixy, ixz and iyz are written as 0', f'iyz="{WIDE[1, 2]:.9g}']),
    bad('moments exchanged, products in place', bracket(TENSOR + np.diag([SWAP, 0, -SWAP])), 'moments:zyx',
        says=['ixx iyy izz are written as izz iyy ixx, and the products are in their places']),
    bad('one product a hundredth of what was meant', bracket(slipped(0.01, 1, 2)), 'decimal:x10^-2',
        says=['iyz is 10^-2 times what was meant']),
]
