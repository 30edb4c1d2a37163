"""Write result files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from robot_model_check.errors import UsageError


def write(path: str, text: str) -> None:
    """Write UTF-8 text to a temporary file beside `path` and rename it; raises UsageError where that is not
    possible."""
    target = Path(path)
    if target.exists() and not target.is_file():  # a device or pipe cannot be renamed over
        if target.is_dir():
            raise UsageError(f'cannot write {path}: it is a folder; name a file')
        target.write_text(text, encoding='utf-8')
        return
    try:
        handle, scratch = tempfile.mkstemp(dir=target.parent, prefix=f'.{target.name}.')
    except OSError as error:
        raise UsageError(f'cannot write {path}: {error.strerror}; name a file in a folder that exists '
                         'and can be written') from None
    try:
        with os.fdopen(handle, 'w', encoding='utf-8', newline='') as stream:
            stream.write(text)
        os.chmod(scratch, 0o666 & ~_umask())
        os.replace(scratch, target)
    except OSError as error:
        raise UsageError(f'cannot write {path}: {error.strerror}') from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(scratch)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
