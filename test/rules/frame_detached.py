from support import GOOD, Case, add, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
SHOULDER = '<origin xyz="0 0 0.051"/>'
ON_ARM = '<parent link="arm"/>\n    <child link="hand"/>'
MAST = ('<link name="mast"/><joint name="mast_joint" type="fixed"><origin xyz="0 0 1"/><parent link="arm"/>'
        '<child link="mast"/></joint>')

LASER = ('<link name="laser"><visual><geometry><box size="0.04 0.04 0.04"/></geometry></visual><collision>'
         '<geometry><box size="0.04 0.04 0.04"/></geometry></collision></link>'
         '<joint name="on_mast" type="fixed"><origin xyz="0 0.4 0"/><parent link="base_link"/>'
         '<child link="laser"/></joint>')

STEADY = frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})



def _beside(other: str, xml: str) -> str:
    """Return the robot, and another one three metres beside it, both bolted to a frame without geometry."""
    body = edit(GOOD, ('<?xml version="1.0"?>', ''), ('<robot name="good">', ''), ('</robot>', ''))
    for name in ('base_link', 'arm', 'hand', 'shoulder', 'wrist'):
        body = body.replace(f'"{name}"', f'"{other}{name}"')
    return add(xml, body + '<link name="cell"/>' + ''.join(
        f'<joint name="{name}mount" type="fixed"><origin xyz="0 {y} 0"/><parent link="cell"/>'
        f'<child link="{name}base_link"/></joint>' for name, y in (('', 0), (other, 3))))


GOOD_CASES = [
    Case('two arms of one cell stand where the cell needs them', _beside('other_', GOOD)),
    Case('a sensor on a mast that is not drawn', add(GOOD, LASER)),
    Case('a sensor ten centimetres above the arm', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.3"/>'))),
]
BAD_CASES = [
    Case('no mast is as long as the robot', add(GOOD, LASER.replace('0 0.4 0', '0 0.7 0')),
         [('frame-detached', 'on_mast', 'warning')], steady=STEADY),
    Case('the hand of one of two arms a metre away', edit(_beside('other_', GOOD), (
        WRIST + '\n    <parent link="arm"/>', '<origin xyz="0.02 0.01 1.2"/>\n    <parent link="arm"/>')),
         [('frame-detached', 'wrist', 'warning')], steady=STEADY),
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
