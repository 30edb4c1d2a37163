from support import GOOD, Case, add, edit

BOUND = ('<robot ', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" ')

GOOD_CASES = [
    Case('a lone dollar sign', edit(GOOD, ('<link name="base_link">', '<link name="base_link" type="$5">')))
]
BAD_CASES = [
    Case(
        'a property in an attribute',
        edit(GOOD, ('<mass value="0.48"/>', '<mass value="${m}"/>')),
        [('xacro-leftover', 'arm', 'error')],
        steady=frozenset({'renamed', 'reordered'}),
    ),
    Case(
        'several in one joint are one finding',
        edit(GOOD, ('lower="-1.5" upper="1.5" effort="20"', 'lower="${-u}" upper="${u}" effort="$(arg e)"')),
        [('xacro-leftover', 'shoulder', 'error')],
        steady=frozenset({'renamed', 'reordered'}),
    ),
    Case(
        'escaped on purpose inside <gazebo>, by mistake in a link',
        edit(
            add(GOOD, '<xacro:property name="m" value="1"/><gazebo><plugin name="p">$${m}</plugin></gazebo>'),
            ('<robot ', '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" '),
            ('<link name="arm">', '<link name="arm" type="$${m}">'),
        ),
        [('xacro-in-urdf', 'good', 'info'), ('xacro-leftover', 'arm', 'error')],
        steady=frozenset(),
    ),
    Case(
        'calls that an expansion left, on one link',
        edit(GOOD, BOUND, ('<link name="arm">', '<link name="arm"><xacro:grey/>')),
        [('xacro-leftover', 'arm', 'error')],
        steady=frozenset(),
    ),
    Case(
        'and on three links',
        edit(GOOD.replace('</visual>', '<xacro:grey/></visual>'), BOUND),
        [('xacro-leftover', 'good', 'error')],
        steady=frozenset(),
        says=['in 3 places, the first <xacro:grey>'],
    ),
    Case(
        'a text that a plugin reads',
        add(
            GOOD,
            '<gazebo><plugin name="p"><parameters>$(find pkg)/c.yaml</parameters></plugin></gazebo>',
        ),
        [('xacro-leftover', 'good', 'error')],
        steady=frozenset({'renamed', 'reordered'}),
    ),
    Case('in the name of a mesh, which is then not missing as well', edit(
        GOOD, ('<collision><geometry><box size="0.2 0.2 0.1"/>',
               '<collision><geometry><mesh filename="$(find pkg)/base.stl"/>')),
         [('xacro-leftover', 'base_link', 'error')], unchecked=[('mesh-missing', 'base_link')],
         steady=frozenset({'renamed', 'reordered'})),
]
