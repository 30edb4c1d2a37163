from support import GOOD, Case, edit

MASS = '<mass value="0.48"/>'
LOOSE = frozenset({'renamed', 'reordered', 'xacro'})
ARM = [('required-missing', 'arm', 'error')]
BASE = '<visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>'

GOOD_CASES = [
    Case(
        'an empty texture beside a colour',
        edit(
            GOOD,
            (
                BASE,
                BASE.replace(
                    '</visual>', '<material name="grey"><color rgba="1 1 1 1"/><texture/></material></visual>'
                ),
            ),
        ),
    ),
]
BAD_CASES = [
    Case(
        'a mesh file without a name',
        edit(GOOD, (BASE, '<visual><geometry><mesh filename=" "/></geometry></visual>')),
        [('required-missing', 'base_link', 'error')],
        steady=LOOSE,
    ),
    Case(
        'no tensor',
        edit(GOOD, ('<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>', '')),
        ARM,
        steady=LOOSE,
    ),
    Case(
        'half a tensor',
        edit(
            GOOD,
            (
                'ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"',
                'ixx="0.001664" iyy="0.001744" izz="0.000208"',
            ),
        ),
        ARM,
        steady=LOOSE,
    ),
    Case('a mass between the tags', edit(GOOD, (MASS, '<mass>0.48</mass>')), ARM, steady=LOOSE),
    Case(
        'a visual without shape',
        edit(GOOD, (BASE, '<visual><geometry/></visual>' + BASE)),
        [('required-missing', 'base_link', 'error')],
    ),
    Case(
        'a limit without effort',
        edit(GOOD, (' effort="20"', '')),
        [('required-missing', 'shoulder', 'error')],
    ),
]
