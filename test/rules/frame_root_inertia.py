from support import GOOD, Case, edit

BASE = '<link name="base_link">'
INERTIAL = ('<inertial><mass value="4"/>'
            '<inertia ixx="0.0167" ixy="0" ixz="0" iyy="0.0167" iyz="0" izz="0.0267"/></inertial>')

GOOD_CASES = [
    Case('a link without inertia above it', edit(
        GOOD, (BASE, f'<link name="base_footprint"/>{BASE}{INERTIAL}'),
        ('<joint name="shoulder"', '<joint name="footprint" type="fixed"><parent link="base_footprint"/>'
                                   '<child link="base_link"/></joint><joint name="shoulder"'))),
]
BAD_CASES = [
    Case('a root only since the joint above it has an unknown parent', edit(
        GOOD, ('<parent link="base_link"/>', '<parent link="base_lnik"/>')),
         [('reference-unknown', 'shoulder', 'error')]),
    Case('the root itself', edit(GOOD, (BASE, BASE + INERTIAL)),
         [('frame-root-inertia', 'base_link', 'info')]),
]
