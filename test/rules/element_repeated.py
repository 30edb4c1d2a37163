from support import GOOD, Case, edit

BASE = '<collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>'
LIMIT = '<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>'

COLOURS = '<material name=""><color rgba="0 0 0 1"/></material>' * 2

GOOD_CASES = [
    Case('visuals and collisions are many', edit(GOOD, (BASE, BASE + BASE.replace('0.1"', '0.05"'))))
]
BAD_CASES = [
    Case('three visuals with two colours are one habit', GOOD.replace('</visual>', COLOURS + '</visual>'),
         [('element-repeated', 'good', 'warning')], says=['3 elements <visual> hold several <material>']),
    Case(
        'two shapes in one geometry',
        edit(GOOD, (BASE, BASE.replace('/></g', '/><sphere radius="0.05"/></g'))),
        [('element-repeated', 'base_link', 'warning')],
    ),
    Case('two limits', edit(GOOD, (LIMIT, LIMIT + LIMIT)), [('element-repeated', 'wrist', 'warning')],
         simulated=[('simulator-mujoco', 'wrist', 'error')]),
    Case(
        'two masses',
        edit(GOOD, ('<mass value="0.48"/>', '<mass value="0.48"/><mass value="1"/>')),
        [('element-repeated', 'arm', 'warning')],
        steady=frozenset({'renamed', 'reordered', 'xacro'}),
        simulated=[('simulator-mujoco', 'arm', 'error')],
    ),
]
