"""How often the diagnosis names the right mistake, on synthetic parts whose mistake is known.

A part is two to five solids (boxes, rods, balls, hollow boxes), turned and placed at random. At density noise
s each has a density exp(s N(0, 1)) times the mean, and a small motor holds the share s of the mass. The
declared inertial is that of this body, with one mistake made on it; the diagnosis knows the geometry only.
The effect of a mistake is the affine-invariant distance that it makes on the tensor of the uniform solid; it
counts as identifiable beyond 1.6 times the noise and beyond 2 %. Every other correct inertial is written in
its principal axes, where the products are 0.

    python benchmarks/diagnosis.py [--seed 1] [--parts 300] [--correct 2000]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from robot_model_check.diagnosis.candidates import ODDS, UNEVEN, Candidate, lumps
from robot_model_check.diagnosis.diagnosis import LEAST, diagnose
from robot_model_check.diagnosis.evidence import apart
from robot_model_check.diagnosis.hypotheses import Declared
from robot_model_check.facts import Array
from robot_model_check.geometry.triangles import hull
from robot_model_check.inertia import (
    Body,
    box_properties,
    compose,
    from_second_moment,
    parallel_axis,
    principal_axes,
    rotate,
    solid_properties,
)

NOISES = (0.0, 0.1, 0.2, 0.3)
DENSITY = 2700.0


@dataclass(frozen=True, eq=False)
class Part:
    """`real`: what is there; `uniform`: the same of even density; `low`, `high`: bounds; `around`: its
    hull of unit density. """

    real: Body
    uniform: Body
    low: Array
    high: Array
    around: Body


def turn(rng: np.random.Generator) -> Array:
    """Return a random rotation (3, 3)."""
    w, x, y, z = (q := rng.normal(size=4)) / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def solid(rng: np.random.Generator) -> tuple[float, Array, Array]:
    """Return (volume, second moment per volume (3,), half extents (3,)) of a random solid in its own axes."""
    size = rng.uniform(0.03, 0.2, 3)
    kind = rng.integers(4)
    if kind == 0:  # a rod along z
        size[1] = size[0]
        return np.pi / 4 * size[0] ** 2 * size[2], size**2 / np.array([16, 16, 12]), size / 2
    if kind == 1:  # a ball
        size[:] = size[0]
        return np.pi / 6 * size[0] ** 3, size**2 / 20, size / 2
    full = float(np.prod(size))
    if kind == 2:
        return full, size**2 / 12, size / 2
    inner = size * rng.uniform(0.6, 0.9)
    hole = float(np.prod(inner))
    return full - hole, (full * size**2 - hole * inner**2) / 12 / (full - hole), size / 2


def part(rng: np.random.Generator, noise: float) -> Part:
    """Return a random part."""
    count = int(rng.integers(2, 6))
    centres = np.cumsum(rng.uniform(-0.09, 0.09, (count, 3)), axis=0) + rng.uniform(-0.1, 0.1, 3)
    unit, corners = [], []
    for centre in centres:
        volume, second, half = solid(rng)
        R = turn(rng) if rng.random() < 0.5 else np.eye(3)
        unit.append(Body(volume, centre, volume * from_second_moment(R @ np.diag(second) @ R.T)))
        signs = np.array(np.meshgrid(*[[-1, 1]] * 3)).reshape(3, -1).T
        corners.append(signs * half @ R.T + centre)
    uniform, points = compose(unit), np.concatenate(corners)
    real = [scaled(body, DENSITY * float(np.exp(noise * rng.normal()))) for body in unit]
    mass = sum(body.mass for body in real) * noise / (1 - noise)
    place = centres[rng.integers(count)] + rng.normal(0, 0.01, 3)
    motor = Body(mass, place, mass * 0.04**2 / 6 * np.eye(3))
    triangles = hull(points)
    assert triangles is not None
    around = solid_properties(*triangles)
    return Part(
        compose([*real, motor]),
        scaled(uniform, 1 / uniform.mass),
        points.min(axis=0),
        points.max(axis=0),
        Body(around.volume, around.com, around.inertia),
    )


def scaled(body: Body, factor: float) -> Body:
    """Return a body of another density."""
    return Body(factor * body.mass, body.com, factor * body.inertia)


Mistake = Callable[[Body, Array], Declared]
ONE = np.eye(3)


def flipped(*places: tuple[int, int]) -> Mistake:
    """Return the mistake of the wrong sign at these places."""
    def made(body: Body, R: Array) -> Declared:
        tensor = body.inertia.copy()
        for i, j in places:
            tensor[i, j] = tensor[j, i] = -body.inertia[i, j]
        return Declared(body.mass, body.com, ONE, tensor)
    return made


def permuted(*order: int) -> Mistake:
    """Return the mistake of axes in another order."""
    return lambda body, R: Declared(body.mass, body.com, ONE, body.inertia[np.ix_(order, order)])


Y_UP = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
MISTAKES: dict[str, Mistake] = {
    'sign:ixy': flipped((0, 1)),
    'sign:ixz': flipped((0, 2)),
    'sign:iyz': flipped((1, 2)),
    'sign:products': flipped((0, 1), (0, 2), (1, 2)),
    'mirror:x': flipped((0, 1), (0, 2)),
    'mirror:y': flipped((0, 1), (1, 2)),
    'mirror:z': flipped((0, 2), (1, 2)),
    'origin:link': lambda body, R: Declared(body.mass, body.com, ONE,
                                            body.inertia + parallel_axis(body.mass, body.com)),
    'frame:rpy-omitted': lambda body, R: Declared(body.mass, body.com, R, body.inertia),
    'frame:rpy-transposed': lambda body, R: Declared(body.mass, body.com, R, rotate(R, body.inertia)),
    'axes:y-up': lambda body, R: Declared(body.mass, body.com, ONE, rotate(Y_UP, body.inertia)),
    'axes:zxy': permuted(1, 2, 0),
    'axes:yxz': permuted(1, 0, 2),
    'moments:yxz': lambda body, R: Declared(body.mass, body.com, ONE, body.inertia + np.diag(
        np.diag(body.inertia)[[1, 0, 2]] - np.diag(body.inertia))),
    'products:dropped': lambda body, R: Declared(body.mass, body.com, ONE, np.diag(np.diag(body.inertia))),
}


def in_link(declared: Declared) -> Array:
    """Return the tensor as a reader of the file takes it, in link axes."""
    return rotate(declared.R_link_inertial, declared.tensor)


def bodies(of: Part, com: Array) -> list[Candidate]:
    """Return what the diagnosis is given: solid, lumps, hull and box."""
    first = Candidate('solid', of.uniform.com, of.uniform.inertia, UNEVEN, 0.0)
    box = box_properties(of.low, of.high)
    return [first, *lumps(first, com, of.low, of.high),
            Candidate('convex hull', of.around.com, of.around.inertia, UNEVEN, ODDS['hull'], 'from:hull'),
            Candidate('bounding box', box.com, box.inertia, UNEVEN, ODDS['box'], 'from:bbox')]


def borrowed(of: Part, code: str) -> Declared:
    """Return the inertial of the hull or of the box."""
    box = box_properties(of.low, of.high)
    com, inertia = (box.com, box.inertia) if code == 'from:bbox' else (of.around.com, of.around.inertia)
    return Declared(of.real.mass, com, ONE, of.real.mass * inertia)


@dataclass
class Row:
    """Counts of one class: parts, right, right or among rivals, and the same of the identifiable ones."""

    total: int = 0
    right: int = 0
    listed: int = 0
    identifiable: int = 0
    right_identifiable: int = 0

    def text(self) -> str:
        """Return the cells of a table."""
        share = f'{self.right_identifiable / self.identifiable:.2f}' if self.identifiable else '-'
        return (f'{self.right / self.total:.2f} | {self.listed / self.total:.2f} | '
                f'{self.identifiable} of {self.total} | {share}')


def trial(rng: np.random.Generator, code: str, noise: float, row: Row, confused: Counter[str]) -> float:
    """Diagnose one part with one mistake; return the seconds it took."""
    of, R = part(rng, noise), turn(rng)
    if code.startswith('from'):
        declared, effect = (
            borrowed(of, code),
            apart(of.uniform.inertia, borrowed(of, code).tensor / of.real.mass),
        )
    else:
        declared = MISTAKES[code](of.real, R)
        effect = apart(of.uniform.inertia, in_link(MISTAKES[code](of.uniform, R)))
    began = time.process_time()
    said = diagnose(declared, bodies(of, declared.com))
    took = time.process_time() - began
    cause = said.cause if said is not None else None
    right = cause == code
    row.total += 1
    row.right += right
    row.listed += right or (said is not None and code in said.rivals)
    if effect > max(LEAST, 1.6 * noise):
        row.identifiable += 1
        row.right_identifiable += right
    if not right:
        confused[cause or ('unknown' if said is not None else 'nothing')] += 1
    return took


def main() -> None:
    """Print a table per noise, in Markdown."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--parts', type=int, default=300, help='per class and noise')
    parser.add_argument('--correct', type=int, default=2000, help='correct inertials per noise')
    args = parser.parse_args()
    for noise in NOISES:
        rng = np.random.default_rng([args.seed, round(100 * noise)])
        times, lines = [], []
        for code in (*MISTAKES, 'from:hull', 'from:bbox'):
            row, confused = Row(), Counter[str]()
            times += [trial(rng, code, noise, row, confused) for _ in range(args.parts)]
            most = ', '.join(f'{name} {count}' for name, count in confused.most_common(3))
            lines.append(f'| {code} | {row.text()} | {most} |')
        accused, took = correct(rng, noise, args.correct)
        print(f'\n### Density noise {noise:.0%}\n')
        print(f'Correct inertials: {sum(accused.values())} of {args.correct} accused '
              f'({", ".join(f"{name} {count}" for name, count in accused.most_common()) or "none"}). '
              f'{1e3 * (sum(times) + took) / (len(times) + args.correct):.1f} ms of CPU per link.\n')
        print('| mistake | named | named or rival | identifiable | of these named | taken for |')
        print('| --- | --- | --- | --- | --- | --- |')
        print('\n'.join(lines), flush=True)


def correct(rng: np.random.Generator, noise: float, count: int) -> tuple[Counter[str], float]:
    """Diagnose correct inertials; return what they were accused of, and the seconds it took."""
    accused, took = Counter[str](), 0.0
    for k in range(count):
        of = part(rng, noise)
        declared = Declared(of.real.mass, of.real.com, ONE, of.real.inertia)
        if k % 2:
            moments, axes = principal_axes(of.real.inertia)
            declared = Declared(of.real.mass, of.real.com, axes, np.diag(moments))
        began = time.process_time()
        said = diagnose(declared, bodies(of, of.real.com))
        took += time.process_time() - began
        if said is not None:
            accused[said.cause or 'unknown'] += 1
    return accused, took


if __name__ == '__main__':
    main()
