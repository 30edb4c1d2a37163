from support import GOOD, Case, edit

LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'

GOOD_CASES = [
    Case(
        'continuous',
        edit(
            GOOD,
            (LIMIT, ''),
            ('<joint name="wrist" type="revolute">', '<joint name="wrist" type="continuous">'),
        ),
    ),
    Case('one bound', edit(GOOD, (LIMIT, '<limit upper="1.2" effort="10" velocity="2"/>')),
         simulated=[('simulator-mujoco', 'wrist', 'warning')]),
]
BAD_CASES = [
    Case('no limit', edit(GOOD, (LIMIT, '')), [('joint-limit-missing', 'wrist', 'error')]),
    Case(
        'no bounds',
        edit(GOOD, (LIMIT, '<limit effort="10" velocity="2"/>')),
        [('joint-limit-missing', 'wrist', 'warning')],
    ),
]
