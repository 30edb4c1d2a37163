"""What a URI in a description means: the file, or where it was sought and what was probably meant."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from robot_model_check.reading.folders import case_twin, enclosing_package
from robot_model_check.reading.packages import Finder, Resolution
from robot_model_check.words import nearest

SCHEME = re.compile(r'^([A-Za-z][A-Za-z0-9+.-]+):(//)?')
MAX_CANDIDATES = 5
ONE_MACHINE = 'an absolute path works on this machine only: use package://<package>/<path>'


def resolve(finder: Finder, uri: str, near: str | None) -> Resolution:
    """Return the file that `uri` means, or where it was sought; see Finder.resolve."""
    match = SCHEME.match(uri)
    scheme, rest = (match.group(1).lower(), uri[match.end():]) if match else ('', uri)
    if not uri.strip():
        return Resolution(uri, None, remark='the file name is empty')
    if scheme in ('package', 'model'):
        return _package(finder, uri, rest, near, scheme)
    if scheme == 'file':
        return _file(finder, uri, rest, near)
    if scheme:
        return Resolution(uri, None, remark=f'{scheme}:// is not read from disk: use package://<package>/<path>')
    if os.path.isabs(uri):
        return _absolute(finder, uri, uri, near)
    return _relative(finder, uri, near)


def _existing(path: str) -> str | None:
    """Return the file of this path as written, or with percent escapes decoded."""
    for form in dict.fromkeys((path, unquote(path))):
        if os.path.isfile(form):
            return os.path.normpath(form)
    return None


def _package(finder: Finder, uri: str, rest: str, near: str | None, scheme: str) -> Resolution:
    name, _, inside = rest.partition('/')
    if not name:
        return _nameless(finder, uri, inside, near, scheme)
    roots = [os.path.join(path, name) for path in finder.model_paths] if scheme == 'model' else []
    share = finder.package(name, near)
    roots = [root for root in roots if os.path.isdir(root)] + ([share] if share else [])
    if not roots:
        return _without_package(finder, uri, name, inside, near)
    tried = [os.path.join(root, inside) for root in roots]
    path = next((found for place in tried if (found := _existing(place))), None)
    if path:
        return Resolution(uri, path, tuple(tried), package=name)
    return _missing(finder, Resolution(uri, None, package=name), tried, roots)


def _nameless(finder: Finder, uri: str, inside: str, near: str | None, scheme: str) -> Resolution:
    """`package:///x`: a URI without a package. Some loaders take the first folder of x for the package."""
    remark = f'{scheme}:/// names no package: write {scheme}://<package>/<path>'
    name, _, rest = inside.partition('/')
    share = finder.package(name, near) if rest else None
    path = _existing(os.path.join(share, rest)) if share else None
    if path:
        return Resolution(uri, path, (path,), remark=f'{remark}, here {scheme}://{name}/{rest}', package=name)
    own = enclosing_package(near) if near else None
    roots = ([own] if own else []) + ([os.path.dirname(os.path.abspath(near))] if near else [])
    guesses = [path for root in roots if (path := _existing(os.path.join(root, inside)))]
    guesses += [path for path in [_existing('/' + inside)] if path]
    found = _limited([*guesses, *_same_name(finder, inside, roots)])
    return Resolution(uri, None, candidates=found, remark=remark, package='')


def _without_package(finder: Finder, uri: str, name: str, inside: str, near: str | None) -> Resolution:
    """The package is not known: a near name that has the file, or the file in the package that asks."""
    own = enclosing_package(near) if near else None
    others = [finder.package(other, near) for other in nearest(name, finder.names(near))]
    roots = [root for root in dict.fromkeys([*others, own]) if root]
    guesses = [path for root in roots if (path := _existing(os.path.join(root, inside)))]
    found = _limited([*guesses, *_same_name(finder, inside, [own] if own else [])])
    return Resolution(uri, None, finder.places(name, near), found, package=name)


def _file(finder: Finder, uri: str, rest: str, near: str | None) -> Resolution:
    host, slash, path = rest.partition('/')
    if rest.startswith('/') or host == 'localhost':
        return _absolute(finder, uri, '/' + (path if slash else ''), near)
    own = enclosing_package(near) if near else None
    found = _limited(_same_name(finder, rest, [own] if own else []))
    remark = f'file://{host} means a file on the machine {host!r}: a path on this one has three slashes (file:///…)'
    return Resolution(uri, None, candidates=found, remark=remark)


def _absolute(finder: Finder, uri: str, path: str, near: str | None) -> Resolution:
    found = _existing(path)
    if found:
        return Resolution(uri, found, (path,), remark=ONE_MACHINE)
    own = enclosing_package(near) if near else None
    remark = 'an absolute path that this machine does not have: use package://<package>/<path>'
    missing = _missing(finder, Resolution(uri, None, remark=remark), [path], [own] if own else [])
    known = _limited([*_in_named_package(finder, path, near), *missing.candidates])
    remark = missing.remark if not case_twin(path) else f'{ONE_MACHINE}; {_case_words(path)}'
    return replace(missing, candidates=known, remark=remark)


def _in_named_package(finder: Finder, path: str, near: str | None) -> Iterator[str]:
    """A path of another machine often holds the package's name: …/src/my_description/meshes/arm.stl."""
    parts = [part for part in path.split('/') if part]
    for index in range(len(parts) - 1, -1, -1):
        share = finder.package(parts[index], near)
        found = _existing(os.path.join(share, *parts[index + 1:])) if share else None
        if found:
            yield found


def _relative(finder: Finder, uri: str, near: str | None) -> Resolution:
    if near is None:
        return Resolution(uri, None, remark='a relative path means nothing without a description file: '
                          'use package://<package>/<path>')
    folder = os.path.dirname(os.path.abspath(near))
    wanted = os.path.join(folder, uri)
    path = _existing(wanted)
    if path:
        return Resolution(uri, path, (wanted,))
    if '\\' in uri:
        forward = _existing(os.path.join(folder, uri.replace('\\', '/')))
        if forward:
            return Resolution(uri, None, (wanted,), (forward,), 'folders are separated by "/", not by "\\"')
    own = enclosing_package(near)
    missing = _missing(finder, Resolution(uri, None), [wanted], [own or folder])
    in_root = _existing(os.path.join(own, uri)) if own else None
    return replace(missing, candidates=_limited([*([in_root] if in_root else []), *missing.candidates]))


def _missing(finder: Finder, outcome: Resolution, tried: list[str], roots: list[str]) -> Resolution:
    """Add what was tried and what was probably meant: other case, same name elsewhere, near name."""
    same = [case_twin(os.path.normpath(unquote(path))) for path in tried]
    twins = [twin for twin in same if twin and os.path.isfile(twin)]
    near_names = [found for path in tried for found in _near_names(path)]
    found = _limited([*twins, *_same_name(finder, tried[0], roots), *near_names])
    remark = outcome.remark or (_case_words(tried[0]) if twins else _no_file_words(tried))
    places = tuple(os.path.normpath(path) for path in tried)
    return replace(outcome, tried=places, candidates=found, remark=remark)


def _no_file_words(paths: list[str]) -> str:
    """Say what stands in the place of the file, or '' where nothing does."""
    path = next((path for path in map(unquote, paths) if os.path.lexists(path)), None)
    if path is None:
        return ''
    if os.path.isdir(path):
        return 'this is a folder'
    return 'this is a device or pipe' if os.path.exists(path) else 'this is a link to nothing'


def _case_words(path: str) -> str:
    twin = case_twin(os.path.normpath(unquote(path))) or path
    return f'the file exists as {os.path.basename(twin)!r}: upper and lower case differ'


def _near_names(path: str) -> list[str]:
    """Return files of nearly this name in the same folder, whatever their extension; the same stem first."""
    folder, name = os.path.split(os.path.normpath(unquote(path)))
    try:
        names = sorted(entry.name for entry in os.scandir(folder) if entry.is_file())
    except OSError:
        return []
    by_stem: dict[str, list[str]] = {}
    for other in names:
        by_stem.setdefault(os.path.splitext(other)[0].casefold(), []).append(os.path.join(folder, other))
    stem = os.path.splitext(name)[0].casefold()
    return [path for near in dict.fromkeys([stem, *nearest(stem, by_stem)]) for path in by_stem.get(near, ())]


def _same_name(finder: Finder, path: str, roots: list[str]) -> list[str]:
    """Return files of this name below the roots; those that share most of the path first."""
    name = os.path.basename(unquote(path)).casefold()
    found = [other for root in roots for other in finder.files(root).get(name, ())]
    return sorted(found, key=lambda other: -_shared_tail(path, other))


def _shared_tail(one: str, other: str) -> int:
    """Return how many path components agree, counted from the end."""
    pairs = zip(reversed(one.split('/')), reversed(other.split('/')), strict=False)
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0].casefold() == pair[1].casefold(), pairs))


def _limited(paths: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(os.path.normpath(path) for path in paths))[:MAX_CANDIDATES]
