"""What a viewer is to show of a model, as plain numbers in each link's own frame."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robot_model_check.finding import Level, Subject
from robot_model_check.model import Geometry, Link, Robot
from robot_model_check.report import Report

MOST_POINTS = 20_000  # of all regions together
DOT = 0.001  # m: smaller ones cannot be seen

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class Body:
    """The equivalent inertia box of a link: centre `com` [m], axes as quaternion (x, y, z, w), full `sides`
    [m].

    `sides` is None where the tensor has no real box. `level` is that of the worst finding on the link's
    inertia.
    """

    link: str
    mass: float
    com: Vector
    axes: Quaternion
    sides: Vector | None
    level: Level | None


@dataclass(frozen=True)
class Spot:
    """A point `at` [m] where visual and collision lie `distance` [m] apart.

    `kind` is 'uncovered' or 'protruding'.
    """

    link: str
    kind: str
    at: Vector
    distance: float


@dataclass(frozen=True)
class Region:
    """Points [m] of a surface where visual and collision lie apart, a `width` [m] from one to the next.

    `kind` is 'uncovered' or 'protruding'.
    """

    link: str
    kind: str
    points: tuple[Vector, ...]
    width: float


@dataclass(frozen=True)
class Part:
    """A part of a link's generated collision: `at` [m] and `axes` as quaternion (x, y, z, w)."""

    link: str
    geometry: Geometry
    at: Vector
    axes: Quaternion


@dataclass(frozen=True)
class Figures:
    """All that a check has to show."""

    bodies: tuple[Body, ...] = ()
    spots: tuple[Spot, ...] = ()
    regions: tuple[Region, ...] = ()


def figures(robot: Robot | None, report: Report) -> Figures:
    """Return the figures of a checked robot (None: it could not be read)."""
    if robot is None:
        return Figures()
    links = robot.links_by_name()
    bodies = tuple(body for name in report.links if (body := _body(links[name], report)) is not None)
    spots = tuple(spot for name, row in report.links.items() for spot in _spots(name, row))
    return Figures(bodies, spots, tuple(_regions(report)))


def parts(robot: Robot, links: Collection[str]) -> tuple[Part, ...]:
    """Return the collisions of these links."""
    from robot_model_check.kinematics import rotation

    return tuple(
        Part(link.name, shape.geometry, _vector(shape.origin.xyz), quaternion(rotation(shape.origin.rpy)))
        for link in robot.links
        if link.name in links
        for shape in link.collisions
        if shape.geometry is not None
    )


def _body(link: Link, report: Report) -> Body | None:
    import numpy as np

    from robot_model_check.inertia import equivalent_box, inertial_in_link, principal_axes

    if link.inertial is None:
        return None
    body = inertial_in_link(link.inertial)
    if not (body.mass > 0 and np.isfinite(body.inertia).all() and np.isfinite(body.com).all()):
        return None
    sides = equivalent_box(body.inertia, body.mass)[::-1]  # the longest lies along the smallest moment
    return Body(
        link.name,
        body.mass,
        _vector(body.com),
        quaternion(principal_axes(body.inertia)[1]),
        _vector(sides) if (sides > 0).all() else None,
        _inertia_level(link.name, report),
    )


def _inertia_level(link: str, report: Report) -> Level | None:
    levels = [
        finding.level
        for finding in report.findings
        if finding.area == 'inertia'
        and finding.level is not None
        and Subject('link', link) in finding.subjects
    ]
    return max(levels, default=None)


def _spots(link: str, row: Mapping[str, Any]) -> Iterator[Spot]:
    coverage = row.get('coverage') or {}
    for kind, what in (('uncovered', 'gap'), ('protruding', 'protrusion')):
        at, distance = coverage.get(f'{what}_at [m]'), coverage.get(f'{what} [m]')
        if at is not None and distance is not None and distance > coverage['tolerance [m]']:
            yield Spot(link, kind, _vector(at), float(distance))


def _regions(report: Report) -> Iterator[Region]:
    """Yield the regions, with fewer points each where there are many: one message holds all of them."""
    found = [(link, kind, points) for link, kinds in report.regions.items()
             for kind, points in kinds.items() if points]
    most = max(MOST_POINTS // len(found), 1) if found else 0
    for link, kind, points in found:
        thinned = tuple(points[::-(-len(points) // most)])
        yield Region(link, kind, thinned, _width(thinned))


def _width(points: Sequence[Vector]) -> float:
    """Return how far the points lie apart [m], so that dots of that size fill the region: the fourth
    neighbour on a grid is as far as the first, of points at random 1.1 times that of a grid as dense.
    """
    from scipy.spatial import cKDTree
    if len(points) < 2:
        return DOT
    distance, _ = cKDTree(points).query(points, k=min(5, len(points)))
    return max(float(sorted(distance[:, -1])[len(points) // 2]), DOT)


def _vector(values: Any) -> Vector:
    x, y, z = (float(value) for value in values)
    return x, y, z


def quaternion(R: Any) -> Quaternion:
    """Return the unit quaternion (x, y, z, w), w >= 0, of a rotation (3, 3)."""
    from robot_model_check import notation

    w, x, y, z = (float(value) for value in notation.quaternion(R))
    return x, y, z, w
