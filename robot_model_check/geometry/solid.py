"""Exact solids: which meshes close, and the union of what they enclose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.geometry.mesh import OPEN_SHARE
from robot_model_check.geometry.triangles import (
    Closing,
    Faces,
    Flags,
    Triangles,
    areas,
    closing,
    closure,
    compact,
    component_volumes,
)

if TYPE_CHECKING:
    from manifold3d import Manifold

EXACT_FACES = 100_000  # beyond it booleans take seconds
CAVITY_INSIDE = 0.99  # share of an inside-out component that must lie in the rest to be a cavity of it


def closed_solid(V: Array, F: Faces) -> tuple[Manifold | None, float]:
    """Return (solid, open share of the area) of a welded mesh.

    The solid is the union of the closed components, each turned to enclose positive volume; a component that
    is inside out and lies within the others is a cavity, and faces given twice count once unless their
    component would be open. It is None where more than 0.1 % of the area does not close, nothing encloses a
    volume, or the mesh has more than 100 000 faces.
    """
    return solid_of(V, closing(F, len(V)))


def solid_of(V: Array, found: Closing) -> tuple[Manifold | None, float]:
    """Return what `closed_solid` does, of faces whose closing is known."""
    area = areas(V, found.faces)
    total = float(area.sum())
    if total == 0:
        return None, 1.0
    F, label, open_faces = _oriented(found, len(V))
    open_share = float(area[open_faces].sum() / total)
    if open_share > OPEN_SHARE or len(F) > EXACT_FACES or open_faces.all():
        return None, open_share
    closed = ~open_faces
    return _union(V, F[closed], label[closed], found.repeated[closed]), open_share


def _oriented(known: Closing, n: int) -> tuple[Faces, Faces, Flags]:
    """Return (faces, component labels, which faces are in a component that cannot be closed).

    Components that close but for the winding of some faces are turned to one orientation.
    """
    F, found = known.faces, known.closure
    turnable = found.unbalanced & ~found.open
    if not turnable.any():
        return F, found.component, found.open
    import igl
    F = F.copy()
    F[turnable] = igl.bfs_orient(np.ascontiguousarray(F[turnable]))[0]
    found = closure(F, n)
    return F, found.component, found.open | found.unbalanced


def _union(V: Array, F: Faces, label: Faces, repeated: Flags) -> Manifold | None:
    volumes = component_volumes(V, F, label)
    if volumes.sum() < 0:  # the whole file is inside out
        F, volumes = F[:, ::-1], -volumes
    order = np.argsort(label, kind='stable')
    starts = np.searchsorted(label[order], np.arange(len(volumes)))
    pieces = np.split(F[order], starts[1:])
    outer: list[Manifold] = []
    inner: list[Manifold] = []
    for piece, volume, first in zip(pieces, volumes, starts, strict=True):
        if len(piece) == 0 or volume == 0:
            continue
        body = from_arrays(V, piece if volume > 0 else piece[:, ::-1])
        if body is not None and repeated[order[first]]:
            _sort_out(body, outer, inner)
        elif body is not None:
            (outer if volume > 0 else inner).append(body)
    return _without_cavities(add(outer), inner) if outer else None


def _sort_out(body: Manifold, outer: list[Manifold], inner: list[Manifold]) -> None:
    """Take bodies apart that touch in a face: wound alike, they overlap and would count twice."""
    for piece in body.decompose():
        if piece.volume() > 0:
            outer.append(piece)
        elif piece.volume() < 0:
            V, F = to_arrays(piece)
            turned = from_arrays(V, F[:, ::-1])
            inner.extend([] if turned is None else [turned])


def from_arrays(V: Array, F: Faces) -> Manifold | None:
    """Return the solid of a closed, oriented, welded mesh such as a hull, or None where it is refused.

    manifold3d 3.5.4 crashes on some small open components, so only closed ones may come here (an even face
    count, each directed edge with its opposite).
    """
    from manifold3d import Error, Manifold, Mesh64
    vertices, faces = compact(V, F)
    if len(faces) < 4 or len(faces) % 2:
        return None
    body = Manifold(Mesh64(vertices, faces.astype(np.uint64)))
    return None if body.status() != Error.NoError or body.is_empty() else body


def _without_cavities(outer: Manifold, inner: list[Manifold]) -> Manifold:
    """Cut the inside-out components that lie within the solid; others were merely turned wrongly and are
    added.
    """
    if not inner:
        return outer
    together = add(inner)  # nearly always all are cavities, and then one test does
    if _is_within(together, outer):
        return outer - together
    within = [_is_within(body, outer) for body in inner]
    solid = add([outer, *(body for body, cavity in zip(inner, within, strict=True) if not cavity)])
    return solid - add([body for body, cavity in zip(inner, within, strict=True) if cavity])


def _is_within(body: Manifold, outer: Manifold) -> bool:
    return bool((body ^ outer).volume() > CAVITY_INSIDE * body.volume())


def add(bodies: list[Manifold]) -> Manifold:
    """Return the union of solids (an empty one of none)."""
    from manifold3d import Manifold, OpType
    return bodies[0] if len(bodies) == 1 else Manifold.batch_boolean(bodies, OpType.Add)


def to_arrays(body: Manifold) -> Triangles:
    """Return a solid's surface as triangles, vertices and triangles in lexical order.

    The order in which a boolean leaves them depends on what the process worked on before; samples on the
    surface, and with them every figure of a report, must not.
    """
    mesh = body.to_mesh64()
    V = np.array(mesh.vert_properties, dtype=np.float64)[:, :3]
    F = np.array(mesh.tri_verts, dtype=np.int64)
    order = np.lexsort(V.T[::-1])
    place = np.empty(len(V), dtype=np.int64)
    place[order] = np.arange(len(V))
    F = place[F]
    rolled = F[np.arange(len(F))[:, None], (F.argmin(axis=1)[:, None] + np.arange(3)) % 3]
    return V[order], rolled[np.lexsort(rolled.T[::-1])]
