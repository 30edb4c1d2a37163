"""Links that are not neighbours do not overlap at the zero pose.

Checks
    The collisions of every two links, as physics engines see them (primitives and convex hulls of meshes; in
    a profile with `collision_meshes: triangles` meshes that close as they are), at q = 0. A joint whose
    limits leave 0 out stands at its nearest limit, and followers at what they mimic.
    Links welded together, links that one joint connects, or several with nothing to touch between them, and
    pairs that the SRDF disables are left alone. How deep they overlap is the least distance to move one of
    them to be free of the other, along the face normals of both; grazing contact is not told. The link that
    overlaps with most others is named. With the option `poses`, joints are put anywhere in their ranges that
    many times, the same for the same `seed`, and pairs that overlap there are told with the pose. Where there
    is an SRDF, an info lists the neighbours that overlap in every pose and that it does not disable, and
    another the links it names that the robot does not have.

Who breaks
    Physics engines push the two apart: the robot jumps when the simulation starts, or shakes against its own
    joints. MoveIt reports the start state in collision and plans nothing ("Start state appears to be in
    collision"); it knows of no neighbours but those that the SRDF names.

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
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.angles import in_degrees
from robot_model_check.clues.listing import listed, shown
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option
from robot_model_check.words import did_you_mean

if TYPE_CHECKING:
    from robot_model_check.clues.overlap import Overlap, Part

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
    'poses': Option(0, '1', 0, 100000, 'besides q = 0: arms may well reach themselves, and a thousand take a '
                                       'minute'),
    'seed': Option(0, '1', 0, None, 'of the random poses'),
}
SOURCES = ('MoveIt SRDF: disable_collisions', 'MuJoCo: contact filtering')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link that overlaps links which are not its neighbours."""
    from robot_model_check.clues.mesh_units import suspect_links
    from robot_model_check.clues.overlap import MOST_PAIRS, are_too_many, overlaps, parts_of
    wrong = set(suspect_links(context))
    yield from (NotChecked('a collision of it could not be measured', Subject('link', link.name))
                for link in robot.links if _is_incomplete(link, context))
    yield from (NotChecked('a shape of it is in another unit', Subject('link', name))
                for name in sorted(wrong))
    unplaced = _unplaced(context)
    yield from (NotChecked(f'the origin of joint {joint} does not say where it and what it carries stand',
                           Subject('link', name)) for joint, name in unplaced)
    wrong.update(name for _, child in unplaced for name in context.tree.subtree(child))
    parts = [part for part in parts_of(context) if part.link not in wrong]
    if are_too_many(context, parts):
        yield NotChecked(f'only {MOST_PAIRS} pairs of collisions were compared: too many lie in one place')
    deep = [found for found in overlaps(context, parts) if _is_deep(found, options)]
    yield from listed(_culprits(deep, context), options['many'], _together)
    yield from _elsewhere(context, parts, {found.links for found in deep}, options)
    yield from _not_disabled(context, parts, options)
    yield from _unknown(context)


def _unplaced(context: Context) -> list[tuple[str, str]]:
    """Return (joint, child) of the joints whose origin does not say where the child stands."""
    return [(joint.name, joint.child) for joint in context.robot.joints
            if 'origin' in joint.damaged or in_degrees(joint.origin)]


def _is_deep(found: Overlap, options: Mapping[str, Any]) -> bool:
    return bool(found.depth > max(options['depth'], options['share'] * found.size))


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
    from robot_model_check.clues.postures import zero_pose
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
        values={'links': partners, 'depths [m]': [found.depth for found in own], 'pose [rad or m]': clamped},
        suggestion=_for_srdf(culprit, partners) if context.srdf is not None else None)


def _for_srdf(culprit: str, partners: Sequence[str]) -> Suggestion:
    rows = (f'<disable_collisions link1="{name}" link2="{culprit}" reason="Default"/>' for name in partners)
    return Suggestion('for the SRDF, if they may touch', '\n'.join(rows))


def _elsewhere(context: Context, parts: Sequence[Part], known: Container[tuple[str, str]],
               options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding that lists the pairs which overlap in random poses only."""
    from robot_model_check.clues.overlap import overlaps
    from robot_model_check.clues.postures import sampled
    count: Counter[tuple[str, str]] = Counter()
    deepest: dict[tuple[str, str], tuple[Overlap, Mapping[str, float]]] = {}
    for q in sampled(context.tree, options['poses'], options['seed']):
        for found in overlaps(context, parts, q):
            if found.links in known or not _is_deep(found, options):
                continue
            count[found.links] += 1
            if found.links not in deepest or found.depth > deepest[found.links][0].depth:
                deepest[found.links] = found, q
    if count:
        yield _in_poses(count, deepest, options)


def _in_poses(count: Counter[tuple[str, str]],
              deepest: Mapping[tuple[str, str], tuple[Overlap, Mapping[str, float]]],
              options: Mapping[str, Any]) -> Finding:
    pairs = sorted(count, key=lambda pair: (-count[pair], pair))
    told = shown([f'{one} and {other} ({count[one, other]} of them)' for one, other in pairs])
    found, q = max(deepest.values(), key=lambda pair: pair[0].depth)
    pose = ', '.join(f'{name} at {value:.3g}' for name, value in q.items() if value)
    return Finding(
        message=f'{len(pairs)} pairs of links overlap in some of {options["poses"]} random poses: '
                f'{told}. The deepest: {found.one} in {found.other}, {1e3 * found.depth:.3g} mm, with '
                f'{pose}. Correct the limits of the joints, or let the planner or controller keep them apart',
        values={'pairs': [list(pair) for pair in pairs],
                'share [1]': [count[pair] / options['poses'] for pair in pairs],
                'depths [m]': [deepest[pair][0].depth for pair in pairs],
                'poses [rad or m]': [dict(deepest[pair][1]) for pair in pairs]})


def _not_disabled(context: Context, parts: Sequence[Part], options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield an info on the neighbours that the SRDF, where there is one, does not let touch."""
    from robot_model_check.clues.srdf_pairs import missing_pairs
    pairs = list(missing_pairs(context, parts, options['depth']))
    if not pairs:
        return
    told = shown([f'{pair.one} and {pair.other}' for pair in pairs])
    as_what = 'convex hulls' if all(part.surface is None for part in parts) else 'meshes as they are'
    yield Finding(
        message=f'{len(pairs)} pairs of neighbours overlap in every pose ({as_what}) and are not disabled '
                f'in the SRDF: {told}. MoveIt finds the robot in collision wherever it stands',
        level=Level.INFO, values={'pairs': [[pair.one, pair.other] for pair in pairs],
                                  'depths [m]': [pair.depth for pair in pairs]},
        suggestion=Suggestion('for the SRDF', '\n'.join(pair.xml for pair in pairs)))


def _unknown(context: Context) -> Iterator[Finding]:
    """Yield an info on the links that the SRDF names and the robot does not have: mistyped, or of another."""
    known, srdf = context.tree.links, context.srdf
    names = sorted(srdf.links - set(known)) if srdf is not None else []
    if not names:
        return
    told = shown([f'"{name}"{did_you_mean(name, known)}' for name in names])
    yield Finding(
        message=f'the SRDF lets links touch that the robot does not have: {told}. MoveIt leaves those '
                'pairs out ("is not known to URDF"), so what was meant stays in collision',
        level=Level.INFO, values={'unknown_links': names})
