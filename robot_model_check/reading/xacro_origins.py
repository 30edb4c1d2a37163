"""Where the value of an attribute was written: a property, a macro call, a default, a line of a yaml file.

Method: the number or text that xacro takes from one of these is handed to it as a float, int or str that
knows its place. What is computed from one of them and constants knows it, too; what is computed from two
does not, since either may be wrong, and then the place that computes is the place to look at. A factor of 1
or -1 (`reflect`, `side`) is a sign and takes nothing away.
"""

from __future__ import annotations

import math
import operator
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from robot_model_check.source import Origin, Site

SPAN = 12  # lines of one file: a tensor in a yaml file, a key a line, is one place
_PATH = re.compile(r'(package:|model:|file:)?/+')
_EXPRESSION = re.compile(r'\$\{[^}]*\}')


class _Placed:
    """A value that knows where it was written; None where that is more than one place."""

    origin: Site | None


class PlacedText(str, _Placed):
    """A text that knows where it was written."""


class PlacedFloat(float, _Placed):
    """A float that knows where it was written."""


class PlacedInt(int, _Placed):
    """An int that knows where it was written."""


KINDS: Mapping[type, type] = {str: PlacedText, float: PlacedFloat, int: PlacedInt}
PLAIN: Mapping[type, type] = {placed: plain for plain, placed in KINDS.items()}


def placed(value: Any, origin: Site | None) -> Any:
    """Return a number or text with its place; any other value as it is."""
    kind = KINDS.get(type(value)) or (type(value) if type(value) in PLAIN else None)
    if kind is None:
        return value
    new = kind(value)
    new.origin = origin
    return new


def origin_of(value: Any) -> Site | None:
    """Return where a value was written, None where it does not know; a namespace of xacro has only the
    attributes that its file defines.
    """
    return value.origin if isinstance(value, _Placed) else None


def written(value: Any, otherwise: Site | None) -> Any:
    """Return the value, or all values of a plain dict or list, with their place: their own where they have
    one, else that of who computes them.
    """
    if type(value) is dict:
        return {key: written(item, otherwise) for key, item in value.items()}
    if type(value) is list:
        return [written(item, otherwise) for item in value]
    return value if origin_of(value) is not None else placed(value, otherwise)


def _plain(value: Any) -> Any:
    return PLAIN[type(value)](value) if type(value) in PLAIN else value


def _of_both(one: Any, other: Any, signs: bool) -> Site | None:
    """Return where what is computed from two values was written; `signs`: a factor of 1 or -1 is a sign,
    and the other factor is what was written.
    """
    telling = [value for value in (one, other) if not (signs and abs(value) == 1)] or [one, other]
    known = [value for value in telling if isinstance(value, _Placed)]
    places = {value.origin for value in known}
    return places.pop() if len(places) == 1 else None


def _binary(compute: Callable[[Any, Any], Any], turned: bool) -> Callable[[Any, Any], Any]:
    signs = compute in (operator.mul, operator.truediv)

    def apply(self: Any, other: Any) -> Any:
        if not isinstance(other, (int, float)):
            return NotImplemented
        pair = (other, self) if turned else (self, other)
        return placed(compute(_plain(pair[0]), _plain(pair[1])), _of_both(self, other, signs))
    return apply


def _unary(compute: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: placed(compute(_plain(self)), self.origin)


for _plain_kind, _kind in KINDS.items():
    _kind.__name__ = _plain_kind.__name__  # what an error of Python says of the value
for _kind in (PlacedFloat, PlacedInt):
    for _name in ('add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow'):
        setattr(_kind, f'__{_name}__', _binary(getattr(operator, _name), False))
        setattr(_kind, f'__r{_name}__', _binary(getattr(operator, _name), True))
    for _name in ('neg', 'pos', 'abs'):
        setattr(_kind, f'__{_name}__', _unary(getattr(operator, _name)))


def keeping(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a function of one number, such as `radians`, whose result knows the place of its argument."""
    def apply(value: Any) -> Any:
        return placed(function(value), value.origin) if isinstance(value, _Placed) else function(value)
    return apply


def functions() -> dict[str, Callable[[Any], Any]]:
    """Return the functions of xacro's expressions that keep the place of their argument."""
    names = ('radians', 'degrees', 'sqrt', 'sin', 'cos', 'tan')
    return {name: keeping(getattr(math, name)) for name in names}


def joined(result: str, text: str, values: Sequence[Any]) -> str:
    """Return what xacro has joined from a text and the values of its expressions, with their place.

    Nothing but zeros may stand beside the values: a number there may be the one at fault. Of a path put
    together from values it is the last one.
    """
    beside = _EXPRESSION.sub(' ', text).split()
    if values and beside and all(map(_PATH.fullmatch, beside)):  # package://${package}/${path}
        return placed(result, origin_of(values[-1]))  # type: ignore[no-any-return]
    if not all(map(_is_zero, beside)):
        return result
    places = [origin_of(value) for value in values if not _is_zero(value)]
    return placed(result, _of_all(places))  # type: ignore[no-any-return]


def _is_zero(value: Any) -> bool:
    try:
        return float(value) == 0
    except (TypeError, ValueError):
        return False


def origins(raw: Mapping[str, str], found: Mapping[str, Site]) -> tuple[Origin, ...]:
    """Return the places of an element's values, and that of all of them under '' where they have one.

    `raw` are the attributes before xacro evaluated them, `found` the places of those that have one. A name is
    no value: what is wrong with a link or joint as a whole did not come with it.
    """
    each = tuple(Origin(name, site) for name, site in found.items())
    literal = (name for name, text in raw.items() if name not in found and not _is_zero(text))
    if not found or 'name' in raw or any(literal):
        return each
    first = _of_all(list(found.values()))
    return (*each, Origin('', first)) if first is not None else each


def _of_all(places: Sequence[Site | None]) -> Site | None:
    """Return the first of the places if they are close together in one file, else None."""
    known = sorted((site for site in places if site is not None), key=lambda site: (site.line, site.column))
    if not known or len(known) < len(places) or len({site.file for site in known}) > 1:
        return None
    return known[0] if known[-1].line - known[0].line <= SPAN else None


def placing_yaml(yaml: Any, sources: dict[str, str]) -> Callable[[Any], Any]:
    """Return a `safe_load` whose scalars know their line; it adds the text of the file to `sources`."""
    def safe_load(stream: Any) -> Any:
        text = stream.read() if hasattr(stream, 'read') else stream
        file = os.path.realpath(stream.name) if hasattr(stream, 'name') else None

        class Loader(yaml.SafeLoader):  # type: ignore[misc]
            def construct_object(self, node: Any, deep: bool = False) -> Any:
                value = super().construct_object(node, deep)
                mark = node.start_mark
                return placed(value, Site(file, mark.line + 1, mark.column + 1)) if file else value

        if file:
            sources[file] = text
        loader = Loader(text)
        loader.name = getattr(stream, 'name', '<text>')  # what an error of syntax names
        try:
            return loader.get_single_data()
        finally:
            loader.dispose()
    return safe_load
