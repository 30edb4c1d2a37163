from support import GOOD, Case, edit

FAST = '<limit lower="-1.2" upper="1.2" effort="10" velocity="30"/>'
SLOW = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'
SHEET = '<origin xyz="0 0 0.05"/><geometry><box size="0.04 0.001 0.1"/></geometry>'
CYLINDER = '<origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry>'
TENSOR = '<inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>'
FLAT = '<inertia ixx="3.3337e-6" ixy="0" ixz="0" iyy="3.8667e-6" iyz="0" izz="5.337e-7"/>'
HAND = edit(GOOD.replace(CYLINDER, SHEET), (TENSOR, FLAT), ('"0.125663706"', '"0.004"'))
LABEL = '<visual><origin xyz="0 0 0.05"/><geometry><box size="0.02 0.001 0.02"/></geometry></visual>'

GOOD_CASES = [
    Case('a slow sheet', HAND),
    Case('a fast hand with a label on it', edit(
        GOOD, (SLOW, FAST), ('<link name="hand">', f'<link name="hand">{LABEL}'))),
]
BAD_CASES = [
    Case('a fast sheet', edit(HAND, (SLOW, FAST)), [('collision-thin', 'hand', 'info')],
         steady=frozenset({'renamed', 'reordered', 'xacro'})),
]
