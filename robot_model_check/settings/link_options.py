"""Options of the generation for links that a glob names, from the configuration.

    decompose:
      '*': {method: primitive}
      'finger_*': {method: split, max_excess: 0.002, max_parts: 16}

Of several globs that match a link the later ones count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from math import inf
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.settings import strict

METHODS = ('auto', 'primitive', 'hull', 'split', 'coacd', 'vhacd')
# What holds where nobody says anything: shares of the visual's volume, parts per link, vertices per part.
MAX_EXCESS, MIN_COVERAGE, MAX_PARTS, MAX_VERTICES = 0.05, 0.99, 32, 64
# Option -> its type, whether a value makes sense, and what is said where it does not.
OPTIONS: Mapping[str, tuple[type, Any, str]] = {
    'method': (str, lambda value: value in METHODS, f'the method is one of {", ".join(METHODS)}'),
    'max_excess': (float, lambda value: 0 <= value < inf, 'the excess allowed is a number from 0 up'),
    'min_coverage': (float, lambda value: 0 < value <= 1, 'the coverage asked for is above 0 and at most 1'),
    'max_parts': (int, lambda value: value >= 1, 'a link has at least 1 part'),
    'max_vertices': (int, lambda value: value >= 4, 'a convex part has at least 4 vertices'),
    'time_limit': (float, lambda value: 0 < value < inf, 'the time limit is a number above 0'),
}


@dataclass(frozen=True)
class LinkOptions:
    """`values` of OPTIONS for the links whose names match `glob`."""

    glob: str
    values: Mapping[str, Any]

    def matches(self, link: str) -> bool:
        """Return whether they are meant for a link."""
        return fnmatchcase(link, self.glob)


def require(name: str, value: Any) -> None:
    """Raise UsageError where the value of an option makes no sense."""
    _, is_sound, words = OPTIONS[name]
    if not is_sound(value):
        raise UsageError(f'{words}, not {value!r}')


def read(content: Any, where: str) -> tuple[LinkOptions, ...]:
    """Return the options under `decompose` in a configuration. Raises UsageError for what is unknown or makes
    no sense."""
    where = f'{where}: decompose'
    return tuple(LinkOptions(str(glob), _values(values, f'{where}: {glob}'))
                 for glob, values in strict.mapping(content, where).items())


def _values(content: Any, where: str) -> dict[str, Any]:
    given = strict.mapping(content, where, OPTIONS)
    if not given:
        raise UsageError(f'{where}: give at least one of {", ".join(OPTIONS)}')
    return {name: _value(name, value, where) for name, value in given.items()}


def _value(name: str, value: Any, where: str) -> Any:
    kind = OPTIONS[name][0]
    value = value if kind is str else strict.as_number(value)
    if kind is int and isinstance(value, float) and value.is_integer():
        value = int(value)
    fits = {str: isinstance(value, str), int: isinstance(value, int) and not isinstance(value, bool),
            float: isinstance(value, (int, float)) and not isinstance(value, bool)}[kind]
    if not fits:
        words = {str: 'a word', int: 'a whole number', float: 'a number'}[kind]
        raise UsageError(f'{where}: {name} = {value!r} is not {words}')
    try:
        require(name, value)
    except UsageError as error:
        raise UsageError(f'{where}: {name}: {error}') from None
    return kind(value)
