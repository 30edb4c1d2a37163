from support import GOOD, Case, edit

WRIST = '<axis xyz="0 1 0"/>'
LIMIT = 'lower="-1.2" upper="1.2"'


def wrist(mimic: str, limit: str = LIMIT) -> str:
    return edit(GOOD, (WRIST, f'{WRIST}<mimic joint="shoulder" {mimic}/>'), (LIMIT, limit))


BAD = [('mimic-range', 'wrist', 'warning')]
GOOD_CASES = [
    Case('inside', wrist('multiplier="0.8"')),
    Case('inside, turned round', wrist('multiplier="-0.5" offset="0.4"')),
    Case('out by less than is felt', wrist('multiplier="0.805"')),
    Case(
        'a fixed joint follows nothing',
        wrist('multiplier="3"').replace('name="wrist" type="revolute"', 'name="wrist" type="fixed"'),
    ),
]
BAD_CASES = [
    Case('too far', wrist(''), BAD),
    Case('shifted out', wrist('multiplier="0.8" offset="0.1"'), BAD),
    Case('the wrong sign', wrist('multiplier="1"', 'lower="-1.6" upper="0"'), BAD),
]
