"""XML text to a tree of elements that know their bytes and place; and what to say when it is not XML."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.parsers.expat import errors as codes

from robot_model_check.document import Element, Problem
from robot_model_check.finding import Subject
from robot_model_check.reading.encoding import to_utf8
from robot_model_check.source import Site, Span

MAX_DEPTH = 200
MAX_ENTITY = 1000


class XmlFault(Exception):
    """The text is not XML that can be read; `problem` says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass
class Open:
    """An element whose end has not been seen."""

    tag: str
    attributes: dict[str, str]
    site: Site
    start: int
    children: list[Element] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        name = self.attributes.get('name')
        return f'<{self.tag} name="{name}">' if name else f'<{self.tag}>'


def enclosing_subject(chain: Sequence[tuple[str, str | None]]) -> Subject | None:
    """Return the innermost link or joint of a chain of (tag, name), outermost first, or None."""
    named = (Subject(tag, name) for tag, name in reversed(chain) if tag in ('link', 'joint') and name)
    return next(named, None)


def tag_end(text: bytes, start: int) -> int:
    """Return the offset behind the tag that begins at `start`; a '>' inside quotes does not end it."""
    match = TAG.match(text, start)
    return match.end() if match else len(text)


TAG = re.compile(rb'<(?:"[^"]*"|\'[^\']*\'|[^>"\']+)*>')


class Builder:
    """Feeds Expat and builds the tree bottom up."""

    def __init__(self, text: bytes, file: str | None, sites: Sequence[Site] | None) -> None:
        self.offset = len(codecs.BOM_UTF8) if text.startswith(codecs.BOM_UTF8) else 0
        self.text, self.file, self.sites = text, file, sites
        self.stack: list[Open] = []
        self.count = 0
        self.root: Element | None = None
        self.parser = expat.ParserCreate('utf-8')
        self.parser.buffer_text = True
        self.parser.ordered_attributes = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity

    def here(self) -> Site:
        return Site(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def fail(self, message: str, site: Site) -> XmlFault:
        subject = enclosing_subject([(item.tag, item.attributes.get('name')) for item in self.stack])
        return XmlFault(Problem('xml-syntax', message, site, subject))

    def start(self, tag: str, attributes: list[str]) -> None:
        if len(self.stack) >= MAX_DEPTH:
            raise self.fail(f'elements are nested more than {MAX_DEPTH} deep', self.here())
        site = self.sites[self.count] if self.sites is not None else self.here()
        self.count += 1
        pairs = dict(zip(attributes[::2], attributes[1::2], strict=True))
        self.stack.append(Open(tag, pairs, site, self.parser.CurrentByteIndex + self.offset))

    def end(self, tag: str) -> None:
        item = self.stack.pop()
        end = tag_end(self.text, item.start)
        if not self.text.endswith(b'/>', item.start, end):  # not empty: Expat stands at the closing tag
            end = tag_end(self.text, self.parser.CurrentByteIndex + self.offset)
        element = Element(item.tag, item.attributes, tuple(item.children), ''.join(item.text).strip(),
                          item.site, Span(item.start, end))
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element

    def characters(self, data: str) -> None:
        self.stack[-1].text.append(data)

    def entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        """Let plain text entities pass and nothing else: no bombs, no external files."""
        if parameter or value is None or len(value) > MAX_ENTITY or '&' in value or '<' in value:
            raise self.fail(f'entity {name!r} is refused: only short plain-text entities are read; '
                            'write its text where it is used', self.here())

    def run(self) -> Element:
        try:
            self.parser.Parse(self.text[self.offset:], True)
        except expat.ExpatError as error:
            site = Site(self.file, error.lineno, error.offset + 1)
            words = explain(error, self.text, self.parser.ErrorByteIndex + self.offset, self.stack)
            raise self.fail(words, site) from None
        assert self.root is not None  # Expat reports a text without a root element
        return self.root


def _found(text: bytes, at: int, pattern: bytes) -> str:
    match = re.compile(pattern).match(text, max(at, 0))
    return match.group(0).decode('utf-8', 'replace') if match else ''


def _mismatch(text: bytes, at: int, stack: Sequence[Open]) -> str:
    found = _found(text, at, rb'[^\s>]*')
    item = stack[-1]
    return f'expected </{item.tag}> to close {item} opened on line {item.site.line}, found </{found}>'


def _unfinished(text: bytes, at: int, stack: Sequence[Open]) -> str:
    if not stack:
        return 'expected a <robot> element, found none'
    item = stack[-1]
    return f'the file ends, but {item} opened on line {item.site.line} is not closed: expected </{item.tag}>'


def _token(text: bytes, at: int, stack: Sequence[Open]) -> str:
    if text[max(at - 1, 0):at] == b'&':
        return '"&" must be written &amp;'
    if text[max(at - 2, 0):at] == b'--':
        return 'a comment must not contain "--"'
    if text[max(at - 1, 0):at] == b'=':
        return 'an attribute value must stand in quotes'
    found = _found(text, at, rb'(?s)[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]*')
    if found == '<':
        return ('"<" is not allowed here: a quote or ">" is missing before it, '
                'or it is meant as text and must be written &lt;')
    return f'{found!r} is not allowed here: expected an attribute name="value", "/>" or ">"'


def _entity(text: bytes, at: int, stack: Sequence[Open]) -> str:
    found = _found(text, at, rb'&[^;\s<]*;?') or 'this entity'
    return f'{found} is not defined: XML knows &amp; &lt; &gt; &quot; &apos; only'


def _duplicate(text: bytes, at: int, stack: Sequence[Open]) -> str:
    name = _found(text, at, rb'[^=\s]*')
    return f'attribute {name!r} is given twice'


def _second_root(text: bytes, at: int, stack: Sequence[Open]) -> str:
    found = _found(text, at, rb'[^\s>]*>?')
    return f'expected the end of the file after the root element, found {found!r}'


Explainer = Callable[[bytes, int, Sequence[Open]], str]
EXPLAIN: dict[str, Explainer] = {
    codes.XML_ERROR_TAG_MISMATCH: _mismatch,
    codes.XML_ERROR_NO_ELEMENTS: _unfinished,
    codes.XML_ERROR_INVALID_TOKEN: _token,
    codes.XML_ERROR_UNDEFINED_ENTITY: _entity,
    codes.XML_ERROR_DUPLICATE_ATTRIBUTE: _duplicate,
    codes.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: _second_root,
    codes.XML_ERROR_SYNTAX: lambda *_: 'this is not XML: expected "<"',
    codes.XML_ERROR_MISPLACED_XML_PI: lambda *_: 'remove what stands before <?xml …?>, blank lines too',
    codes.XML_ERROR_UNCLOSED_TOKEN: lambda *_: 'the file ends inside a tag, comment or quoted value',
    codes.XML_ERROR_UNCLOSED_CDATA_SECTION: lambda *_: 'the file ends inside <![CDATA[ …: expected ]]>',
}


def explain(error: expat.ExpatError, text: bytes, at: int, stack: Sequence[Open]) -> str:
    """Say what the parser expected."""
    code = expat.ErrorString(error.code) or str(error)
    words = EXPLAIN.get(code)
    return words(text, at, stack) if words else code


def build(text: bytes, file: str | None, sites: Sequence[Site] | None = None) -> Element:
    """Return the tree of UTF-8 text. `sites`, if given, are the places of the elements in document order.

    Raises XmlFault.
    """
    return Builder(text, file, sites).run()


def parse_xml(data: bytes, file: str | None) -> tuple[Element | None, Problem | None]:
    """Return the root element, or None and what is wrong. Spans refer to `to_utf8(data, file)`."""
    text, problem = to_utf8(data, file)
    if problem:
        return None, problem
    try:
        return build(text, file), None
    except XmlFault as fault:
        return None, fault.problem
