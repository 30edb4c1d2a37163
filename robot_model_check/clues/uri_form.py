"""What a mesh URI says by its form alone, before any file is looked for."""

from __future__ import annotations

import re

from robot_model_check.document import Document

_SCHEME = re.compile(r'^([A-Za-z][A-Za-z0-9+.-]+):')
_DRIVE = re.compile(r'^[A-Za-z]:[\\/]')
_REMOTE = frozenset({'http', 'https', 'ftp'})
_KNOWN = frozenset({'package', 'model', 'file'}) | _REMOTE


def scheme_of(uri: str) -> str:
    """Return the scheme in lower case, '' for a plain path."""
    match = _SCHEME.match(uri)
    return match.group(1).lower() if match else ''


def is_remote(uri: str) -> bool:
    """Return whether the URI is fetched over a network."""
    return scheme_of(uri) in _REMOTE


def fault_of_form(uri: str, document: Document) -> str:
    """Return in words why a URI of this form cannot work on another machine, or '' when it can."""
    scheme = scheme_of(uri)
    if not uri.strip():
        return 'the file name is empty'
    if scheme in ('package', 'model') and re.fullmatch(r'/*\s*|//[^/]+/?\s*', uri[len(scheme) + 1:]):
        return 'it names no file'
    if scheme in ('package', 'model') and not re.match(r'^\w+://[^/]', uri):
        return f'it names no package: {scheme}://<package>/<path> has two slashes and a package name'
    if _DRIVE.match(uri):
        return 'it is a path on one Windows machine'
    if scheme == 'file' or uri.startswith('/'):
        return 'it is a path on one machine' if is_written_out(uri, document) else ''
    if scheme and scheme not in _KNOWN:
        return f'nothing reads the scheme {scheme}:'
    if not scheme and document.file is None:
        return 'a relative path means nothing without the file it is relative to'
    return ''


def is_written_out(uri: str, document: Document) -> bool:
    """Return whether someone typed this absolute path, as opposed to `file://$(find my_package)/...`.

    The text of a topic shows only what came out, so there it counts as typed where the file is not found.
    """
    if document.file is None:
        return True
    parts = re.sub(r'^\w+:/*', '/', uri).split('/')
    folder = '/'.join(parts[:3])  # two folders deep: xacro puts at least that much of the path in
    return not document.expanded or any(folder in text for text in document.sources.values())
