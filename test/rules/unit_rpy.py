from arms import arms
from support import GOOD, Case, edit

WRIST = '<origin xyz="0.02 0.01 0.201"/>'
HAND = '<collision><origin xyz="0 0 0.05"/>'

GOOD_CASES = [
    Case('a full turn', edit(GOOD, (HAND, '<collision><origin xyz="0 0 0.05" rpy="0 0 6.2832"/>'))),
    Case('five quarter turns', edit(GOOD, (HAND, '<collision><origin xyz="0 0 0.05" rpy="0 0 7.854"/>'))),
]
BAD_CASES = [
    Case('a joint', edit(GOOD, (WRIST, '<origin xyz="0.02 0.01 0.201" rpy="0 0 90"/>')),
         [('unit-rpy', 'wrist', 'error', 'unit:rpy-deg')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('a collision, where it makes a difference', edit(
        GOOD, ('<collision><origin xyz="0.02 0.01 0.1"/>',
               '<collision><origin xyz="0.02 0.01 0.1" rpy="0 90 0"/>')),
         [('unit-rpy', 'arm', 'error', 'unit:rpy-deg')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'}),
         unchecked=[('collision-coverage', 'arm'), ('collision-protrusion', 'arm')]),
    Case('an inertial', edit(GOOD, ('xyz="0.02 0.01 0.1" rpy="0 0 0"', 'xyz="0.02 0.01 0.1" rpy="0 0 90"')),
         [('unit-rpy', 'arm', 'error', 'unit:rpy-deg')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
    Case('three joints and one link', edit(
        arms(1), (HAND, '<collision><origin xyz="0 0 0.05" rpy="0 0 45"/>'),
        (WRIST, '<origin xyz="0.02 0.01 0.201" rpy="0 0 90"/>'),
        ('xyz="0 0 0.051"', 'xyz="0 0 0.051" rpy="0 0 90"'),
        ('xyz="0 0.10 0.051"', 'xyz="0 0.10 0.051" rpy="0 0 90"')),
         [('unit-rpy', 'hand', 'error', 'unit:rpy-deg'), ('unit-rpy', 'good', 'error', 'unit:rpy-deg')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'}), says=['on 3 joints']),
    Case('a collision, where it makes no difference', edit(
        GOOD, (HAND, '<collision><origin xyz="0 0 0.05" rpy="0 0 45"/>')),
         [('unit-rpy', 'hand', 'error', 'unit:rpy-deg')],
         steady=frozenset({'renamed', 'rescaled', 'reordered', 'xacro'})),
]
