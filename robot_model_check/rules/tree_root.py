"""The joints make one tree: one link is the root of all.

Checks
    Links that no joint holds. The root of the largest tree is taken for the robot's; each other one is
    told, with how many links hang on it. A part that hangs on a joint whose parent or child does not exist
    is told there (reference-unknown), not here. A model without links is told too.

Who breaks
    urdfdom refuses the description: "Failed to find root link: Two root links found: [base_link] and
    [arm]"; robot_state_publisher, MoveIt and Gazebo end with it. MuJoCo welds each root to the world in the
    same place.

Bad
    <link name="base_link"/> <link name="arm"/>

Good
    <link name="base_link"/> <link name="arm"/>
    <joint name="shoulder" type="fixed"><parent link="base_link"/><child link="arm"/></joint>

References
    URDF XML specification, robot. urdfdom, ModelInterface::initRoot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from robot_model_check.clues.listing import listed, names_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option
from robot_model_check.words import nearest

ID = 'tree-root'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'many': Option(4, 'links', 2, None, 'three are read one by one; more have one reason, such as an export '
                                        'without joints'),
}
SOURCES = ('URDF XML: robot', 'urdfdom: initRoot')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding for each root outside the largest tree, or one that lists them."""
    if not robot.links:
        yield Finding(message='the model has no link', site=robot.element.site)
        return
    tree = context.tree
    known = frozenset(tree.links)
    explained = _hung_on_broken_joints(robot, known)
    sizes = {root: len(tree.subtree(root)) for root in tree.roots if root not in explained}
    main = max(sizes, key=lambda root: sizes[root], default=tree.root)
    loose = [root for root in sizes if root != main]
    if len(loose) == _childless(robot, known):
        return
    roots = list(tree.roots)
    found = (_finding(tree.links[root], sizes[root] - 1, roots, main) for root in loose)
    yield from listed(found, options['many'], partial(_together, main), partial(_values, roots))


def _finding(root: Link, below: int, roots: Sequence[str], main: str | None) -> Finding:
    hanging = f' and {below} link{"s" if below > 1 else ""} below it' if below else ''
    return Finding(
        message=f'"{root.name}"{hanging} is joined to nothing: the model has {len(roots)} roots; '
        f'add a joint from "{main}" or one of its links',
        subject=Subject('link', root.name),
        site=root.element.site,
        values={'roots': roots, 'links below [1]': below},
    )


def _together(main: str | None, found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} links are joined to nothing: add joints from "{main}" or one of its links to '
            f'them: {names}')


def _values(roots: Sequence[str], found: Sequence[Finding]) -> Mapping[str, Any]:
    return {'links': names_of(found), 'roots': roots,
            'links below [1]': [one.values['links below [1]'] for one in found]}


def _hung_on_broken_joints(robot: Robot, known: frozenset[str]) -> set[str]:
    """Return the links that are roots only because a joint names a parent or child that is not there."""
    children = {joint.child for joint in robot.joints if joint.parent not in known}
    unknown = {
        name for joint in robot.joints for name in (joint.parent, joint.child) if name and name not in known
    }
    meant = {near for name in unknown for near in nearest(name, known, 1)}
    return children | meant


def _childless(robot: Robot, known: frozenset[str]) -> int:
    """Return how many joints have no child, or one that is not there and near to none: each leaves a root."""
    return sum(joint.child not in known and not nearest(joint.child, known, 1) for joint in robot.joints)
