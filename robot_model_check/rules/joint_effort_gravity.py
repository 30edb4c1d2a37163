"""A joint can hold its own robot.

Checks
    The static torque (force, for prismatic joints) of gravity on each joint from the masses and centres of
    mass of all that it carries, at the worst of 512 poses spread evenly over the joint ranges, against the
    declared effort. Gravity points down the z axis of the root link. What is told is a lower bound: the worst
    pose may lie between the samples, and a payload and acceleration come on top. It finds wrong masses, units
    and efforts that no link shows alone. Joints that mimic others, with effort 0 or absent
    (joint-limit-zero), or that carry a link whose <inertial> cannot be read or is in another unit are left
    out. Springs and counterweights do not stand in a URDF: where they carry part of the load, raise the
    factor for that joint.

Who breaks
    Gazebo and ros2_control limit the command to the effort: the arm sags or falls in simulation though the
    controller is right. Planners that check torque find no trajectory.

Bad
    <limit effort="1" .../> on a shoulder that carries 2 kg at 0.4 m: 7.8 N m

Good
    <limit effort="20" .../>, from the data sheet of the drive and its gear

References
    URDF XML specification, joint, <limit effort>. Featherstone, Rigid body dynamics algorithms, chapter 5
    (inverse dynamics at rest).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.gravity import Load

ID = 'joint-effort-gravity'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS = ('tree',)
OPTIONS = {
    'factor': Option(1.0, '1', 0.0, 100.0, 'of the declared effort: at 1 the drive cannot even hold still'),
}
SOURCES = ('URDF XML: joint/limit', 'Featherstone, chapter 5')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per joint that cannot hold what it carries."""
    from robot_model_check.clues.gravity import loads
    from robot_model_check.clues.units import weight_in_doubt
    tree = context.tree
    if not any(_effort(joint) for joint in robot.joints) or not any(link.inertial for link in robot.links):
        return
    weighs_wrong = cache(lambda name: weight_in_doubt(tree.links[name], context))
    damaged = {name for name, link in tree.links.items() if 'inertial' in link.damaged}
    for load in loads(tree):
        joint = tree.joints[load.joint]
        effort = _effort(joint)
        broken = [name for name in tree.subtree(joint.child) if name in damaged] if damaged else []
        if effort and broken:
            yield NotChecked(f'the <inertial> of {broken[0]} could not be read', Subject('joint', joint.name))
        elif effort and load.effort > options['factor'] * effort:
            doubt = _doubt(joint, context, weighs_wrong)
            yield NotChecked(doubt, Subject('joint', joint.name)) if doubt else _finding(joint, load, effort)


def _doubt(joint: Joint, context: Context, weighs_wrong: Callable[[str], bool]) -> str:
    """Return what a joint carries that is in another unit, so that its load means nothing, or ''."""
    from robot_model_check.clues.joint_units import misread_joints
    tree, wrong = context.tree, misread_joints(context)
    for name in tree.subtree(joint.child):
        if weighs_wrong(name):
            return f'the mass or the COM of {name} is in another unit'
        if name != joint.child and tree.parent_joint[name].name in wrong:
            return f'the origin of joint {tree.parent_joint[name].name} is in another unit'
    return ''


def _effort(joint: Joint) -> float:
    """Return the declared effort, 0 where there is none; one below zero is joint-limit-zero's."""
    return max(joint.limit.effort or 0.0, 0.0) if joint.limit is not None else 0.0


def _finding(joint: Joint, load: Load, effort: float) -> Finding:
    unit = 'N' if joint.type == 'prismatic' else 'N m'
    return Finding(
        message=f'holding still against gravity takes {load.effort:.4g} {unit} at the worst pose sampled (it '
                f'carries {load.mass:.4g} kg); the declared effort is {effort:g} {unit}. Check masses and '
                'centres of mass of what it carries, or the effort',
        site=joint.limit.element.site if joint.limit is not None else joint.element.site, attribute='effort',
        subject=Subject('joint', joint.name),
        values={f'gravity [{unit}]': load.effort, f'effort [{unit}]': effort, 'carried [kg]': load.mass,
                'pose [rad or m]': dict(load.pose)})
