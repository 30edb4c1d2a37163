"""Where a thing is written: the file a person edits, not the text that came out of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Call:
    """One xacro macro call (or include) on the way to an element."""

    file: str
    line: int


@dataclass(frozen=True)
class Site:
    """A place in a source file.

    `line` and `column` count from 1, `column` in characters. `file` is an absolute path, or None when the
    text came from a topic or standard input. `calls` is the chain of macro calls that produced the element,
    outermost first.
    """

    file: str | None
    line: int
    column: int = 1
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Span:
    """Half-open byte range [start, end) of an element in `Document.text`, tags included."""

    start: int
    end: int
