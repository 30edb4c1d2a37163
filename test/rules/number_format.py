from support import GOOD, Case, edit

MASS = '<mass value="0.48"/>'
COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
LOOSE = frozenset({'renamed', 'reordered', 'xacro'})


def mass(text: str) -> str:
    return edit(GOOD, (MASS, f'<mass value="{text}"/>'))


def com(text: str) -> str:
    return edit(GOOD, (COM, f'<origin xyz="{text}" rpy="0 0 0"/>'))


ARM = [('number-format', 'arm', 'error')]
GOOD_CASES = [
    Case(
        'a limit that means none',
        edit(
            GOOD,
            ('lower="-1.5" upper="1.5"', 'lower="-1.7976931348623157e+308" upper="1.7976931348623157e+308"'),
        ),
    ),
    Case('every way to write a number', com(' +2e-2\t1.E-2  .1 '),
         simulated=[('simulator-pinocchio', 'arm', 'warning')]),  # urdfdom splits at blanks only
]
BAD_CASES = [
    Case('not a number', mass('nan'), ARM, steady=LOOSE),
    Case('infinite', mass('-Inf'), ARM, steady=LOOSE),
    Case('too large for a double', mass('1e999'), ARM, steady=LOOSE),
    Case('larger than anything', mass('1e300'), ARM, steady=LOOSE),
    Case('a lever that leaves doubles', com('0 1e200 0'), ARM, steady=LOOSE),
    Case('decimal comma', mass('0,48'), ARM, steady=LOOSE, says=['repair <mass value="0.48"/>']),
    Case('decimal commas in a vector', com('0,02 0,01 0,1'), ARM, steady=LOOSE,
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('commas between the numbers', com('0.02, 0.01, 0.1'), ARM, steady=LOOSE,
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('commas and no blanks', com('0.02,0.01,0.1'), ARM, steady=LOOSE,
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('semicolons', com('0.02 ;0.01 ;0.1'), ARM, steady=LOOSE,
         says=['repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('two numbers of three', com('0.02 0.01'), ARM, steady=LOOSE),
    Case('a unit behind', mass('0.48kg'), ARM, steady=LOOSE),
    Case('empty', mass(''), ARM, steady=LOOSE),
    Case('digits of another script', mass('\u0661'), ARM, steady=LOOSE, says=['"\u0661" is not a number']),
    Case('a blank of a word processor', com('0.02\u00a00.01 0.1'), ARM, steady=LOOSE,
         says=['is not the ASCII', 'repair <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>']),
    Case('two points', mass('0.4.8'), ARM, steady=LOOSE),
    Case(
        'a joint limit',
        edit(GOOD, ('lower="-1.5"', 'lower="-pi/2"')),
        [('number-format', 'shoulder', 'error')],
        steady=LOOSE,
    ),
    Case(
        'five numbers of a colour',
        edit(
            GOOD,
            (
                '<visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>',
                '<visual><geometry><box size="0.2 0.2 0.1"/></geometry>'
                '<material name="grey"><color rgba="0.5 0.5 0.5 0 1"/></material></visual>',
            ),
        ),
        [('number-format', 'base_link', 'warning')],
    ),
]
