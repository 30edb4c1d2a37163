from support import GOOD, Case, box_mesh, channel_mesh, edit, stl

FORMS = {'channel.stl': stl(*channel_mesh()), 'box.stl': stl(*box_mesh((0.06, 0.04, 0.2)))}
ARM = '<geometry><box size="0.06 0.04 0.2"/></geometry></collision>'
BOTH = '<origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry>'
WRIST = '<origin xyz="0.02 0.01 0.201"/>'
INERTIAL = '''<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>
      <mass value="0.48"/>
      <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'''
# Floor 60 x 40 x 6 mm and two walls 6 x 40 x 34 mm of 1000 kg/m^3.
OF_CHANNEL = '''<origin xyz="0.02 0.01 0.013625"/>
      <mass value="0.03072"/>
      <inertia ixx="8.77136e-6" ixy="0" ixz="0" iyy="20.9416e-6" iyz="0" izz="20.36224e-6"/>'''
CHANNEL = '<origin xyz="0.02 0.01 0"/><geometry><mesh filename="channel.stl" scale="1 0.5 1"/></geometry>'


def channel() -> str:
    """Return the good robot with a channel as visual and collision of its arm."""
    return edit(GOOD.replace(BOTH, CHANNEL), (INERTIAL, OF_CHANNEL),
                (WRIST, '<origin xyz="0.02 0.01 0.041"/>'))


GOOD_CASES = [
    Case('a convex mesh', edit(GOOD, (ARM, '<geometry><mesh filename="box.stl"/></geometry></collision>')),
         files=FORMS),
]
BAD_CASES = [
    Case('a channel', channel(), [('collision-concave', 'arm', 'warning')], files=FORMS),
]
