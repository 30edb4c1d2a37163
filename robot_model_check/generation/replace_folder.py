"""Put a new set of files in place of an old one, so that a kill at any moment leaves one of the two whole.

A folder that holds nothing else changes places with a new one in one step. Where files of others lie in it,
which nobody may move, the new files are brought into it first, under a name of their own; from that moment on
they count, and a run that is killed before all are in place is finished by the next.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError

PENDING = '.robot_model_check.new'  # holds files that are complete and not all in place yet,
JOURNAL = 'journal.json'  # which files these are, and which old ones are to go
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_files(folder: Path, files: Mapping[str, bytes], old: Iterable[str]) -> None:
    """Make `files` (path below the folder -> content) the content of a folder in place of the files named in
    `old`. Raises UsageError where that is not possible; the old files are then as they were.
    """
    folder = Path(os.path.realpath(folder))
    try:
        finish(folder)
        if folder.exists() and not (_found(folder) <= set(old) and os.access(folder.parent, os.W_OK)):
            _replace_within(folder, files, set(old))
        else:
            _replace_whole(folder, files, set(old))
    except OSError as error:
        raise UsageError(f'cannot write {folder}: {error.strerror or error}; name a folder that can be '
                         'written') from None


def _found(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob('*')
            if path.is_symlink() or not path.is_dir()}


def _replace_whole(folder: Path, files: Mapping[str, bytes], old: set[str]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f'.{folder.name}.'))
    try:
        os.chmod(scratch, 0o777 & ~_umask())
        _fill(scratch, files)
        if not folder.exists():
            os.rename(scratch, folder)
        elif not _exchange(scratch, folder):  # else what is now in `scratch` is the old content
            _replace_within(folder, files, old)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step (Linux); return whether that was possible."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done: int = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return done == 0


def _replace_within(folder: Path, files: Mapping[str, bytes], old: set[str]) -> None:
    scratch = Path(tempfile.mkdtemp(dir=folder, prefix='.robot_model_check.'))
    try:
        # meshes first, then what refers to them, the manifest last
        order = sorted(files, key=lambda name: (-name.count('/'), name))
        journal = json.dumps({'files': order, 'gone': sorted(old - set(files))}).encode()
        _fill(scratch, {**files, JOURNAL: journal})
        os.rename(scratch, folder / PENDING)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    finish(folder)


def finish(folder: Path) -> None:
    """Bring in place what a run that was killed has left complete in a folder. Raises OSError, and ValueError
    for a journal that this program did not write.
    """
    pending = folder / PENDING
    if not pending.exists():
        return
    new, gone = _journal(pending / JOURNAL)
    for name in new:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # it was brought in place already
            os.replace(pending / name, folder / name)
    for name in gone:
        (folder / name).unlink(missing_ok=True)
    shutil.rmtree(pending)


def _journal(path: Path) -> tuple[list[str], list[str]]:
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:  # all was in place, and was being cleared away
        return [], []
    listed = content if isinstance(content, dict) else {}
    return _below(listed.get('files'), path), _below(listed.get('gone'), path)


def _below(names: Any, path: Path) -> list[str]:
    if not isinstance(names, list) or any(
            not isinstance(name, str) or os.path.isabs(name) or '..' in name.split('/') for name in names):
        raise ValueError(f'{path} is not of this program')
    return names


def _fill(scratch: Path, files: Mapping[str, bytes]) -> None:
    for name, content in files.items():
        path = scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, 'wb') as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
