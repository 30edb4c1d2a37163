"""What it says of two descriptions in full is in test_drift.py."""

from support import GOOD, Case, add, edit

TIP = ('<link name="{0}"/><joint name="{0}_joint" type="fixed"><parent link="hand"/><child link="{0}"/>'
       '</joint>')
GAZEBO = '<gazebo reference="arm"><mu1>{}</mu1></gazebo>'
ALONE = frozenset[str]()  # what runs would have to change with the file

GOOD_CASES = [Case('no description runs', GOOD), Case('the same runs', GOOD, running=GOOD, steady=ALONE)]
BAD_CASES = [
    Case('no robot runs', GOOD, [('description-drift', 'good', 'warning')], running='<sdf/>', steady=ALONE,
         says=['could not be compared']),
    Case('a robot of another name runs', GOOD, [('description-drift', 'good', 'warning')], steady=ALONE,
         running=edit(GOOD, ('name="good"', 'name="other"')), says=['is called "other", not "good"']),
    Case('another mass', GOOD, [('description-drift', 'arm', 'warning')], steady=ALONE,
         running=edit(GOOD, ('"0.48"', '"0.5"')), says=['link "arm" differs from what runs: inertial/mass']),
    Case('another friction for Gazebo', add(GOOD, GAZEBO.format(0.2)),
         [('description-drift', 'arm', 'warning')], steady=ALONE, running=add(GOOD, GAZEBO.format(0.3)),
         says=['<gazebo> of arm differs']),
    Case('a frame that only the file has', add(GOOD, TIP.format('tip')),
         [('description-drift', 'tip', 'warning'), ('description-drift', 'tip_joint', 'warning')],
         steady=ALONE, running=GOOD, says=['link "tip" of this file is not in the description that runs']),
    Case('a frame that only runs', GOOD,
         [('description-drift', 'good', 'warning'), ('description-drift', 'good', 'warning')], steady=ALONE,
         running=add(GOOD, TIP.format('tip')), says=['link "tip" runs, but this file does not make it']),
    Case('many parts are one finding', add(GOOD, TIP.format('tip')),
         [('description-drift', 'good', 'warning')], steady=ALONE,
         running=add(edit(GOOD, ('"0.48"', '"0.5"')), TIP.format('top')),
         says=['1 differ (link "arm"); 2 are only in this file (link "tip", joint "tip_joint"); 2 only run '
               '(link "top", joint "top_joint")', "'links': ['arm', 'tip'], 'joints': ['tip_joint']"]),
]
