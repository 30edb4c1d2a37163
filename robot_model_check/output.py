"""Write results: files whole or not at all, standard output in whatever encoding it has."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Sequence
from typing import TextIO

from robot_model_check.errors import UsageError
from robot_model_check.words import in_utf8

STDOUT = '-'
# What a report must never replace, whoever names it: descriptions and meshes.
SOURCES = ('.urdf', '.xacro', '.srdf', '.sdf', '.stl', '.dae', '.obj', '.glb', '.gltf', '.ply')


def require(destinations: Sequence[str], inputs: Sequence[str]) -> None:
    """Raise UsageError where a result could not be written, or would replace another or what is read.

    To be asked before the work is done.
    """
    named: dict[str, str] = {}
    for path in destinations:
        place = STDOUT if path == '/dev/stdout' else path if _is_stream(path) else os.path.realpath(path)
        if place in named and path != os.devnull:
            where = 'standard output' if place == STDOUT else path
            raise UsageError(f'two results would go to {where}: give each a file of its own')
        named[place] = path
        if not _is_stream(path):
            _require_file(path, place, inputs)


def _require_file(path: str, place: str, inputs: Sequence[str]) -> None:
    if os.path.isdir(place):
        raise UsageError(f'cannot write {path}: it is a folder; name a file')
    is_input = any(os.path.exists(other) and os.path.realpath(other) == place for other in inputs)
    if is_input or (os.path.exists(place) and place.lower().endswith(SOURCES)):
        raise UsageError(f'cannot write {path}: it would replace an input; name another file')
    folder = os.path.dirname(place)
    if not os.path.isdir(folder):
        raise UsageError(f'cannot write {path}: there is no folder {folder}')
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f'cannot write {path}: no permission to write in {folder}')


def write(path: str, text: str) -> None:
    """Write UTF-8 text to a temporary file beside `path` and rename it; raises UsageError where that is not
    possible. '-' is standard output; a device or pipe is written to as it is.
    """
    if path == STDOUT:
        write_stdout(text, utf8=True)
        return
    data = in_utf8(text).encode()
    try:
        if _is_stream(path):
            with open(path, 'wb') as stream:
                stream.write(data)
        else:
            _replace(os.path.realpath(path), data)
    except OSError as error:
        raise UsageError(f'cannot write {path}: {error.strerror}') from None


def _is_stream(path: str) -> bool:
    """Return whether the path is standard output, a device or a pipe, which must not be renamed over."""
    return (path == STDOUT or path.startswith(('/dev/', '/proc/'))
            or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)))


def _replace(path: str, data: bytes) -> None:
    handle, scratch = tempfile.mkstemp(dir=os.path.dirname(path), prefix='.robot_model_check.')
    try:
        with os.fdopen(handle, 'wb') as stream:
            stream.write(data)
        os.chmod(scratch, 0o666 & ~_umask())
        os.replace(scratch, path)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(scratch)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def write_stdout(text: str, utf8: bool) -> None:
    """Write to standard output: UTF-8 where the format demands it, else what the terminal can show.

    A reader that has seen enough is no error. Raises UsageError where nothing can be written.
    """
    if sys.stdout is None:
        raise UsageError('cannot write the result: standard output is closed; name a file with -o')
    try:
        _put(sys.stdout, text, utf8)
    except BrokenPipeError:
        _abandon(sys.stdout)
    except OSError as error:
        _abandon(sys.stdout)
        raise UsageError(f'cannot write to standard output: {error.strerror}') from None


def _put(stream: TextIO, text: str, utf8: bool) -> None:
    encoding = 'utf-8' if utf8 else stream.encoding or 'utf-8'
    data = text.encode(encoding, 'backslashreplace')
    if hasattr(stream, 'buffer'):
        stream.flush()
        stream.buffer.write(data)
    else:
        stream.write(data.decode(encoding))
    stream.flush()


def _abandon(stream: TextIO) -> None:
    """Let what is still buffered go nowhere, so that the interpreter does not complain on its way out."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, stream.fileno())
    os.close(sink)
