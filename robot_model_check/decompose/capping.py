"""Close the holes of a surface: most robot visuals that do not close lack a face or two where parts meet.

Each loop of edges that only one face meets is filled with a fan of triangles about its centre. Nothing else
is changed, so a hole that is meant to be one, such as the end of a tube drawn as a skin, is filled as well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from robot_model_check.facts import Array
from robot_model_check.geometry.solid import add, closed_solid

if TYPE_CHECKING:
    from manifold3d import Manifold

Faces = NDArray[np.int64]

FOLD = 1e-6  # of the loop's area: triangles that face back by less are slivers


@dataclass(frozen=True, eq=False)
class Capped:
    """What a surface encloses once its `holes` are filled."""

    solid: Manifold
    holes: int


def capped(vertices: Array, faces: Faces) -> Capped | None:
    """Return the solid of a welded mesh with its holes filled, or None where that does not make it close."""
    import igl
    oriented = np.array(igl.bfs_orient(np.ascontiguousarray(faces))[0], dtype=np.int64)
    loops = _loops(oriented)
    if not loops:
        return None
    centres = np.array([vertices[loop].mean(axis=0) for loop in loops])
    corners = np.vstack([vertices, centres])
    caps = [_cap(corners, loop, len(vertices) + index) for index, loop in enumerate(loops)]
    solid, _ = closed_solid(corners, np.vstack([oriented, *caps]))
    return None if solid is None else Capped(solid, len(loops))


def without_cavities(solid: Manifold) -> tuple[Manifold, int]:
    """Return a solid with its sealed cavities filled, which nothing outside can reach, and how many there
    were.
    """
    shells = solid.decompose()
    outer = [shell for shell in shells if shell.volume() > 0]
    if len(outer) == len(shells) or not outer:
        return solid, 0
    return add(outer), len(shells) - len(outer)


def _loops(faces: Faces) -> list[Faces]:
    """Return the closed chains of edges that want a face, each in the direction such a face runs through it.
    """
    free = Counter((b, a) for face in faces.tolist() for a, b in zip(face, face[1:] + face[:1], strict=True))
    free.subtract((a, b) for face in faces.tolist() for a, b in zip(face, face[1:] + face[:1], strict=True))
    following: dict[int, list[int]] = {}
    for (a, b), count in sorted(free.items()):
        following.setdefault(a, []).extend([b] * max(count, 0))
    loops = []
    for start in sorted(following):
        while following[start]:
            loops += _simple_loops(following, start)
    return [np.array(loop, dtype=np.int64) for loop in loops if len(loop) > 2]


def _simple_loops(following: dict[int, list[int]], start: int) -> list[list[int]]:
    """Take a chain of edges out of `following`; return the loops it makes, none of which meets a vertex
    twice.
    """
    loops, chain = [], [start]
    while following.get(chain[-1]):
        after = following[chain[-1]].pop(0)
        if after in chain:
            first = chain.index(after)
            loops.append(chain[first:])
            del chain[first + 1:]
        else:
            chain.append(after)
    return loops


def _cap(vertices: Array, loop: Faces, centre: int) -> Faces:
    """Return triangles (n, 3) that fill a loop: a fan about its centre, unless that would fold back on
    itself.
    """
    fan = np.column_stack([loop, np.roll(loop, -1), np.full(len(loop), centre)])
    spokes = vertices[loop] - vertices[centre]
    normals = np.cross(spokes, np.roll(spokes, -1, axis=0))
    mean = normals.sum(axis=0)
    length = float(np.linalg.norm(mean))
    if length == 0 or (normals @ mean >= -FOLD * length ** 2).all():
        return fan
    from manifold3d import triangulate
    third = mean / length
    first = np.cross(third, np.eye(3)[np.argmin(np.abs(third))])
    first /= np.linalg.norm(first)
    drawn = spokes @ np.column_stack([first, np.cross(third, first)])
    filled: Faces = loop[np.array(triangulate([drawn]), dtype=np.int64)]
    return filled
