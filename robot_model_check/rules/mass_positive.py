"""The mass of a link is above zero.

Checks
    The mass of each <inertial>. Zero on a moving link is an error unless a link with mass is welded to it by
    fixed joints: the group is what moves. Zero on such a frame, or on the base, is only told. Negative mass
    is an error everywhere.

Who breaks
    MuJoCo refuses a moving body without mass ("mass and inertia of moving bodies must be larger than
    mjMINVAL"). Gazebo leaves the link and its joint out ("has a mass value of less than or equal to zero").
    A rigid body of mass 0 is static in Bullet.

Bad
    <mass value="0"/>   <!-- on a link behind a revolute joint -->

Good
    <mass value="0.31"/>, or no inertial at all on a frame that a fixed joint holds

References
    URDF XML specification, link, <inertial>. MuJoCo XML reference, compiler/boundmass. sdformat,
    parser_urdf.cc. Bullet user manual, rigid body dynamics: static bodies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.listing import listed, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

ID = 'mass-positive'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/inertial', 'MuJoCo XML reference: compiler/boundmass', 'sdformat: parser_urdf.cc')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose mass is not positive, or one that lists those of mass 0."""
    said = list(per_link(robot, 'inertial', lambda link: _look(link, context)))
    frames = [one for one in said if isinstance(one, Finding) and one.level is Level.INFO]
    bodies = [one for one in said if isinstance(one, Finding) and one.level is Level.ERROR]
    yield from (one for one in said if isinstance(one, NotChecked))
    yield from listed(frames, options['many'], lambda found, names: (
        f'{len(found)} frames have an <inertial> of mass 0, which can go: {names}'))
    yield from listed(bodies, options['many'], lambda found, names: (
        f'{len(found)} moving links have no mass above 0: MuJoCo refuses them and Gazebo drops them. '
        f'Weigh them, or take their CAD masses: {names}'))


def _look(link: Link, context: Context) -> Iterator[Finding]:
    if link.inertial is None or link.inertial.mass > 0:
        return
    mass = link.inertial.mass
    if mass < 0:
        said, level = f'mass {mass:g} kg is negative: nothing weighs less than nothing', Level.ERROR
    else:
        said, level = _zero(link.name, context)
    yield Finding(message=said, level=level, attribute='value', values={'mass [kg]': mass},
                  site=link.inertial.element.find('mass').site)  # type: ignore[union-attr]


def _zero(name: str, context: Context) -> tuple[str, Level]:
    tree = context.tree
    members = tree.group(name)
    masses = [tree.links[member].inertial.mass for member in members  # type: ignore[union-attr]
              if tree.links[member].inertial is not None]
    if any(mass > 0 for mass in masses):
        return 'mass 0: a frame; the links welded to it carry the mass. Its <inertial> can go', Level.INFO
    if not tree.is_moving(name):
        return 'mass 0 on the base: fine while the base is fixed; a floating base needs its mass', Level.INFO
    if any('inertial' in tree.links[member].damaged for member in members):
        return 'mass 0; whether a link welded to it has mass could not be read', Level.INFO
    return (f'mass 0 on a link that joint "{_joint(name, context)}" moves: MuJoCo refuses it and Gazebo '
            'drops it. Weigh it, or take its CAD mass'), Level.ERROR


def _joint(name: str, context: Context) -> str:
    return context.tree.parent_joint[context.tree.group_root[name]].name
