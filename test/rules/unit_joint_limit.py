from arms import arms
from support import GOOD, Case, add, edit

LIMIT = '<limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'
WRIST = '<joint name="wrist" type="revolute">'
WRIST_LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'

SHAFT = '''<link name="shaft"><inertial><mass value="0.05"/>
    <inertia ixx="1e-5" ixy="0" ixz="0" iyy="1e-5" iyz="0" izz="1e-5"/></inertial></link>
  <joint name="motor" type="revolute"><parent link="hand"/><child link="shaft"/><axis xyz="0 0 1"/>
    <limit lower="-2.53" upper="9.55" effort="2" velocity="3"/></joint>'''
TURNING = '<limit lower="-10" upper="10" effort="20" velocity="2"/>'


def shoulder(lower: str, upper: str) -> str:
    return edit(GOOD, (LIMIT, f'<limit lower="{lower}" upper="{upper}" effort="20" velocity="2"/>'))


def fast(text: str, speed: int) -> str:
    """Return the text with the velocity of its first limit in place."""
    return text.replace('velocity="2"', f'velocity="{speed}"', 1)


def slider(lower: str, upper: str) -> str:
    return edit(GOOD, (WRIST, WRIST.replace('revolute', 'prismatic')),
                (WRIST_LIMIT, f'<limit lower="{lower}" upper="{upper}" effort="10" velocity="2"/>'))


GOOD_CASES = [
    Case('one turn both ways', shoulder('-6.2831853', '6.2831853')),
    Case('a wrist of two turns both ways', shoulder('-12.566', '12.566')),
    Case('five turns, written with pi', shoulder('-31.4159', '31.4159')),
    Case('the last axis of an industrial arm, 400 degrees to either side', shoulder('-6.9813', '6.9813')),
    Case('and one of 455 degrees, and somewhat more', shoulder('-7.9412', '9.41')),
    Case('no limit, written as a huge number', shoulder('-1e6', '1e6')),
    Case('a turn and a half, written with pi', shoulder('-9.42', '9.42')),
    Case('fast, and not a number of degrees', edit(GOOD, (LIMIT, fast(LIMIT, 100)))),
    Case('fast, and with no stops', fast(shoulder('-12.566', '12.566'), 90)),
    Case('a slider of 0.2 m', slider('0', '0.2')),
    Case('a hundred, typed where no speed was known',
         edit(arms(4), (WRIST_LIMIT, WRIST_LIMIT.replace('velocity="2"', 'velocity="100"')))),
]
BAD_CASES = [
    Case('a turn and a half', shoulder('-10', '10'), [('unit-joint-limit', 'shoulder', 'warning')],
         says=['upper 10 rad are 1.59 turns']),
    Case('one end that is more than a turn and a half', shoulder('0', '9.6'),
         [('unit-joint-limit', 'shoulder', 'warning')]),
    Case('the motor of a tendon turns several times', edit(
        shoulder('0', '9.5'), (WRIST_LIMIT, WRIST_LIMIT + '<mimic joint="shoulder" multiplier="0.1"/>')),
         [('unit-joint-limit', 'shoulder', 'info')]),
    Case('and so does one that moves a stand-in for its shaft', add(GOOD, SHAFT),
         [('unit-joint-limit', 'motor', 'info')]),
    Case('a model whose joints all turn', edit(arms(3), (LIMIT, TURNING), (WRIST_LIMIT, TURNING)).replace(
        'lower="-0.5" upper="0.5"', 'lower="-10" upper="10"'),
         [('unit-joint-limit', 'good', 'info')], says=[
             '5 joints turn more often',
             "'joints': ['shoulder', 'wrist', 'shoulder_0', 'shoulder_1', 'shoulder_2']"],
         steady=frozenset({'renamed', 'reposed', 'rescaled', 'xacro'})),
    Case('180 degrees per second, and nothing to compare with',
         edit(GOOD, (LIMIT, fast(LIMIT, 180))),
         [('unit-joint-limit', 'shoulder', 'warning', 'unit:joint-deg')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'}), says=['velocity="3.14159265"']),
    Case('a right angle in degrees', shoulder('-90', '90'),
         [('unit-joint-limit', 'shoulder', 'error', 'unit:joint-deg')]),
    Case('one end in degrees', shoulder('-170', '0'),
         [('unit-joint-limit', 'shoulder', 'error', 'unit:joint-deg')]),
    Case('twenty-eight whole turns', shoulder('-28', '28'),
         [('unit-joint-limit', 'shoulder', 'warning', 'unit:joint-deg')]),
    Case('with a fraction', shoulder('-114.6', '114.6'),
         [('unit-joint-limit', 'shoulder', 'warning', 'unit:joint-deg')]),
    Case('a slider in millimetres', slider('0', '200'),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm')],
         says=['repair <limit lower="0" upper="0.2" effort="10" velocity="2"/>']),
    Case('a slider in centimetres, or a short one in millimetres', slider('0', '20'),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm')],
         says=["rivals ('unit:joint-cm',)", 'lower="0" upper="0.02" or lower="0" upper="0.2"']),
    Case('a slider on a joint that is in millimetres as well',
         edit(slider('0', '200'), ('xyz="0 0 0.051"', 'xyz="0 0 51"')),
         [('unit-joint-limit', 'wrist', 'error', 'unit:joint-mm'),
          ('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm')]),
    Case('degrees per second, among joints of 2 rad/s',
         edit(arms(4), (WRIST_LIMIT, WRIST_LIMIT.replace('velocity="2"', 'velocity="60"'))),
         [('unit-joint-limit', 'wrist', 'warning', 'unit:joint-deg')],
         steady=frozenset({'renamed', 'reposed', 'reordered', 'xacro'}),
         says=['the other joints have 2;',
               'repair <limit lower="-1.2" upper="1.2" effort="10" velocity="1.04719755"/>']),
    Case('two of six joints that turn', edit(arms(4), (LIMIT, TURNING), (WRIST_LIMIT, TURNING)),
         [('unit-joint-limit', 'shoulder', 'warning'), ('unit-joint-limit', 'wrist', 'warning')]),
]
