from support import GOOD, Case, edit

HAND = '''<origin xyz="0 0 0.05"/>
      <mass value="0.125663706"/>
      <inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>'''


def hand(rpy: str, iyy: str) -> str:
    """Return the good robot with another tensor on its hand."""
    turned = HAND.replace('0.05"/>', f'0.05" rpy="{rpy}"/>')
    return edit(GOOD, (HAND, turned.replace('iyy="0.000117286"', f'iyy="{iyy}"')))


# A turn of all frames gives every origin an rpy, and the moments of GOOD's arm differ by 4.6 %.
GOOD_CASES = [
    Case('equal moments of a modelled cylinder, turned about its axis', hand('0 0 0.7', '0.000117286')),
    Case('right angles', hand('0 0 1.5707963', '0.0001172')),
    Case('moments that differ', hand('0 0 0.2', '0.000125')),
]
BAD_CASES = [
    Case('nearly equal moments of an export', hand('0 0 0.7', '0.0001175'),
         [('inertia-principal-ambiguous', 'hand', 'info')]),
]
