"""How well collision shapes cover visual ones, as physics engines see them: every collision is convex.

Engines take a collision mesh as its convex hull, so what is measured against the visual is the union of hulls
and primitives. Volumes come exact (booleans of solids) where the visuals close, else from winding numbers at
sample points, else not at all; distances always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.facts import Array, Coverage
from robot_model_check.geometry import sampling
from robot_model_check.geometry.placed import CONTRADICTION, Placed
from robot_model_check.geometry.solid import add, to_arrays
from robot_model_check.geometry.triangles import (
    Faces,
    Flags,
    Triangles,
    areas,
    diagonal,
    hull,
    joined,
    normals,
    signed_volume,
)

if TYPE_CHECKING:
    from manifold3d import Manifold

TOLERANCE = 0.002  # m: what a simplified collision may differ by without anyone noticing
SURFACE_SAMPLES = 2048
MOST_CORNERS = 8192  # of a hull that are looked at besides
VOLUME_SAMPLES = (4096, 16384)
ENOUGH = 0.01  # standard error at which the first number of samples suffices,
ENOUGH_OF_EXCESS = 0.06  # or this share of the excess: several times too much needs no per cent
PLANES = 128  # half-spaces tested at once
MANY_PLANES = 6000  # beyond it the winding number of the hull is quicker
AMBIGUOUS = 0.05  # share of points with no clear inside beyond which a visual has no volume
UNCLEAR = 0.2  # distance of a winding number from the next integer
THIN_SHELL = 10.0  # hull over solid: beyond, the visual is a skin and excess says nothing
NOISE = 1e-6  # of the diagonal: float32 coordinates of mesh files


@dataclass(frozen=True)
class Volumes:
    """`coverage`, `excess` as shares of the visual's volume (None: unknown), and their standard error."""

    method: str
    coverage: float | None
    excess: float | None
    uncertainty: float


@dataclass(frozen=True, eq=False)
class Distance:
    """The largest distance of a surface outside something, the point, and the share beyond TOLERANCE of the
    surface.
    """

    most: float
    at: tuple[float, float, float] | None
    share: float


def measure(visuals: Sequence[Placed], collisions: Sequence[Placed]) -> Coverage | None:
    """Measure the collisions of a link against its visuals, all in link axes.

    None without visuals, or where no collision has a volume or the visuals together are flat.
    """
    parts = [shape for shape in collisions if shape.hull is not None and shape.hull_solid is not None]
    visual_hull = hull(np.concatenate([shape.V for shape in visuals])) if visuals else None
    if not parts or visual_hull is None:
        return None
    union = add([part.hull_solid for part in parts if part.hull_solid is not None])
    hulls = [part.hull for part in parts if part.hull is not None]
    volumes = _volumes(visuals, union, hulls, visual_hull)
    noise = NOISE * diagonal(visual_hull[0])
    surface = joined([(shape.V, shape.F) for shape in visuals])
    gap = _outside(surface, _some(visual_hull[0]), hulls, noise)
    corners = _some(np.concatenate([V for V, _ in hulls]))
    protrusion = _outside(to_arrays(union), corners, [visual_hull], noise)
    total = sum(part.hull_solid.volume() for part in parts if part.hull_solid is not None)
    return Coverage(method=volumes.method, coverage=volumes.coverage, excess=volumes.excess,
                    overlap=total / union.volume() if union.volume() > 0 else None,
                    uncertainty=volumes.uncertainty, gap=gap.most, gap_at=gap.at,
                    protrusion=protrusion.most, protrusion_at=protrusion.at,
                    spacing=_spacing(surface, visual_hull, hulls), tolerance=TOLERANCE,
                    uncovered_area=gap.share, protruding_area=protrusion.share)


def _some(corners: Array) -> Array:
    """Return every n-th of very many points."""
    return corners[::-(-len(corners) // MOST_CORNERS)]


def _spacing(surface: Triangles, visual_hull: Triangles, hulls: Sequence[Triangles]) -> float:
    """The distance from one convex part is largest at a corner of the hull: with all of them nothing to add.
    """
    if len(hulls) == 1 and len(visual_hull[0]) <= MOST_CORNERS:
        return 0.0
    return sampling.widest_hole(float(areas(*surface).sum()), SURFACE_SAMPLES)


def _outside(surface: Triangles, corners: Array, hulls: Sequence[Triangles], noise: float) -> Distance:
    """Measure how far a surface lies outside the union of convex hulls; `corners` (n, 3) are looked at
    besides.
    """
    spread = sampling.on_surface(*surface, SURFACE_SAMPLES)
    points = np.concatenate([spread, corners])
    distance = outside_distance(points, hulls)
    worst = int(np.argmax(distance))
    if distance[worst] <= noise:
        return Distance(0.0, None, 0.0)
    x, y, z = (float(value) for value in points[worst])
    share = float((distance[:len(spread)] > TOLERANCE).mean()) if len(spread) else 0.0
    return Distance(float(distance[worst]), (x, y, z), share)


def outside_distance(points: Array, hulls: Sequence[Triangles]) -> Array:
    """Return the distance (n,) of points (n, 3) from the union of convex hulls, 0 inside."""
    import igl
    distance = np.zeros(len(points))
    outside = ~inside_any(points, hulls)
    if outside.any():
        squared = igl.point_mesh_squared_distance(np.ascontiguousarray(points[outside]), *joined(hulls))[0]
        distance[outside] = np.sqrt(squared)
    return distance


def inside_any(points: Array, hulls: Sequence[Triangles]) -> Flags:
    """Return (n,) whether points (n, 3) lie in any of the convex hulls."""
    inside = np.zeros(len(points), dtype=bool)
    for V, F in hulls:
        todo = np.flatnonzero(~inside)
        low, high = V.min(axis=0), V.max(axis=0)
        todo = todo[((points[todo] >= low) & (points[todo] <= high)).all(axis=1)]
        if len(todo):
            inside[todo] = _inside_hull(points[todo], V, F)
    return inside


def _inside_hull(points: Array, V: Array, F: Faces) -> Flags:
    """Test half-spaces, block by block: most points that are outside are so after a few planes."""
    if len(F) > MANY_PLANES:
        import igl
        number = igl.fast_winding_number(*(np.ascontiguousarray(array) for array in (V, F, points)))
        return np.asarray(number > 0.5)
    normal = normals(V, F)
    length = np.linalg.norm(normal, axis=1)
    order = np.argsort(-length, kind='stable')[:np.count_nonzero(length > length.max() * 1e-12)]
    normal = normal[order] / length[order, None]
    offset = np.einsum('ij,ij->i', normal, V[F[order, 0]])
    left = np.arange(len(points))
    for start in range(0, len(order), PLANES):
        block = slice(start, start + PLANES)
        left = left[(points[left] @ normal[block].T <= offset[block]).all(axis=1)]
    inside = np.zeros(len(points), dtype=bool)
    inside[left] = True
    return inside


def _volumes(visuals: Sequence[Placed], union: Manifold, hulls: Sequence[Triangles],
             visual_hull: Triangles) -> Volumes:
    thick = [shape for shape in visuals if shape.hull is not None]
    solids = [shape.solid for shape in thick if shape.solid is not None]
    exact = _exact(add(solids), union, visual_hull) if solids and len(solids) == len(thick) else None
    surface = joined([(shape.V, shape.F) for shape in visuals])
    return exact or _winding(surface, union.volume(), hulls, visual_hull)


def _exact(visual: Manifold, union: Manifold, visual_hull: Triangles) -> Volumes | None:
    """Return the shares by booleans, None where they contradict themselves: a surface that runs through
    itself encloses some space negatively or twice, and then a part may come out larger than the whole.
    """
    volume, common = visual.volume(), (visual ^ union).volume()
    if volume <= 0 or common > (1 + CONTRADICTION) * volume:
        return None
    excess = _excess((union.volume() - common) / volume, volume, visual_hull)
    return Volumes('exact', min(common / volume, 1.0), excess, 0.0)


def _excess(share: float, volume: float, visual_hull: Triangles) -> float | None:
    return None if signed_volume(*visual_hull) > THIN_SHELL * volume else max(share, 0.0)


def _winding(visual: Triangles, union: float, hulls: Sequence[Triangles], visual_hull: Triangles) -> Volumes:
    """Sample the hull of the visual: a point is inside where the winding number exceeds 1/2 (Barill et al.
    2018).
    """
    for count in VOLUME_SAMPLES:
        found = _sampled(visual, union, hulls, visual_hull, count)
        enough = max(ENOUGH, ENOUGH_OF_EXCESS * (found.excess or 0.0))
        if found.coverage is None or found.uncertainty <= enough:
            break
    return found


def _sampled(visual: Triangles, union: float, hulls: Sequence[Triangles], visual_hull: Triangles,
             count: int) -> Volumes:
    import igl
    points = sampling.in_box(visual_hull[0].min(axis=0), visual_hull[0].max(axis=0), count)
    points = points[_inside_hull(points, *visual_hull)]
    number = igl.fast_winding_number(*(np.ascontiguousarray(array) for array in visual), points)
    if (number < -0.5).sum() > (number > 0.5).sum():  # inside out
        number = -number
    inside = number > 0.5
    if (np.abs(number - np.round(number)) > UNCLEAR).sum() > AMBIGUOUS * count or not inside.any():
        return Volumes('surface', None, None, 0.0)
    share, within = float(inside.mean()), int(inside.sum())
    volume = signed_volume(*visual_hull) * share
    covered = float(inside_any(points[inside], hulls).mean())
    error = max(np.sqrt(covered * (1 - covered) / within), union / volume * np.sqrt((1 - share) / within))
    return Volumes('winding', covered, _excess(union / volume - covered, volume, visual_hull), float(error))
