from support import GOOD, Case, edit

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'

GOOD_CASES = [
    Case('the sum of two moments equals the third: a lamina',
         edit(GOOD, (ARM, '<inertia ixx="0.0016" ixy="0" ixz="0" iyy="0.0018" iyz="0" izz="0.0002"/>'))),
]
BAD_CASES = [
    Case('one digit excuses no violation of a third',
         edit(GOOD, (ARM, '<inertia ixx="0.001" ixy="0" ixz="0" iyy="0.003" iyz="0" izz="0.001"/>')),
         [('inertia-triangle', 'arm', 'error')], says=['the tensor of the solid for the mass as declared']),
    Case('turned: no element of the tensor shows it',
         edit(GOOD, (ARM, '<inertia ixx="0.001" ixy="0.0007" ixz="0" iyy="0.001" iyz="0" izz="0.0006"/>')),
         [('inertia-triangle', 'arm', 'error')]),
    Case('the diagonal itself',
         edit(GOOD, (ARM, '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.002244" iyz="0" izz="0.000208"/>')),
         [('inertia-triangle', 'arm', 'error')],
         says=['the iyy of the solid, whose other five elements these are',
               'repair <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>']),
    Case('one element, in the axes of an <inertial> that is turned',
         edit(GOOD, ('<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>',
                     '<origin xyz="0.02 0.01 0.1" rpy="0 0 1.5707963267949"/>'),
              (ARM, '<inertia ixx="0.001744" ixy="0" ixz="0" iyy="0.002244" iyz="0" izz="0.000208"/>')),
         [('inertia-triangle', 'arm', 'error')],
         says=['repair <inertia ixx="0.001744" ixy="0" ixz="0" iyy="0.001664" iyz="0" izz="0.000208"/>']),
    Case('principal moments only: the diagonal looks fine',
         edit(GOOD, (ARM, '<inertia ixx="0.0017" ixy="0.0004" ixz="0" iyy="0.0017" iyz="0" izz="0.0002"/>')),
         [('inertia-triangle', 'arm', 'error')]),
    Case('broken by less than half a unit of the last digit',
         edit(GOOD, (ARM, '<inertia ixx="0.00166" ixy="0" ixz="0" iyy="0.00187" iyz="0" izz="0.000208"/>')),
         [('inertia-triangle', 'arm', 'warning', 'rounding')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'}),  # scaled, it has all digits
         simulated=[('simulator-mujoco', 'arm', 'error')]),
]
