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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

from robot_model_check.clues.listing import names_of, together
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
            yield from _told([named[name] for name in names], partial(_clash, kind, names), options['listed'])
        left = [named[name] for name in sorted(named) if not any(name in names for names in clashing)]
        yield from _faulty(kind, left, options['listed'])
    yield from _shared(robot)


def _clash(kind: str, names: Sequence[str], name: str, others: str) -> str:
    first = ' and '.join(f'"{one}"' for one in names[:3]) + (' and others' if len(names) > 3 else '')
    return f'{first} become one {kind} name, "{usd_name(name)}", in USD'


def _shared(robot: Robot) -> Iterator[Finding]:
    """Yield the names that a link and a joint share: SDF has one name space for both."""
    joints = {joint.name for joint in robot.joints}
    links = {link.name: link for link in robot.links if link.name and link.name in joints}
    if links:
        found = [replace(_finding(link, _both(name), Level.INFO), subject=Subject('joint', name))
                 for name, link in links.items()]
        others = f' (and {len(links) - 1} more)' if len(links) > 1 else ''
        yield together(found, _both(next(iter(links)), others), {'joints': list(links)})


def _both(name: str, others: str = '') -> str:
    return f'a link and a joint are both called "{name}"{others}; URDF allows it, Gazebo does not'


def usd_name(name: str) -> str:
    """Return the name as TfMakeValidIdentifier makes it: a leading digit becomes "_" as well."""
    return re.sub('^[^A-Za-z_]', '_', re.sub('[^A-Za-z0-9_]', '_', name))


def _faulty(kind: str, parts: Sequence[Part], many: int) -> Iterator[Finding]:
    faults: dict[str, list[Part]] = defaultdict(list)
    for part in parts:
        fault = next((words for words, pattern in FAULTS if _has(words, pattern, part.name)), '')
        if fault or (usd_name(part.name) != part.name and not _is_frame(part)):
            faults[fault].append(part)
    changed = faults.pop('', [])
    for fault, same in faults.items():
        yield from _told(same, partial(_fault, kind, fault), many)
    if changed:
        first = changed[0].name
        others = f' and {len(changed) - 1} more {kind} names' if len(changed) > 1 else ''
        yield _listing([_finding(part, _change(part.name), level=Level.INFO) for part in changed],
                       _change(first, others))


def _fault(kind: str, fault: str, name: str, others: str) -> str:
    return f'{kind} name "{name}"{others} {fault}; USD calls it "{usd_name(name)}"'


def _change(name: str, others: str = '') -> str:
    verb = 'change' if others else 'changes'
    return f'"{name}"{others} {verb} on the way into USD ("{usd_name(name)}")'


def _has(words: str, pattern: re.Pattern[str], name: str) -> bool:
    return bool(pattern.match(name) if words.startswith('begins') else pattern.search(name))


def _is_frame(part: Part) -> bool:
    return isinstance(part, Joint) and part.type == 'fixed'


def _told(parts: Sequence[Part], words: Callable[[str, str], str], many: int) -> Iterator[Finding]:
    """Yield a finding for each name, or one for all where there are many; `words` gets the name, and what to
    say of the others.
    """
    found = [_finding(part, f'{words(part.name, "")}; rename') for part in parts]
    if len(found) < many:
        yield from found
    else:
        yield _listing(found, f'{words(parts[0].name, f" (and {len(parts) - 1} more)")}; rename')


def _listing(found: Sequence[Finding], message: str) -> Finding:
    names = names_of(found)
    kind = found[0].subject.kind if found[0].subject is not None else ''
    return together(found, message, {f'{kind}s': names, 'mapping': {name: usd_name(name) for name in names}})


def _finding(part: Part, message: str, level: Level | None = None) -> Finding:
    kind = 'link' if isinstance(part, Link) else 'joint'
    return Finding(message=message, subject=Subject(kind, part.name), level=level, site=part.element.site,
                   attribute='name',
                   values={f'{kind}s': [part.name], 'mapping': {part.name: usd_name(part.name)}})
