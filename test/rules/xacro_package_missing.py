from support import GOOD, Case, edit

INCLUDE = '<xacro:include filename="$(find no_such_package_here)/hand.xacro"/><link name="base_link">'
XACRO = edit(
    GOOD,
    ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'),
    ('<link name="base_link">', INCLUDE),
)

GOOD_CASES: list[Case] = []
BAD_CASES = [
    Case(
        'an include from a package that is not there',
        XACRO,
        [('xacro-package-missing', '', 'error'), ('xacro-in-urdf', '', 'info')],
        steady=frozenset(),
    ),
]
