from support import GOOD, Case, add, edit

WRIST = '<axis xyz="0 1 0"/>'
SHOULDER = '<axis xyz="0 0 1"/>'


def follower(name: str, leader: str) -> str:
    return (
        f'<link name="{name}_body"><inertial><mass value="0.01"/>'
        '<inertia ixx="1e-6" ixy="0" ixz="0" iyy="1e-6" iyz="0" izz="1e-6"/></inertial></link>'
        f'<joint name="{name}" type="revolute"><parent link="hand"/><child link="{name}_body"/>'
        '<axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/>'
        f'<mimic joint="{leader}"/></joint>'
    )


def ring(*names: str) -> str:
    return ''.join(follower(name, leader) for name, leader in zip(names, names[1:] + names[:1], strict=True))


GOOD_CASES = [
    Case('a chain', add(GOOD, follower('f1', 'wrist') + follower('f2', 'f1') + follower('f3', 'f2')))
]
BAD_CASES = [
    Case(
        'itself',
        edit(GOOD, (WRIST, WRIST + '<mimic joint="wrist"/>')),
        [('mimic-cycle', 'wrist', 'error')],
    ),
    Case(
        'each other',
        edit(
            GOOD,
            (WRIST, WRIST + '<mimic joint="shoulder"/>'),
            (SHOULDER, SHOULDER + '<mimic joint="wrist"/>'),
        ),
        [('mimic-cycle', 'wrist', 'error'), ('mimic-cycle', 'shoulder', 'error')],
    ),
    Case(
        'three, and a fourth that follows the ring without being in it',
        add(GOOD, ring('f1', 'f2', 'f3') + follower('f4', 'f1')),
        [('mimic-cycle', name, 'error') for name in ('f1', 'f2', 'f3')],
    ),
]
