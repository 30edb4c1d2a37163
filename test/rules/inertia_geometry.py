from support import GOOD, Case, edit

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'

GOOD_CASES = [
    Case("a hollow part: moments a third larger than the solid's",
         edit(GOOD, (ARM, '<inertia ixx="0.0021" ixy="0" ixz="0" iyy="0.0022" iyz="0" izz="0.00031"/>'))),
    Case("a heavy motor at the COM: moments a third of the solid's",
         edit(GOOD, (ARM, '<inertia ixx="0.00055" ixy="0" ixz="0" iyy="0.00058" iyz="0" izz="0.00007"/>'))),
]
BAD_CASES = [
    Case('ten times too small, which no unit explains',
         edit(GOOD, (ARM, '<inertia ixx="0.0001664" ixy="0" ixz="0" iyy="0.0001744" iyz="0" '
                          'izz="0.0000208"/>')),
         [('inertia-geometry', 'arm', 'warning', 'decimal:x10^-1')]),
    Case('a rod instead of the part',
         edit(GOOD, (ARM, '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001664" iyz="0" '
                          'izz="0.0000001"/>')),
         [('inertia-geometry', 'arm', 'warning')]),
]
