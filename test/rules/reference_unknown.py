from support import GOOD, Case, add, edit

WRIST = '<axis xyz="0 1 0"/>'
CONTROL = (
    '<ros2_control name="c" type="system"><joint name="{}"><command_interface name="position"/></joint>'
    '</ros2_control>'
)
STEADY = frozenset({'reordered', 'xacro', 'rescaled'})
PLACED = STEADY | {'reposed'}

GOOD_CASES = [
    Case(
        'gazebo refers to a link, a joint and the model',
        add(GOOD, '<gazebo reference="arm"/><gazebo reference="wrist"/><gazebo/>'),
    ),
    Case(
        'ros2_control and transmission name joints',
        add(GOOD, CONTROL.format('wrist') + '<transmission name="t"><joint name="shoulder"/></transmission>'),
    ),
]
BAD_CASES = [
    Case(
        'an unknown parent',
        edit(GOOD, ('<parent link="arm"/>', '<parent link="amr"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=STEADY,
    ),
    Case(
        'an unknown child',
        edit(GOOD, ('<child link="hand"/>', '<child link="hnad"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=STEADY,
    ),
    Case(
        'no parent',
        edit(GOOD, ('<parent link="arm"/>', '')),
        [('reference-unknown', 'wrist', 'error')],
        steady=STEADY,
    ),
    Case(
        'mimic of nothing',
        edit(GOOD, (WRIST, WRIST + '<mimic joint="shoulder_lift"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=PLACED,
    ),
    Case(
        'mimic without a name',
        edit(GOOD, (WRIST, WRIST + '<mimic multiplier="2"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=PLACED,
    ),
    Case(
        'gazebo near a link',
        add(GOOD, '<gazebo reference="amr"/><gazebo reference="amr"/>'),
        [('reference-unknown', 'arm', 'warning')],
        steady=PLACED,
    ),
    Case(
        'gazebo near nothing',
        add(GOOD, '<gazebo reference="xyzzy"/>'),
        [('reference-unknown', 'good', 'warning')],
        steady=PLACED,
    ),
    Case(
        'ros2_control of an unknown joint',
        add(GOOD, CONTROL.format('wirst')),
        [('reference-unknown', 'wrist', 'error')],
        steady=PLACED,
    ),
    Case(
        'a mimicked joint in ros2_control',
        add(GOOD, CONTROL.format('wrist').replace('<command', '<param name="mimic">sholder</param><command')),
        [('reference-unknown', 'shoulder', 'error')],
        steady=PLACED,
    ),
    Case(
        'transmission of an unknown joint',
        add(GOOD, '<transmission name="t"><joint name="wirst"/></transmission>'),
        [('reference-unknown', 'wrist', 'warning')],
        steady=PLACED,
    ),
]
