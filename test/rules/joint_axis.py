from support import GOOD, Case, edit

AXIS = '<axis xyz="0 1 0"/>'
STEADY = frozenset({'renamed', 'reordered', 'rescaled', 'xacro'})


def axis(text: str) -> str:
    return edit(GOOD, (AXIS, f'<axis xyz="{text}"/>'))


GOOD_CASES = [
    Case('rounded to three digits', axis('0.577 0.577 0.577')),
    Case('rounded to one digit', axis('0.7 0.7 0')),
    Case(
        'of a fixed joint',
        edit(
            GOOD,
            ('<joint name="wrist" type="revolute">', '<joint name="wrist" type="fixed">'),
            (AXIS, '<axis xyz="0 0 0"/>'),
        ),
    ),
    Case('absent', edit(GOOD, (AXIS, ''))),
]
BAD_CASES = [
    Case('zero', axis('0 0 0'), [('joint-axis', 'wrist', 'error')], steady=STEADY | {'reposed'}),
    Case('twice too long', axis('0 2 0'), [('joint-axis', 'wrist', 'warning')], steady=STEADY | {'reposed'}),
    Case(
        'a diagonal that was not normalised',
        axis('0 1 1'),
        [('joint-axis', 'wrist', 'warning')],
        steady=STEADY | {'reposed'},
    ),
    Case(
        'more than its digits explain', axis('0 1.1 0'), [('joint-axis', 'wrist', 'warning')], steady=STEADY
    ),
]
