from support import GOOD, Case, edit

ARM = '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'


def arm(xyz: str, size: str) -> str:
    """Return the good robot with another box as collision of its arm."""
    box = f'<collision><origin xyz="{xyz}"/><geometry><box size="{size}"/></geometry></collision>'
    return edit(GOOD, (ARM, box))


GOOD_CASES = [
    Case('simplified: a box a little smaller', arm('0.02 0.01 0.1', '0.058 0.038 0.194')),
]
BAD_CASES = [
    Case('not moved with the visual', arm('0 0 0', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('12 mm beside it', arm('0.02 0.01 0.112', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('half the size', arm('0.02 0.01 0.1', '0.03 0.02 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:scaled')]),
    Case('half of the part', arm('0.02 0.01 0.05', '0.06 0.04 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
]
