from support import GOOD, Case, edit

SHOULDER = '<joint name="shoulder"'
FOOTPRINT = '<link name="base_footprint"/>'


def hang(parent: str, child: str) -> str:
    return (f'<joint name="{child}_joint" type="fixed"><parent link="{parent}"/><child link="{child}"/>'
            '</joint>')


def frames(*joints: str, links: str) -> str:
    return edit(GOOD, ('<link name="base_link">', links + '<link name="base_link">'),
                (SHOULDER, ''.join(joints) + SHOULDER))


GOOD_CASES = [
    Case('the footprint above', frames(hang('base_footprint', 'base_link'), links=FOOTPRINT)),
    Case('fixed to a world', frames(hang('world', 'base_link'), links='<link name="world"/>')),
    Case('a link that only ends like one', frames(
        hang('base_link', 'roadmap'), links='<link name="roadmap"/>')),
]
BAD_CASES = [
    Case('odom below base_link', frames(hang('base_link', 'odom'), links='<link name="odom"/>'),
         [('frame-rep105', 'odom', 'info')]),
    Case('each with the prefix of its robot', edit(
        GOOD.replace('base_link', 'robot1_base_link'),
        (SHOULDER, hang('robot1_base_link', 'robot1_odom') + SHOULDER),
        ('<link name="arm">', '<link name="robot1_odom"/><link name="arm">')),
         [('frame-rep105', 'robot1_odom', 'info')]),
    Case('the footprint below', frames(hang('base_link', 'base_footprint'), links=FOOTPRINT),
         [('frame-rep105', 'base_footprint', 'info')]),
    Case('fixed to odom', frames(hang('odom', 'base_link'), links='<link name="odom"/>'),
         [('frame-rep105', 'base_link', 'info')]),
    Case('another spelling', GOOD.replace('base_link', 'baseLink'),
         [('frame-rep105', 'baseLink', 'info')],
         steady=frozenset({'reposed', 'rescaled', 'reordered', 'xacro'})),
]
