from arms import arms
from support import GOOD, Case, edit

AXIS = '<axis xyz="0 1 0"/>'
WIDE = ('<safety_controller soft_lower_limit="-9" soft_upper_limit="9" k_velocity="1"/>'
        '<limit lower="-0.5"')
BAD = [('joint-safety', 'wrist', 'warning')]


def with_(xml: str) -> str:
    return edit(GOOD, (AXIS, AXIS + xml))


def soft(lower: str, upper: str, gains: str = 'k_position="20" k_velocity="10"') -> str:
    return with_(f'<safety_controller soft_lower_limit="{lower}" soft_upper_limit="{upper}" {gains}/>')


GOOD_CASES = [
    Case('inside', soft('-1.1', '1.1')),
    Case('equal to the hard ones', soft('-1.2', '1.2')),
    Case('speed alone', with_('<safety_controller k_velocity="10"/>')),
    Case('an edge inside', with_('<calibration rising="0.0"/>')),
]
BAD_CASES = [
    Case('beyond the limits of three joints, by one habit', arms(3).replace('<limit lower="-0.5"', WIDE),
         [('joint-safety', 'good', 'warning')], says=['on 3 joints']),
    Case('below the lower', soft('-1.3', '1.1'), BAD),
    Case('above the upper', soft('-1.1', '1.3'), BAD),
    Case('below the lower, the upper being 0', edit(soft('-1.3', '0'), (' upper="1.2"', '')), BAD),
    Case('above the upper, the lower being 0', edit(soft('0', '1.3'), (' lower="-1.2"', '')), BAD),
    Case('swapped', soft('1.0', '-1.0'), BAD),
    Case('swapped with the hard ones', edit(
        soft('1.1', '-1.1'), ('lower="-1.2" upper="1.2"', 'lower="1.2" upper="-1.2"')),
         [('joint-limit-order', 'wrist', 'error')]),
    Case('a negative gain', soft('-1.1', '1.1', 'k_position="20" k_velocity="-10"'), BAD),
    Case('an edge out of reach', with_('<calibration rising="3.0"/>'), BAD),
    Case('both edges at one place', with_('<calibration rising="0.5" falling="0.5"/>'), BAD),
]
