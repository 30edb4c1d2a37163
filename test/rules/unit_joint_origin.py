from support import GOOD, Case, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
SHOULDER = '<origin xyz="0 0 0.051"/>'
SPAWN = ('<joint name="spawn" type="fixed"><origin xyz="10 2 0"/><parent link="world"/>'
         '<child link="base_link"/></joint>')

GOOD_CASES = [
    Case('a robot that stands ten metres away in its world', edit(
        GOOD, ('<link name="base_link">', '<link name="world"/><link name="base_link">'),
        ('<joint name="shoulder"', SPAWN + '<joint name="shoulder"'))),
]
BAD_CASES = [
    Case('millimetres', edit(GOOD, (WRIST, '<origin xyz="20 10 201"/>')),
         [('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')]),
    Case('one coordinate in millimetres', edit(GOOD, (SHOULDER, '<origin xyz="0 0 51"/>')),
         [('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm')]),
    Case('both joints', edit(
        GOOD, (SHOULDER, '<origin xyz="0 0 51"/>'), (WRIST, '<origin xyz="20 10 201"/>')),
         [('unit-joint-origin', 'shoulder', 'error', 'unit:joint-mm'),
          ('unit-joint-origin', 'wrist', 'error', 'unit:joint-mm')]),
]
