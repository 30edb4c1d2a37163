"""How often the rules name the right mistake, on synthetic parts whose mistake is known.

The parts are those of parts.py. The declared inertial is that of the real body, with one mistake made on it,
or two; the rules on inertials and units know the geometry only. A mirror image is the copy of a twin, which
is another link, correct, with its shape mirrored; pounds are on all eight links of a robot, and in a class of
their own on one. Correct inertials are on robots of five links, every other one in its principal axes, where
the products are 0.

The effect of a mistake is the affine-invariant distance that it makes on the tensor of the uniform solid, of
two mistakes that of the second; it counts as identifiable beyond 1.6 times the noise and beyond 2 %. Pounds
on one link are not, at any noise: a motor of 55 % of the mass in the middle of a part has the same effect.

    python benchmarks/diagnosis.py [--seed 1] [--parts 300] [--correct 2000] [--noise 0 0.1 0.2 0.3]
                                   [--only CODE ...]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from parts import NAME, Part, mirrored, part, scaled, turn

from robot_model_check.context import Context
from robot_model_check.diagnosis.evidence import apart, whitening
from robot_model_check.diagnosis.hypotheses import Declared
from robot_model_check.facts import Array
from robot_model_check.finding import Finding, Level
from robot_model_check.generation.element_xml import TENSOR
from robot_model_check.inertia import Body, parallel_axis, principal_axes, rotate
from robot_model_check.linter import lint
from robot_model_check.notation import roll_pitch_yaw
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import read_plain
from robot_model_check.rules import load_all
from robot_model_check.settings.config import Config
from robot_model_check.settings.references import INCH, POUND

NOISES = (0.0, 0.1, 0.2, 0.3)
LEAST = 0.02  # effect below which nothing is wrong
IDENTIFIABLE = 1.6  # times the noise
RULES = ('inertia-positive-definite', 'inertia-triangle', 'inertia-placeholder', 'unit-mass', 'unit-inertia',
         'unit-com', 'inertia-com-outside', 'inertia-geometry', 'inertia-impossible')
ONE = np.eye(3)
Y_UP = np.array([[1.0, 0, 0], [0, 0, -1], [0, 1, 0]])
ONE_LINK = ' (one link)'
ROBOT = 5  # links of a robot of correct inertials
Mistake = Callable[[Body, Array], Declared]


def correct(body: Body, R: Array) -> Declared:
    """Return the inertial as it should be."""
    return Declared(body.mass, body.com, ONE, body.inertia)


def tensor(change: Callable[[Array], Array]) -> Mistake:
    """Return the mistake of another tensor in link axes."""
    return lambda body, R: Declared(body.mass, body.com, ONE, change(body.inertia))


def flipped(*places: tuple[int, int]) -> Mistake:
    """Return the mistake of the wrong sign at these places."""
    signs = np.ones((3, 3))
    for i, j in places:
        signs[i, j] = signs[j, i] = -1
    return tensor(lambda inertia: signs * inertia)


def permuted(*order: int) -> Mistake:
    """Return the mistake of axes in another order."""
    return tensor(lambda inertia: inertia[np.ix_(order, order)])


def in_unit(per_tensor: float, per_mass: float = 1.0, per_com: float = 1.0, made: Mistake = correct
            ) -> Mistake:
    """Return the mistake of other units, numbers per SI unit, on top of another one."""
    def wrong(body: Body, R: Array) -> Declared:
        first = made(body, R)
        return replace(first, mass=per_mass * first.mass, com=per_com * first.com,
                       tensor=per_tensor * first.tensor)
    return wrong


def about_origin(body: Body, R: Array) -> Declared:
    """Make the mistake of a tensor about the link origin."""
    return Declared(body.mass, body.com, ONE, body.inertia + parallel_axis(body.mass, body.com))


def typed(value: Array) -> Mistake:
    """Return the mistake of a typed tensor."""
    return lambda body, R: Declared(body.mass, body.com, ONE, value)


def isotropic(body: Body, R: Array) -> Declared:
    """Make the mistake of one round number thrice, by chance as in a template."""
    value = (1e-4, 1e-3, 1e-2, 1e-1)[int(abs(R[0, 0]) * 4) % 4]
    return Declared(body.mass, body.com, ONE, value * np.eye(3))


PRODUCTS = flipped((0, 1), (0, 2), (1, 2))
MISTAKES: dict[str, Mistake] = {
    'sign:ixy': flipped((0, 1)),
    'sign:ixz': flipped((0, 2)),
    'sign:iyz': flipped((1, 2)),
    'sign:products': PRODUCTS,
    'mirror:x': flipped((0, 1), (0, 2)),
    'mirror:y': flipped((0, 1), (1, 2)),
    'mirror:z': flipped((0, 2), (1, 2)),
    'origin:link': about_origin,
    'frame:rpy-omitted': lambda body, R: Declared(body.mass, body.com, R, body.inertia),
    'frame:rpy-transposed': lambda body, R: Declared(body.mass, body.com, R, rotate(R, body.inertia)),
    'axes:y-up': tensor(lambda inertia: rotate(Y_UP, inertia)),
    'axes:zxy': permuted(1, 2, 0),
    'axes:yxz': permuted(1, 0, 2),
    'moments:yxz': tensor(lambda inertia: inertia + np.diag(np.diag(inertia)[[1, 0, 2]] - np.diag(inertia))),
    'products:dropped': tensor(lambda inertia: np.diag(np.diag(inertia))),
    'unit:kg*mm^2': in_unit(1e6),
    'unit:g*mm^2': in_unit(1e9),
    'unit:g*cm^2': in_unit(1e7),
    'unit:kg*cm^2': in_unit(1e4),
    'unit:g*m^2': in_unit(1e3),
    'unit:lb*in^2': in_unit(1 / (POUND * INCH**2)),
    'unit:mass-g': in_unit(1.0, 1e3),
    'unit:mass-g + unit:g*mm^2': in_unit(1e9, 1e3),
    'unit:mass-lb': in_unit(1.0, 1 / POUND),
    'unit:mass-lb (one link)': in_unit(1.0, 1 / POUND),
    'unit:com-mm': in_unit(1.0, 1.0, 1e3),
    'unit:kg*mm^2 + origin:link': in_unit(1e6, made=about_origin),
    'unit:g*mm^2 + origin:link': in_unit(1e9, made=about_origin),
    'unit:kg*mm^2 + sign:products': in_unit(1e6, made=PRODUCTS),
    'unit:kg*mm^2 + mirror:y': in_unit(1e6, made=flipped((0, 1), (1, 2))),
    'placeholder:ones': typed(np.eye(3)),
    'placeholder:isotropic': isotropic,
    'placeholder:all-six-equal': typed(np.full((3, 3), 0.01)),
}
SIBLINGS = 7  # other links of a robot
BODIES = {'from:hull': 'hull', 'from:bbox': 'box', 'from:shell': 'shell'}


def made(code: str, of: Part, body: Body, R: Array) -> Declared:
    """Return the inertial of a body of a part with a mistake made on it."""
    if code in BODIES:
        taken = next(one for one in of.references if one.method == BODIES[code])
        return Declared(body.mass, taken.com, ONE, body.mass * taken.inertia)
    return MISTAKES[code](body, R)


def effect(code: str, of: Part, R: Array, noise: float) -> float:
    """Return the distance that a mistake, of two the latter, makes on the uniform solid of the part's mass;
    inf where it leaves no body at all, 0 where a motor in the middle of the part makes the same."""
    if code.endswith(ONE_LINK) and noise:
        return 0.0
    wrong = made(code.split(' + ')[-1], of, scaled(of.uniform, of.real.mass), R)
    read = rotate(wrong.R_link_inertial, wrong.tensor) / wrong.mass
    if np.linalg.eigvalsh(read)[0] <= 0:
        return float('inf')
    apart_com = float(np.linalg.norm(whitening(of.uniform.inertia) @ (wrong.com - of.uniform.com)))
    return max(apart(of.uniform.inertia, read), apart_com if code.startswith('unit:com') else 0.0)


def fellows(code: str, of: Part, rng: np.random.Generator, noise: float) -> list[tuple[Part, Declared]]:
    """Return the other links that a mistake needs: the twin that was copied, and who is in the same unit."""
    if 'mirror' in code:
        twin, first = mirrored(of, 'xyz'.index(code[-1])), code.split(' + ')[0]
        return [(twin, (correct if first == code else MISTAKES[first])(twin.real, ONE))]
    others = [part(rng, noise) for _ in range(SIBLINGS)] if code == 'unit:mass-lb' else []
    return [(one, made(code, one, one.real, ONE)) for one in others]


def said(links: Sequence[tuple[Part, Declared]]) -> list[Finding]:
    """Return what the rules say of a robot of these links: causes, and whatever is a warning."""
    outcome = lint(robot(links), CHOSEN, Config())
    return [finding for finding in outcome.findings if finding.cause or finding.level is not Level.INFO]


def robot(links: Sequence[tuple[Part, Declared]]) -> Context:
    """Return a robot of links, the first called NAME, that a joint each holds at the first."""
    names = [NAME, *(f'other_{k}' for k in range(1, len(links)))]
    text = ''.join(_link(name, declared) for name, (_, declared) in zip(names, links, strict=True))
    text += ''.join(f'<joint name="to_{name}" type="continuous"><parent link="{NAME}"/><child link="{name}"/>'
                    '<axis xyz="0 0 1"/></joint>' for name in names[1:])
    document = read_plain(f'<robot name="r">{text}</robot>'.encode())
    assert document.root is not None
    facts = {name: of.facts(name) for name, (of, _) in zip(names, links, strict=True)}
    return Context(document, parse(document.root), facts=facts)


def _link(name: str, declared: Declared) -> str:
    numbers = ' '.join(f'{name}="{_written(declared.tensor[place])}"' for name, place in TENSOR.items())
    xyz = ' '.join(f'{value:.9g}' for value in declared.com)
    return (f'<link name="{name}"><inertial><origin xyz="{xyz}" rpy="{_rpy(declared.R_link_inertial)}"/>'
            f'<mass value="{declared.mass:.9g}"/><inertia {numbers}/></inertial>'
            '<visual><geometry><sphere radius="1"/></geometry></visual></link>')


CHOSEN = load_all(RULES)


def _written(value: float) -> str:
    return f'{value:.9g}'


def _rpy(R: Array) -> str:
    return ' '.join(f'{angle:.9g}' for angle in roll_pitch_yaw(R))


@dataclass
class Row:
    """Counts of one class: parts, right, right or among rivals, and the same of the identifiable ones."""

    total: int = 0
    right: int = 0
    listed: int = 0
    identifiable: int = 0
    right_identifiable: int = 0
    listed_identifiable: int = 0
    confused: Counter[str] = field(default_factory=Counter)

    def add(self, code: str, found: Sequence[Finding], seen: bool) -> None:
        """Count what was said of a part with this mistake."""
        wanted = set(code.removesuffix(ONE_LINK).split(' + '))
        causes = {one.cause for one in found if one.cause}
        right = causes == wanted
        listed = right or wanted <= causes.union(*(one.rivals for one in found))
        self.total += 1
        self.right += right
        self.listed += listed
        self.identifiable += seen
        self.right_identifiable += seen and right
        self.listed_identifiable += seen and listed
        if not right:
            self.confused[' + '.join(sorted(causes)) or ('no cause' if found else 'nothing')] += 1

    def text(self) -> str:
        """Return the cells of a table."""
        shares = [f'{count / self.identifiable:.2f}' if self.identifiable else '-'
                  for count in (self.right_identifiable, self.listed_identifiable)]
        most = ', '.join(f'{name} {count}' for name, count in self.confused.most_common(3))
        return (f'{self.right / self.total:.2f} | {self.listed / self.total:.2f} | '
                f'{self.identifiable} of {self.total} | {" | ".join(shares)} | {most}')


def trials(code: str, noise: float, seed: int, count: int) -> tuple[Row, float]:
    """Return the counts of one class, and the seconds of CPU that the rules took."""
    rng = np.random.default_rng([seed, round(100 * noise), [*MISTAKES, *BODIES].index(code)])
    row, took, least = Row(), 0.0, max(LEAST, IDENTIFIABLE * noise)
    for _ in range(count):
        of, R = part(rng, noise), turn(rng)
        links = [(of, made(code, of, of.real, R)), *fellows(code, of, rng, noise)]
        began = time.process_time()
        found = said(links)
        took += (time.process_time() - began) / len(links)
        row.add(code, [_placed(one, code) for one in found], effect(code, of, R, noise) > least)
    return row, took


def _placed(one: Finding, code: str) -> Finding:
    """Return a finding; what is said of a twin is another cause, but for the unit that is its own, too."""
    whole = one.subject is None or one.subject.name == NAME or 'mirror' not in code
    own = whole or one.cause in code.split(' + ')[:-1]
    return one if own else replace(one, cause=f'{one.cause} of the twin')


def accusations(noise: float, seed: int, count: int) -> tuple[Counter[str], float]:
    """Return what correct inertials were accused of, and the seconds of CPU that the rules took."""
    rng = np.random.default_rng([seed, round(100 * noise), 999])
    accused, took = Counter[str](), 0.0
    for _ in range(0, count, ROBOT):
        links = [(of, _right(of, k)) for k, of in enumerate(part(rng, noise) for _ in range(ROBOT))]
        began = time.process_time()
        found = said(links)
        took += time.process_time() - began
        for one in found:
            accused[one.cause or one.rule] += len(one.parts) or 1
    return accused, took


def _right(of: Part, k: int) -> Declared:
    """Return the correct inertial of a part, every other one in its principal axes."""
    if k % 2 == 0:
        return correct(of.real, ONE)
    moments, axes = principal_axes(of.real.inertia)
    return Declared(of.real.mass, of.real.com, axes, np.diag(moments))


def table(rows: Mapping[str, Row], accused: Counter[str], count: int, noise: float, each: float) -> str:
    """Return the table of one noise, in Markdown."""
    told = ', '.join(f'{name} {number}' for name, number in accused.most_common()) or 'none'
    head = ('| mistake | named | or rival | identifiable | of these named | or rival | taken for |\n'
            '| --- | --- | --- | --- | --- | --- | --- |')
    lines = '\n'.join(f'| {code} | {row.text()} |' for code, row in rows.items())
    return (f'\n### Density noise {noise:.0%}\n\nCorrect inertials: {sum(accused.values())} of {count} '
            f'accused ({told}). {1e3 * each:.1f} ms of CPU per link.\n\n{head}\n{lines}')


def main() -> None:
    """Print a table per noise, in Markdown."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--parts', type=int, default=300, help='per class and noise')
    parser.add_argument('--correct', type=int, default=2000, help='correct inertials per noise')
    parser.add_argument('--noise', type=float, nargs='+', default=NOISES)
    parser.add_argument('--only', nargs='+', default=(*MISTAKES, *BODIES), help='mistakes')
    args = parser.parse_args()
    for noise in args.noise:
        rows, spent = {}, 0.0
        for code in args.only:
            rows[code], took = trials(code, noise, args.seed, args.parts)
            spent += took
        accused, took = accusations(noise, args.seed, args.correct)
        each = (spent + took) / (len(rows) * args.parts + args.correct)
        print(table(rows, accused, args.correct, noise, each), flush=True)


if __name__ == '__main__':
    main()
