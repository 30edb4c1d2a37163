from support import GOOD, Case, add, edit

WRIST = 'effort="10" velocity="2"'
SHOULDER = 'effort="20" velocity="2"'
POINT = (
    '<inertial><mass value="0.01"/>'
    '<inertia ixx="1e-6" ixy="0" ixz="0" iyy="1e-6" iyz="0" izz="1e-6"/></inertial>'
)


def dials(count: int) -> str:
    """Return small balanced bodies on joints without effort and speed."""
    return ''.join(
        f'<link name="d{i}">{POINT}</link>'
        f'<joint name="dial{i}" type="revolute"><parent link="hand"/><child link="d{i}"/><axis xyz="1 0 0"/>'
        '<limit lower="-1" upper="1" effort="0" velocity="0"/></joint>'
        for i in range(count)
    )


GOOD_CASES = [
    Case(
        'fixed joints keep what an exporter wrote',
        edit(
            GOOD,
            ('<joint name="wrist" type="revolute">', '<joint name="wrist" type="fixed">'),
            (WRIST, 'effort="0" velocity="0"'),
        ),
    ),
]
BAD_CASES = [
    Case(
        'effort',
        edit(GOOD, (WRIST, 'effort="0" velocity="2"')),
        [('joint-limit-zero', 'wrist', 'warning')],
    ),
    Case(
        'velocity',
        edit(GOOD, (WRIST, 'effort="10" velocity="0"')),
        [('joint-limit-zero', 'wrist', 'warning')],
    ),
    Case(
        'below zero',
        edit(GOOD, (SHOULDER, 'effort="20" velocity="-1"')),
        [('joint-limit-zero', 'shoulder', 'warning')],
    ),
    Case(
        'three joints are three findings',
        add(GOOD, dials(3)),
        [('joint-limit-zero', f'dial{i}', 'warning') for i in range(3)],
    ),
    Case('four joints are one finding', add(GOOD, dials(4)), [('joint-limit-zero', 'good', 'warning')]),
]
