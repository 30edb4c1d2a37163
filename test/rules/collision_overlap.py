from arms import arms
from meshes import arm_box, with_collision
from support import GOOD, Case, add, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
FOLDED = '<origin xyz="0.02 0.01 0.02" rpy="3.14159265 0 0"/>'
LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'
AWAY = '<limit lower="1.6" upper="2.2" effort="10" velocity="2"/>'
FOLD = '<limit lower="3" upper="3.2" effort="10" velocity="2"/>'
ALLOWED = '<disable_collisions link1="hand" link2="base_link" reason="Default"/>'
ADJACENT = '<disable_collisions link1="arm" link2="hand" reason="Adjacent"/>'


def srdf(*rows: str) -> dict[str, bytes]:
    """Return an SRDF beside the robot."""
    return {'robot.srdf': f'<robot name="good">{"".join(rows)}</robot>'.encode()}


SHORT = '<collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/>'
LONG = '<collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.02" length="0.4"/>'
# The wrist of two joints, of which nothing can touch the link between.
BALL = '''<link name="cross"><inertial><mass value="0.02"/>
    <inertia ixx="1e-6" ixy="0" ixz="0" iyy="1e-6" iyz="0" izz="1e-6"/></inertial></link>
  <joint name="twist" type="revolute"><parent link="arm"/><child link="cross"/><axis xyz="0 0 1"/>
    <origin xyz="0.02 0.01 0.15"/><limit lower="-1" upper="1" effort="10" velocity="2"/></joint>'''

XACRO = b'''<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="h" value="hand"/><xacro:macro name="off" params="a b">
    <disable_collisions link1="${a}" link2="${b}"/></xacro:macro>
  <xacro:off a="${h}" b="base_link"/><xacro:off a="arm" b="${h}"/></robot>'''
MISTYPED = '<disable_collisions link1="base_lnk" link2="arm" reason="Adjacent"/>'
OF_ANOTHER = '<disable_default_collisions link="torso"/><enable_collisions link1="torso" link2="hand"/>'

GOOD_CASES = [
    Case('neighbours overlap', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.15"/>'))),
    Case('grazing', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.098" rpy="3.14159265 0 0"/>'))),
    Case('disabled in the SRDF beside it', edit(GOOD, (WRIST, FOLDED)), files=srdf(ALLOWED, ADJACENT)),
    Case('an SRDF that disables the neighbours', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.15"/>')),
         files=srdf(ADJACENT)),
    Case('an SRDF of a robot whose neighbours do not touch', GOOD, files=srdf(ALLOWED)),
    Case('an SRDF that is not about collisions', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.15"/>')),
         files=srdf('<group_state name="home" group="all"><joint name="wrist" value="1"/></group_state>')),
    Case('joined by two joints with nothing between', add(edit(
        GOOD, (WRIST, ''), ('<parent link="arm"/>\n    <child link="hand"/>',
                            '<parent link="cross"/>\n    <child link="hand"/>')), BALL)),
    Case('a link that the SRDF lets touch any', edit(GOOD, (WRIST, FOLDED)),
         files=srdf('<disable_default_collisions link="hand"/>')),
    Case('an SRDF in xacro', edit(GOOD, (WRIST, FOLDED)), files={'robot.srdf.xacro': XACRO}),
    Case('free at the nearest limit to 0', edit(GOOD, (WRIST, FOLDED), (LIMIT, AWAY))),
]
BAD_CASES = [
    Case('neighbours that the SRDF does not let touch', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.15"/>')),
         [('collision-overlap', 'good', 'info')], files=srdf(ALLOWED),
         says=['1 pairs of neighbours', "'pairs': [['arm', 'hand']]", 'for the SRDF'],
         steady=frozenset({'reposed', 'rescaled', 'reordered', 'xacro'})),
    Case('the SRDF lets other links touch', edit(GOOD, (WRIST, FOLDED)),
         [('collision-overlap', 'hand', 'warning')], files=srdf(ADJACENT),
         says=['for the SRDF, if they may touch'],
         steady=frozenset({'reposed', 'rescaled', 'reordered', 'xacro'})),
    Case('an SRDF that names links which nobody has', GOOD, [('collision-overlap', 'good', 'info')],
         files=srdf(MISTYPED, OF_ANOTHER), says=['"base_lnk"; did you mean \'base_link\'?, "torso". MoveIt'],
         steady=frozenset({'reposed', 'rescaled', 'reordered', 'xacro'})),
    Case('only when it folds', edit(
        GOOD, (SHORT, LONG), ('lower="-1.2" upper="1.2"', 'lower="-3.1" upper="3.1"')),
         [('collision-overlap', 'good', 'warning'), ('collision-protrusion', 'hand', 'warning')],
         config='rules: {collision-overlap: {poses: 50}}',
         says=['some of 50 random poses: base_link and hand (13 of them)',
               '114 mm, with shoulder at 0.948']),
    Case('folded through the base', edit(GOOD, (WRIST, FOLDED)), [('collision-overlap', 'hand', 'warning')],
         says=['overlaps that of base_link (', 'at q = 0, though']),
    Case('folded at the nearest limit to 0', edit(
        GOOD, (WRIST, '<origin xyz="0.02 0.01 0.02"/>'), (LIMIT, FOLD)),
         [('collision-overlap', 'hand', 'warning')], says=['at q = 0 (wrist at 3)'],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('one in millimetres is told as such', edit(
        with_collision('<mesh filename="arm.stl"/>'), (WRIST, FOLDED)), [
            ('unit-mesh', 'arm', 'error', 'unit:mesh-mm'), ('collision-overlap', 'hand', 'warning')],
         {'arm.stl': arm_box(1000)}, unchecked=[('collision-overlap', 'arm')],
         says=['overlaps that of base_link (']),
    Case('one whose mesh is not there', with_collision('<mesh filename="arm.stl"/>'),
         [('mesh-missing', 'arm', 'error')], unchecked=[('collision-overlap', 'arm')]),
    Case('a joint whose origin cannot be read', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 201mm"/>')),
         [('number-format', 'wrist', 'error')], unchecked=[('collision-overlap', 'hand')],
         steady=frozenset({'renamed', 'reordered'})),
    Case('a row of eight that stand in each other', arms(8, step=0.02),
         [('collision-overlap', 'good', 'warning')]),
]
