"""The node's parameters as one table, what each accepts, and what they ask of a worker.

Without ROS, so that the table can be tested and printed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robot_model_check.bringup.worker import CheckRequest, GenerateRequest, Source
from robot_model_check.errors import UsageError
from robot_model_check.settings.link_options import MAX_EXCESS, MAX_PARTS, METHODS, MIN_COVERAGE
from robot_model_check.verdict import FAIL_ON
from robot_model_check.words import did_you_mean


@dataclass(frozen=True)
class Parameter:
    """One parameter.

    Its type is that of `default`; `low` and `high` are allowed values; `choices` all there are.
    """

    name: str
    default: Any
    description: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    read_only: bool = False


TABLE = (
    Parameter(
        'description_file',
        '',
        'What to check: a .urdf or .xacro file, or a package with one model; the topic robot_description '
        'is compared with it. Empty: what comes on that topic. A new value is checked at once.',
    ),
    Parameter(
        'xacro_arguments',
        [''],
        "Arguments of the xacro file, each 'name:=value'; empty strings are skipped. A new "
        'value is checked at once.',
    ),
    Parameter(
        'config_file',
        '',
        'YAML configuration of the rules, and of the generation per link. Empty: the defaults. A new value '
        'is checked at once.',
    ),
    Parameter(
        'profile',
        '',
        'Profile of the rules: default, strict, mujoco, gazebo, isaac or moveit. Empty: that of the '
        'configuration. A new value is checked at once.',
    ),
    Parameter(
        'fail_on',
        '',
        'Least level of a finding that fails a check: error, warning or never. Empty: that of the '
        'configuration, else error.',
        choices=('', *FAIL_ON),
    ),
    Parameter(
        'exit_after_check',
        False,
        'End the process after the first check, with status 0 (passed), 1 (findings), '
        '2 (nothing to check) or 3 (incomplete, or ended by a signal before that).',
        read_only=True,
    ),
    Parameter(
        'exit_on_failure',
        False,
        'End the process, with the status of exit_after_check, when a check does not pass.',
        read_only=True,
    ),
    Parameter(
        'output_directory',
        '',
        'Where ~/generate_collision writes. Empty: '
        '$ROS_HOME/robot_model_check/<robot> (ROS_HOME is ~/.ros where it is not set).',
    ),
    Parameter('links', '*', 'Links that ~/generate_collision works on, as a glob pattern.'),
    Parameter('method', 'auto', 'How ~/generate_collision makes parts.', choices=METHODS),
    Parameter(
        'max_excess',
        MAX_EXCESS,
        'Volume of the collision beyond the visual over that of the visual [1].',
        0.0,
        10.0,
    ),
    Parameter(
        'min_coverage',
        MIN_COVERAGE,
        'Share of the visual volume that the collision must cover [1].',
        0.0,
        1.0,
    ),
    Parameter('max_parts', MAX_PARTS, 'Convex parts per link.', 1, 1024),
    Parameter('time_limit', 0.0, 'Seconds per link and method; 0 sets no limit.', 0.0, 86400.0),
    Parameter(
        'repair',
        False,
        'Whether ~/generate_collision also puts in what the rules compute (units, axes, inertials, limits), '
        'and replaces only collisions that a rule finds wanting.',
    ),
)

# A change of one of these changes what the check says.
RECHECK = frozenset({'description_file', 'xacro_arguments', 'config_file', 'profile'})


def unknown(name: str) -> str:
    """Return what to say of a parameter that is given and that the node does not have; '' for one it has."""
    names = [parameter.name for parameter in TABLE]
    if name in names:
        return ''
    return f'{name!r} is no parameter of this node and has no effect{did_you_mean(name, names)}'


def rejection(values: Mapping[str, Any]) -> str:
    """Return why this set of values of all parameters is refused, or ''."""
    for parameter in TABLE:
        if parameter.choices and values[parameter.name] not in parameter.choices:
            known = ', '.join(repr(choice) for choice in parameter.choices)
            return f'{parameter.name} is {values[parameter.name]!r}; it must be one of {known}'
    try:
        arguments(values['xacro_arguments'])
        from robot_model_check.settings.config_file import load_config

        load_config(values['config_file'] or None, values['profile'] or None)
    except UsageError as error:
        return str(error)
    return '' if values['links'] else "links is empty; '*' means every link"


def arguments(words: Sequence[str]) -> dict[str, str]:
    """Return the xacro arguments of a list of 'name:=value'. Raises UsageError for any other form."""
    for word in words:
        name, mark, _ = word.partition(':=')
        if word and not (name and mark):
            raise UsageError(f"xacro_arguments holds {word!r}; each entry must read 'name:=value'")
    return dict(word.split(':=', 1) for word in words if word)


def source(values: Mapping[str, Any], text: bytes | None) -> Source | None:
    """Return what is to be read: the file, else the `text` of the topic, else None."""
    if values['description_file']:
        path = os.path.expanduser(values['description_file'])
        return Source(path, arguments=arguments(values['xacro_arguments']))
    return Source(None, text) if text is not None else None


def check_request(values: Mapping[str, Any], read: Source, text: bytes | None) -> CheckRequest:
    """Return the request for a check; a file is compared with the `text` of the topic, where one has come."""
    running = text if read.target is not None else None
    return CheckRequest(read, values['config_file'], values['profile'], values['fail_on'], _jobs(), running)


def generate_request(values: Mapping[str, Any], read: Source) -> GenerateRequest:
    """Return the request for collision meshes, and corrections where these are asked for."""
    names = ('links', 'method', 'max_excess', 'min_coverage', 'max_parts')
    options = {**{name: values[name] for name in names}, 'time_limit': values['time_limit'] or None}
    return GenerateRequest(read, values['output_directory'], options, _jobs(), values['config_file'],
                           values['profile'], values['repair'])


def _jobs() -> int:
    return os.cpu_count() or 1
