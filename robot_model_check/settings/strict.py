"""Refuse what is not known in a configuration, and name the nearest known word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.reading.schema import LARGEST, NUMBER
from robot_model_check.words import did_you_mean

LARGEST_FILE = 64 << 20  # bytes: a device has no end
FEW = 15  # names: more are no help in one line


def text_of(path: Path, what: str, encoding: str = 'utf-8') -> str:
    """Return the text of a file that is given as `what`; raises UsageError where it cannot be read."""
    try:
        with path.open('rb') as stream:
            data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise UsageError(f'{what} {path} is larger than {LARGEST_FILE >> 20} MiB: is it the right file?')
        return data.decode(encoding)
    except OSError as error:
        near = did_you_mean(path.name, _names_beside(path))
        raise UsageError(f'cannot read {what} {path}: {error.strerror}{near}') from None
    except UnicodeDecodeError:
        raise UsageError(f'{path}: {what} is not in UTF-8: save it as such') from None


def _names_beside(path: Path) -> list[str]:
    try:
        return [file.name for file in path.parent.iterdir() if file.suffix.lower() == path.suffix.lower()]
    except OSError:
        return []


def known(what: str, name: Any, names: Iterable[str], where: str) -> Any:
    """Return a name; raises UsageError with the nearest known ones where it is not among them, with all where
    none is near and they are few."""
    names = tuple(names)
    if name not in names:
        listed = f'; known are {", ".join(map(str, names))}' if 0 < len(names) <= FEW else ''
        raise UsageError(f'{where}: unknown {what} {name!r}{did_you_mean(str(name), names) or listed}')
    return name


def mapping(value: Any, where: str, keys: Iterable[str] = ()) -> Mapping[str, Any]:
    """Return a mapping, {} for nothing; raises UsageError for anything else, and for a key that is not one of
    `keys` (none named: any)."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise UsageError(f'{where}: expected a mapping')
    keys = tuple(keys)
    for key in value if keys else ():
        known('key', key, keys, where)
    return value


def rows(value: Any, where: str, form: str) -> list[Any]:
    """Return a list, [] for nothing; raises UsageError for anything else, saying which `form` rows have."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise UsageError(f'{where}: expected a list of {form}')
    return value


def as_number(value: Any) -> Any:
    """Return the number that a text such as 1e-3 is, which YAML does not take for one; else the value."""
    return float(value) if isinstance(value, str) and NUMBER.fullmatch(value) else value


def number(value: Any, where: str, unit: str) -> float:
    """Return a number of a size that can be computed with; raises UsageError for anything else."""
    value = as_number(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise UsageError(f'{where}: {value!r} is not a number{f" [{unit}]" if unit else ""}')
    return float(value)


def positive(value: Any, where: str, unit: str) -> float:
    """Return such a number above 0; raises UsageError for anything else."""
    found = number(value, where, unit)
    if found <= 0:
        raise UsageError(f'{where}: {value!r} is not above 0 {unit}')
    return found
