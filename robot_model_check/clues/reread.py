"""What a simulator read, beside what the file says: masses, inertias, joints and limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np

from robot_model_check.clues.totals import group_total
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.inertia import Body
from robot_model_check.model import Joint
from robot_model_check.simulators.answer import Answer, JointRead

ONE_VALUE = frozenset({'revolute', 'continuous', 'prismatic'})
Difference = tuple[str, Mapping[str, Any]]  # what is read and what the file says, in words and as values


def body_differences(context: Context, label: str, answer: Answer, share: float,
                     unseen: Collection[str]) -> Iterator[Finding]:
    """Yield a finding for each moving fixed-joint group that has an <inertial> and was read otherwise."""
    tree = context.tree
    for first, members in tree.groups.items():
        declared = [tree.links[name] for name in members if tree.links[name].inertial is not None]
        known = first in context.poses and declared and not set(members) & set(unseen)
        if not known or not tree.is_moving(first):
            continue
        told = _body(answer.bodies.get(first), group_total(tree, first), share)
        if told is not None:
            welded = f' (with the {len(members) - 1} welded to it)' if len(members) > 1 else ''
            bare = [name for name in members
                    if tree.links[name].inertial is None and tree.links[name].collisions]
            why = f'; {", ".join(bare)} has collisions and no <inertial>' if bare else ''
            yield Finding(message=f'{label} reads this link{welded} otherwise: {told[0]}{why}',
                          site=(declared[0].inertial or declared[0]).element.site,
                          subject=Subject('link', first), level=Level.WARNING, values=told[1])


def _body(read: Body | None, declared: Body, share: float) -> Difference | None:
    if read is None:
        return 'it has no body for it', {}
    if abs(read.mass - declared.mass) > share * abs(declared.mass):
        return (f'a mass of {read.mass:.6g} kg, the file says {declared.mass:.6g} kg',
                {'mass_read [kg]': read.mass, 'mass [kg]': declared.mass})
    size = float(np.abs(declared.inertia).max())
    radius = (size / declared.mass) ** 0.5 if declared.mass > 0 else 0.0
    reach = max(float(np.linalg.norm(declared.com)), radius)
    if np.linalg.norm(read.com - declared.com) > share * reach:
        return (f'its COM at {_numbers(read.com)} m, the file says {_numbers(declared.com)} m',
                {'com_read [m]': read.com.tolist(), 'com [m]': declared.com.tolist()})
    if np.abs(read.inertia - declared.inertia).max() > share * size:
        i, j = sorted(np.unravel_index(np.abs(read.inertia - declared.inertia).argmax(), (3, 3)))
        return (f'an i{"xyz"[i]}{"xyz"[j]} of {read.inertia[i, j]:.6g} kg m^2 about its COM, '
                f'the file says {declared.inertia[i, j]:.6g} kg m^2',
                {'inertia_read [kg m^2]': read.inertia.tolist(),
                 'inertia [kg m^2]': declared.inertia.tolist()})
    return None


def joint_differences(context: Context, label: str, answer: Answer, share: float) -> Iterator[Finding]:
    """Yield a finding for each joint of one value that was read otherwise."""
    extent = max((float(np.linalg.norm(T[:3, 3])) for T in context.poses.values()), default=0.0)
    for joint in context.tree.parent_joint.values():
        if joint.type not in ONE_VALUE or joint.child not in context.poses:
            continue
        told = _pose(answer.poses.get(joint.child), context.poses[joint.child], share, extent)
        told = told or _joint(answer.joints.get(joint.name), joint, share)
        if told is not None:
            yield Finding(message=f'{label} reads this joint otherwise: {told[0]}', site=joint.element.site,
                          subject=Subject('joint', joint.name), level=Level.WARNING, values=told[1])


def _pose(read: Array | None, T: Array, share: float, extent: float) -> Difference | None:
    if read is None:
        return None
    if np.linalg.norm(read[:3, 3] - T[:3, 3]) > share * extent or np.abs(read - T)[:3, :3].max() > share:
        return (f'at q = 0 it stands at {_numbers(read[:3, 3])} m, by the file at {_numbers(T[:3, 3])} m',
                {'T_world_link_read': read.tolist(), 'T_world_link': T.tolist()})
    return None


def _joint(read: JointRead | None, joint: Joint, share: float) -> Difference | None:
    if read is None:
        return 'it has no such joint', {}
    if read.turns == (joint.type == 'prismatic'):
        return f'it {"turns" if read.turns else "slides"}, and is {joint.type} in the file', {}
    axis = np.array(joint.axis)
    length = float(np.linalg.norm(axis))
    if length and np.abs(read.axis - axis / length).max() > share:
        return f'its axis is {_numbers(read.axis)}, the file says {_numbers(axis)}', {}
    return _limits(read, joint, share)


def _limits(read: JointRead, joint: Joint, share: float) -> Difference | None:
    """Compare the range; that of a continuous joint, which has none, is another rule's."""
    if joint.limit is None or joint.type == 'continuous':
        return None
    unit = 'm' if joint.type == 'prismatic' else 'rad'
    ends = (joint.limit.lower or 0.0, joint.limit.upper or 0.0)
    slack = share * max(map(abs, ends))
    told = f'the file says [{ends[0]:.6g}, {ends[1]:.6g}] {unit}'
    if read.lower is None or read.upper is None:
        return f'it has no limits, {told}', {f'range [{unit}]': list(ends)}
    if abs(read.lower - ends[0]) > slack or abs(read.upper - ends[1]) > slack:
        return (f'its range is [{read.lower:.6g}, {read.upper:.6g}] {unit}, {told}',
                {f'range_read [{unit}]': [read.lower, read.upper], f'range [{unit}]': list(ends)})
    return None


def _numbers(vector: Array) -> str:
    return '(' + ', '.join(f'{number:.6g}' for number in vector) + ')'
