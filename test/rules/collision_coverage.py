from support import GOOD, Case, add, edit

ARM = '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>'

VISUAL = ARM.replace('collision', 'visual')
PIN = ('<visual><origin xyz="0.02 0.01 0.22"/><geometry><cylinder radius="0.002" length="0.06"/></geometry>'
       '</visual>')
COVER = ('<link name="cover"><collision><origin xyz="0.02 0.01 0.15"/><geometry><box size="0.07 0.05 0.12"/>'
         '</geometry></collision></link>')
WELDED = '<joint name="welded" type="fixed"><parent link="arm"/><child link="cover"/></joint>'


def arm(xyz: str, size: str) -> str:
    """Return the good robot with another box as collision of its arm."""
    box = f'<collision><origin xyz="{xyz}"/><geometry><box size="{size}"/></geometry></collision>'
    return edit(GOOD, (ARM, box))


GOOD_CASES = [
    Case('simplified: a box a little smaller', arm('0.02 0.01 0.1', '0.058 0.038 0.194')),
    Case('16 mm at one end', arm('0.02 0.01 0.092', '0.06 0.04 0.184')),
    Case('a pin that sticks out', edit(GOOD, (VISUAL, VISUAL + PIN))),
    Case('the upper half is covered by the link welded to it',
         add(arm('0.02 0.01 0.05', '0.06 0.04 0.1'), COVER + WELDED),
         simulated=[('simulator-mujoco', 'arm', 'warning')]),
]
BAD_CASES = [
    Case('not moved with the visual', arm('0 0 0', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('12 mm beside it', arm('0.02 0.01 0.112', '0.06 0.04 0.2'),
         [('collision-coverage', 'arm', 'warning', 'collision:shifted')]),
    Case('half the size', arm('0.02 0.01 0.1', '0.03 0.02 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:scaled')]),
    Case('30 mm at one end', arm('0.02 0.01 0.085', '0.06 0.04 0.17'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('12 mm all around', arm('0.02 0.01 0.1', '0.045 0.03 0.185'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('the upper half is only drawn by the link welded to it',
         add(arm('0.02 0.01 0.05', '0.06 0.04 0.1'), COVER.replace('collision', 'visual') + WELDED),
         [('collision-coverage', 'arm', 'warning', 'collision:partial'),
          ('collision-missing', 'cover', 'warning')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('half of the part', arm('0.02 0.01 0.05', '0.06 0.04 0.1'),
         [('collision-coverage', 'arm', 'warning', 'collision:partial')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
]
