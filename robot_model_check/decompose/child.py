"""Libraries of others in a process of their own: they may hang, fail an assertion, take all memory or crash,
and none of that takes the link along.

The module that wraps a library runs as `python -m`, reads a mesh and parameters from standard input and
writes the parts to standard output. Limits on memory are inherited from the process that starts it.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array

TIME_LIMIT = 60.0  # s, where none is given

Run = Callable[[Array, NDArray[np.int32], Mapping[str, Any]], list[Array]]


class ChildError(Exception):
    """The library gave no parts; the message says why in one line."""


def parts_of(module: str, name: str, mesh: tuple[Array, NDArray[np.int64]], parameters: Mapping[str, Any],
             time_limit: float | None) -> list[Array]:
    """Return the vertices (n, 3) of the parts that `module`, which wraps the library `name`, makes of a mesh.

    `time_limit` [s] is for the whole run. Raises ChildError where it fails or takes too long.
    """
    limit = TIME_LIMIT if time_limit is None else time_limit
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get('PYTHONPATH')])])
    try:
        done = subprocess.run(
            [sys.executable, '-m', module, str(os.getpid())], input=_request(mesh, parameters),
            capture_output=True, check=False, timeout=limit,
            env={**os.environ, 'PYTHONPATH': path, 'OMP_NUM_THREADS': '1'})
    except subprocess.TimeoutExpired:
        raise ChildError(f'{name} did not finish within {limit:g} s') from None
    if done.returncode != 0:
        raise ChildError(_why(name, done))
    with np.load(io.BytesIO(done.stdout)) as reply:
        return [reply[part] for part in sorted(reply.files)]


def _request(mesh: tuple[Array, NDArray[np.int64]], parameters: Mapping[str, Any]) -> bytes:
    request = io.BytesIO()
    np.savez(request, vertices=mesh[0], faces=mesh[1].astype(np.int32),
             parameters=np.frombuffer(json.dumps(parameters).encode(), dtype=np.uint8))
    return request.getvalue()


def _why(name: str, done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode(errors='replace').strip().splitlines()
    last = lines[-1] if lines else ''
    if last.startswith('MemoryError') or 'std::bad_alloc' in ''.join(lines[-3:]):
        return f'{name} ran out of memory'
    if done.returncode < 0:
        return f'{name} crashed (signal {-done.returncode})'
    return f'{name} failed: {last or f"exit code {done.returncode}"}'


def serve(package: str, run: Run) -> None:
    """Answer the one request on standard input; `run` imports `package` and gives the parts. The process that
    asks names itself in the first argument: it may be gone before this one has begun.
    """
    replies = os.fdopen(os.dup(1), 'wb')
    os.dup2(2, 1)  # native libraries print
    threading.Thread(target=_end_with_parent, args=(int(sys.argv[1]),), daemon=True).start()
    with np.load(io.BytesIO(sys.stdin.buffer.read())) as request:
        parameters = json.loads(request['parameters'].tobytes())
        try:
            parts = run(request['vertices'], request['faces'], parameters)
        except ImportError:
            sys.exit(f'the {package} package is not installed')
    if not parts:
        sys.exit('no parts')
    reply = io.BytesIO()
    named: dict[str, Any] = {f'{index:06d}': part for index, part in enumerate(parts)}
    np.savez(reply, **named)
    replies.write(reply.getvalue())
    replies.close()


def _end_with_parent(parent: int) -> None:
    """End this process when the one that started it is gone, however that ended."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)
