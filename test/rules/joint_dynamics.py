from support import GOOD, Case, edit

AXIS = '<axis xyz="0 1 0"/>'


def dynamics(xml: str) -> str:
    return edit(GOOD, (AXIS, AXIS + xml))


GOOD_CASES = [Case('zero', dynamics('<dynamics damping="0" friction="0.0"/>'))]
BAD_CASES = [
    Case(
        'damping',
        dynamics('<dynamics damping="-0.1" friction="0.1"/>'),
        [('joint-dynamics', 'wrist', 'warning')],
        says=['-0.1 N m s/rad'],
    ),
    Case(
        'of a slider',
        dynamics('<dynamics damping="-0.1"/>').replace('"wrist" type="revolute"', '"wrist" type="prismatic"'),
        [('joint-dynamics', 'wrist', 'warning')],
        says=['-0.1 N s/m'],
    ),
    Case(
        'friction',
        dynamics('<dynamics damping="0.1" friction="-0.1"/>'),
        [('joint-dynamics', 'wrist', 'warning')],
    ),
    Case('neither', dynamics('<dynamics/>'), [('joint-dynamics', 'wrist', 'error')]),
]
