from support import GOOD, Case, add, edit

BASE = '<box size="0.2 0.2 0.1"/></geometry></visual>'
ARM = '<box size="0.06 0.04 0.2"/></geometry></visual>'
GREY = '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>'
USE = '<material name="grey"/>'


def inside(shape: str, material: str) -> tuple[str, str]:
    return shape, shape.replace('</visual>', material + '</visual>')


GOOD_CASES = [
    Case('defined below robot', add(edit(GOOD, inside(BASE, USE)), GREY)),
    Case('defined inside an earlier link', edit(GOOD, inside(BASE, GREY), inside(ARM, USE))),
    Case('a colour of its own', edit(GOOD, inside(BASE, GREY))),
]
BAD_CASES = [
    Case('defined nowhere', edit(GOOD, inside(BASE, USE)), [('material-undefined', 'base_link', 'warning')],
         says=['defined nowhere']),
    Case(
        'defined only later',
        edit(GOOD, inside(BASE, USE), inside(ARM, GREY)),
        [('material-undefined', 'base_link', 'warning')],
        steady=frozenset({'renamed', 'reposed', 'rescaled', 'xacro'}),
        says=['defined later, in link "arm"'],
    ),
]
