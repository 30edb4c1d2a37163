from support import GOOD, Case, edit

SHOULDER = '<limit lower="-1.5" upper="1.5"'

GOOD_CASES = [
    Case('equal limits lock the joint', edit(GOOD, (SHOULDER, '<limit lower="0" upper="0"'))),
]
BAD_CASES = [
    Case('swapped', edit(GOOD, (SHOULDER, '<limit lower="1.5" upper="-1.5"')),
         [('joint-limit-order', 'shoulder', 'error')]),
    Case('an absent lower limit is 0', edit(GOOD, (SHOULDER, '<limit upper="-0.5"')),
         [('joint-limit-order', 'shoulder', 'error')]),
]
