"""A generated URDF by byte splices: what is not replaced keeps the bytes of its input.

A tree that is parsed and printed again changes quotes, line ends and comments, and the difference of two such
files hides what was really done. Here new text is put at the byte spans of the old elements instead.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr, unescape

from robot_model_check.clues.uri_form import scheme_of
from robot_model_check.document import Document, Element
from robot_model_check.model import Box, Capsule, Cylinder, Mesh, Pose, Sphere
from robot_model_check.reading.packages import Resolution
from robot_model_check.reading.xml_tree import parse_xml

INDENT = b'  '  # where the file shows no indentation of its own

_TAG_NAME = re.compile(rb'<[^\s/>]+')
_ATTRIBUTE = re.compile(rb'\s+([^\s=/>]+)\s*=\s*("[^"]*"|\'[^\']*\')')
_ENTITIES = {'&quot;': '"', '&apos;': "'"}


@dataclass(frozen=True)
class Edit:
    """Put `new` in place of the bytes [start, end)."""

    start: int
    end: int
    new: bytes


def apply(text: bytes, edits: Sequence[Edit]) -> bytes:
    """Return the text with all edits made; they must not overlap."""
    pieces, position = [], 0
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position:
            raise ValueError(f'two edits overlap at byte {edit.start}')
        pieces += [text[position:edit.start], edit.new]
        position = edit.end
    return b''.join([*pieces, text[position:]])


def collision_edits(document: Document, replacements: Mapping[str, Sequence[str]]) -> list[Edit]:
    """Return the edits that put new <collision> elements in place of all those of the links named.

    The elements go one by one where the old ones stood, the surplus after the last; where there was none,
    they go to the end of the link. Indentation and line ends are those of the file. The first link of a name
    is meant.
    """
    links = {link.attributes.get('name', ''): link for link in reversed(_links(document))}
    missing = sorted(set(replacements) - set(links))
    if missing:
        raise KeyError(f'no link named {", ".join(missing)}')
    return [edit for name, elements in replacements.items()
            for edit in _link_edits(document.text, links[name], [element.encode() for element in elements])]


def _links(document: Document) -> list[Element]:
    return document.root.find_all('link') if document.root is not None else []


def _link_edits(text: bytes, link: Element, new: Sequence[bytes]) -> list[Edit]:
    old = link.find_all('collision')
    if not old:
        return [_added(text, link, new)] if new else []
    shared = min(len(old), len(new))
    places = [[element] for element in new[:shared]] + [[] for _ in old[shared:]]
    if len(new) > len(old):
        places[-1] = list(new[shared - 1:])
    return [Edit(element.span.start, element.span.end, _gap(text, element.span.start).join(place))
            for element, place in zip(old, places, strict=True)]


def _added(text: bytes, link: Element, new: Sequence[bytes]) -> Edit:
    """Return the edit that adds elements at the end of a link, which may be written as <link .../>."""
    before_link = _gap(text, link.span.start)
    inside = before_link and before_link + INDENT
    if link.children:
        inside = _gap(text, link.children[0].span.start)
    body = b''.join(inside + element for element in new)
    if text[link.span.start:link.span.end].endswith(b'/>'):
        tag = _TAG_NAME.match(text, link.span.start)
        assert tag is not None
        closing = b'</' + tag.group()[1:] + b'>'
        return Edit(link.span.end - 2, link.span.end, b'>' + body + before_link + closing)
    end = text.rindex(b'</', link.span.start, link.span.end)
    while text[end - 1:end].isspace():
        end -= 1
    trailing = text[end:link.span.end]
    closing_line = before_link if inside and not trailing[:1].isspace() else b''
    return Edit(end, end, body + closing_line)


def _gap(text: bytes, start: int) -> bytes:
    """Return the line end and indentation before the element at `start`; b'' where it does not begin its
    line.
    """
    line = text.rfind(b'\n', 0, start) + 1
    indentation = text[line:start]
    if indentation.strip(b' \t') or line == 0:
        return b''
    return (b'\r\n' if text[:line].endswith(b'\r\n') else b'\n') + indentation


def element_edits(document: Document, old: Element, xml: str) -> list[Edit]:
    """Return the edits that make an element of the description what `xml` says, and touch nothing else.

    Its attributes become those of `xml`. The children that `xml` names are changed in the same way, or added
    at the end; others stay. Raises ValueError where `xml` is no element with the tag of `old`.
    """
    new, problem = parse_xml(xml.encode(), None)
    if new is None or new.tag != old.tag:
        raise ValueError(problem.message if problem else f'<{new.tag if new else ""}> is not <{old.tag}>')
    return list(_changed(document.text, old, new, xml.encode()))


def _changed(text: bytes, old: Element, new: Element, xml: bytes) -> Iterator[Edit]:
    for name in dict.fromkeys((*old.attributes, *new.attributes)):
        value = new.attributes.get(name)
        if value is None:
            yield _attribute_removed(text, old.span.start, name)
        elif name in old.attributes:
            yield from _attribute_edits(text, old, name, lambda _, value=value: value)  # type: ignore[misc]
    added = [name for name in new.attributes if name not in old.attributes]
    if added:
        end = _attributes_end(text, old.span.start)
        words = ''.join(f' {name}={quoteattr(new.attributes[name])}' for name in added)
        yield Edit(end, end, words.encode())
    missing = [child for child in new.children if old.find(child.tag) is None]
    for child in new.children:
        present = old.find(child.tag)
        if present is not None:
            yield from _changed(text, present, child, xml)
    if missing:
        yield _added(text, old, [xml[child.span.start:child.span.end] for child in missing])


def _attribute_removed(text: bytes, start: int, name: str) -> Edit:
    """Return the edit that takes out an attribute and the blanks before it."""
    found = next(found for found in _attributes(text, start) if found.group(1).decode() == name)
    return Edit(found.start(), found.end(), b'')


def _attributes_end(text: bytes, start: int) -> int:
    """Return where a further attribute goes in the start tag at `start`."""
    tag = _TAG_NAME.match(text, start)
    assert tag is not None
    return max((found.end() for found in _attributes(text, start)), default=tag.end())


def mesh_edits(document: Document, keep: Callable[[Element], bool],
               new_uri: Callable[[str], str | None]) -> list[Edit]:
    """Return the edits that give kept mesh references a new URI.

    `keep` says of each <visual> and <collision> whether it stays; `new_uri` maps a URI as written to the new
    one, or None where it stays as it is.
    """
    return [edit for link in _links(document) for shape in link.children
            if shape.tag in ('visual', 'collision') and keep(shape)
            for element in shape.walk() if element.tag == 'mesh'
            for edit in _attribute_edits(document.text, element, 'filename', new_uri)]


def _attribute_edits(text: bytes, element: Element, name: str,
                     new_value: Callable[[str], str | None]) -> Iterator[Edit]:
    value = element.attributes.get(name)
    new = new_value(value) if value is not None else None
    if new is None or new == value:
        return
    start, end = _attribute_span(text, element.span.start, name)
    quote = text[start - 1:start].decode()
    written = escape(new, {quote: '&quot;' if quote == '"' else '&apos;'})
    if unescape(text[start:end].decode(), _ENTITIES) != new:
        yield Edit(start, end, written.encode())


def _attribute_span(text: bytes, start: int, name: str) -> tuple[int, int]:
    """Return the bytes [start, end) of an attribute's value, quotes left out, in the start tag at `start`."""
    for found in _attributes(text, start):
        if found.group(1).decode() == name:
            return found.start(2) + 1, found.end(2) - 1
    raise KeyError(name)


def _attributes(text: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """Yield the attributes of the start tag at `start`: name in group 1, quoted value in group 2."""
    tag = _TAG_NAME.match(text, start)
    assert tag is not None
    position = tag.end()
    while found := _ATTRIBUTE.match(text, position):
        yield found
        position = found.end()


def relative_target(document: Document, resolutions: Mapping[str, Resolution], uri: str) -> str | None:
    """Return the file that a relative mesh path means; None for other URIs, and where the description has no
    file.

    A path that leads nowhere is followed in name, so that it can still lead to where the file should be.
    """
    if not uri.strip() or scheme_of(uri) or os.path.isabs(uri):
        return None
    found = resolutions.get(uri)
    if found is not None and found.path is not None:
        return found.path
    return None if document.file is None else os.path.join(os.path.dirname(document.file), uri)


def relative_path(path: str, folder: str) -> str:
    """Return the path from a folder to a file, links resolved, with forward slashes."""
    return os.path.relpath(os.path.realpath(path), os.path.realpath(folder)).replace(os.sep, '/')


Geometry = Box | Cylinder | Sphere | Capsule | Mesh


def collision_xml(geometry: Geometry, pose: Pose | None = None) -> str:
    """Return a <collision> element on one line; `pose` is that of the geometry in link axes (None: the
    link's).
    """
    origin = '' if pose is None else f'<origin xyz="{_numbers(pose.xyz)}" rpy="{_numbers(pose.rpy)}"/>'
    return f'<collision>{origin}<geometry>{_geometry_xml(geometry)}</geometry></collision>'


def _geometry_xml(geometry: Geometry) -> str:
    if isinstance(geometry, Box):
        return f'<box size="{_numbers(geometry.size)}"/>'
    if isinstance(geometry, Sphere):
        return f'<sphere radius="{_numbers((geometry.radius,))}"/>'
    if isinstance(geometry, Mesh):
        return f'<mesh filename={quoteattr(geometry.uri)}/>'
    tag = type(geometry).__name__.lower()
    return f'<{tag} radius="{_numbers((geometry.radius,))}" length="{_numbers((geometry.length,))}"/>'


def _numbers(values: Sequence[float]) -> str:
    """Nine digits: a nanometre on a metre; -0 is written as 0."""
    return ' '.join(f'{value + 0.0:.9g}' if round(value, 15) else '0' for value in values)
