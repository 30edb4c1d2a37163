"""Small xacro texts, and what comes of them."""

from robot_model_check.reading.packages import Finder
from robot_model_check.reading.xacro_source import expand

FINDER = Finder()
HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
SEGMENT = ('<xacro:macro name="segment" params="name length:=1 *place">\n'
           '  <link name="${name}_link">\n'
           '    <visual><xacro:insert_block name="place"/></visual>\n'
           '  </link>\n'
           '</xacro:macro>\n')


def run(body, path=None, finder=FINDER, **arguments):
    return expand(path, (HEAD + body + '\n</robot>').encode(), arguments, finder)


def problem(body, path=None, **arguments):
    """Return the only problem of a body that cannot be expanded."""
    document = run(body, path, **arguments)
    assert document.root is None
    only, = document.problems
    return only
