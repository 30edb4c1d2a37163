"""The jaws of a gripper close as far as they seem to.

Checks
    For every joint and one that mimics it on another branch of the tree, and for two joints on one link that
    have the same range, as it is or mirrored, where they are a left and a right slide or both the last of
    their branches and what they slide or turn looks alike: the joint value at which the collisions of what
    they move first meet on the way from open to closed, and that of the visuals. It is told where, at the
    first contact of one kind, the other kind is still apart by more than a limit. Both are taken as convex
    hulls; in a profile with `collision_meshes: triangles` as they are, where all of them close.

Who breaks
    Nobody says anything. Where the collisions meet first, the jaw stops in simulation with a gap that the
    real one does not have, and thin parts cannot be held; where the visuals meet first, the fingers sink into
    each other and into the part.

Bad
    A pad of 10 mm as collision on each finger of a gripper whose visual closes flush

Good
    Collisions of the fingers that end where the visuals end

References
    URDF XML specification, joint, <mimic>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.aperture import Aperture

ID = 'collision-aperture'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.INFO
NEEDS = ('tree',)
OPTIONS = {
    'lost': Option(0.005, 'm', 0.0, None, 'a thinner part is rarely grasped, and hulls differ by that much'),
}
SOURCES = ('URDF XML: joint/mimic',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per joint whose jaws meet elsewhere than they seem to: the worst of its followers."""
    if sum(joint.type in ('prismatic', 'revolute') for joint in robot.joints) < 2:
        return
    from robot_model_check.clues.aperture import apertures
    worst: dict[str, Aperture] = {}
    for found in apertures(context):
        if found.lost > options['lost'] and found.lost > getattr(worst.get(found.joint), 'lost', 0.0):
            worst[found.joint] = found
    yield from (_finding(found, context) for found in worst.values())


def _finding(found: Aperture, context: Context) -> Finding:
    joint = context.tree.joints[found.joint]
    unit = 'm' if joint.type == 'prismatic' else 'rad'

    def at(value: float | None) -> str:
        return 'never' if value is None else f'at {value:.3g} {unit}'
    as_what = 'convex hulls' if found.as_hulls else 'meshes as they are'
    return Finding(
        message=f'what it and "{found.follower}" move meets {at(found.collisions_at)} by the collisions and '
                f'{at(found.visuals_at)} by the visuals ({as_what}): at the first contact the others are '
                f'{1e3 * found.lost:.3g} mm apart. Let the collisions end where the visuals end',
        site=joint.element.site, subject=Subject('joint', found.joint),
        values={f'collisions_at [{unit}]': found.collisions_at, f'visuals_at [{unit}]': found.visuals_at,
                'lost [m]': found.lost, 'follower': found.follower})
