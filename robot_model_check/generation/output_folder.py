"""The folder of a generated URDF: what may be written there, and what a person has changed since."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.generation.replace_folder import PENDING, finish

MANIFEST = 'manifest.json'
OURS = ('urdf/', 'meshes/collision/')
TOOL = 'robot_model_check'


def sha256(content: bytes) -> str:
    """Return the hash by which files are compared."""
    return hashlib.sha256(content).hexdigest()


def old_files(folder: Path, force: bool) -> set[str]:
    """Return what an earlier run wrote, as paths below the folder; one that was killed is finished first.

    Raises UsageError where the folder cannot be used, or one of these files was edited by hand (unless
    `force`).
    """
    _require_writable(folder)
    _finish(folder)
    hashes = _recorded(folder, force)
    edited = sorted(name for name, digest in hashes.items()
                    if (content := _content(folder / name)) is not None and sha256(content) != digest)
    if edited and not force:
        raise UsageError(f'{folder / edited[0]} was edited since it was generated'
                         f'{f" (and {len(edited) - 1} more)" if len(edited) > 1 else ""}: '
                         'keep your changes elsewhere, or use --force to overwrite them')
    return set(hashes) | ({MANIFEST} if (folder / MANIFEST).exists() else set())


def _require_writable(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UsageError(f'{folder} is not a folder: name the folder to write into')
    present = next((parent for parent in (folder, *folder.absolute().parents) if parent.exists()), Path('/'))
    if not present.is_dir() or not os.access(present, os.W_OK | os.X_OK):
        raise UsageError(f'{present} cannot be written: name another folder')


def _finish(folder: Path) -> None:
    try:
        finish(folder)
    except (OSError, ValueError) as error:
        raise UsageError(f'{folder} holds a run that was killed and cannot be finished ({error}): delete '
                         f'{folder / PENDING}, or name another folder') from None


def _recorded(folder: Path, force: bool) -> dict[str, str]:
    """Return the hashes in the folder's manifest."""
    content = _content(folder / MANIFEST)
    if content is None:
        return {}
    try:
        manifest: Any = json.loads(content)
        files = manifest['files'] if manifest['tool']['name'] == TOOL else None
        if isinstance(files, dict):
            return {name: str(digest) for name, digest in files.items() if _is_ours(name)}
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    if not force:
        raise UsageError(f'{folder / MANIFEST} is there already and is not a manifest of this program: '
                         'name another folder, or use --force to overwrite it')
    return {}


def _is_ours(name: str) -> bool:
    return name.startswith(OURS) and '..' not in name.split('/')


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UsageError(f'cannot read {path}: {error.strerror}') from None


def require_free(folder: Path, new: Iterable[str], old: set[str], force: bool) -> None:
    """Raise UsageError where a new file would replace one that this program did not write (unless `force`).
    """
    taken = sorted(name for name in new if name not in old and os.path.lexists(folder / name))
    if taken and not force:
        raise UsageError(f'{folder / taken[0]} is there already and was not written by this program: '
                         'name another folder, or use --force to overwrite it')


def require_not_input(folder: Path, written: Iterable[str], inputs: Mapping[str, str]) -> None:
    """Raise UsageError where a file that would go is one the model is read from; `inputs` maps it to what it
    is.
    """
    places = {os.path.realpath(folder / name) for name in written}
    for path, what in inputs.items():
        if os.path.realpath(path) in places:
            raise UsageError(f'{path} is {what} of the model itself: write into another folder')
