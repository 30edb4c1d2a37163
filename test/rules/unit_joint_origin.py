from support import GOOD, Case, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
SHOULDER = '<origin xyz="0 0 0.051"/>'
SPAWN = ('<joint name="spawn" type="fixed"><origin xyz="10 2 0"/><parent link="world"/>'
         '<child link="base_link"/></joint>')
FRAME = ('<link name="{0}_link"/><joint name="{0}" type="fixed"><origin xyz="{2}"/><parent link="{1}"/>'
         '<child link="{0}_link"/></joint>')
BARE = ('<robot name="bare"><link name="base"/>' + FRAME.format('a', 'base', '0 0 0.1')
        + FRAME.format('b', 'a_link', '0 0.2 0') + FRAME.format('c', 'b_link', '0.1 0 0')
        + FRAME.format('d', 'c_link', '0 0 150') + '</robot>')

GOOD_CASES = [
    Case('a robot that stands ten metres away in its world', edit(
        GOOD, ('<link name="base_link">', '<link name="world"/><link name="base_link">'),
        ('<joint name="shoulder"', SPAWN + '<joint name="shoulder"'))),
]
BAD_CASES = [
    Case('millimetres', edit(GOOD, (WRIST, '<origin xyz="20 10 201"/>')),
         [('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')],
         says=['the largest link is 0.3 m', 'repair <origin xyz="0.02 0.01 0.201"/>']),
    Case('millimetres, and no geometry to compare with', BARE,
         [('unit-joint-origin', 'd', 'error', 'unit:joint-mm')],
         steady=frozenset({'renamed', 'reordered', 'xacro'}), says=['all other joint origins are near']),
    Case('one coordinate in millimetres', edit(GOOD, (SHOULDER, '<origin xyz="0 0 51"/>')),
         [('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm')]),
    Case('centimetres: the hand sits on the arm then', edit(GOOD, (WRIST, '<origin xyz="2 1 20.1"/>')),
         [('unit-joint-origin', 'wrist', 'error', 'unit:joint-cm')],
         says=['repair <origin xyz="0.02 0.01 0.201"/>']),
    Case('centimetres or millimetres, both in the arm', edit(GOOD, (WRIST, '<origin xyz="0 0 14"/>')),
         [('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')],
         says=["rivals ('unit:joint-cm',)", 'xyz="0 0 0.014" or xyz="0 0 0.14"']),
    Case('both joints', edit(
        GOOD, (SHOULDER, '<origin xyz="0 0 51"/>'), (WRIST, '<origin xyz="20 10 201"/>')),
         [('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm'),
          ('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')]),
]
