"""How well collision shapes cover visual ones, as physics engines see them.

Most engines take a collision mesh as its convex hull, so what is measured against the visual is the union of
hulls and primitives; Gazebo and MoveIt take the triangles. Volumes come exact (booleans of solids) where the
visuals close, else from winding numbers at sample points, else not at all; distances always.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from robot_model_check.facts import Array, Coverage, PartCoverage
from robot_model_check.geometry import sampling
from robot_model_check.geometry.bodies import (
    Body,
    as_engines_see,
    inside_any,
    inside_body,
    inside_hull,
    outside_distance,
)
from robot_model_check.geometry.placed import CONTRADICTION, Placed
from robot_model_check.geometry.solid import add, from_arrays, to_arrays
from robot_model_check.geometry.triangles import Triangles, areas, diagonal, signed_volume
from robot_model_check.geometry.volume_samples import COUNTS, VolumeSamples, is_ambiguous

if TYPE_CHECKING:
    from manifold3d import Manifold

TOLERANCE = 0.002  # m: what a simplified collision may differ by without anyone noticing
SURFACE_SAMPLES = 2048
MOST_SHOWN = 256  # points of a region
MOST_CORNERS = 8192  # of a hull that are looked at besides
ENOUGH = 0.01  # standard error at which the first number of samples suffices,
ENOUGH_OF_EXCESS = 0.06  # or this share of the excess: several times too much needs no per cent
THIN_SHELL = 10.0  # hull over solid: beyond, the visual is a skin and excess says nothing
EQUAL = 1e-9  # relative: which of equally far points comes first shall not depend on rounding
NOISE = 1e-6  # of the diagonal: float32 coordinates of mesh files


@dataclass(frozen=True)
class Volumes:
    """The volume of the visual [m^3], `coverage` and `excess` as shares of it, the same of each part, and
    their standard error. What is unknown is None.
    """

    method: str
    volume: float | None
    coverage: float | None
    excess: float | None
    uncertainty: float
    parts: tuple[tuple[float | None, float | None], ...]


@dataclass(frozen=True, eq=False)
class Distance:
    """The largest distance of a surface outside something, the point, the nearest one of that, and the share
    of the surface beyond TOLERANCE with points spread over it.
    """

    most: float
    at: tuple[float, float, float] | None
    nearest: tuple[float, float, float] | None
    share: float
    region: tuple[tuple[float, float, float], ...]


NOWHERE = Distance(0.0, None, None, 0.0, ())


def measure(visuals: Sequence[Placed], collisions: Sequence[Placed], triangles: bool = False,
            each: bool = False, samples: VolumeSamples | None = None) -> Coverage | None:
    """Measure the collisions of a link against its visuals, all in link axes.

    With `triangles`, collision meshes that close count as they are; with `each`, every part is measured by
    itself, too. `samples` are those of all the visuals, where there are any yet. None without visuals, or
    where no collision has a volume or the visuals together are flat.
    """
    parts = as_engines_see(collisions, triangles)
    if not parts or not visuals:
        return None
    samples = samples or VolumeSamples(visuals)
    visual_hull = samples.hull
    if visual_hull is None:
        return None
    union = add([part.solid for part in parts])
    volumes = (_exact(visuals, union, parts, visual_hull, each)
               or _winding(samples, union.volume(), parts, visual_hull))
    noise = NOISE * diagonal(visual_hull[0])
    gap = _gap(samples.surface, visual_hull[0], parts, noise)
    protrusion = _protrusion(union, parts, visual_hull, noise)
    total = sum(part.solid.volume() for part in parts)
    ratio = signed_volume(*visual_hull) / volumes.volume if volumes.volume else None
    rows = zip(parts, volumes.parts, strict=True) if each else ()
    return Coverage(method=volumes.method, coverage=volumes.coverage, excess=volumes.excess,
                    overlap=total / union.volume() if union.volume() > 0 else None,
                    uncertainty=volumes.uncertainty, gap=gap.most, gap_at=gap.at,
                    protrusion=protrusion.most, protrusion_at=protrusion.at,
                    spacing=_spacing(samples.surface, visual_hull, parts), tolerance=TOLERANCE,
                    uncovered_area=gap.share, protruding_area=protrusion.share, gap_nearest=gap.nearest,
                    protrusion_nearest=protrusion.nearest, hull_over_solid=ratio,
                    thin_shell=ratio > THIN_SHELL if ratio is not None else None,
                    meshes_as='hull' if all(part.convex for part in parts) else 'triangles',
                    parts=tuple(_part(part, shares, visual_hull, noise) for part, shares in rows),
                    uncovered_points=gap.region, protruding_points=protrusion.region)


def _part(part: Body, shares: tuple[float | None, float | None], visual_hull: Triangles,
          noise: float) -> PartCoverage:
    out = _farthest(_some(part.V), [_hull_body(visual_hull)], noise)
    return PartCoverage(part.index, *shares, part.solid.volume(), out.most, out.at, out.nearest)


def _some(corners: Array) -> Array:
    """Return every n-th of very many points."""
    return corners[::-(-len(corners) // MOST_CORNERS)]


def _spacing(surface: Triangles, visual_hull: Triangles, parts: Sequence[Body]) -> float:
    """The distance from one convex part is largest at a corner of the hull: with all of them nothing to add.
    """
    if len(parts) == 1 and parts[0].convex and len(visual_hull[0]) <= MOST_CORNERS:
        return 0.0
    return sampling.widest_hole(float(areas(*surface).sum()), SURFACE_SAMPLES)


def _gap(surface: Triangles, corners: Array, parts: Sequence[Body], noise: float) -> Distance:
    """Measure how far the visuals lie outside the parts. All of them lie in a convex part with the corners of
    their hull.
    """
    if len(corners) <= MOST_CORNERS and any(
            part.convex and inside_hull(corners, part.surface, noise).all() for part in parts):
        return NOWHERE
    return _with_share(surface, _some(corners), parts, noise)


def _protrusion(union: Manifold, parts: Sequence[Body], visual_hull: Triangles, noise: float) -> Distance:
    """Measure how far the parts lie outside the hull of the visuals: farthest at one of their corners."""
    corners = np.concatenate([part.V for part in parts])
    if inside_hull(corners, visual_hull, noise).all():
        return NOWHERE
    return _with_share(to_arrays(union), _some(corners), [_hull_body(visual_hull)], noise)


def _hull_body(around: Triangles) -> Body:
    return Body(*around, from_arrays(*around), convex=True, index=0)


def _with_share(surface: Triangles, corners: Array, parts: Sequence[Body], noise: float) -> Distance:
    spread = sampling.on_surface(*surface, SURFACE_SAMPLES)
    return _farthest(np.concatenate([corners, spread]), parts, noise, len(spread))


def _farthest(points: Array, parts: Sequence[Body], noise: float, spread: int = 0) -> Distance:
    """Return the farthest point outside, of equals the first; the share is of the last `spread` points."""
    distance, nearest = outside_distance(points, parts)
    worst = int(np.argmax(distance >= (1 - EQUAL) * distance.max()))
    if distance[worst] <= noise:
        return NOWHERE
    beyond = distance[-spread:] > TOLERANCE if spread else np.zeros(0, dtype=bool)
    region = points[-spread:][beyond]
    return Distance(float(distance[worst]), _point(points[worst]), _point(nearest[worst]),
                    float(beyond.mean()) if spread else 0.0,
                    tuple(_point(row) for row in region[::-(-len(region) // MOST_SHOWN) or 1]))


def _point(row: Array) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in row)
    return x, y, z


def _exact(visuals: Sequence[Placed], union: Manifold, parts: Sequence[Body], visual_hull: Triangles,
           each: bool) -> Volumes | None:
    """Return the shares by booleans, None where a visual does not close or they contradict themselves: a
    surface that runs through itself encloses some space negatively or twice, and then a part may come out
    larger than the whole.
    """
    thick = [shape for shape in visuals if shape.hull is not None]
    solids = [shape.solid for shape in thick if shape.solid is not None]
    if not solids or len(solids) < len(thick):
        return None
    visual = add(solids)
    volume, common = visual.volume(), (visual ^ union).volume()
    if volume <= 0 or common > (1 + CONTRADICTION) * volume:
        return None
    one = len(parts) == 1
    rows = [(body.solid.volume(), common if one else (visual ^ body.solid).volume())
            for body in (parts if each else ())]
    shares = tuple((min(inner / volume, 1.0), _excess((own - inner) / volume, volume, visual_hull))
                   for own, inner in rows)
    excess = _excess((union.volume() - common) / volume, volume, visual_hull)
    return Volumes('exact', volume, min(common / volume, 1.0), excess, 0.0, shares)


def _excess(share: float, volume: float, visual_hull: Triangles) -> float | None:
    return None if signed_volume(*visual_hull) > THIN_SHELL * volume else max(share, 0.0)


def _winding(samples: VolumeSamples, union: float, parts: Sequence[Body], visual_hull: Triangles) -> Volumes:
    for count in COUNTS:
        found = _sampled(*samples.take(count), union, parts, visual_hull)
        if found.coverage is None or found.uncertainty <= max(ENOUGH, ENOUGH_OF_EXCESS * (found.excess or 0)):
            break
    return found


def _sampled(points: Array, number: Array, count: int, union: float, parts: Sequence[Body],
             visual_hull: Triangles) -> Volumes:
    inside = number > 0.5
    if is_ambiguous(number, count) or not inside.any():
        return Volumes('surface', None, None, None, 0.0, ((None, None),) * len(parts))
    share, within = float(inside.mean()), int(inside.sum())
    volume = signed_volume(*visual_hull) * share
    covered = float(inside_any(points[inside], parts).mean())
    error = max(np.sqrt(covered * (1 - covered) / within), union / volume * np.sqrt((1 - share) / within))
    own = [float(inside_body(points[inside], part).mean()) for part in parts]
    rows = tuple((inner, _excess(part.solid.volume() / volume - inner, volume, visual_hull))
                 for part, inner in zip(parts, own, strict=True))
    return Volumes('winding', volume, covered, _excess(union / volume - covered, volume, visual_hull),
                   float(error), rows)
