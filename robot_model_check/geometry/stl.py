"""Write binary STL."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.mesh_file import STL_RECORD
from robot_model_check.geometry.triangles import normals

HEADER = b'binary STL, metres, convex'.ljust(80)  # not "solid", by which readers tell the text form


def to_bytes(vertices: Array, faces: NDArray[np.int64]) -> bytes:
    """Return triangles, vertices (n, 3) and faces (m, 3), as a binary STL file."""
    across = normals(vertices, faces)
    lengths = np.linalg.norm(across, axis=1, keepdims=True)
    records = np.zeros(len(faces), dtype=STL_RECORD)
    records['normal'] = np.divide(across, lengths, out=np.zeros_like(across), where=lengths > 0)
    records['vertices'] = vertices[faces]
    return HEADER + len(faces).to_bytes(4, 'little') + records.tobytes()
