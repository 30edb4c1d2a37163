from arms import arms
from support import GOOD, Case, edit

WRIST = '<joint name="wrist" type="revolute">'
TURNING = (WRIST, '<joint name="wrist" type="continuous">')
LIMIT = '<limit lower="-1.2" upper="1.2"'

GOOD_CASES = [
    Case('zeros by habit', edit(GOOD, TURNING, (LIMIT, '<limit lower="0" upper="0"'))),
    Case('bounds out of reach', edit(GOOD, TURNING, (LIMIT, '<limit lower="-1e16" upper="1e16"'))),
    Case('effort and velocity alone', edit(GOOD, TURNING, (LIMIT, '<limit'))),
]
BAD_CASES = [
    Case('three of them', arms(3).replace('" type="revolute"><origin', '" type="continuous"><origin'),
         [('joint-continuous-limits', 'good', 'warning')], says=['3 continuous joints']),
    Case(
        'a turn',
        edit(GOOD, TURNING, (LIMIT, '<limit lower="-3.14159" upper="3.14159"')),
        [('joint-continuous-limits', 'wrist', 'warning')],
    ),
    Case(
        'one bound',
        edit(GOOD, TURNING, (LIMIT, '<limit upper="6.28"')),
        [('joint-continuous-limits', 'wrist', 'warning')],
    ),
]
