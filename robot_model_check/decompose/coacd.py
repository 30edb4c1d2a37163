"""CoACD in a process of its own.

Wei, Liu, Ling, Su, "Approximate convex decomposition for 3D meshes with collision-aware concavity and tree
search", SIGGRAPH 2022.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_model_check.decompose import child
from robot_model_check.decompose.frame import own_axes
from robot_model_check.facts import Array

# As good as the default tree search and 2.6 to 3 times cheaper.
SEARCH = {'mcts_iterations': 50, 'mcts_nodes': 10, 'mcts_max_depth': 2, 'seed': 0}


def decompose(vertices: Array, faces: NDArray[np.int64], threshold: float,
              time_limit: float | None = None) -> list[Array]:
    """Return the vertices (n, 3) of each convex part that CoACD makes of a mesh, closed or not.

    `threshold` is its concavity, for a mesh scaled into [-1, 1]; `time_limit` [s] is for the whole run. The
    mesh is turned into its own axes first: CoACD cuts square to the axes. Raises child.ChildError where it
    fails or takes too long.
    """
    axes = own_axes(vertices, faces)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    centre = (low + high) / 2
    mesh = (vertices - centre) @ axes.T, faces
    found = child.parts_of(__spec__.name, 'CoACD', mesh, {'threshold': threshold, **SEARCH}, time_limit)
    return [part @ axes + centre for part in found]


def _run(vertices: Array, faces: NDArray[np.int32], parameters: Mapping[str, Any]) -> list[Array]:
    import coacd
    coacd.set_log_level('off')
    found = coacd.run_coacd(coacd.Mesh(vertices, faces), **parameters)
    return [np.asarray(part[0], dtype=np.float64) for part in found]


if __name__ == '__main__':
    child.serve('coacd', _run)
