"""Cases of simulator-mujoco."""

from arms import arms
from support import GOOD, Case, add, box_mesh, edit, stl

ROUND = '<cylinder radius="0.02" length="0.1"/>'
HAND = f'<collision><origin xyz="0 0 0.05"/><geometry>{ROUND}</geometry></collision>'
BASE = '<collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>'
MESH = {'box.stl': stl(*box_mesh((0.028, 0.028, 0.1)))}
IN_HAND = edit(GOOD, (HAND, HAND + HAND.replace(ROUND, '<mesh filename="box.stl"/>')))
COVER = """<link name="cover"><collision><origin xyz="0 0 0.05"/><geometry>{}</geometry></collision></link>
  <joint name="on_hand" type="fixed"><parent link="hand"/><child link="cover"/></joint>"""
COMPILER = '<mujoco><compiler {}/></mujoco>'
WRIST = '<joint name="wrist" type="revolute">'
LOOSE = frozenset({'renamed', 'reordered', 'xacro'})

GOOD_CASES = [
    Case('a collision mesh on a link with mass', IN_HAND, files=MESH),
    Case('fixed joints kept apart', add(GOOD, COVER.format('<box size="0.01 0.02 0.02"/>').replace(
        '<collision>', '<inertial><origin xyz="0 0 0.05"/><mass value="0.01"/><inertia ixx="6.6667e-7" '
        'ixy="0" ixz="0" iyy="4.1667e-7" iyz="0" izz="4.1667e-7"/></inertial><collision>')
        + COMPILER.format('fusestatic="false"'))),
    Case('a mesh of which MuJoCo would take the mass', add(GOOD, COVER.format('<mesh filename="box.stl"/>')),
         files=MESH, unchecked=[('simulator-mujoco', 'cover')]),
    Case('and of every link', add(IN_HAND, COMPILER.format('inertiafromgeom="true"')), files=MESH,
         unchecked=[('simulator-mujoco', 'hand')]),
    Case('a mesh without mass on the base', edit(GOOD, (BASE, BASE.replace(
        '<box size="0.2 0.2 0.1"/>', '<mesh filename="box.stl" scale="7.14285714 7.14285714 1"/>'))),
         files=MESH),
]
BAD_CASES = [
    Case('refused, the words name a link', edit(GOOD, (WRIST, WRIST.replace('revolute', 'floating'))),
         [('simulator-mujoco', 'hand', 'error')], steady=LOOSE,
         says=['MuJoCo refuses the model: free joint can only be used on top level']),
    Case('refused, the words name a line', add(edit(GOOD, ('<mass value="0.48"/>', '<mass\n value="0.48"/>')),
                                               COMPILER.format('autolimits="perhaps"')),
         [('simulator-mujoco', 'good', 'error')], steady=LOOSE, says=['invalid keyword']),
    Case('a cover that has a mass here alone', add(GOOD, COVER.format('<box size="0.02 0.02 0.1"/>')),
         [('simulator-mujoco', 'hand', 'warning')],
         says=['(with the 1 welded to it) otherwise: a mass of 0.165664 kg, the file says 0.125664 kg; '
               'cover has collisions and no <inertial>']),
    Case('a least mass for all', add(GOOD, COMPILER.format('boundmass="0.2"')),
         [('simulator-mujoco', 'hand', 'warning')], says=["'mass_read [kg]': 0.2"], steady=LOOSE),
    Case('told at once where it is many', add(arms(3), COMPILER.format('boundmass="5"')),
         [('simulator-mujoco', 'good', 'warning')], steady=LOOSE,
         says=['MuJoCo reads another mass, COM or inertia than the file says on 5 links: arm, arm_0']),
    Case('a locked joint that turns', edit(GOOD, ('lower="-1.5" upper="1.5"', 'lower="1" upper="1"')),
         [('simulator-mujoco', 'shoulder', 'warning')],
         says=['MuJoCo reads this joint otherwise: it has no limits, the file says [1, 1] rad']),
]
