"""Follow values through xacro's evaluation, so that each attribute knows where its value was written."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from robot_model_check.reading.xacro_origins import joined, origin_of, placed, written
from robot_model_check.source import Site

Replace = dict[str, Callable[..., Any]]


@dataclass
class Values:
    """What is known of the values being evaluated.

    `property` is the place of the <xacro:property> being read, `lazy` that of each property of a table whose
    value waits until it is asked for. `texts` holds, for each text being evaluated, the values of its
    expressions so far. `awaited` are the attributes of the current element that come next, `found` the places
    of those that have been evaluated.
    """

    property: Site | None = None
    lazy: dict[tuple[int, str], Site] = field(default_factory=dict)
    texts: list[list[Any]] = field(default_factory=list)
    awaited: list[tuple[str, str]] = field(default_factory=list)
    found: dict[str, Site] = field(default_factory=dict)


def evaluations(xacro: types.ModuleType, values: Values) -> Replace:
    """Return what stands in for the functions that evaluate a text."""
    eval_text_before, safe_eval_before = xacro.eval_text, xacro.safe_eval

    def eval_text(text: str, symbols: Any) -> Any:
        values.texts.append([])
        result = eval_text_before(text, symbols)
        inside = values.texts.pop()
        if inside and type(result) is str:
            result = joined(result, text, inside)
        if not values.texts and values.awaited and values.awaited[0][1] == text:
            name = values.awaited.pop(0)[0]
            if (site := origin_of(result)) is not None:
                values.found[name] = site
        return result

    def safe_eval(*what: Any) -> Any:
        result = safe_eval_before(*what)
        if values.texts:
            values.texts[-1].append(result)
        return result

    return {'eval_text': eval_text, 'safe_eval': safe_eval}


def tables(xacro: types.ModuleType, values: Values, parameter: Callable[[str], Site | None]) -> Replace:
    """Return what stands in for the methods of xacro's symbol table; `parameter` tells where a parameter of
    the macro being called has its value from.
    """
    set_before, resolve_before = xacro.Table._setitem, xacro.Table._resolve_

    def setitem(self: Any, key: str, value: Any, unevaluated: bool) -> None:
        place = values.property or parameter(key)
        set_before(self, key, value, unevaluated)
        if place is None:
            return
        if key in self.unevaluated:
            values.lazy[id(self), key] = place
        else:  # xacro reads a number from a text, which then no longer knows its place
            now = dict.__getitem__(self, key)
            dict.__setitem__(self, key, written(placed(now, origin_of(value)), place))

    def resolve(self: Any, key: str) -> Any:
        waiting = key in self.unevaluated
        result = resolve_before(self, key)
        if waiting:
            result = written(result, values.lazy.get((id(self), key)))
            dict.__setitem__(self, key, result)
        return result

    return {'_setitem': setitem, '_resolve_': resolve}
