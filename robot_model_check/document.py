"""The description as text with a place for every element: what `xacro_source` produces and `parse`
consumes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_model_check.finding import Level, Subject
from robot_model_check.source import Site, Span


@dataclass(frozen=True, eq=False)
class Element:
    """An XML element of the expanded description.

    `tag` and attribute names keep their prefix as written (`xacro:macro`, `xlink:href`). `text` is the
    character data directly inside, stripped. `span` addresses the bytes of `Document.text`.
    """

    tag: str
    attributes: Mapping[str, str]
    children: tuple[Element, ...]
    text: str
    site: Site
    span: Span

    def find(self, tag: str) -> Element | None:
        """Return the first child with this tag, or None."""
        return next((child for child in self.children if child.tag == tag), None)

    def find_all(self, tag: str) -> list[Element]:
        """Return the children with this tag, in document order."""
        return [child for child in self.children if child.tag == tag]

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in document order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Problem:
    """A fault met while reading, before there is a model. The rule named `rule` turns it into a finding."""

    rule: str
    message: str
    site: Site | None = None
    subject: Subject | None = None
    level: Level | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    attribute: str | None = None


@dataclass(frozen=True, eq=False)
class Document:
    """A description that has been read.

    `file` is the absolute path of the file named by the user (None: topic or standard input), `sha256` that
    of its bytes. `text` is the URDF: the file's own bytes, or xacro's output in UTF-8. `root` is None when
    the text could not be read at all; `problems` then says why. `sources` maps each file that sites refer to
    (absolute path, '' for a text without a file) to its text, for quoting. `sites_exact` is False where sites
    are lines of the expanded text.
    """

    file: str | None
    sha256: str
    text: bytes
    root: Element | None
    problems: tuple[Problem, ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)
    expanded: bool = False
    sites_exact: bool = True
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def why_unread(self) -> str:
        """Say why there is no root."""
        return self.problems[0].message if self.problems else 'it holds no robot'
