from arms import arms
from meshes import arm_box, with_collision
from support import GOOD, Case, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
FOLDED = '<origin xyz="0.02 0.01 0.02" rpy="3.14159265 0 0"/>'
LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'
AWAY = '<limit lower="1.6" upper="2.2" effort="10" velocity="2"/>'
FOLD = '<limit lower="3" upper="3.2" effort="10" velocity="2"/>'
SRDF = b'<robot name="good"><disable_collisions link1="hand" link2="base_link" reason="Default"/></robot>'

GOOD_CASES = [
    Case('neighbours overlap', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.15"/>'))),
    Case('grazing', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.098" rpy="3.14159265 0 0"/>'))),
    Case('disabled in the SRDF beside it', edit(GOOD, (WRIST, FOLDED)), files={'robot.srdf': SRDF}),
    Case('free at the nearest limit to 0', edit(GOOD, (WRIST, FOLDED), (LIMIT, AWAY))),
]
BAD_CASES = [
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
    Case('a row of eight that stand in each other', arms(8, step=0.02),
         [('collision-overlap', 'good', 'warning')]),
]
