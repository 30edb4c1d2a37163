"""The bodies that a link's inertial may rightly be: what its geometry allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from robot_model_check.clues.fit import NAMES
from robot_model_check.clues.groups import member_poses
from robot_model_check.context import Context
from robot_model_check.facts import Array, LinkFacts, MassProperties, ShapeFacts
from robot_model_check.geometry.triangles import hull
from robot_model_check.inertia import (
    Body,
    box_properties,
    compose,
    moved,
    parallel_axis,
    principal_axes,
    rotate,
    second_moment,
    solid_properties,
)
from robot_model_check.model import Link

CULPRITS = {'hull': 'from:hull', 'box': 'from:bbox', 'shell': 'from:shell'}
ODDS = {'exact': 0.0, 'winding': 0.0, 'hull': 1.0, 'box': 2.0, 'shell': 1.5}
UNEVEN = 0.03  # misfit that the density of a part causes at least, unless it fits to the digit
OPEN = 0.1  # the same of a hull that stands for a solid nobody knows
USUAL = 0.15  # share of the mass that a motor has: its prior is exponential
MOTOR = 0.2  # of the mass: a heavier lump explains much,
DOUBTFUL = 20.0  # nats per share of the mass beyond it: so a mistake that shows only beside one is doubtful
UNSURE = 2.0  # nats: the same beside a hull that stands for an unknown solid
SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5)  # of the mass, lumped where it explains the COM
CENTRED = 0.01  # radii of gyration: a COM that needs no lump
SLACK = 0.05  # of the diagonal of the geometry, within which a lump may lie outside
OVERLAP = 1.02  # sum of the collision parts over their union, from which it is counted twice


@dataclass(frozen=True, eq=False)
class Candidate:
    """A body that may be meant: `com` (3,), `inertia` (3, 3) per unit mass, `volume` [m^3], in link axes.

    `floor`: misfit that its own uncertainty causes. `odds`: nats by which it is less likely than the solid.
    `culprit`: the cause it stands for where a tensor equals it to the digit ('' for none). `lumped`: the
    share of the mass that was put where it explains the declared COM. """

    name: str
    com: Array
    inertia: Array
    floor: float
    odds: float
    culprit: str = ''
    lumped: float = 0.0
    volume: float = 0.0

    @property
    def doubt(self) -> float:
        """Nats by which a mistake told against it is less likely than one told against the solid."""
        return UNSURE if self.floor > UNEVEN else DOUBTFUL * max(self.lumped - MOTOR, 0.0)


def candidates(link: Link, com: Array, context: Context) -> list[Candidate]:
    """Return what the geometry of a link allows, the solid or what stands for it first; none without a
    volume.

    `com` (3,) is the declared COM in link axes.
    """
    facts = context.facts.get(link.name)
    known = [reference for reference in (facts.references if facts else ()) if reference.is_thick]
    if facts is None or not known or known[0].volume <= 0:
        return []
    first = known[0]
    floor = UNEVEN if first.is_solid else OPEN
    solid = Candidate(NAMES[first.method], first.com, first.inertia, floor, 0.0, volume=first.volume)
    low, high = facts.bounds() or (first.com, first.com)
    others = [Candidate(NAMES[other.method], other.com, other.inertia, UNEVEN, ODDS[other.method],
                        CULPRITS.get(other.method, ''), volume=other.volume) for other in known[1:]]
    boxes = [one for one in _boxes(facts, solid) if not any(_same(one, other) for other in others)]
    heavy = lumps(solid, com, low, high)
    return [solid, *heavy, *others, *boxes, *_collisions(facts), *_group(link, context)]


def _boxes(facts: LinkFacts, solid: Candidate) -> Iterator[Candidate]:
    """Yield the boxes around the shapes in link axes and in the principal axes of the solid."""
    points = np.concatenate([shape.hull for shape in facts.of(facts.reference_kind or '')])
    axes = {'in link axes': np.eye(3), 'along the principal axes': principal_axes(solid.inertia)[1]}
    for where, R in axes.items():
        along = points @ R
        box = box_properties(along.min(axis=0), along.max(axis=0))
        if box.is_thick:
            yield Candidate(f'{NAMES["box"]} {where}', R @ box.com, rotate(R, box.inertia), UNEVEN,
                            ODDS['box'], CULPRITS['box'], volume=box.volume)


def _same(one: Candidate, other: Candidate) -> bool:
    return bool(np.allclose(one.com, other.com, atol=1e-6)
                and np.allclose(one.inertia, other.inertia, rtol=1e-3, atol=1e-3 * np.trace(other.inertia)))


def lumps(solid: Candidate, com: Array, low: Array, high: Array) -> list[Candidate]:
    """Return the solid with a share of its mass lumped where it moves the COM to `com` (3,), as a motor does.

    A share f of the mass at p = c + d / f, d = com - c, gives K = (1 - f)(K_solid + (d.d E - d d^T) / f).
    Only places between `low` and `high` (3,) are taken. """
    apart = com - solid.com
    if apart @ apart < CENTRED**2 * np.trace(second_moment(solid.inertia)):
        return []
    slack = SLACK * float(np.linalg.norm(high - low))
    return [
        Candidate(
            f'{solid.name} with {share:.0%} of the mass lumped',
            com,
            (1 - share) * (solid.inertia + parallel_axis(1.0, apart) / share),
            solid.floor,
            share / USUAL,
            lumped=share,
            volume=solid.volume,
        )
        for share in SHARES
        if _inside(solid.com + apart / share, low - slack, high + slack)
    ]


def _inside(point: Array, low: Array, high: Array) -> bool:
    return bool((point >= low).all() and (point <= high).all())


def _collisions(facts: LinkFacts) -> Iterator[Candidate]:
    """Yield the sum of the collision shapes, each as its hull; to blame only where they overlap."""
    shapes = facts.of('collision')
    parts = [part for shape in shapes if (part := _hull_body(shape)) is not None]
    if facts.reference_kind != 'visual' or not parts or len(parts) < len(shapes):
        return
    overlap = facts.coverage.overlap if facts.coverage is not None else None
    yield from _composite('sum of the collision shapes', compose(parts),
                          'from:parts' if overlap is not None and overlap > OVERLAP else '')


def _hull_body(shape: ShapeFacts) -> Body | None:
    triangles = hull(shape.hull)
    if triangles is None:
        return None
    try:
        found = solid_properties(*triangles)
    except ValueError:  # so far away that rounding leaves it no volume
        return None
    return Body(found.volume, found.com, found.volume * found.inertia)


def _group(link: Link, context: Context) -> Iterator[Candidate]:
    """Yield the solid of all that is welded to a link: its inertial may hold that of the others."""
    poses = member_poses(link.name, context)
    bodies = [
        moved(Body(first.volume, first.com, first.volume * first.inertia), T)
        for name, T in poses.items()
        if (first := _first(name, context)) is not None
    ]
    if len(bodies) > 1:
        yield from _composite('solid of all that is welded to it', compose(bodies), '')


def _first(name: str, context: Context) -> MassProperties | None:
    facts = context.facts.get(name)
    return next(
        (reference for reference in (facts.references if facts else ()) if reference.volume > 0), None
    )


def _composite(name: str, body: Body, culprit: str) -> Iterable[Candidate]:
    inertia = body.inertia / body.mass
    if np.linalg.eigvalsh(inertia)[0] > 0:
        yield Candidate(name, body.com, inertia, UNEVEN, 1.0, culprit, volume=body.mass)
