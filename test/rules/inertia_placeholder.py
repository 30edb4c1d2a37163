from support import GOOD, Case, edit

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
FIXED_SIZE = frozenset({'renamed', 'reposed', 'reordered', 'xacro'})  # a round number scaled is round no more


def arm(*six: str) -> str:
    """Return the good robot with another tensor on its arm."""
    names = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')
    return edit(GOOD, (ARM, f'<inertia {" ".join(f"{n}={v!r}" for n, v in zip(names, six, strict=True))}/>'))


CUBE = '<box size="0.06 0.06 0.06"/>'
TALL = '<box size="0.06 0.06 0.075"/>'


def block(box: str) -> str:
    """Return the good robot with another shape as its arm, and a typed tensor that fits a cube."""
    return arm('0.0003', '0', '0', '0.0003', '0', '0.0003').replace('<box size="0.06 0.04 0.2"/>', box)


DRAWN = GOOD[GOOD.index('    <visual><origin xyz="0.02'):GOOD.index('  </link>\n  <link name="hand">')]

GOOD_CASES = [
    Case('a round isotropic tensor of a cube, right within a few percent', block(CUBE)),
]
BAD_CASES = [
    Case('a round isotropic tensor that is not far off', arm('0.001', '0', '0', '0.001', '0', '0.001'),
         [('inertia-placeholder', 'arm', 'info', 'placeholder:isotropic')], steady=FIXED_SIZE),
    Case('one that is right but for its three equal moments', block(TALL),
         [('inertia-placeholder', 'arm', 'info', 'placeholder:isotropic')], steady=FIXED_SIZE),
    Case('ones', arm('1', '0', '0', '1', '0', '1'),
         [('inertia-placeholder', 'arm', 'warning', 'placeholder:ones')], steady=FIXED_SIZE,
         says=['repair <inertial><origin xyz="0.02 0.01 0.1" rpy="0 0 0"/><mass value="0.48"/><inertia '
               'ixx="0.001664"']),
    Case('a round isotropic tensor that does not fit', arm('0.02', '0', '0', '0.02', '0', '0.02'),
         [('inertia-placeholder', 'arm', 'warning', 'placeholder:isotropic')], steady=FIXED_SIZE),
    Case('a typed tensor that the mass is too small to divide', edit(
        arm('1', '0', '0', '1', '0', '1'), ('<mass value="0.48"/>', '<mass value="1e-320"/>')),
        [('unit-mass', 'arm', 'warning')], steady=FIXED_SIZE,
        simulated=[('simulator-mujoco', 'arm', 'error')],
        unchecked=[('inertia-placeholder', 'arm'), ('unit-inertia', 'arm')]),
    Case('all six equal', arm(*['0.001'] * 6),
         [('inertia-placeholder', 'arm', 'warning', 'placeholder:all-six-equal'),
          ('inertia-positive-definite', 'arm', 'error', 'placeholder:all-six-equal')],
         steady=FIXED_SIZE - {'reposed'}),
    Case('all six equal, of a link that is not drawn',
         edit(arm(*['0.001'] * 6), (DRAWN, '')),
         [('inertia-placeholder', 'arm', 'warning', 'placeholder:all-six-equal'),
          ('inertia-positive-definite', 'arm', 'error', 'placeholder:all-six-equal')],
         steady=FIXED_SIZE - {'reposed'}),
]
