from support import GOOD, Case, edit

WRIST = 'effort="10" velocity="2"'
SHOULDER = 'effort="20" velocity="2"'


def dials(count: int) -> str:
    """Return frames on joints without effort and speed."""
    return ''.join(
        f'<link name="d{i}"/><joint name="dial{i}" type="revolute"><parent link="hand"/><child link="d{i}"/>'
        '<axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="0" velocity="0"/></joint>'
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
        'effort', edit(GOOD, (WRIST, 'effort="0" velocity="2"')), [('joint-limit-zero', 'wrist', 'warning')]
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
]
