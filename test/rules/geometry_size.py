from meshes import ARM_COLLISION, ARM_VISUAL, arm_box, with_visual
from support import GOOD, Case, edit

HAND = '<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/>'


def hand(radius: str, length: str) -> str:
    return edit(GOOD, (HAND, HAND.replace('0.02', radius).replace('length="0.1"', f'length="{length}"')))


GOOD_CASES = [
    Case('a mesh in mm with its scale', with_visual('<mesh filename="arm.stl" scale="0.001 0.001 0.001"/>'),
         files={'arm.stl': arm_box(1000)}),
]
BAD_CASES = [
    Case('a negative side', edit(GOOD, (ARM_COLLISION, ARM_COLLISION.replace(' 0.04 ', ' -0.04 '))),
         [('geometry-size', 'arm', 'error')]),
    Case('a side of zero', edit(GOOD, (ARM_VISUAL, ARM_VISUAL.replace('0.06', '0'))),
         [('geometry-size', 'arm', 'error')]),
    Case('no radius', hand('0', '0.1'), [('geometry-size', 'hand', 'error')]),
    Case('a negative length', hand('0.02', '-0.1'), [('geometry-size', 'hand', 'error')]),
    Case('thinner than any part', hand('0.02', '1e-9'),
         [('collision-coverage', 'hand', 'warning', 'collision:partial'), ('collision-thin', 'hand', 'info'),
          ('geometry-size', 'hand', 'error')]),
    Case('a scale of zero', with_visual('<mesh filename="arm.stl" scale="1 1 0"/>'),
         [('geometry-size', 'arm', 'error')], {'arm.stl': arm_box()}),
]
