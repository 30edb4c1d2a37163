"""Every link has one parent, and no link is its own ancestor.

Checks
    Links that two joints hold, and links on a cycle of joints; each such link is told with the joints that
    do it.

Who breaks
    urdfdom knows trees only: with a cycle it says "No root link found", with two parents it silently keeps
    the last one. MuJoCo: "URDF body has multiple parents". Closed chains (four-bar linkages) need a loop
    joint of the simulator's own, or mimic joints.

Bad
    <joint name="a" type="fixed"><parent link="base"/><child link="tip"/></joint>
    <joint name="b" type="fixed"><parent link="arm"/><child link="tip"/></joint>

Good
    One of the two joints, and the loop closed where the simulator closes loops

References
    URDF XML specification, joint. urdfdom, ModelInterface::initTree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option
from robot_model_check.source import Site

ID = 'tree-loop'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
MANY = 10  # links of a ring that a message names
SOURCES = ('URDF XML: joint', 'urdfdom: initTree', 'MuJoCo: URDF body has multiple parents')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each link with two parents or on a cycle."""
    links, joints = context.tree.links, tuple(context.tree.joints.values())
    held: dict[str, list[Joint]] = {}
    for joint in joints:
        if joint.parent in links and joint.child in links:
            held.setdefault(joint.child, []).append(joint)
    circling, order = _circling(held), {id(joint): at for at, joint in enumerate(robot.joints)}
    rings: dict[str, list[str]] = {}
    for name, holders in held.items():
        if name in circling and name not in rings:
            ring = _cycle(name, held)
            rings.update((link, ring[at:] + ring[:at]) for at, link in enumerate(ring) if link not in rings)
        cycle = rings.get(name, [])
        if cycle or len(holders) > 1:
            yield Finding(
                message=_message(name, holders, cycle),
                subject=Subject('link', name),
                site=_site(holders, order, bool(cycle)),
                values={'joints': [joint.name for joint in holders], 'cycle': cycle},
            )


def _site(holders: Sequence[Joint], order: Mapping[int, int], on_cycle: bool) -> Site:
    """Return the joint that was written last; on a cycle what it says of its parent."""
    last = max(holders, key=lambda joint: order.get(id(joint), -1)).element
    return ((last.find('parent') if on_cycle else None) or last).site


def _circling(held: Mapping[str, Sequence[Joint]]) -> set[str]:
    """Return the links on a cycle or below one: those that no order puts behind all their parents."""
    sorter = TopologicalSorter({name: {joint.parent for joint in joints} for name, joints in held.items()})
    with suppress(CycleError):
        sorter.prepare()
    ordered = set[str]()
    for ready in iter(sorter.get_ready, ()):
        ordered.update(ready)
        sorter.done(*ready)
    return set(held) - ordered


def _cycle(start: str, held: Mapping[str, Sequence[Joint]]) -> list[str]:
    """Return the links of a shortest way from `start` up over parents back to `start`, or nothing."""
    came_from: dict[str, str] = {}
    todo = [start]
    for name in todo:
        for joint in held.get(name, ()):
            if joint.parent == start:
                way = [name]
                while way[-1] != start:
                    way.append(came_from[way[-1]])
                return way[::-1]
            if joint.parent not in came_from:
                came_from[joint.parent] = name
                todo.append(joint.parent)
    return []


def _message(name: str, holders: Sequence[Joint], cycle: Sequence[str]) -> str:
    by = ' and '.join(f'"{joint.name}" (parent "{joint.parent}")' for joint in holders)
    if cycle:
        shown = [f'"{link}"' for link in (*cycle, cycle[0])]
        if len(shown) > MANY + 2:
            shown[MANY:-2] = [f'({len(shown) - MANY - 2} more)']
        ring = ' <- '.join(shown)
        return f'"{name}" is its own ancestor: {ring}; a URDF is a tree, take one of these joints out'
    return f'"{name}" is the child of {len(holders)} joints: {by}; a URDF is a tree, take one of them out'
