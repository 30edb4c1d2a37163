from support import GOOD, Case, add, edit

WRIST = '<axis xyz="0 1 0"/>'
LIMIT = 'lower="-1.2" upper="1.2"'
SHOULDER = '<joint name="shoulder" type="revolute">'
FIXED = SHOULDER.replace('revolute', 'fixed')
MOUNT = ('<link name="mount_body"/><joint name="mount" type="fixed"><parent link="hand"/>'
         '<child link="mount_body"/></joint>')


def wrist(mimic: str, limit: str = LIMIT) -> str:
    """Return the robot whose wrist mimics the shoulder, which goes from -1.5 to 1.5 rad."""
    return edit(GOOD, (WRIST, f'{WRIST}<mimic joint="shoulder" {mimic}/>'), (LIMIT, limit))


def follower(name: str, leader: str, multiplier: float, limit: float) -> str:
    return (
        f'<link name="{name}_body"><inertial><mass value="0.01"/>'
        '<inertia ixx="1e-6" ixy="0" ixz="0" iyy="1e-6" iyz="0" izz="1e-6"/></inertial></link>'
        f'<joint name="{name}" type="revolute"><parent link="hand"/><child link="{name}_body"/>'
        f'<axis xyz="1 0 0"/><limit lower="{-limit}" upper="{limit}" effort="1" velocity="1"/>'
        f'<mimic joint="{leader}" multiplier="{multiplier}"/></joint>'
    )


BAD = [('mimic-range', 'wrist', 'warning')]
GOOD_CASES = [
    Case('inside', wrist('multiplier="0.8"')),
    Case('inside, turned round', wrist('multiplier="-0.5" offset="0.4"')),
    Case('out by less than is felt', wrist('multiplier="0.805"')),
    Case(
        'a fixed joint follows nothing',
        wrist('multiplier="3"').replace('name="wrist" type="revolute"', 'name="wrist" type="fixed"'),
    ),
    Case(
        'a chain that stays inside',
        add(GOOD, follower('f1', 'wrist', 2, 2.4) + follower('f2', 'f1', 0.5, 1.2)),
    ),
]
BAD_CASES = [
    Case('the leader is fixed', edit(wrist('multiplier="0.8"'), (SHOULDER, FIXED)), BAD,
         says=['"shoulder" is fixed, so the joint stands still at 0 rad']),
    Case('the leader of the leader is fixed',
         add(GOOD, follower('f1', 'mount', 1, 2) + follower('f2', 'f1', 0.5, 1.2) + MOUNT),
         [('mimic-range', 'f1', 'warning'), ('mimic-range', 'f2', 'warning')],
         says=['"mount" is fixed']),
    Case('too far', wrist(''), BAD),
    Case('shifted out', wrist('multiplier="0.8" offset="0.1"'), BAD),
    Case('below the only bound, the other being 0', wrist('', 'lower="-1.2"'), BAD),
    Case('above the only bound, the other being 0', wrist('', 'upper="1.2"'), BAD),
    Case('the wrong sign', wrist('multiplier="1"', 'lower="-1.6" upper="0"'), BAD),
    Case(
        'the second of a chain: twice 1.2 rad, then half as much again',
        add(GOOD, follower('f1', 'wrist', 2, 2.4) + follower('f2', 'f1', 1.5, 3.0)),
        [('mimic-range', 'f2', 'warning')],
    ),
    Case(
        'many are one finding',
        add(GOOD, ''.join(follower(f'f{i}', 'wrist', 1, 1) for i in range(4))),
        [('mimic-range', 'good', 'warning')],
    ),
]
