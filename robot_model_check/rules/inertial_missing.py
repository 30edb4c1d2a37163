"""Everything that moves needs a mass.

Checks
    Each group of links that fixed joints weld together and that hangs on a moving joint has an <inertial> in
    at least one of its links. A frame without mass that is welded to a link with mass is fine. The group of
    the root is left alone: a fixed base needs no mass. A robot in which no link at all has an <inertial> is a
    model for display; one finding then stands for all its links.

    Where the configuration gives the mass of such a link, or a density or material for its geometry, the
    <inertial> that follows is suggested, with what it was computed from.

Who breaks
    Gazebo leaves the link and all below it out of the simulation ("urdf2sdf: link[...] has no <inertial>
    block defined", "parent joint[...] ignored", "link[...] is not modeled in sdf"). PyBullet makes it 1 kg
    ("No inertial data for link, using mass=1, localinertiadiagonal = 1,1,1"). MuJoCo takes 1000 kg/m^3 times
    the volume of the collision geometry, and without that refuses the model ("mass and inertia of moving
    bodies must be larger than mjMINVAL"). robot_state_publisher and RViz need no mass and say nothing.

Bad
    <link name="forearm"><visual>...</visual></link>   <!-- on a revolute joint -->

Good
    <link name="forearm">
      <inertial>
        <origin xyz="0 0 0.08"/>
        <mass value="0.31"/>
        <inertia ixx="6.7e-4" ixy="0" ixz="0" iyy="6.7e-4" iyz="0" izz="3.4e-5"/>
      </inertial>
    </link>

References
    URDF XML specification, link, <inertial>. sdformat, parser_urdf.cc. Bullet, BulletUrdfImporter.cpp. MuJoCo
    XML reference, compiler/inertiafromgeom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import listed, names_of, together
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.model import Robot
from robot_model_check.rules import Option
from robot_model_check.settings.references import References

if TYPE_CHECKING:
    from robot_model_check.kinematics import Tree

ID = 'inertial-missing'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/inertial', 'sdformat: parser_urdf.cc', 'MuJoCo XML reference: '
                                                                  'compiler/inertiafromgeom')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per moving group without mass, or one for a robot without any."""
    tree = context.tree
    bare = [first for first in tree.groups if tree.is_moving(first) and not _has_inertial(tree, first)]
    if any(link.inertial or 'inertial' in link.damaged for link in robot.links):
        yield from listed((_group(first, context) for first in bare), options['many'], _together)
    elif bare:
        yield _display_only([replace(_group(first, context), level=Level.WARNING) for first in bare])


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} moving links have no <inertial>, nor has what is welded to them: Gazebo drops '
            f'each and all below '
            f'it, PyBullet makes each 1 kg, MuJoCo refuses those without collision geometry: {names}')


def _has_inertial(tree: Tree, first: str) -> bool:
    """Return whether a link of the group has an <inertial>, readable or not."""
    members = [tree.links[name] for name in tree.groups[first]]
    return any(link.inertial is not None or 'inertial' in link.damaged for link in members)


def _group(first: str, context: Context) -> Finding:
    tree = context.tree
    others = tree.groups[first][1:]
    collisions = any(tree.links[name].collisions for name in tree.groups[first])
    mujoco = 'takes 1000 kg/m^3 of its collision geometry' if collisions else 'refuses the model'
    return Finding(
        message=f'moves with joint "{tree.parent_joint[first].name}" and has no <inertial>'
                + (f', nor have the {len(others)} links welded to it' if others else '')
                + f': Gazebo drops it and all below it, PyBullet makes it 1 kg, MuJoCo {mujoco}. '
                  'Give it its mass, COM and inertia',
        site=tree.links[first].element.site,
        subject=Subject('link', first),
        suggestion=_created(tree.groups[first], context),
        values={'group': list(tree.groups[first]), 'joint': tree.parent_joint[first].name})


def _created(group: Sequence[str], context: Context) -> Suggestion | None:
    """Return the <inertial> of each link of a group whose mass the references give."""
    if context.references == References():
        return None
    from robot_model_check.clues.given import created
    from robot_model_check.clues.given_xml import created_suggestion
    links = [context.tree.links[name] for name in group]
    made = [(link, *body) for link in links if (body := created(link, context)) is not None]
    return created_suggestion(made) if made else None


def _display_only(bare: Sequence[Finding]) -> Finding:
    names = names_of(bare)
    return together(bare, 'no link has an <inertial>: the model can be displayed but not simulated (Gazebo '
                          f'drops every link, PyBullet makes each 1 kg). {len(bare)} moving links need one: '
                          f'{", ".join(names)}', {'links': names}, at_first=False)
