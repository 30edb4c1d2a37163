from support import GOOD, Case, edit

SHOULDER = '<limit lower="-1.5" upper="1.5"'
WRIST = '<limit lower="-1.2" upper="1.2"'

GOOD_CASES = [
    Case('equal limits lock the joint', edit(GOOD, (SHOULDER, '<limit lower="0" upper="0"')),
         simulated=[('simulator-mujoco', 'shoulder', 'warning')]),
]
BAD_CASES = [
    Case('swapped', edit(GOOD, (SHOULDER, '<limit lower="1.5" upper="-1.5"')),
         [('joint-limit-order', 'shoulder', 'error')],
         says=['lower="-1.5" upper="1.5" effort']),
    Case('exchanged, as another joint shows', edit(GOOD, (SHOULDER, '<limit lower="0.9" upper="-0.2"'),
                                                   (WRIST, '<limit lower="-0.2" upper="0.9"')),
         [('joint-limit-order', 'shoulder', 'error')],
         says=['as joint wrist has them', 'lower="-0.2" upper="0.9"']),
    Case('turned, as another joint shows', edit(GOOD, (SHOULDER, '<limit lower="0.9" upper="-0.2"'),
                                                (WRIST, '<limit lower="-0.9" upper="0.2"')),
         [('joint-limit-order', 'shoulder', 'error')],
         says=['as joint wrist has them', 'lower="-0.9" upper="0.2"']),
    Case('an absent lower limit is 0', edit(GOOD, (SHOULDER, '<limit upper="-0.5"')),
         [('joint-limit-order', 'shoulder', 'error')]),
]
