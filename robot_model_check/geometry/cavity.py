"""How deep the hollows of a mesh are that its convex hull fills."""

from __future__ import annotations

import numpy as np

from robot_model_check.geometry import sampling
from robot_model_check.geometry.triangles import Triangles

SAMPLES = 1024


def depth(mesh: Triangles, hull: Triangles) -> float:
    """Return the largest distance [m] of the hull's surface from that of the mesh (from samples: at least).

    A closed hollow inside a part counts nothing, however much of the volume it takes: the hull bridges only
    what opens to the outside.
    """
    import igl
    points = sampling.on_surface(*hull, SAMPLES)
    if len(points) == 0:
        return 0.0
    V, F = mesh
    squared = igl.point_mesh_squared_distance(points, np.ascontiguousarray(V), np.ascontiguousarray(F))[0]
    return float(np.sqrt(squared.max()))
