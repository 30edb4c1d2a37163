"""Synthetic parts whose mass, COM and tensor are known in closed form.

A part is two to five solids (boxes, rods, balls, tubes, wedges, hollow boxes), turned and placed at random.
At density noise s each has a density of exp(s N(0, 1)) times the mean, and a motor of 40 mm holds the share s
of the mass, at one of the solids.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robot_model_check.facts import Array, LinkFacts, MassProperties, ShapeFacts
from robot_model_check.geometry.triangles import hull
from robot_model_check.inertia import (
    Body,
    box_properties,
    compose,
    from_second_moment,
    shell_properties,
    solid_properties,
)
from robot_model_check.notation import from_quaternion

DENSITY = 2700.0  # kg/m^3
MOTOR = 0.04  # m
NAME = 'part'


@dataclass(frozen=True, eq=False)
class Part:
    """`real`: what is there; `uniform`: the same of even density, per unit mass; `volume` [m^3]; `points`
    (n, 3): its corners; `references`: what the checker measures on it. """

    real: Body
    uniform: Body
    volume: float
    points: Array
    references: tuple[MassProperties, ...]

    def facts(self, name: str = NAME) -> LinkFacts:
        """Return what the rules are given of this part, as a link."""
        low, high = self.points.min(axis=0), self.points.max(axis=0)
        around = next(one for one in self.references if one.method == 'hull')
        shape = ShapeFacts('visual', 0, low, high, self.points, 0.0, 0, around.volume, self.volume, 'exact')
        return LinkFacts(name, (shape,), self.references, 'visual', None, {})


def turn(rng: np.random.Generator) -> Array:
    """Return a random rotation (3, 3)."""
    return from_quaternion(rng.normal(size=4))


def solid(rng: np.random.Generator) -> tuple[float, Array, Array]:
    """Return (volume, second moment per volume (3, 3), corners (n, 3)) of a random solid about its COM."""
    size = rng.uniform(0.03, 0.2, 3)
    kind = rng.integers(6)
    full = float(np.prod(size))
    box = np.array(np.meshgrid(*[[-0.5, 0.5]] * 3)).reshape(3, -1).T * size
    if kind == 0:
        return full, np.diag(size**2 / 12), box
    if kind == 1:
        inner = size * rng.uniform(0.6, 0.9)
        hole = float(np.prod(inner))
        return full - hole, np.diag(full * size**2 - hole * inner**2) / 12 / (full - hole), box
    if kind == 2:
        return np.pi / 6 * size[0] ** 3, np.eye(3) * size[0] ** 2 / 20, box * size[0] / size
    if kind == 3:  # a wedge: half a box, cut along a diagonal
        corner = box[np.array([x <= 0 or y <= 0 for x, y, _ in box])] + [size[0] / 6, size[1] / 6, 0]
        second = np.diag(size**2 / [18, 18, 12])
        second[0, 1] = second[1, 0] = -size[0] * size[1] / 36
        return full / 2, second, corner
    size[1] = size[0]
    bore = rng.uniform(0.5, 0.9) if kind == 4 else 0.0  # a tube or a rod, along z
    across = size[0] ** 2 * (1 + bore**2) / 16
    volume = np.pi / 4 * size[0] ** 2 * (1 - bore**2) * size[2]
    return volume, np.diag([across, across, size[2] ** 2 / 12]), box * size / np.ptp(box, axis=0)


def part(rng: np.random.Generator, noise: float) -> Part:
    """Return a random part."""
    count = int(rng.integers(2, 6))
    centres = np.cumsum(rng.uniform(-0.09, 0.09, (count, 3)), axis=0) + rng.uniform(-0.1, 0.1, 3)
    unit, corners = [], []
    for centre in centres:
        volume, second, points = solid(rng)
        R = turn(rng) if rng.random() < 0.5 else np.eye(3)
        unit.append(Body(volume, centre, volume * from_second_moment(R @ second @ R.T)))
        corners.append(points @ R.T + centre)
    real = [scaled(body, DENSITY * float(np.exp(noise * rng.normal()))) for body in unit]
    mass = sum(body.mass for body in real) * noise / (1 - noise)
    place = centres[rng.integers(count)] + rng.normal(0, 0.01, 3)
    motor = Body(mass, place, mass * MOTOR**2 / 6 * np.eye(3))
    whole, points = compose(unit), np.concatenate(corners)
    uniform = scaled(whole, 1 / whole.mass)
    found = _references(uniform, whole.mass, points)
    return Part(compose([*real, motor]), uniform, whole.mass, points, found)


def mirrored(of: Part, axis: int) -> Part:
    """Return the twin of a part, its mirror image along an axis."""
    signs = np.where(np.arange(3) == axis, -1.0, 1.0)
    both = np.outer(signs, signs)
    real, uniform = (Body(body.mass, signs * body.com, both * body.inertia) for body in (of.real, of.uniform))
    found = tuple(replace(one, com=signs * one.com, inertia=both * one.inertia) for one in of.references)
    return Part(real, uniform, of.volume, signs * of.points, found)


def scaled(body: Body, factor: float) -> Body:
    """Return a body of another density."""
    return Body(factor * body.mass, body.com, factor * body.inertia)


def _references(uniform: Body, volume: float, points: Array) -> tuple[MassProperties, ...]:
    triangles = hull(points)
    assert triangles is not None
    return (MassProperties('exact', volume, uniform.com, uniform.inertia),
            solid_properties(*triangles, method='hull'),
            box_properties(points.min(axis=0), points.max(axis=0)), shell_properties(*triangles))
