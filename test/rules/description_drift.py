"""One description alone: the rule has nothing to say. What it says of two is in test_drift.py."""

from support import GOOD, Case

GOOD_CASES = [Case('no description runs', GOOD)]
BAD_CASES: list[Case] = []
