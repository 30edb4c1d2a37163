"""CoACD in a process of its own: it may hang, fail an assertion or crash, and none of that takes the link
along.

Wei, Liu, Ling, Su, "Approximate convex decomposition for 3D meshes with collision-aware concavity and tree
search", SIGGRAPH 2022. Run as `python -m robot_model_check.decompose.coacd`, this module reads a mesh and
parameters from standard input and writes the parts to standard output.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_model_check.decompose.frame import own_axes
from robot_model_check.facts import Array

TIME_LIMIT = 60.0  # s, where none is given
# As good as the default tree search and 2.6 to 3 times cheaper.
SEARCH = {'mcts_iterations': 50, 'mcts_nodes': 10, 'mcts_max_depth': 2, 'seed': 0}


class CoacdError(Exception):
    """CoACD gave no parts; the message says why in one line."""


def decompose(vertices: Array, faces: NDArray[np.int64], threshold: float,
              time_limit: float | None = None) -> list[Array]:
    """Return the vertices (n, 3) of each convex part that CoACD makes of a mesh, closed or not.

    `threshold` is its concavity, for a mesh scaled into [-1, 1]; `time_limit` [s] is for the whole run. The
    mesh is turned into its own axes first: CoACD cuts square to the axes. Raises CoacdError where it fails or
    takes too long.
    """
    axes = own_axes(vertices, faces)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    centre = (low + high) / 2
    request = {'vertices': (vertices - centre) @ axes.T, 'faces': faces.astype(np.int32)}
    limit = TIME_LIMIT if time_limit is None else time_limit
    return [part @ axes + centre for part in _child(request, {'threshold': threshold, **SEARCH}, limit)]


def _child(arrays: dict[str, Any], parameters: dict[str, Any], time_limit: float) -> list[Array]:
    request = io.BytesIO()
    np.savez(request, parameters=np.frombuffer(json.dumps(parameters).encode(), dtype=np.uint8), **arrays)
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join([root, *filter(None, [os.environ.get('PYTHONPATH')])])
    try:
        done = subprocess.run(
            [sys.executable, '-m', __spec__.name], input=request.getvalue(), capture_output=True, check=False,
            timeout=time_limit, env={**os.environ, 'PYTHONPATH': path, 'OMP_NUM_THREADS': '1'})
    except subprocess.TimeoutExpired:
        raise CoacdError(f'CoACD did not finish within {time_limit:g} s') from None
    if done.returncode != 0:
        raise CoacdError(_why(done))
    with np.load(io.BytesIO(done.stdout)) as reply:
        return [reply[name] for name in sorted(reply.files)]


def _why(done: subprocess.CompletedProcess[bytes]) -> str:
    if done.returncode < 0:
        return f'CoACD crashed (signal {-done.returncode})'
    lines = done.stderr.decode(errors='replace').strip().splitlines()
    return f'CoACD failed: {lines[-1] if lines else f"exit code {done.returncode}"}'


def main() -> None:
    """Read a request from standard input, run CoACD, write the parts to standard output."""
    replies = os.fdopen(os.dup(1), 'wb')
    os.dup2(2, 1)  # native libraries print
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    with np.load(io.BytesIO(sys.stdin.buffer.read())) as request:
        parameters = json.loads(request['parameters'].tobytes())
        parts = _run(request['vertices'], request['faces'], parameters)
    if not parts:
        sys.exit('no parts')
    reply = io.BytesIO()
    named: dict[str, Any] = {f'{index:06d}': part for index, part in enumerate(parts)}
    np.savez(reply, **named)
    replies.write(reply.getvalue())
    replies.close()


def _run(vertices: Array, faces: NDArray[np.int32], parameters: dict[str, Any]) -> list[Array]:
    try:
        import coacd
    except ImportError:
        sys.exit('the coacd package is not installed')
    coacd.set_log_level('off')
    found = coacd.run_coacd(coacd.Mesh(vertices, faces), **parameters)
    return [np.asarray(part[0], dtype=np.float64) for part in found]


def _end_with_parent(parent: int) -> None:
    """End this process when the one that started it is gone, however that ended."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os._exit(1)


if __name__ == '__main__':
    main()
