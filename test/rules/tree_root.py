from support import GOOD, Case, add, edit

GOOD_CASES: list[Case] = []
BAD_CASES = [
    Case('a frame joined to nothing', add(GOOD, '<link name="loose"/>'), [('tree-root', 'loose', 'error')]),
    Case(
        'the smaller of two trees',
        add(
            GOOD,
            '<link name="loose"/><link name="tip"/>'
            '<joint name="j" type="fixed"><parent link="loose"/><child link="tip"/></joint>',
        ),
        [('tree-root', 'loose', 'error')],
    ),
    Case(
        'each loose link',
        add(GOOD, '<link name="loose"/><link name="tip"/>'),
        [('tree-root', 'loose', 'error'), ('tree-root', 'tip', 'error')],
    ),
    Case(
        'many loose links are one finding',
        add(GOOD, ''.join(f'<link name="loose_{number}"/>' for number in range(4))),
        [('tree-root', 'good', 'error')],
    ),
    Case('no link at all', '<robot name="empty"/>', [('tree-root', 'empty', 'error')]),
    Case(
        'a root that a joint with an unknown parent explains is told there alone',
        edit(GOOD, ('<parent link="arm"/>', '<parent link="amr"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=frozenset({'reordered', 'xacro'}),
    ),
    Case(
        'and it is not the root, though most of the robot hangs on it',
        edit(GOOD, ('<parent link="base_link"/>', '<parent link="bed"/>')),
        [('reference-unknown', 'shoulder', 'error')],
        steady=frozenset({'reordered', 'xacro'}),
    ),
    Case(
        'so is one whose joint names its child wrongly',
        edit(GOOD, ('<child link="hand"/>', '<child link="hadn"/>')),
        [('reference-unknown', 'wrist', 'error')],
        steady=frozenset({'reordered', 'xacro'}),
    ),
    Case(
        'nor is one whose joint lost its child',
        edit(GOOD, ('<child link="hand"/>', '')),
        [('reference-unknown', 'wrist', 'error')],
        steady=frozenset({'reordered', 'xacro'}),
    ),
]
