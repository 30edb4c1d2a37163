from support import GOOD, Case, add, edit

GREY = '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>'

GOOD_CASES = [
    Case(
        'one material in two visuals',
        edit(
            GOOD,
            (
                '<box size="0.2 0.2 0.1"/></geometry></visual>',
                f'<box size="0.2 0.2 0.1"/></geometry>{GREY}</visual>',
            ),
            (
                '<box size="0.06 0.04 0.2"/></geometry></visual>',
                f'<box size="0.06 0.04 0.2"/></geometry>{GREY}</visual>',
            ),
        ),
    ),
]
BAD_CASES = [
    Case(
        'two links',
        add(GOOD, '<link name="hand"/>'),
        [('name-duplicate', 'hand', 'error')],
        steady=frozenset({'renamed', 'xacro'}),
    ),
    Case(
        'two joints',
        edit(GOOD, ('<joint name="wrist"', '<joint name="shoulder"')),
        [('name-duplicate', 'shoulder', 'error')],
    ),
    Case('two materials', add(GOOD, GREY + GREY), [('name-duplicate', 'good', 'error')]),
]
