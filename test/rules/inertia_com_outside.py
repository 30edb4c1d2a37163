from arms import arms
from support import GOOD, Case, add, edit

ARM = '<inertial>\n      <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
AT = '<inertial>\n      <origin xyz="{}" rpy="0 0 0"/>'
BRACKET = '''<link name="bracket">
    <visual><geometry><box size="0.3 0.02 0.02"/></geometry></visual>
    <collision><geometry><box size="0.3 0.02 0.02"/></geometry></collision></link>
  <joint name="bolted" type="fixed"><origin xyz="0.19 0.01 0.1"/>
    <parent link="arm"/><child link="bracket"/></joint>'''

ARM_XML = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>\n'


def omitted(z: str, xml: str = GOOD, element: str = '') -> str:
    """Return the robot with the arm's box moved to a height z [m], and no COM or another element for it."""
    return xml.replace(ARM_XML, element).replace('<origin xyz="0.02 0.01 0.1"/>',
                                                 f'<origin xyz="0.02 0.01 {z}"/>')


# The box of the bracket reaches over the link origin, from which the arm's own box stands off.
AROUND = BRACKET.replace('xyz="0.19 0.01 0.1"', 'xyz="0 0 0"')
UNEVEN = '<inertia ixx="0.0008" ixy="0" ixz="0" iyy="0.00085" iyz="0" izz="0.00017"/>'
OF_ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
ZERO = '<origin xyz="0 0 0" rpy="0 0 0.3"/>\n'
OMITTED = ('inertia-com-outside', 'arm', 'warning', 'origin:omitted')
NO_REPOSE = frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})  # another frame has another origin

GOOD_CASES = [
    Case('in a corner of the part', edit(GOOD, (ARM, AT.format('0.03 0.02 0.13')))),
    Case('inside the bracket that is welded to the part',
         add(edit(GOOD, (ARM, AT.format('0.1 0.01 0.1'))), BRACKET),
         simulated=[('simulator-mujoco', 'arm', 'warning')]),
]
BAD_CASES = [
    Case('beside the part', edit(GOOD, (ARM, AT.format('0.32 0.01 0.1'))),
         [('inertia-com-outside', 'arm', 'warning')],
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('one sign is wrong', edit(GOOD, (ARM, AT.format('0.02 0.01 -0.1'))),
         [('inertia-com-outside', 'arm', 'warning')], steady=NO_REPOSE,
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('a little outside', edit(GOOD, (ARM, AT.format('0.02 0.041 0.1'))),
         [('inertia-com-outside', 'arm', 'info')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('left out, and the link origin is a little outside', omitted('0.106'), [OMITTED], steady=NO_REPOSE,
         says=['6 mm outside the geometry, towards -z: 3% of its diagonal. It was left at the link origin',
               'repair <inertial><origin xyz="0.02 0.01 0.106" rpy="0 0 0"/><mass value="0.48"/>'
               '<inertia ixx="0.001664"']),
    Case('0 0 0, and the link origin is far outside', omitted('0.2', element=ZERO.replace('0.3', '0')),
         [OMITTED], steady=NO_REPOSE, says=['repair <inertial><origin xyz="0.02 0.01 0.2"']),
    Case('left out, outside the part and inside what is welded to it', add(omitted('0.112'), AROUND),
         [OMITTED], steady=NO_REPOSE, says=['repair <inertial><origin xyz="0.02 0.01 0.112"']),
    Case('0 0 0, of a tensor that does not tell it', edit(omitted('0.106'), (OF_ARM, UNEVEN)),
         [('inertia-com-outside', 'arm', 'info', 'origin:omitted')], steady=NO_REPOSE,
         says=['was it left out?']),
    Case('beside the part, on four links', arms(4, com='0.32 0.01 0.1'),
         [('inertia-com-outside', 'good', 'warning')]),
]
