from support import GOOD, Case, edit

ORIGIN = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'

GOOD_CASES = [
    Case('at the edge of the part', edit(GOOD, (ORIGIN, '<origin xyz="0.02 0.01 0.11" rpy="0 0 0"/>'))),
]
BAD_CASES = [
    Case('millimetres', edit(GOOD, (ORIGIN, '<origin xyz="20 10 100" rpy="0 0 0"/>')),
         [('unit-com', 'arm', 'error', 'unit:com-mm')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
]
