"""Put a new set of files in place of an old one, so that a kill at any moment leaves one of the two whole.

A folder that holds nothing else changes places with a new one in one step. Where files of others lie in it,
which nobody may move, the new files are brought into it first, complete, under a name of their own; then the
URDF, in one step, becomes one that refers to them there. So whoever reads it gets all of the old or all of
the new, while one file after the other is brought to its own place. A run that is killed meanwhile is
finished by the next, which also sweeps up what a killed run has left aside.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError

PENDING = '.robot_model_check.new'  # holds files that are complete and not all in place yet,
JOURNAL = 'journal.json'  # which files these are, and which old ones are to go,
INTERIM = 'interim'  # and what refers to the others here while they are brought in place
LINK = 'link'  # to the one that is being brought there
_MARK = '.robot_model_check.'  # of folders being filled, locked by the process that does it
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_files(folder: Path, files: Mapping[str, bytes], old: Iterable[str],
                interim: Mapping[str, bytes]) -> None:
    """Make `files` (path below the folder -> content) the content of a folder in place of the files named in
    `old`. `interim` are those of them that refer to others, as they have to be while these lie below PENDING.

    Raises UsageError where that is not possible; the old files are then as they were.
    """
    folder = Path(os.path.realpath(folder))
    try:
        finish(folder)
        if not folder.exists() or _may_be_exchanged(folder, set(old)):
            _replace_whole(folder, files, set(old), interim)
        else:
            _replace_within(folder, files, set(old), interim)
    except OSError as error:
        raise UsageError(f'cannot write {folder}: {error.strerror or error}; name a folder that can be '
                         'written') from None


def _may_be_exchanged(folder: Path, old: set[str]) -> bool:
    """Return whether nobody would miss the folder: no file of others, and not where the user stands."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob('*')
             if path.is_symlink() or not path.is_dir()}
    return found <= old and os.access(folder.parent, os.W_OK) and not _is_around_us(folder)


def _is_around_us(folder: Path) -> bool:
    try:
        here = Path.cwd()
    except FileNotFoundError:
        return False
    return folder in (here, *here.parents)


def _replace_whole(folder: Path, files: Mapping[str, bytes], old: set[str],
                   interim: Mapping[str, bytes]) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _scratch(folder.parent, f'.{folder.name}{_MARK}') as scratch:
        _fill(scratch, files)
        if not folder.exists():
            os.rename(scratch, folder)
        elif not _exchange(scratch, folder):  # else what is now in `scratch` is the old content
            _replace_within(folder, files, old, interim)


@contextlib.contextmanager
def _scratch(folder: Path, prefix: str) -> Iterator[Path]:
    """Give a new folder in a folder; it is taken away in the end, or by the next run after a kill."""
    for left in folder.iterdir():
        if re.fullmatch(re.escape(prefix) + '[a-z0-9_]{8}', left.name):
            _sweep(left)
    scratch = Path(tempfile.mkdtemp(dir=folder, prefix=prefix))
    lock = _locked(scratch)
    try:
        os.chmod(scratch, 0o777 & ~_umask())
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def _sweep(left: Path) -> None:
    """Take away a folder that no process is filling any more."""
    lock = _locked(left)
    if lock is not None:
        shutil.rmtree(left, ignore_errors=True)
        os.close(lock)


def _locked(folder: Path) -> int | None:
    """Return the descriptor that locks a folder as long as it is open, None where others hold the lock."""
    descriptor = None
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        if descriptor is not None:
            os.close(descriptor)
        return None
    return descriptor


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step (Linux); return whether that was possible."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done: int = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return done == 0


def _replace_within(folder: Path, files: Mapping[str, bytes], old: set[str],
                    interim: Mapping[str, bytes]) -> None:
    for name in {*files, *old}:
        _require_room(folder, name)
    with _scratch(folder, _MARK) as scratch:
        order = sorted(files.keys() - interim.keys(), key=lambda name: (-name.count('/'), name))
        gone = sorted(old - set(files), key=lambda name: (not name.endswith('.urdf'), name))
        journal = {'files': order, 'referring': sorted(interim), 'gone': gone}
        _fill(scratch, {**files, JOURNAL: json.dumps(journal).encode(),
                        **{f'{INTERIM}/{name}': content for name, content in interim.items()}})
        os.rename(scratch, folder / PENDING)
    finish(folder)


def _require_room(folder: Path, name: str) -> None:
    """Raise OSError where a file cannot be brought to its place; once files are on their way it is too late.
    """
    present = next(parent for parent in (folder / name).parents if parent.exists())
    if not present.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, f'{present.relative_to(folder)} is not a folder')
    if not os.access(present, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, f'{present.relative_to(folder)} cannot be written')


def finish(folder: Path) -> None:
    """Bring in place what a run that was killed has left complete in a folder. Raises OSError, and ValueError
    for a journal that this program did not write.
    """
    pending = folder / PENDING
    if not pending.exists():
        return
    new, referring, gone = _journal(pending / JOURNAL)
    for name in referring:
        _move(pending / INTERIM / name, folder / name)
    for name in gone:  # a description of another name comes first: it refers to the rest
        (folder / name).unlink(missing_ok=True)
    for name in new:
        _copy(pending / name, folder / name, pending / LINK)
    for name in referring:
        _move(pending / name, folder / name)
    (pending / JOURNAL).unlink(missing_ok=True)
    shutil.rmtree(pending)


def _move(new: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileNotFoundError):  # it was brought in place already
        os.replace(new, place)


def _copy(new: Path, place: Path, link: Path) -> None:
    """Bring a file in place in one step, and leave it where it is, too."""
    link.unlink(missing_ok=True)
    try:
        os.link(new, link)
    except OSError:  # no such thing here
        shutil.copyfile(new, link)
    _move(link, place)


def _journal(path: Path) -> tuple[Sequence[str], ...]:
    try:
        content = json.loads(path.read_bytes())
    except FileNotFoundError:  # all was in place, and was being cleared away
        return (), (), ()
    listed = content if isinstance(content, dict) else {}
    return tuple(_below(listed.get(key), path) for key in ('files', 'referring', 'gone'))


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
