"""The semantic description (SRDF) that belongs to a robot: pairs that may touch, and named poses.

Only what the checks need is read: <disable_collisions>, <disable_default_collisions>, <enable_collisions> and
<group_state>. A file that ends in .xacro is expanded as descriptions are.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from robot_model_check.errors import UnknownArgument, UsageError

if TYPE_CHECKING:
    from robot_model_check.document import Document
    from robot_model_check.reading.packages import Finder

FOLDERS = ('.', 'srdf', os.path.join('..', 'srdf'), 'config', os.path.join('..', 'config'))


class SrdfError(Exception):
    """The file is no readable SRDF."""


@dataclass(frozen=True)
class Srdf:
    """`disabled` are pairs of links that may touch, `free` links that may touch any but those of `enabled`;
    `states` maps the name of a pose to joint values [rad, m].
    """

    path: str
    robot: str
    disabled: frozenset[frozenset[str]] = frozenset()
    states: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    free: frozenset[str] = frozenset()
    enabled: frozenset[frozenset[str]] = frozenset()

    @property
    def links(self) -> frozenset[str]:
        """The links that are named."""
        return self.free.union(*self.disabled, *self.enabled)

    def may_touch(self, one: str, other: str) -> bool:
        """Return whether collisions of these links are disabled."""
        pair = frozenset((one, other))
        return pair in self.disabled or (bool(pair & self.free) and pair not in self.enabled)


def read(path: str, finder: Finder, arguments: Mapping[str, str] | None = None) -> Srdf:
    """Read an SRDF file; `arguments` are given to xacro where the file declares them. Raises SrdfError."""
    try:
        root = (ElementTree.fromstring(_expanded(path, finder, arguments or {})) if path.endswith('.xacro')
                else ElementTree.parse(path).getroot())
    except OSError as error:
        raise SrdfError(f'cannot read {path}: {error.strerror}') from error
    except ElementTree.ParseError as error:
        raise SrdfError(f'{path}: {error}') from error
    if root.tag != 'robot':
        raise SrdfError(f'{path}: the root element is <{root.tag}>, not <robot>')
    states = {row.get('name', ''): dict(_values(row)) for row in root.iter('group_state')}
    free = frozenset(row.get('link', '') for row in root.iter('disable_default_collisions'))
    return Srdf(path, root.get('name', ''), _pairs(root, 'disable_collisions'), states, free,
                _pairs(root, 'enable_collisions'))


def _expanded(path: str, finder: Finder, arguments: Mapping[str, str]) -> bytes:
    from robot_model_check.reading.read import read as read_document
    document: Document
    try:
        try:
            document = read_document(path, arguments, finder)
        except UnknownArgument as error:
            known = {name: value for name, value in arguments.items() if name not in error.names}
            document = read_document(path, known, finder)
    except UsageError as error:
        raise SrdfError(str(error)) from error
    if document.root is None:
        raise SrdfError(f'{path}: {document.why_unread}')
    return document.text


def _pairs(root: ElementTree.Element, tag: str) -> frozenset[frozenset[str]]:
    pairs = (frozenset((row.get('link1', ''), row.get('link2', ''))) for row in root.iter(tag))
    return frozenset(pair for pair in pairs if len(pair) == 2)


def _values(state: ElementTree.Element) -> Iterator[tuple[str, float]]:
    """Yield the joints of one value; others (planar, floating) have none that could be used."""
    for row in state.iter('joint'):
        try:
            yield row.get('name', ''), float(row.get('value', ''))
        except ValueError:
            continue


def beside(model: Document, robot: str, finder: Finder) -> Srdf | None:
    """Return the SRDF of this robot that lies next to the model file, in the usual folders, or None.

    A file counts that names the same robot; of several the first by folder and name. One that has to be
    expanded gets the arguments of the model.
    """
    if model.file is None:
        return None
    here = os.path.dirname(os.path.abspath(model.file))
    for folder in FOLDERS:
        for path in _files(os.path.join(here, folder)):
            try:
                found = read(path, finder, model.arguments)
            except SrdfError:
                continue
            if found.robot == robot:
                return found
    return None


def _files(folder: str) -> list[str]:
    try:
        return sorted(os.path.join(os.path.normpath(folder), name) for name in os.listdir(folder)
                      if name.endswith(('.srdf', '.srdf.xacro')))
    except OSError:
        return []
