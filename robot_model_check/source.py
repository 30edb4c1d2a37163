"""Where a thing is written: the file a person edits, not the text that came out of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True, order=True)
class Call:
    """One xacro macro call (or include) on the way to an element."""

    file: str
    line: int


@dataclass(frozen=True)
class Origin:
    """Where the value of an attribute was written; `attribute` '' stands for all of an element's values."""

    attribute: str
    site: Site


@dataclass(frozen=True)
class Site:
    """A place in a source file.

    `line` and `column` count from 1, `column` in characters. `file` is an absolute path, or None when the
    text came from a topic or standard input. `calls` is the chain of macro calls that produced the element,
    outermost first. `origins` are the places of values that xacro brought to the element; where such a place
    is the one told, `used` is that of the element.
    """

    file: str | None
    line: int
    column: int = 1
    calls: tuple[Call, ...] = ()
    origins: tuple[Origin, ...] = field(default=(), compare=False, repr=False)
    used: Site | None = field(default=None, compare=False)

    def of_value(self, attribute: str | None) -> Site:
        """Return where the value of an attribute was written (None: all values of the element), which is the
        element itself unless xacro brought the value from elsewhere.
        """
        found = next((origin.site for origin in self.origins if origin.attribute == (attribute or '')), None)
        return self if found is None else replace(found, used=replace(self, origins=()))


@dataclass(frozen=True)
class Span:
    """Half-open byte range [start, end) of an element in `Document.text`, tags included."""

    start: int
    end: int
