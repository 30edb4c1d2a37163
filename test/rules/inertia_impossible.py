from support import GOOD, Case, edit

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>\n      <mass'

GOOD_CASES = [
    Case('about the COM, with the products of a part that is not symmetric',
         edit(GOOD, (ARM, '<inertia ixx="0.0017" ixy="0.00002" ixz="0.00003" iyy="0.0017" iyz="0" '
                          'izz="0.00021"/>'))),
]
BAD_CASES = [
    Case('twice as long as the part',
         edit(GOOD, (ARM, '<inertia ixx="0.00656" ixy="0" ixz="0" iyy="0.00664" iyz="0" izz="0.000208"/>')),
         [('inertia-impossible', 'arm', 'warning')]),
    Case('twice as long as the part, and the COM outside: impossible wherever the COM is',
         edit(GOOD, (COM, COM.replace('0.1', '-0.1')),
              (ARM, '<inertia ixx="0.00656" ixy="0" ixz="0" iyy="0.00664" iyz="0" izz="0.000208"/>')),
         [('inertia-impossible', 'arm', 'warning'), ('inertia-com-outside', 'arm', 'warning')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
]
