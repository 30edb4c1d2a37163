"""V-HACD in a process of its own.

Mamou, "Volumetric hierarchical approximate convex decomposition", in "Game Engine Gems 3", 2016; version 4 by
the package vhacdx. It works on voxels square to the axes, and fills what nothing outside can reach: a mesh
that does not close comes back as the skin it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_model_check.decompose import child
from robot_model_check.decompose.frame import own_axes
from robot_model_check.facts import Array

VOXELS = 400_000  # its own default


def decompose(vertices: Array, faces: NDArray[np.int64], max_parts: int,
              time_limit: float | None = None) -> list[Array]:
    """Return the vertices (n, 3) of each of at most `max_parts` parts that V-HACD makes of a closed mesh.

    `time_limit` [s] is for the whole run. The mesh is turned into its own axes first. Raises child.ChildError
    where it fails or takes too long.
    """
    axes = own_axes(vertices, faces)
    centre = (vertices.min(axis=0) + vertices.max(axis=0)) / 2
    parameters = {'maxConvexHulls': max_parts, 'resolution': VOXELS}
    mesh = (vertices - centre) @ axes.T, faces
    found = child.parts_of(__spec__.name, 'V-HACD', mesh, parameters, time_limit)
    return [part @ axes + centre for part in found]


def _run(vertices: Array, faces: NDArray[np.int32], parameters: Mapping[str, Any]) -> list[Array]:
    import vhacdx
    counted = np.column_stack([np.full(len(faces), 3), faces]).astype(np.uint32)  # as VTK lists polygons
    found = vhacdx.compute_vhacd(vertices, counted, asyncACD=False, **parameters)
    return [np.asarray(points, dtype=np.float64) for points, _ in found]


if __name__ == '__main__':
    child.serve('vhacdx', _run)
