from support import GOOD, Case, edit

WRIST = '<joint name="wrist" type="revolute">'
BAD = [('joint-type', 'wrist', 'error')]

GOOD_CASES: list[Case] = []
BAD_CASES = [
    Case('misspelt', edit(GOOD, (WRIST, '<joint name="wrist" type="revolut">')), BAD),
    Case('capital letter', edit(GOOD, (WRIST, '<joint name="wrist" type="Revolute">')), BAD),
    Case('of another format', edit(GOOD, (WRIST, '<joint name="wrist" type="hinge">')), BAD),
    Case('ball', edit(GOOD, (WRIST, '<joint name="wrist" type="spherical">')), BAD),
    Case('absent', edit(GOOD, (WRIST, '<joint name="wrist">')), BAD),
]
