from support import GOOD, Case, edit

XACRO = edit(
    GOOD,
    ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'),
    ('<link name="base_link">', '<xacro:property name="m" value="0.48"/><link name="base_link">'),
)
IN_URDF = ('xacro-in-urdf', 'good', 'info')

GOOD_CASES: list[Case] = []
BAD_CASES = [
    Case(
        'a property nobody defined',
        edit(XACRO, ('<mass value="0.48"/>', '<mass value="${mm}"/>')),
        [('xacro-expansion', 'arm', 'error'), ('xacro-in-urdf', '', 'info')],
        steady=frozenset(),
    ),
]
