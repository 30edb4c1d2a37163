"""What a target on the command line means: the model files to check."""

from __future__ import annotations

import fnmatch
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from robot_model_check.document import Element
from robot_model_check.errors import UsageError
from robot_model_check.reading.folders import packages_under, walk
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import WORDS, parse_xml
from robot_model_check.words import nearest

ENDINGS = ('.urdf', '.xacro')
MAX_BYTES = 50_000_000
MOST_NAMED = 8
# What an SRDF holds: it describes groups of a robot, not a robot.
SRDF_TAGS = frozenset({'group', 'group_state', 'end_effector', 'virtual_joint', 'disable_collisions'})
SUBSTITUTION = re.compile(r'\$\([^)]*\)|\$\{[^}]*\}')


@dataclass(frozen=True)
class Outline:
    """What a file says without being expanded: whether it makes links, what it includes (as written), and
    whether it defines macros.
    """

    makes_links: bool
    includes: tuple[str, ...]
    macros: bool = False


def find_models(target: str, finder: Finder) -> list[str]:
    """Return the model files of a path or a package name, sorted. An existing path wins over a package.

    Raises UsageError where there is none.
    """
    if os.path.isfile(target):
        return [os.path.abspath(target)]
    if os.path.lexists(target) and not os.path.isdir(target):
        raise UsageError(f'{target!r} is {_kind(target)}, not a file: name a .urdf or .xacro file, '
                         'or pipe the description in and name -')
    folder = folder_of(target, finder)
    if folder is None:
        raise UsageError(_unknown(target, finder))
    models = models_under(folder)
    if not models:
        raise UsageError(f'{folder} holds no model: looked for *.urdf and *.xacro files with links '
                         '(files that others include do not count, nor do those that only define macros'
                         f'{said_of(macro_files(folder), folder)})')
    return models


def one_model(target: str, finder: Finder) -> str:
    """Return the path of the one model that a target means. Raises UsageError where it means none or more."""
    files = find_models(target, finder)
    if len(files) != 1:
        raise UsageError(f'{target} holds {len(files)} models; name one of: {", ".join(files)}')
    return files[0]


def folder_of(target: str, finder: Finder) -> str | None:
    """Return the folder that a path or a package name means, None for a file or nothing."""
    if os.path.lexists(target):
        return os.path.abspath(target) if os.path.isdir(target) else None
    return finder.package(target)


def macro_files(folder: str) -> list[str]:
    """Return the files below a folder that define macros and no links: no models, but parts of some."""
    return [path for path, seen in _outlines(folder).items() if seen.macros and not seen.makes_links]


def said_of(files: Sequence[str], folder: str) -> str:
    """Return ': ' and the first files, relative to a folder, or '' without any."""
    names = [os.path.relpath(path, folder) for path in files[:MOST_NAMED]]
    more = [f'{len(files) - MOST_NAMED} more'] if len(files) > MOST_NAMED else []
    return f': {", ".join([*names, *more])}' if files else ''


def _outlines(folder: str) -> dict[str, Outline]:
    files = [os.path.join(here, name) for here, names in walk(folder) for name in names]
    return {path: outline(path) for path in sorted(files) if path.endswith(ENDINGS)}


def models_under(folder: str) -> list[str]:
    """Return the top-level models below a folder, sorted by path."""
    outlines = _outlines(folder)
    included = {found for path, seen in outlines.items() for found in _included(path, seen, outlines)}
    return [path for path in outlines if path not in included and _is_model(path, outlines, frozenset())]


def workspace_models(folder: str) -> dict[str, list[str]]:
    """Return package folder -> its top-level models for every package below a folder, sorted by path.

    Files outside of packages do not count; a file that one package includes from another is no model of its
    own. Raises UsageError where there is no package.
    """
    root = os.path.abspath(folder)
    if not os.path.isdir(root):
        raise UsageError(f'--workspace {folder}: there is no such folder')
    packages: dict[str, list[str]] = {path: [] for path in sorted(set(packages_under(root).values()))}
    if not packages:
        raise UsageError(f'--workspace {folder}: no package.xml below it')
    for model in models_under(root):
        owner = next((path for path in packages if model.startswith(path + os.sep)), None)
        if owner is not None:
            packages[owner].append(model)
    return packages


def outline(path: str) -> Outline:
    """Return what a file says. One that is not XML counts as a model: checking it says what is wrong."""
    try:
        with open(path, 'rb') as file:
            root, problem = parse_xml(file.read(MAX_BYTES), path)
    except OSError:
        return Outline(True, ())
    if root is None or problem:
        return Outline(True, ())
    live = list(_live(root))
    includes = tuple(item.attributes.get('filename', '') for item in live if item.tag == 'xacro:include')
    srdf = any(child.tag in SRDF_TAGS for child in live) or '.srdf' in os.path.basename(path)
    makes = any(element.tag == 'link' or _is_call(element) for element in live)
    macros = any(element.tag == 'xacro:macro' for element in live)
    return Outline(makes and not srdf and root.tag == 'robot', includes, macros and not srdf)


def _live(element: Element) -> Iterator[Element]:
    """Yield what is evaluated when the file is read: everything but the bodies of macros."""
    yield element
    if element.tag != 'xacro:macro':
        for child in element.children:
            yield from _live(child)


def _is_call(element: Element) -> bool:
    return element.tag.startswith('xacro:') and element.tag.removeprefix('xacro:') not in WORDS


def _included(path: str, seen: Outline, files: Mapping[str, Outline]) -> list[str]:
    """Return which of the files an outline includes; $(find x) and ${…} stand for anything."""
    found = []
    for written in seen.includes:
        pattern = SUBSTITUTION.sub('*', written.replace('[', '[[]'))
        if not pattern.startswith(('*', '/')):
            pattern = os.path.normpath(os.path.join(os.path.dirname(path), pattern))
        found += [other for other in files if other != path and fnmatch.fnmatchcase(other, pattern)]
    return found


def _is_model(path: str, outlines: Mapping[str, Outline], above: frozenset[str]) -> bool:
    """Return whether a file makes links itself or through one it includes."""
    seen = outlines[path]
    inner = [other for other in _included(path, seen, outlines) if other not in above]
    return seen.makes_links or any(_is_model(other, outlines, above | {path}) for other in inner)


def _kind(path: str) -> str:
    if os.path.islink(path) and not os.path.exists(path):
        return f'a link to {os.readlink(path)!r}, which does not exist'
    return 'a device or pipe'


def _unknown(target: str, finder: Finder) -> str:
    folder = os.path.dirname(os.path.abspath(target))
    names = os.listdir(folder) if os.path.isdir(folder) else []
    paths = [os.path.join(os.path.dirname(target), name) for name in nearest(os.path.basename(target), names)]
    close = [*paths, *(nearest(target, finder.names()) if os.sep not in target else ())]
    help_ = f'; did you mean {" or ".join(repr(word) for word in dict.fromkeys(close))}?' if close else ''
    name, sign, _ = target.partition('=')
    if sign and name.isidentifier():
        return f'{target!r} is neither a file nor an argument: xacro arguments are written {name}:=value'
    known = '' if finder.names() else ' (no package is known: source a workspace or give --package-path DIR)'
    return f'{target!r} is neither a file, a folder nor a known package{help_}{known}'
