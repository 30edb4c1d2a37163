from arms import arms
from support import GOOD, Case, edit

LIMIT = '<limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'
WRIST = '<joint name="wrist" type="revolute">'
WRIST_LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'


def shoulder(lower: str, upper: str) -> str:
    return edit(GOOD, (LIMIT, f'<limit lower="{lower}" upper="{upper}" effort="20" velocity="2"/>'))


def slider(lower: str, upper: str) -> str:
    return edit(GOOD, (WRIST, WRIST.replace('revolute', 'prismatic')),
                (WRIST_LIMIT, f'<limit lower="{lower}" upper="{upper}" effort="10" velocity="2"/>'))


GOOD_CASES = [
    Case('one turn both ways', shoulder('-6.2831853', '6.2831853')),
    Case('a wrist of two turns both ways', shoulder('-12.566', '12.566')),
    Case('five turns, written with pi', shoulder('-31.4159', '31.4159')),
    Case('no limit, written as a huge number', shoulder('-1e6', '1e6')),
    Case('a turn and a half', shoulder('-9.5', '9.5')),
    Case('a screw of three turns', shoulder('-20', '20')),
    Case('a slider of 0.2 m', slider('0', '0.2')),
]
BAD_CASES = [
    Case('a right angle in degrees', shoulder('-90', '90'),
         [('unit-joint-limit', 'shoulder', 'error', 'unit:joint-deg')]),
    Case('one end in degrees', shoulder('-170', '0'),
         [('unit-joint-limit', 'shoulder', 'error', 'unit:joint-deg')]),
    Case('twenty-eight whole turns', shoulder('-28', '28'),
         [('unit-joint-limit', 'shoulder', 'warning', 'unit:joint-deg')]),
    Case('with a fraction', shoulder('-114.6', '114.6'),
         [('unit-joint-limit', 'shoulder', 'warning', 'unit:joint-deg')]),
    Case('a slider in millimetres', slider('0', '200'),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm')]),
    Case('a slider in centimetres, or a short one in millimetres', slider('0', '20'),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm')],
         says=["rivals ('unit:joint-cm',)", 'lower="0" upper="0.02" or lower="0" upper="0.2"']),
    Case('a slider on a joint that is in millimetres as well',
         edit(slider('0', '200'), ('xyz="0 0 0.051"', 'xyz="0 0 51"')),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm'),
          ('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm')]),
    Case('degrees per second, among joints of 2 rad/s',
         edit(arms(4), (WRIST_LIMIT, WRIST_LIMIT.replace('velocity="2"', 'velocity="90"'))),
         [('unit-joint-limit', 'wrist', 'warning', 'unit:joint-deg')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'})),
]
