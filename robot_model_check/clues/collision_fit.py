"""Which simple mistake makes the collisions of a link differ from its visuals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from robot_model_check.clues.angles import in_degrees
from robot_model_check.clues.directions import direction, place
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.other_links import Origin, of_another_link, part_of_another_link
from robot_model_check.context import Context
from robot_model_check.facts import Array, Coverage, LinkFacts, ShapeFacts
from robot_model_check.finding import NotChecked, Subject
from robot_model_check.kinematics import rotation
from robot_model_check.model import Link, Shape

SHIFTED, SCALED, PARTIAL = 'collision:shifted', 'collision:scaled', 'collision:partial'
FROM_OTHER = 'collision:from-other-link'
UNIT = 'unit:mesh-mm'
THOUSAND = (300.0, 3000.0)  # a ratio of sizes that is millimetres for metres, whatever else differs

SAME_SIZE = 0.1  # share by which sizes may differ to count as the same
ALIKE = 0.2  # share by which the three ratios of one scale may differ
MOVED = 0.03  # of the diagonal: a smaller offset is no shift
BARE = 0.04  # of the diagonal: a gap that what stands elsewhere leaves


@dataclass(frozen=True)
class Explanation:
    """A cause code with what it says in words; `part` is the index of the one collision that it is about."""

    cause: str
    text: str
    part: int | None = None


@dataclass(frozen=True, eq=False)
class Fit:
    """A link with both kinds of shapes, how they cover each other, and the diagonal of the visuals' box [m].
    """

    link: Link
    facts: LinkFacts
    coverage: Coverage
    size: float
    context: Context

    @cached_property
    def why(self) -> Explanation | None:
        """The mistake that explains the difference, None where none does or there is none."""
        return _explain(self)

    @property
    def stands_elsewhere(self) -> bool:
        """Whether the collision is another one or in another place: what it leaves bare and where it sticks
        out are then one mistake, told by collision-coverage.
        """
        moved = self.why is not None and self.why.part is None and self.why.cause in (SHIFTED, FROM_OTHER)
        return moved and self.coverage.gap > BARE * self.size

    def is_around(self, slack: float) -> bool:
        """Whether each collision lies, in its own axes, in the box of the visuals grown by `slack` [m]."""
        return all(self._lies_inside(*pair, slack)
                   for pair in zip(self.link.collisions, self.facts.of('collision'), strict=True))

    def _lies_inside(self, shape: Shape, facts: ShapeFacts, slack: float) -> bool:
        axes = rotation(shape.origin.rpy)
        (low, high), (near, far) = _box(self.facts.of('visual'), axes), _box([facts], axes)
        return bool((near >= low - slack).all() and (far <= high + slack).all())

    @property
    def farthest_out(self) -> Shape:
        """The collision that sticks out farthest, the first one where none does."""
        parts = self.coverage.parts
        return self.link.collisions[max(parts, key=lambda part: part.protrusion).index if parts else 0]


def fits(context: Context) -> Iterator[Fit | NotChecked]:
    """Yield every link whose collisions can be compared with its visuals, or why they cannot."""
    yield from _fits(context)


@lru_cache(maxsize=1)
def _fits(context: Context) -> tuple[Fit | NotChecked, ...]:
    found = (_fit(link, context) for link in context.robot.links if link.visuals and link.collisions)
    return tuple(fit for fit in found if fit is not None)


def _fit(link: Link, context: Context) -> Fit | NotChecked | None:
    facts, why = context.facts.get(link.name), ''
    if any(in_degrees(shape.origin) for shape in link.shapes):
        why = 'the rpy of a shape of it is in degrees'
    elif link.name in suspect_links(context):
        why = 'a shape of it is in another unit'
    elif facts is None:
        why = 'the link was not measured'
    elif facts.coverage is None:
        why = facts.problems.get('coverage', 'it could not be measured')
    if why or facts is None or facts.coverage is None:
        return NotChecked(why, Subject('link', link.name))
    bounds = facts.bounds('visual')
    size = float(np.linalg.norm(bounds[1] - bounds[0])) if bounds is not None else 0.0
    return Fit(link, facts, facts.coverage, size, context)


def _explain(fit: Fit) -> Explanation | None:
    """Another link's collision goes first, for it is named only where moving and scaling explain it less."""
    found = _moved(fit, rotation(fit.link.collisions[0].origin.rpy)) or _partial(fit)
    if found is not None and found.cause == UNIT:
        return found
    other = of_another_link(fit.link, fit.context)
    if other is None and (found is None or found.cause == PARTIAL):
        other = part_of_another_link(fit.link, fit.context)
    return _from_other(other, len(fit.link.collisions)) if other is not None else found


def _moved(fit: Fit, axes: Array) -> Explanation | None:
    """Return the shift, the scale or the missing part that takes the box of the collisions to that of the
    visuals, both along axes that are the columns of a matrix (3, 3).
    """
    (low, high), (near, far) = (_box(fit.facts.of(kind), axes) for kind in ('visual', 'collision'))
    size, other = high - low, far - near
    if (size <= 0).any():
        return None
    ratio = other / size
    overall = float(np.linalg.norm(other) / np.linalg.norm(size))
    if any(THOUSAND[0] < factor < THOUSAND[1] for factor in (overall, 1 / max(overall, 1e-9))):
        return Explanation(UNIT, f'the collision has {overall:.3g} times the size of the visual')
    offset = (near + far - low - high) / 2
    moved = max(MOVED * np.linalg.norm(size), np.linalg.norm(other - size))  # short at one end is no shift
    if (abs(ratio - 1) <= SAME_SIZE).all() and np.linalg.norm(offset) > moved:
        return Explanation(SHIFTED, 'the collision has the size of the visual but stands '
                                    f'{place(list(axes @ offset))} beside it')
    if np.ptp(ratio) <= ALIKE * ratio.mean() and (abs(ratio - 1) > SAME_SIZE).all():
        return Explanation(SCALED, f'the collision has {ratio.mean():.3g} times the size of the visual')
    slack = SAME_SIZE * size
    if (near >= low - slack).all() and (far <= high + slack).all() and (ratio < 1 - SAME_SIZE).any():
        k = int(np.argmin(ratio))
        return Explanation(PARTIAL, f'the collision spans {ratio[k]:.0%} of the visual along '
                                    f'{direction(list(axes[:, k]))}')
    return None


def _partial(fit: Fit) -> Explanation | None:
    """Return what is missing along the axes of the link, whose box says nothing else of a turned part."""
    found = _moved(fit, np.eye(3))
    return found if found is not None and found.cause == PARTIAL else None


def _box(shapes: Sequence[ShapeFacts], axes: Array) -> tuple[Array, Array]:
    """Return (low, high), each (3,), of shapes in the axes that are the columns of a matrix."""
    points = np.concatenate([shape.hull for shape in shapes]) @ axes
    return points.min(axis=0), points.max(axis=0)


def _from_other(other: Origin, count: int) -> Explanation:
    whole = 'the collision' if other.part is None else f'collision {other.part + 1} of {count}'
    links = ' or '.join(f'"{name}"' for name in other.links)
    words = {'copy': f'{whole} is that of {links}', 'mesh': f'{whole} uses the mesh of {links}',
             'place': f'{whole} stands where {links} is'}
    return Explanation(FROM_OTHER, words[other.how], other.part)
