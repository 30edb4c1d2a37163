"""Cases of simulator-pinocchio."""

from support import GOOD, Case, edit

SHOULDER = '<origin xyz="0 0 0.051"/>'
COM = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'
NONE: frozenset[str] = frozenset()  # what writes the text anew writes a blank for the tab

GOOD_CASES = [
    Case('a joint of many values', edit(GOOD, ('<joint name="wrist" type="revolute">',
                                               '<joint name="wrist" type="planar">'))),
]
BAD_CASES = [
    Case('refused, the words name a joint', edit(GOOD, (SHOULDER, SHOULDER.replace('0 0 ', '0 0\t'))),
         [('simulator-pinocchio', 'shoulder', 'error')], steady=NONE,
         says=['Pinocchio refuses the model: ']),
    Case('an inertial that is left out', edit(GOOD, (COM, COM.replace('0.02 ', '0.02\t'))),
         [('simulator-pinocchio', 'arm', 'warning')], steady=NONE,
         says=['Pinocchio reads this link otherwise: a mass of 0 kg, the file says 0.48 kg',
               'Could not parse inertial element for Link [arm]']),
]
