"""Bounded walks over folders, and the names of the packages in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

IGNORED = frozenset({'build', 'install', 'log', '__pycache__', 'node_modules'})
MARKERS = frozenset({'AMENT_IGNORE', 'COLCON_IGNORE', 'CATKIN_IGNORE'})
MAX_FOLDERS = 4000
NAME = re.compile(rb'<name>\s*([^<\s]+)\s*</name>')
COMMENT = re.compile(rb'(?s)<!--.*?-->')


def package_name(folder: str) -> str | None:
    """Return the <name> in the package.xml of this folder, or None."""
    try:
        with open(os.path.join(folder, 'package.xml'), 'rb') as file:
            match = NAME.search(COMMENT.sub(b'', file.read(100_000)))
    except OSError:
        return None
    return match.group(1).decode('utf-8', 'replace') if match else None


def _wanted(folders: list[str]) -> list[str]:
    return sorted(name for name in folders if not name.startswith('.') and name not in IGNORED)


def walk(root: str, depth: int = 8) -> Iterator[tuple[str, list[str]]]:
    """Yield (folder, its files sorted) from `root` down, in sorted order, at most MAX_FOLDERS of them.

    Left out are hidden folders, build, install and log, folders with an ignore marker, and all that is no
    file: pipes, devices, links to nothing. Links to folders are followed (an install space consists of them),
    each real folder once.
    """
    seen: set[str] = set()
    pending = [(root, depth)]
    while pending and len(seen) < MAX_FOLDERS:
        folder, left = pending.pop()
        real = os.path.realpath(folder)
        if real in seen:
            continue
        seen.add(real)
        here, folders, files = next(os.walk(folder), (folder, [], []))
        if MARKERS.intersection(files):
            continue
        yield here, sorted(name for name in files if os.path.isfile(os.path.join(here, name)))
        if left:
            pending += [(os.path.join(here, name), left - 1) for name in reversed(_wanted(folders))]


def packages_under(root: str, depth: int = 8) -> dict[str, str]:
    """Return name -> folder of the packages at or below `root`, by package.xml name and by folder name.

    A package.xml name wins over a folder name, the first found over later ones. Nothing is sought inside a
    package.
    """
    declared: dict[str, str] = {}
    by_folder: dict[str, str] = {}
    inside: list[str] = []
    for folder, files in walk(root, depth):
        if 'package.xml' not in files or any(folder.startswith(package + os.sep) for package in inside[-1:]):
            continue
        inside.append(folder)
        by_folder.setdefault(os.path.basename(os.path.abspath(folder)), folder)
        name = package_name(folder)
        if name:
            declared.setdefault(name, folder)
    return {**by_folder, **declared}


def parents(path: str, count: int = 12) -> Iterator[str]:
    """Yield the folder of a file (or the folder itself), then its parents, at most `count`, without '/'."""
    folder = path if os.path.isdir(path) else os.path.dirname(path)
    for _ in range(count):
        if folder == os.path.dirname(folder):
            return
        yield folder
        folder = os.path.dirname(folder)


def enclosing_package(path: str) -> str | None:
    """Return the folder of the package that `path` lies in (nearest package.xml upwards), or None."""
    above = parents(os.path.abspath(path))
    return next((folder for folder in above if os.path.isfile(os.path.join(folder, 'package.xml'))), None)


def files_under(root: str) -> dict[str, list[str]]:
    """Return case-folded base name -> files of that name at or below `root`."""
    found: dict[str, list[str]] = {}
    for folder, files in walk(root):
        for name in files:
            found.setdefault(name.casefold(), []).append(os.path.join(folder, name))
    return found


def case_twin(path: str) -> str | None:
    """Return the existing file whose path equals `path` but for upper and lower case, or None."""
    head, tail = os.path.split(path)
    if os.path.isdir(head):
        folder: str | None = head
    elif head and head != path:
        folder = case_twin(head)
    else:
        folder = None
    if folder is None:
        return None
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return None
    return next((os.path.join(folder, name) for name in names if name.casefold() == tail.casefold()), None)
