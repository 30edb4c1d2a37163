"""Names of links and joints survive the way into USD and MJCF.

Checks
    Two links, or two joints, whose names become one when each character but letters, digits and "_" is
    replaced by "_" and a leading digit as well, as USD does. Names with blanks, with slashes, or that begin
    with a digit. Names that only change (`tool-0` to `tool_0`), of links and of joints that move, are one
    info; fixed joints are frames that nobody commands. The mapping is in the values. A link and a joint of
    one name are an info. Many names of one fault are one finding of the model.

Who breaks
    Isaac's URDF importer makes USD names by TfMakeValidIdentifier: of two names that become one, the second
    gets a number or overwrites the first, and joint names no longer match those that ROS sends. tf2 refuses
    a leading slash ("tf2 frame_ids cannot start with a '/'"); MuJoCo uses "/" to separate the names of
    attached models; a name with a blank cannot be given in a ROS parameter list or on a command line
    without quotes. Where a link and a joint share a name libsdformat says "has a name collision. Please
    rename this joint."

Bad
    <link name="shoulder-pan"/> <link name="shoulder_pan"/> <joint name="1" type="revolute">...</joint>

Good
    <link name="shoulder_pan"/> <link name="shoulder_pan_motor"/>
    <joint name="joint_1" type="revolute">...</joint>

References
    OpenUSD, TfMakeValidIdentifier. tf2, BufferCore::validateFrameId. MuJoCo, attach.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Joint, Link, Robot
from robot_model_check.rules import Option

ID = 'name-portable'
AREA = 'portability'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'listed': Option(4, '1', 2, None, 'from here on one finding lists them: three lines are read name by '
                     'name, more are one habit of naming'),
}
SOURCES = ('OpenUSD: TfMakeValidIdentifier', 'tf2: validateFrameId', 'MuJoCo: attach')

Part: TypeAlias = Link | Joint
FAULTS = (
    ('holds a blank', re.compile(r'\s')),
    ('holds a slash', re.compile('/')),
    ('begins with a digit', re.compile(r'\d')),
)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield names that clash, then names that break something, then those that only change."""
    kinds: dict[str, tuple[Part, ...]] = {'link': robot.links, 'joint': robot.joints}
    for kind, parts in kinds.items():
        named = {part.name: part for part in reversed(parts) if part.name}
        by_usd: dict[str, list[str]] = defaultdict(list)
        for name in sorted(named):
            by_usd[usd_name(name)].append(name)
        clashing = [names for names in by_usd.values() if len(names) > 1]
        for names in clashing:
            words = ' and '.join(f'"{name}"' for name in names[:3]) + (
                ' and others' if len(names) > 3 else ''
            )
            yield from _told(
                kind,
                names,
                named,
                f'{words} become one {kind} name, "{usd_name(names[0])}", in USD',
                options['listed'],
            )
        left = [name for name in sorted(named) if not any(name in names for names in clashing)]
        yield from _faulty(kind, left, named, options['listed'])
    yield from _shared(robot)


def _shared(robot: Robot) -> Iterator[Finding]:
    """Yield the names that a link and a joint share: SDF has one name space for both."""
    joints = {joint.name for joint in robot.joints}
    links = {link.name: link for link in robot.links if link.name and link.name in joints}
    if links:
        first, *rest = links
        others = f' (and {len(rest)} more)' if rest else ''
        yield Finding(
            message=f'a link and a joint are both called "{first}"{others}; URDF allows it, Gazebo does not',
            level=Level.INFO,
            site=links[first].element.site,
            attribute='name',
            values={'joints': list(links)},
        )


def usd_name(name: str) -> str:
    """Return the name as TfMakeValidIdentifier makes it: a leading digit becomes "_" as well."""
    return re.sub('^[^A-Za-z_]', '_', re.sub('[^A-Za-z0-9_]', '_', name))


def _faulty(kind: str, names: Sequence[str], named: Mapping[str, Part], listed: int) -> Iterator[Finding]:
    faults: dict[str, list[str]] = defaultdict(list)
    for name in names:
        fault = next((words for words, pattern in FAULTS if _has(words, pattern, name)), '')
        if fault:
            faults[fault].append(name)
        elif usd_name(name) != name and not _is_frame(named[name]):
            faults[''].append(name)
    for fault, same in faults.items():
        if fault:
            yield from _told(
                kind, same, named, f'{kind} name {{names}} {fault}; USD calls it {{usd}}', listed
            )
        else:
            first = same[0]
            others = f' and {len(same) - 1} more {kind} names' if len(same) > 1 else ''
            yield _finding(
                kind,
                same,
                named,
                f'"{first}"{others} change on the way into USD ("{usd_name(first)}")',
                None,
                Level.INFO,
            )


def _has(words: str, pattern: re.Pattern[str], name: str) -> bool:
    return bool(pattern.match(name) if words.startswith('begins') else pattern.search(name))


def _is_frame(part: Part) -> bool:
    return isinstance(part, Joint) and part.type == 'fixed'


def _told(
    kind: str, names: Sequence[str], named: Mapping[str, Part], words: str, listed: int
) -> Iterator[Finding]:
    """Yield a finding for each name, or one for all where there are many."""
    if len(names) >= listed:
        filled = words.format(
            names=f'"{names[0]}" (and {len(names) - 1} more)', usd=f'"{usd_name(names[0])}"'
        )
        yield _finding(kind, names, named, f'{filled}; rename', None, None)
        return
    for name in names:
        filled = words.format(names=f'"{name}"', usd=f'"{usd_name(name)}"')
        yield _finding(kind, [name], named, f'{filled}; rename', Subject(kind, name), None)


def _finding(
    kind: str,
    names: Sequence[str],
    named: Mapping[str, Part],
    message: str,
    subject: Subject | None,
    level: Level | None,
) -> Finding:
    return Finding(
        message=message,
        subject=subject,
        level=level,
        site=named[names[0]].element.site,
        attribute='name',
        values={f'{kind}s': list(names), 'mapping': {name: usd_name(name) for name in names}},
    )
