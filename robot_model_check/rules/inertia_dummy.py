"""A frame does not weigh as much as the robot.

Checks
    Links on a fixed joint that have mass but no visual and no collision: tool frames, camera frames and base
    frames that were given a mass to please a simulator. It is told where such a frame is a large share of the
    mass of everything that is welded together. A group whose only mass stands on a frame is left alone: some
    exporters write it so.

Who breaks
    Nobody says anything: the mass is lumped into the parent by Gazebo and MuJoCo, and gravity compensation
    lifts a weight that is not there. A dummy of 1 kg at the tool flange is a third of the payload of a small
    arm.

Bad
    <link name="tool0"><inertial><mass value="1"/> ... </inertial></link>   <!-- on a 0.8 kg hand -->

Good
    <link name="tool0"/>

References
    REP 199, coordinate frames of serial industrial manipulators: tool0 and flange are frames. sdformat,
    parser_urdf.cc: fixed joints are lumped.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Link
from robot_model_check.rules import Option

ID = 'inertia-dummy'
AREA = 'inertia'
SCOPE = 'link'
LEVEL = Level.WARNING
NEEDS = ('inertial',)
OPTIONS = {
    'share': Option(0.2, '1', 0.0, 1.0, 'of the mass of the group: a cable or a small sensor that nobody '
                                        'drew weighs less'),
    'mass': Option(0.05, 'kg', 0.0, None, 'lighter ones change no torque that matters'),
}
SOURCES = ('REP 199', 'sdformat: parser_urdf.cc')

AIR = 1.2  # kg/m^3


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for a heavy link without geometry on a fixed joint."""
    joint = context.tree.parent_joint.get(link.name)
    if link.inertial is None or link.shapes or link.damaged or joint is None or joint.type != 'fixed':
        return
    mass, rest = link.inertial.mass, _rest(link, context)
    if mass <= options['mass'] or rest is None or mass <= options['share'] * (mass + rest):
        return
    if _stands_for_drawn(link, context):
        return
    yield Finding(
        message=f'a frame without geometry weighs {mass:g} kg; what it is welded to weighs {rest:.4g} kg. '
                f'If it is no real '
                'part, remove its <inertial>; if it is, give it a visual',
        site=link.inertial.element.site,
        values={'mass [kg]': mass, 'rest_of_group [kg]': rest})


def _rest(link: Link, context: Context) -> float | None:
    """Return the mass of the other links of the group, or None where none of them is drawn or has mass."""
    others = [context.tree.links[name] for name in context.tree.group(link.name) if name != link.name]
    drawn = [other for other in others if other.shapes]
    masses = [other.inertial.mass for other in others if other.inertial is not None]
    return sum(masses) if drawn and any(mass > 0 for mass in masses) else None


def _stands_for_drawn(link: Link, context: Context) -> bool:
    """Return whether the COM lies in the box of drawn links without a mass to speak of: it may be theirs."""
    import numpy as np

    from robot_model_check.clues.groups import group_shapes
    bare = {name for name in context.tree.group(link.name) if _is_bare(context.tree.links[name], context)}
    points = [shape.hull @ T[:3, :3].T + T[:3, 3]
              for name, shape, T in group_shapes(link.name, context) if name in bare]
    if not points or link.inertial is None:
        return False
    around, com = np.concatenate(points), np.array(link.inertial.origin.xyz)
    return bool((com >= around.min(axis=0)).all() and (com <= around.max(axis=0)).all())


def _is_bare(link: Link, context: Context) -> bool:
    """Return whether a link has no mass, or less than the air in its hull would have."""
    if link.inertial is None:
        return True
    facts = context.facts.get(link.name)
    volume = max((shape.hull_volume for shape in facts.shapes), default=0.0) if facts is not None else 0.0
    return link.inertial.mass < AIR * volume
