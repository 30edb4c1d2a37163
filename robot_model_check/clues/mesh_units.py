"""Which meshes are in another unit than metres, judged on what the model itself shows.

A mesh of the wrong unit is too large or too small for everything near it: for the other shapes of its link,
for the box that has the link's inertia, for the density its mass gives, for the other links, and for the
distances between joints. Each of these has a range in which good models lie. A factor explains a mesh when
it brings all of them back into range, and no factor is looked for unless they are well out of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log10
from statistics import median

from robot_model_check.clues.placeholder import placeholder
from robot_model_check.clues.sizes import (
    inertial_size,
    joint_offset,
    largest,
    link_sizes,
    size_of_others,
)
from robot_model_check.context import Context
from robot_model_check.facts import ShapeFacts
from robot_model_check.model import Link, Mesh, Shape

# Size over true size -> cause.
FACTORS = {1e3: 'unit:mesh-mm', 1e2: 'unit:mesh-cm', 1 / 0.0254: 'unit:mesh-inch',
           1e-3: 'unit:mesh-scaled-twice', 1e-2: 'unit:mesh-scaled-twice', 0.0254: 'unit:mesh-scaled-twice',
           1e-6: 'unit:mesh-scaled-twice'}
PRIMITIVE_FACTORS = {1e3: 'unit:geometry-mm'}
SHAPES, INERTIA_BOX, LINKS = 'other shapes of the link', 'box of equal inertia', 'other links'
OFFSETS, DENSITY = 'joint distances', 'density [kg/m^3]'
DENSITIES = (20.0, 12000.0)  # kg/m^3 of the hull: 98 % of the links of clean public robots
WELL_OUT = 0.7  # decades out of range, summed, before a factor is looked for
EXPLAINED = 0.1  # share of that which a factor may leave
OTHER_SHAPES, INERTIA, OTHER_LINKS, JOINTS = (1 / 300, 30), (1 / 6, 6), (1 / 100, 50), (1 / 100, 60)


@dataclass(frozen=True)
class Evidence:
    """What a mesh can be held against; lengths in m, None where the model does not show it.

    `size` is the diagonal of the mesh, `volume` that of its hull [m^3]; `rest_size`, `rest_volume` are those
    of the other shapes of its kind. `other_shapes` is the size of shapes of the link that are made of another
    file, `inertia` the diagonal of the box with the link's inertia, `other_links` the median size of the
    other links, `joints` the median distance between joints.
    """

    size: float
    volume: float
    rest_size: float
    rest_volume: float
    mass: float | None
    other_shapes: float | None
    inertia: float | None
    other_links: float | None
    joints: float | None

    def ratios(self, factor: float) -> Iterator[tuple[str, float, tuple[float, float]]]:
        """Yield (what, ratio, range) for the mesh made smaller by `factor`."""
        size = max(self.size / factor, self.rest_size)
        if self.other_shapes:
            yield SHAPES, self.size / factor / self.other_shapes, OTHER_SHAPES
        for what, length, allowed in ((INERTIA_BOX, self.inertia, INERTIA),
                                      (LINKS, self.other_links, OTHER_LINKS),
                                      (OFFSETS, self.joints, JOINTS)):
            if length:
                yield what, size / length, allowed
        density = self.density(factor)
        if density is not None:
            yield DENSITY, density, DENSITIES

    def density(self, factor: float = 1.0) -> float | None:
        """Return the mass over the volume [kg/m^3] for the mesh made smaller by `factor`, if known."""
        volume = self.volume / factor**3 + self.rest_volume
        return self.mass / volume if self.mass and volume > 0 else None

    def misfit(self, factor: float = 1.0) -> float:
        """Return how many decades all ratios together lie out of their ranges."""
        return sum(max(decades(ratio) - log10(high), log10(low) - decades(ratio), 0.0)
                   for _, ratio, (low, high) in self.ratios(factor))

    def words(self) -> Iterator[str]:
        """Yield in words what contradicts the size."""
        lengths = {SHAPES: ('the other shapes of the link are {:.3g} m', self.other_shapes),
                   INERTIA_BOX: ('its mass and inertia fit a box of {:.3g} m', self.inertia),
                   LINKS: ('the other links are {:.3g} m', self.other_links),
                   OFFSETS: ('joints lie {:.3g} m apart', self.joints),
                   DENSITY: ('its mass gives {:.3g} kg/m^3', self.density())}
        for what in self.out_of_range():
            template, value = lengths[what]
            yield template.format(value)

    def out_of_range(self) -> tuple[str, ...]:
        """Return what contradicts the size as it is."""
        return tuple(what for what, ratio, (low, high) in self.ratios(1.0) if not low <= ratio <= high)

    def distance(self, factor: float) -> float:
        """Return how many decades all ratios together lie off the middle of their ranges."""
        return sum(abs(decades(ratio) - log10(low * high) / 2)
                   for _, ratio, (low, high) in self.ratios(factor))


def decades(ratio: float) -> float:
    """Return log10 of a ratio that may have run over or under: 1e308 kg are a ratio too."""
    return log10(min(max(ratio, 1e-300), 1e300))


@dataclass(frozen=True, eq=False)
class Suspect:
    """A shape that is `factor` times too large (below 1: too small), and what shows it."""

    link: Link
    shape: Shape
    factor: float
    cause: str
    rivals: tuple[str, ...]
    evidence: Evidence

    @property
    def file(self) -> str:
        """The URI of its mesh, or its place where it is a box, cylinder, ..."""
        geometry = self.shape.geometry
        return geometry.uri if isinstance(geometry, Mesh) else f'{self.shape.kind} {self.shape.index}'


def explain(evidence: Evidence, factors: Mapping[float, str]) -> tuple[float, tuple[float, ...]] | None:
    """Return the factor that explains the evidence best and its rivals, or None.

    One number alone may be wrong for its own reason (a mass in grams), so two must be out of range, unless it
    is the shapes of one link that contradict each other.
    """
    out = evidence.misfit()
    contradicting = evidence.out_of_range()
    if out < WELL_OUT or (len(contradicting) < 2 and SHAPES not in contradicting):
        return None
    fitting = [factor for factor in factors if evidence.misfit(factor) <= EXPLAINED * out]
    if not fitting:
        return None
    ranked = sorted(fitting, key=lambda one: (round(evidence.misfit(one), 1), evidence.distance(one)))
    # Of two that are about equally good, the thousand is the mistake that people make.
    usual = [factor for factor in ranked if factor in (1e3, 1e-3)
             and evidence.distance(factor) <= evidence.distance(ranked[0]) + 0.5]
    best = usual[0] if usual else ranked[0]
    return best, tuple(factor for factor in ranked if factor != best)


@lru_cache(maxsize=1)
def mesh_suspects(context: Context) -> tuple[Suspect, ...]:
    """Return the shapes in another unit than metres, one per link and file."""
    return tuple(suspect for link in context.robot.links for suspect in _link_suspects(link, context))


def suspect_links(context: Context) -> frozenset[str]:
    """Return the links whose geometry cannot be trusted, since a shape of theirs is in another unit."""
    return frozenset(suspect.link.name for suspect in mesh_suspects(context))


def _link_suspects(link: Link, context: Context) -> Iterator[Suspect]:
    """Only the file that a factor helps most is told: beside it the others look wrong, too."""
    found = [one for shape in link.shapes if shape.geometry is not None for together in (False, True)
             if (one := _suspect(link, shape, context, together)) is not None]
    if not found:
        return
    _, best_together, best = max(found, key=lambda one: (round(one[0], 6), not one[1]))
    told: set[str] = set()
    for _, together, suspect in found:
        alike = suspect.factor == best.factor and _is_mesh(suspect) == _is_mesh(best)
        same = alike and together == best_together and (together or suspect.file == best.file)
        if same and suspect.file not in told:
            told.add(suspect.file)
            yield suspect


def _is_mesh(suspect: Suspect) -> bool:
    return isinstance(suspect.shape.geometry, Mesh)


def _suspect(link: Link, shape: Shape, context: Context,
             together: bool) -> tuple[float, bool, Suspect] | None:
    """Return (how much a factor helps, together, suspect), or None."""
    evidence = _evidence(link, shape, context, together)
    factors = FACTORS if isinstance(shape.geometry, Mesh) else PRIMITIVE_FACTORS
    answer = explain(evidence, factors) if evidence is not None else None
    if answer is None or evidence is None:
        return None
    best, others = answer
    rivals = tuple(dict.fromkeys(factors[factor] for factor in others if factors[factor] != factors[best]))
    gain = evidence.misfit() - evidence.misfit(best)
    return gain, together, Suspect(link, shape, best, factors[best], rivals, evidence)


def _evidence(link: Link, shape: Shape, context: Context, together: bool) -> Evidence | None:
    """Return what a shape is held against: alone (every use of its file), or `together` with all meshes (or
    all primitives) of its link.
    """
    facts = context.facts.get(link.name)
    own = next((one for one in (facts.shapes if facts else ())
                if one.kind == shape.kind and one.index == shape.index), None)
    if facts is None or own is None or own.diagonal <= 0:
        return None
    same = [one for one in facts.shapes if _goes_with(one, own, together)]
    mine = [one for one in same if one.kind == shape.kind]
    told = {id(one) for one in same}
    others = [one for one in facts.shapes if id(one) not in told]
    rest = [one for one in others if one.kind == shape.kind]
    inertial = link.inertial if link.inertial and link.inertial.mass > 0 else None
    computed = inertial is not None and placeholder(inertial) is None
    return Evidence(size=largest(mine), volume=sum(one.hull_volume for one in mine), rest_size=largest(rest),
                    rest_volume=sum(one.hull_volume for one in rest),
                    mass=inertial.mass if inertial else None,
                    other_shapes=largest(others) or None,
                    inertia=inertial_size(inertial) if computed else None,
                    other_links=None if all_large(context) else size_of_others(link.name, context),
                    joints=joint_offset(context))


def _goes_with(one: ShapeFacts, own: ShapeFacts, together: bool) -> bool:
    if together:
        return (one.mesh_path is None) == (own.mesh_path is None)
    return one is own or (own.mesh_path is not None and one.mesh_path == own.mesh_path)


@lru_cache(maxsize=1)
def all_large(context: Context) -> bool:
    """Return whether the links as a whole are too large or too small for the joints: then their sizes say
    nothing of each other.
    """
    sizes, offset = list(link_sizes(context).values()), joint_offset(context)
    if len(sizes) < 2 or offset is None:
        return False
    ratio = median(sizes) / offset
    return not JOINTS[0] < ratio < JOINTS[1]
