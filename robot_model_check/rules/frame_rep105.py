"""The frames that REP 105 names stand in the order it gives.

Checks
    Links named map, odom, base_link and base_footprint, alone or behind a common prefix (`robot1_odom`). REP
    105 has map over odom over base_link, and REP 120 has base_footprint over base_link. Told are: one of them
    below another that it should be above; odom held by a fixed joint to base_link (or map to odom), where the
    localisation publishes that transform; and a root link whose name is base_link in another spelling.

Who breaks
    tf2 has one parent per frame: with odom below base_link, or with a fixed joint between them, the transform
    of robot_state_publisher and that of the odometry fight, and the robot jumps between two places.
    Navigation, with its defaults base_link, odom and map, finds no transform.

Bad
    <joint name="odom_joint" type="fixed"><parent link="base_link"/><child link="odom"/></joint>

Good
    leave map and odom out of the description; base_footprint or base_link is its root

References
    REP 105, Coordinate Frames for Mobile Platforms. REP 120, Coordinate Frames for Humanoid Robots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'frame-rep105'
AREA = 'frames'
SCOPE = 'robot'
LEVEL = Level.INFO
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 105', 'REP 120')

ORDER = ('map', 'odom', 'base_footprint', 'base_link')  # from the root outwards
PUBLISHED = ('map', 'odom')  # their transforms to the next come from localisation and odometry


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per link out of order, held fast, or misspelt."""
    for name in context.tree.links:
        prefix, known = _split(name)
        if known:
            yield from _place(name, prefix, known, context)
    yield from _spelling(context)


def _split(name: str) -> tuple[str, str]:
    """Return (prefix, known frame) of a link name, ('', '') where it is no frame of REP 105."""
    for known in ORDER:
        prefix = name[:-len(known)]
        if name.endswith(known) and (not prefix or prefix[-1] in '_/-'):
            return prefix, known
    return '', ''


def _place(name: str, prefix: str, known: str, context: Context) -> Iterator[Finding]:
    joint = context.tree.parent_joint.get(name)
    if joint is None:
        return
    above = [other for other in _ancestors(name, context) if _split(other)[0] == prefix]
    outer = [_split(other)[1] for other in above]
    wrong = [other for other in outer if other and ORDER.index(other) > ORDER.index(known)]
    site = joint.element.site
    if wrong:
        yield Finding(message=f'{name} hangs below {prefix}{wrong[0]}, where REP 105 has it above: turn the '
                              'joint round, or leave the frame to the node that publishes it',
                      site=site, subject=Subject('link', name), values={'above': wrong})
    elif joint.type == 'fixed' and _split(joint.parent)[1] in PUBLISHED and _split(joint.parent)[0] == prefix:
        yield Finding(message=f'{name} is fixed to {joint.parent}; that transform comes from odometry or '
                              'localisation, and the two will fight: leave the joint out of the description',
                      site=site, subject=Subject('link', name), values={'parent': joint.parent})


def _ancestors(name: str, context: Context) -> Iterator[str]:
    seen = {name}
    while (joint := context.tree.parent_joint.get(name)) is not None and joint.parent not in seen:
        name = joint.parent
        seen.add(name)
        yield name


def _spelling(context: Context) -> Iterator[Finding]:
    root = context.tree.root or ''
    plain = ''.join(letter for letter in root.lower() if letter.isalnum())
    if plain in ('baselink', 'basefootprint') and root not in ('base_link', 'base_footprint'):
        known = 'base_link' if plain == 'baselink' else 'base_footprint'
        if known not in context.tree.links:
            yield Finding(message=f'the root link is called {root}; REP 105 writes {known}, and navigation '
                                  'looks for that name', subject=Subject('link', root),
                          site=context.tree.links[root].element.site, values={'usual': known})
