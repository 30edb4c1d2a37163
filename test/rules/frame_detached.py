from support import GOOD, Case, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
SHOULDER = '<origin xyz="0 0 0.051"/>'
ON_ARM = '<parent link="arm"/>\n    <child link="hand"/>'
MAST = ('<link name="mast"/><joint name="mast_joint" type="fixed"><origin xyz="0 0 1"/><parent link="arm"/>'
        '<child link="mast"/></joint>')

STEADY = frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})

GOOD_CASES = [
    Case('a sensor ten centimetres above the arm', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.3"/>'))),
]
BAD_CASES = [
    Case('the hand a metre away', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 1.2"/>')),
         [('frame-detached', 'wrist', 'warning')], steady=STEADY,
         says=['joint wrist puts it 1.2 m from arm']),
    Case('the shapes of the hand a metre away from its frame', GOOD.replace(
        '<origin xyz="0 0 0.05"/>', '<origin xyz="0 0 1.05"/>'),
         [('frame-detached', 'hand', 'warning')], steady=STEADY, says=['its shapes lie 1 m from its own']),
    Case('arm and hand a metre away', edit(GOOD, (SHOULDER, '<origin xyz="0 1 0.051"/>')),
         [('frame-detached', 'shoulder', 'warning')], steady=STEADY),
    Case('over a link without geometry', edit(
        GOOD, (ON_ARM, ON_ARM.replace('arm', 'mast')),
        ('<joint name="wrist"', MAST + '<joint name="wrist"')),
        [('frame-detached', 'mast_joint', 'warning')],
        steady=STEADY),
]
