from arms import arms
from support import GOOD, Case, edit

LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'

RANGE = 'lower="-0.5" upper="0.5" '

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
    Case('three without bounds, three without limits', arms(6).replace(RANGE, '', 3).replace(
        f'<limit {RANGE}effort="20" velocity="2"/>', ''),
         [('joint-limit-missing', 'good', 'error'), ('joint-limit-missing', 'good', 'warning')],
         says=['3 joints gives neither', '3 joints have no <limit>']),
    Case('no limit', edit(GOOD, (LIMIT, '')), [('joint-limit-missing', 'wrist', 'error')]),
    Case(
        'no bounds',
        edit(GOOD, (LIMIT, '<limit effort="10" velocity="2"/>')),
        [('joint-limit-missing', 'wrist', 'warning')],
    ),
]
