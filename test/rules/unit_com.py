from support import GOOD, Case, edit

ORIGIN = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
TENSOR = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
SMALL = '<inertia ixx="0.000416" ixy="0" ixz="0" iyy="0.000436" iyz="0" izz="0.000052"/>'
HAND = '<{0}><origin xyz="0 0 0.05"/>'
CENTRED = tuple((HAND.format(kind), f'<{kind}>') for kind in ('visual', 'collision'))
STEADY = frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})

GOOD_CASES = [
    Case('at the edge of the part', edit(GOOD, (ORIGIN, '<origin xyz="0.02 0.01 0.11" rpy="0 0 0"/>'))),
]
BAD_CASES = [
    Case('millimetres', edit(GOOD, (ORIGIN, '<origin xyz="20 10 100" rpy="0 0 0"/>')),
         [('unit-com', 'arm', 'error', 'unit:com-mm')],
         steady=STEADY),
    Case('centimetres: in millimetres the tensor would need mass outside', edit(
        GOOD, (ORIGIN, '<origin xyz="2 1 10" rpy="0 0 0"/>')),
         [('unit-com', 'arm', 'error', 'unit:com-cm')],
         steady=STEADY, says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('centimetres: in millimetres it would be far from the middle', edit(
        GOOD, (ORIGIN, '<origin xyz="2 1 10" rpy="0 0 0"/>'), (TENSOR, SMALL)),
         [('unit-com', 'arm', 'error', 'unit:com-cm')],
         steady=STEADY, says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('millimetres of a part drawn about its frame, or centimetres', edit(
        GOOD, ('<inertial>\n      <origin xyz="0 0 0.05"/>', '<inertial>\n      <origin xyz="0 0 2"/>'),
        *CENTRED), [('unit-com', 'hand', 'error', 'unit:com-mm')],
         steady=STEADY, says=["rivals ('unit:com-cm',)", 'xyz="0 0 0.002" or xyz="0 0 0.02"']),
]
