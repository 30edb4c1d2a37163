"""Bytes of an XML file to UTF-8, so that byte offsets mean one thing everywhere."""

from __future__ import annotations

import codecs
import re

from robot_model_check.document import Problem
from robot_model_check.source import Site

# UTF-32 first: its little-endian mark begins with that of UTF-16.
MARKS = ((codecs.BOM_UTF32_LE, 'utf-32'), (codecs.BOM_UTF32_BE, 'utf-32'), (codecs.BOM_UTF8, 'utf-8'),
         (codecs.BOM_UTF16_LE, 'utf-16'), (codecs.BOM_UTF16_BE, 'utf-16'))
WIDE = ((b'<\0', 'utf-16-le'), (b'\0<', 'utf-16-be'))
DECLARATION = re.compile(rb'^<\?xml[^>]*?(\s+encoding\s*=\s*["\']([A-Za-z0-9._-]+)["\'])[^>]*\?>')
KINDS = ((b'PK\x03\x04', 'a zip archive'), (b'\x1f\x8b', 'a gzip archive'), (b'\x89PNG', 'a PNG image'),
         (b'\xff\xd8\xff', 'a JPEG image'), (b'glTF', 'a GLB mesh'), (b'\x7fELF', 'a program'),
         (b'%PDF', 'a PDF document'))


def encoding_of(data: bytes) -> str:
    """Return the encoding: byte order mark, width of the first '<', declaration, else UTF-8."""
    for mark, name in MARKS + WIDE:
        if data.startswith(mark):
            return name
    declared = DECLARATION.match(data)
    return declared.group(2).decode('ascii').lower() if declared else 'utf-8'


def _fault(file: str | None, message: str, line: int = 1, column: int = 1) -> Problem:
    return Problem('xml-syntax', message, Site(file, line, column))


def _binary(data: bytes) -> str | None:
    """Return what a file that is no text is, or None."""
    for mark, kind in KINDS:
        if data.startswith(mark):
            return kind
    return 'a binary file' if b'\0' in data and encoding_of(data)[:6] not in ('utf-16', 'utf-32') else None


def _undecodable(data: bytes, error: UnicodeDecodeError, file: str | None) -> Problem:
    before = data[:error.start].decode(error.encoding, 'replace').split('\n')
    found = data[error.start:error.start + 1].hex()
    words = (f'byte 0x{found} is not valid {error.encoding}: save the file as UTF-8, or declare '
             'its encoding (<?xml version="1.0" encoding="ISO-8859-1"?>)')
    return _fault(file, words, len(before), len(before[-1]) + 1)


def _without_declared_encoding(text: str) -> bytes:
    """Return UTF-8 that no longer declares the old encoding; blanks keep every column where it was."""
    data = text.encode('utf-8')
    declared = DECLARATION.match(data)
    if not declared:
        return data
    start, end = declared.span(1)
    return data[:start] + b' ' * (end - start) + data[end:]


def to_utf8(data: bytes, file: str | None) -> tuple[bytes, Problem | None]:
    """Return the text in UTF-8, and what is wrong if it is no text.

    UTF-8 comes back as it is, byte order mark included: a generated URDF must repeat the bytes of its input.
    Every other encoding is transcoded to UTF-8 without a mark; offsets then refer to the transcoded bytes.
    """
    if not data.strip():
        return data, _fault(file, 'the file is empty: expected a <robot> element')
    kind = _binary(data)
    if kind:
        return data, _fault(file, f'this is {kind}, not XML: expected a URDF or xacro file')
    name = encoding_of(data)
    if name.startswith(('utf-16', 'utf-32')) and DECLARATION.match(data):  # so it is not wide
        return data, _fault(file, f'the file declares encoding {name!r} but is not in it: save it as UTF-8')
    try:
        text = data.decode('utf-8-sig' if name == 'utf-8' else name)
    except UnicodeDecodeError as error:
        return data, _undecodable(data, error, file)
    except (LookupError, UnicodeError):  # the latter from codecs of something else than texts, such as idna
        return data, _fault(file, f'the declared encoding {name!r} is not known: save the file as UTF-8')
    if codecs.lookup(name).name in ('utf-8', 'ascii'):
        return data, None
    return _without_declared_encoding(text.removeprefix('\ufeff')), None


def text_of(data: bytes) -> str:
    """Return the text for quoting; bytes that do not decode become U+FFFD."""
    name = encoding_of(data)
    try:
        return data.decode('utf-8-sig' if name == 'utf-8' else name, 'replace').removeprefix('\ufeff')
    except (LookupError, UnicodeError):
        return data.decode('utf-8', 'replace')
