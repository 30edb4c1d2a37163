"""Links that are not neighbours do not overlap at the zero pose.

Checks
    The collisions of every two links, as physics engines see them (primitives and convex hulls of meshes), at
    q = 0. A joint whose limits leave 0 out stands at its nearest limit, and followers at what they mimic.
    Links welded together, links that one joint connects, and pairs that the SRDF disables are left alone. How
    deep they overlap is the least distance to move one of them to be free of the other, along the face
    normals of both; grazing contact is not told. The link that overlaps with most others is named.

Who breaks
    Physics engines push the two apart: the robot jumps when the simulation starts, or shakes against its own
    joints. MoveIt reports the start state in collision and plans nothing ("Start state appears to be in
    collision").

Bad
    A forearm that is drawn folded through the base at q = 0

Good
    A zero pose in which the arm is stretched, or <disable_collisions link1="base" link2="forearm"
    reason="Default"/>

References
    MoveIt, SRDF: disable_collisions. MuJoCo, computation: contacts between parent and child are left out by
    default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import listed
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.overlap import Overlap

ID = 'collision-overlap'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS = ('tree',)
OPTIONS = {
    'depth': Option(0.002, 'm', 0.0, None, 'simplified collisions of parts that pass each other closely '
                                           'overlap by less'),
    'share': Option(0.05, '1', 0.0, 1.0, 'of the diagonal of the smaller part: hulls overlap a little where '
                                         'the parts do not'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('MoveIt SRDF: disable_collisions', 'MuJoCo: contact filtering')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link that overlaps links which are not its neighbours."""
    from robot_model_check.clues.mesh_units import suspect_links
    from robot_model_check.clues.overlap import MOST_PAIRS, are_too_many, overlaps
    wrong = suspect_links(context)
    yield from (NotChecked('a collision of it could not be measured', Subject('link', link.name))
                for link in robot.links if _is_incomplete(link, context))
    yield from (NotChecked('a shape of it is in another unit', Subject('link', name))
                for name in sorted(wrong))
    if are_too_many(context):
        yield NotChecked(f'only {MOST_PAIRS} pairs of collisions were compared: too many lie in one place')
    deep = [found for found in overlaps(context)
            if found.depth > max(options['depth'], options['share'] * found.size)
            and not wrong & {found.one, found.other}]
    yield from listed(_culprits(deep, context), options['many'], _together)


def _culprits(rest: list[Overlap], context: Context) -> Iterator[Finding]:
    """Yield a finding for the link in most overlaps, then for that of the rest, until none is left."""
    while rest:
        culprit = _most_frequent(rest, context)
        own = [found for found in rest if culprit in (found.one, found.other)]
        rest = [found for found in rest if culprit not in (found.one, found.other)]
        yield _finding(culprit, own, context)


def _together(found: Sequence[Finding], names: str) -> str:
    """Return one line for many links; each pair stands in the values."""
    pairs = ((depth, other, one.subject) for one in found
             for other, depth in zip(one.values['links'], one.values['depths [m]'], strict=True))
    depth, other, subject = max(pairs, key=lambda pair: pair[0])
    return (f'{len(found)} links overlap others that no joint connects them to, at q = 0: {names}. The '
            f'deepest: {subject.name if subject else ""} in {other}, {1e3 * depth:.3g} mm. Correct the '
            'geometry or the zero pose, or disable the pairs in the SRDF if they may touch')


def _is_incomplete(link: Link, context: Context) -> bool:
    """Return whether a collision of the link was not measured."""
    facts = context.facts.get(link.name)
    return len(link.collisions) > (len(facts.of('collision')) if facts is not None else 0)


def _most_frequent(found: list[Overlap], context: Context) -> str:
    """Return the link in most overlaps; of equals the one farthest down the tree."""
    count = Counter(name for overlap in found for name in (overlap.one, overlap.other))
    order = context.tree.order
    return max(count, key=lambda name: (count[name], order.index(name)))


def _finding(culprit: str, own: list[Overlap], context: Context) -> Finding:
    from robot_model_check.clues.overlap import zero_pose
    own = sorted(own, key=lambda found: -found.depth)
    partners = [found.one if found.other == culprit else found.other for found in own]
    told = ', '.join(f'{name} ({1e3 * found.depth:.3g} mm deep)'
                     for name, found in zip(partners, own, strict=True))
    clamped = {name: q for name, q in zero_pose(context.tree).items() if q}
    where = ', '.join(f'{name} at {q:.3g}' for name, q in clamped.items())
    pose = f'q = 0 ({where})' if where else 'q = 0'
    return Finding(
        message=f'its collision overlaps that of {told} at {pose}, though no joint connects them. Correct '
                f'the geometry or '
                'the joint origin, or disable the pair in the SRDF if it may touch',
        site=context.tree.links[culprit].collisions[0].element.site,
        subject=Subject('link', culprit),
        values={'links': partners, 'depths [m]': [found.depth for found in own], 'pose [rad or m]': clamped})
