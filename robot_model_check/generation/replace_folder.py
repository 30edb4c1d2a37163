"""Put a new set of files in place of an old one, so that at any moment one of the two is there whole."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from robot_model_check.errors import UsageError

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def write_files(folder: Path, files: Mapping[str, bytes], old: Iterable[str]) -> None:
    """Make `files` (path below the folder -> content) the content of a folder in place of the files named in
    `old`.

    All is written to a folder beside it first. Where the old folder holds nothing but old files, the two then
    change places in one step; else the files that are not ours stay, and ours are put in place one by one.
    Raises UsageError where that is not possible; the old files are then as they were.
    """
    folder = Path(os.path.realpath(folder))
    scratch = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f'.{folder.name}.'))
        _fill(scratch, files)
        _install(scratch, folder, files, set(old))
    except OSError as error:
        where = error.filename or folder
        raise UsageError(f'cannot write {where}: {error.strerror or error}; name a folder that can be '
                         'written') from None
    finally:
        if scratch is not None:
            shutil.rmtree(scratch, ignore_errors=True)


def _fill(scratch: Path, files: Mapping[str, bytes]) -> None:
    os.chmod(scratch, 0o777 & ~_umask())
    for name, content in files.items():
        path = scratch / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, 'wb') as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _install(scratch: Path, folder: Path, files: Mapping[str, bytes], old: set[str]) -> None:
    if not folder.exists():
        os.rename(scratch, folder)
    elif _found(folder) <= old and _exchange(scratch, folder):
        pass  # what is now in `scratch` is the old content
    else:
        _one_by_one(scratch, folder, files, old)


def _found(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob('*')
            if path.is_symlink() or not path.is_dir()}


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change places in one step (Linux); return whether that was possible."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    done: int = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return done == 0


def _one_by_one(scratch: Path, folder: Path, files: Mapping[str, bytes], old: set[str]) -> None:
    """Meshes first, then what refers to them; what is no longer used goes last."""
    for name in sorted(files, key=lambda name: (-name.count('/'), name)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        os.replace(scratch / name, folder / name)
    for name in old - set(files):
        (folder / name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
