"""The robot_description that runs is what the file expands to.

Checks
    In the node only, when a file is checked and a text has come on the topic robot_description besides: both
    are compared, link by link and joint by joint, and so is what else stands below <robot> (materials,
    ros2_control, gazebo, transmission). Comments, blanks, order and values that URDF implies do not count,
    nor do numbers that agree in six digits. Where both agree, what is found in the file holds for the running
    robot, with the lines of the xacro files. Where they differ, what is found holds for the file alone.
    On the command line there is no second description, and the rule says nothing.

Who breaks
    Who reads the report: the fault is mended in the file, and the robot goes on with the other text. A
    controller tuned on one mass runs on another; ros2_control drives mock hardware although the file names
    the real one. Nobody else says so: robot_state_publisher, ros2_control and MoveIt each take the text they
    are given.

Bad
    check.launch.py file:=arm.urdf.xacro beside a robot_state_publisher of the same file with payload:=true

Good
    check.launch.py file:=arm.urdf.xacro xacro_arguments:=payload:=true beside that robot_state_publisher

References
    robot_state_publisher: the topic robot_description, transient local, holds the text that runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.drift import Part, drift
from robot_model_check.clues.listing import together
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'description-drift'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'tolerance': Option(
        5e-6, '1', 0.0, 0.1, 'relative difference of two numbers that does not count: '
        'C++ streams print six significant digits where nobody asks for more'
    ),
    'listed': Option(4, '1', 2, None, 'from here on one finding lists them: three parts are read one '
                     'by one, more are another file or argument'),
}
SOURCES = ('robot_state_publisher: robot_description',)

MOST = 3  # differences told of one part
NAMED = 10  # parts named in one message; the values name all
LONGEST = 80  # characters of a value told
REMEDY = (
    'what is found here holds for the file, not for what runs: restart what publishes robot_description, or '
    'give this check the same file and arguments'
)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per part that differs, or one for many."""
    running = context.running
    if running is None:
        return
    if running.root is None:
        yield Finding(message='what runs as robot_description could not be compared with this file: '
                              f'{running.why_unread}')
        return
    parts = list(drift(robot.element, running.root, options['tolerance']))
    name = running.root.attributes.get('name', '')
    if name != robot.name:
        yield Finding(message=f'the robot that runs is called "{name}", not "{robot.name}"; {REMEDY}',
                      attribute='name', values={'running': name})
    if len(parts) < options['listed']:
        yield from (_told(part, robot) for part in parts)
    else:
        yield _listed(parts, robot)


def _told(part: Part, robot: Robot) -> Finding:
    return Finding(
        message=f'{_words(part)}; {REMEDY}',
        site=part.ours.site if part.ours is not None else None,
        subject=_subject(part, robot),
        values={
            'differs': [difference.what for difference in part.differences],
            'file': [difference.ours or '' for difference in part.differences],
            'running': [difference.theirs or '' for difference in part.differences],
        },
    )


def _words(part: Part) -> str:
    if part.ours is None:
        return f'{_name(part)} runs, but this file does not make it'
    if part.theirs is None:
        return f'{_name(part)} of this file is not in the description that runs'
    first = '; '.join(f'{one.what} is {_shown(one.ours)} here, {_shown(one.theirs)} running'
                      for one in part.differences[:MOST])
    more = len(part.differences) - MOST
    return f'{_name(part)} differs from what runs: {first}{f"; and {more} more" if more > 0 else ""}'


def _shown(text: str | None) -> str:
    if text is None:
        return 'absent'
    return f'"{text}"' if len(text) <= LONGEST else f'"{text[:LONGEST]}..."'


def _name(part: Part) -> str:
    if part.tag in ('link', 'joint'):
        return f'{part.tag} "{part.name}"'
    return f'<{part.tag}>{f" of {part.name}" if part.name else ""}'


def _names(parts: Sequence[Part]) -> str:
    more = len(parts) - NAMED
    return ', '.join(map(_name, parts[:NAMED])) + (f' and {more} more' if more > 0 else '')


def _subject(part: Part, robot: Robot) -> Subject | None:
    """Return the link or joint of this file that is concerned, None for the model."""
    if part.ours is None:
        return None
    if part.tag in ('link', 'joint'):
        return Subject(part.tag, part.name)
    owner = robot.link(part.name) or robot.joint(part.name) if part.tag == 'gazebo' else None
    return Subject(owner.element.tag, part.name) if owner is not None else None


def _listed(parts: Sequence[Part], robot: Robot) -> Finding:
    groups = {
        'differ': [part for part in parts if part.differences],
        'are only in this file': [part for part in parts if part.theirs is None],
        'only run': [part for part in parts if part.ours is None],
    }
    said = '; '.join(f'{len(group)} {what} ({_names(group)})' for what, group in groups.items() if group)
    found = [_told(part, robot) for part in parts]
    subjects = [one.subject for one in found if one.subject is not None]
    return together(
        found, f'what runs is not what this file expands to: {said}. First: {_words(parts[0])}; {REMEDY}',
        {
            **{f'{kind}s': list(dict.fromkeys(one.name for one in subjects if one.kind == kind))
               for kind in ('link', 'joint')},
            'running only': [_name(part) for part in groups['only run']],
        },
        at_first=False,
    )
