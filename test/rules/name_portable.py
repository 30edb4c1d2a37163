from support import GOOD, Case, add, edit

STEADY = frozenset({'reposed', 'rescaled', 'reordered', 'xacro'})


def frames(*names: str) -> str:
    return add(
        GOOD,
        ''.join(
            f'<link name="{name}"/><joint name="to_{i}" type="fixed"><parent link="hand"/>'
            f'<child link="{name}"/></joint>'
            for i, name in enumerate(names)
        ),
    )


GOOD_CASES = [
    Case(
        'a dash in a fixed joint',
        add(
            GOOD,
            '<link name="tool0"/><joint name="hand-tool0" type="fixed">'
            '<parent link="hand"/><child link="tool0"/></joint>',
        ),
    ),
    Case('different but for a letter', frames('pan_a', 'pan_b')),
]
BAD_CASES = [
    Case(
        'two that become one',
        frames('pan-1', 'pan_1'),
        [('name-portable', 'pan-1', 'warning'), ('name-portable', 'pan_1', 'warning')],
        steady=STEADY | {'renamed'},
    ),
    Case(
        'braces that become one name',
        frames('pan{1}', 'pan(1)'),
        [('name-portable', 'pan(1)', 'warning'), ('name-portable', 'pan{1}', 'warning')],
        steady=STEADY | {'renamed'},
    ),
    Case('a blank', frames('tool 0'), [('name-portable', 'tool 0', 'warning')], steady=STEADY | {'renamed'}),
    Case(
        'a slash', frames('arm/tool'), [('name-portable', 'arm/tool', 'warning')], steady=STEADY | {'renamed'}
    ),
    Case('a leading digit', frames('2nd'), [('name-portable', '2nd', 'warning')], steady=STEADY),
    Case(
        'a joint',
        edit(GOOD, ('<joint name="wrist"', '<joint name="2"')),
        [('name-portable', '2', 'warning')],
        steady=STEADY,
    ),
    Case(
        'only changed',
        frames('pan-1', 'pan-2'),
        [('name-portable', 'good', 'info')],
        steady=STEADY | {'renamed'},
    ),
    Case(
        'many are one finding',
        frames('a b', 'a c', 'a d', 'a e'),
        [('name-portable', 'good', 'warning')],
        steady=STEADY | {'renamed'},
    ),
    Case(
        'a link and a joint of one name',
        edit(GOOD, ('<joint name="wrist"', '<joint name="hand"')),
        [('name-portable', 'good', 'info')],
        steady=STEADY | {'renamed'},
    ),
]
