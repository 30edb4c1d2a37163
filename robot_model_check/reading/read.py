"""Read a description from a file or a text: is it xacro or URDF, or no description at all?"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import IO

from robot_model_check.document import Document, Element, Problem
from robot_model_check.errors import UnknownArgument, UsageError
from robot_model_check.finding import Level
from robot_model_check.reading.encoding import text_of, to_utf8
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.xml_tree import parse_xml
from robot_model_check.source import Site
from robot_model_check.words import did_you_mean

__all__ = ['WORDS', 'is_macro_file', 'parse_xml', 'read', 'read_input', 'read_plain', 'read_text',
           'xacro_element']

PREFIX = 'xacro:'
LARGEST = 256 << 20  # bytes
# xacro's own words; any other xacro element calls a macro.
WORDS = frozenset({'macro', 'property', 'arg', 'include', 'if', 'unless', 'insert_block', 'element',
                   'attribute'})
MAKES = frozenset(f'{PREFIX}{word}' for word in (*WORDS, 'call'))
OTHER_FORMATS = {'sdf': 'SDF, not URDF', 'world': 'an SDF world, not URDF', 'mujoco': 'MJCF, not URDF',
                 'mujocoinclude': 'an MJCF part, not URDF', 'COLLADA': 'a Collada mesh, not URDF',
                 'package': 'a package.xml, not URDF', 'launch': 'a launch file, not URDF'}


def xacro_element(root: Element) -> Element | None:
    """Return the first xacro element (or xacro attribute's) of a tree that binds the prefix, or None."""
    if not any('xmlns:xacro' in element.attributes for element in root.walk()):
        return None
    return next((element for element in root.walk() if element.tag.startswith(PREFIX)
                 or any(name.startswith(PREFIX) for name in element.attributes)), None)


def _is_left_over(root: Element, path: str | None) -> bool:
    """Return whether a .urdf calls macros and has nothing that could define one: xacro would fail on what
    every reader of the URDF passes over.
    """
    if not (path or '').endswith('.urdf'):
        return False
    return not any(element.tag in MAKES or any('${' in value or '$(' in value or name.startswith(PREFIX)
                                               for name, value in element.attributes.items())
                   for element in root.walk())


def is_macro_file(document: Document) -> bool:
    """Return whether a description was read and holds no link: it only defines what others include."""
    return document.root is not None and not document.root.find_all('link')


def read(path: str, arguments: Mapping[str, str], finder: Finder) -> Document:
    """Return the description in a file. Bad content becomes `problems`.

    Raises UsageError where the file cannot be opened, UnknownArgument for an argument it does not declare.
    """
    file = os.path.abspath(path)
    if os.path.isdir(file):
        problem = Problem('xml-syntax', 'this is a folder: expected a URDF or xacro file', Site(file, 1))
        return Document(file, hashlib.sha256(b'').hexdigest(), b'', None, (problem,))
    return read_text(_bytes(file), arguments, finder, file)


def _bytes(file: str) -> bytes:
    try:
        with open(file, 'rb') as stream:
            return _all_of(stream, file)
    except FileNotFoundError:
        folder = os.path.dirname(file)
        if not os.path.isdir(folder):
            raise UsageError(f'{file} does not exist, nor does its folder') from None
        help_ = did_you_mean(os.path.basename(file), os.listdir(folder))
        raise UsageError(f'{file} does not exist{help_}') from None
    except OSError as error:
        raise UsageError(f'cannot read {file}: {error.strerror}') from None


def read_input(arguments: Mapping[str, str], finder: Finder) -> Document:
    """Return the description on standard input; raises UsageError where it is closed."""
    if sys.stdin is None:
        raise UsageError('cannot read the description: standard input is closed')
    return read_text(_all_of(sys.stdin.buffer, 'standard input'), arguments, finder)


def _all_of(stream: IO[bytes], name: str) -> bytes:
    """Return all bytes of a stream; raises UsageError where it holds more than any description, as a device
    without an end does.
    """
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(f'{name} is larger than {LARGEST >> 20} MiB: is it a robot description?')
    return data


def read_text(data: bytes, arguments: Mapping[str, str], finder: Finder, path: str | None = None) -> Document:
    """Return the description in these bytes; `path` is their file (None: a topic or standard input)."""
    root, problem = parse_xml(data, path)
    marked = xacro_element(root) if root is not None else None
    if marked is not None and root is not None and _is_left_over(root, path):
        marked = None
    if marked is None and not (path or '').endswith('.xacro'):
        return _plain(data, arguments, path, root, problem)
    if problem or (root is not None and root.tag.startswith(PREFIX)):  # said before xacro is loaded
        return replace(_plain(data, {}, path, root, problem), expanded=True)
    from robot_model_check.reading.xacro_source import expand
    document = _with_robot(expand(path, data, arguments, finder))
    return replace(document, problems=(*document.problems, *_named_urdf(path, marked)))


def read_plain(data: bytes) -> Document:
    """Return the description in these bytes as it stands, for programs that expand nothing."""
    return _plain(data, {}, None, *parse_xml(data, None))


def _plain(data: bytes, arguments: Mapping[str, str], path: str | None, root: Element | None,
           problem: Problem | None) -> Document:
    if arguments and root is not None:
        given = ' '.join(f'{name}:={value}' for name, value in sorted(arguments.items()))
        words = f'{path or "the description"} is plain URDF and takes no argument: leave out {given}'
        raise UnknownArgument(words, tuple(sorted(arguments)))
    problems = (problem,) if problem else ()
    text, _ = to_utf8(data, path)
    return _with_robot(Document(path, hashlib.sha256(data).hexdigest(), text, root, problems,
                                sources={path or '': text_of(data)}))


def _with_robot(document: Document) -> Document:
    """Return the document, without root where that is no <robot>."""
    root = document.root
    if root is None or root.tag == 'robot':
        return document
    words = OTHER_FORMATS.get(root.tag, 'not URDF')
    message = f'the root element is <{root.tag}>: this is {words}; expected <robot>'
    problem = Problem('xml-syntax', message, root.site)
    return replace(document, root=None, problems=(*document.problems, problem))


def _named_urdf(path: str | None, marked: Element | None) -> tuple[Problem, ...]:
    """A .urdf that is xacro: programs that take the name at its word read it unexpanded."""
    if marked is None or not (path or '').endswith('.urdf'):
        return ()
    words = (f'<{marked.tag}> is xacro, so this .urdf was expanded: what reads it as plain URDF '
             f'fails; name it {os.path.basename(path or "")}.xacro')
    return (Problem('xacro-in-urdf', words, marked.site, None, Level.INFO),)
