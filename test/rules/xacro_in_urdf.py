from support import GOOD, Case, edit

INCLUDED = edit(
    GOOD,
    ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'),
    ('<mass value="0.48"/>', '<mass value="${0.4 * 1.2}"/>'),
    ('<link name="base_link">', '<xacro:property name="unused" value="1"/><link name="base_link">'),
)

GOOD_CASES = [
    Case(
        'the namespace alone', edit(GOOD, ('<robot ', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '))
    )
]
BAD_CASES = [
    Case('xacro under the name of a URDF', INCLUDED, [('xacro-in-urdf', 'good', 'info')], steady=frozenset())
]
