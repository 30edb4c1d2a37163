"""Which unit explains a mass, a tensor or a centre of mass that does not fit the geometry.

One wrong unit shows in several numbers: a mass in grams makes the density 1000 times too high and the
tensor 1000 times too small for that mass. Here one cause is found for all of them, so that a rule tells its
own and is silent on what another rule tells.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from types import MappingProxyType

import numpy as np

from robot_model_check.clues.fit import relative
from robot_model_check.clues.groups import gaps, group_points
from robot_model_check.clues.mesh_units import DENSITIES, suspect_links
from robot_model_check.clues.placeholder import placeholder
from robot_model_check.clues.pounds import in_pounds
from robot_model_check.clues.totals import declared
from robot_model_check.context import Context
from robot_model_check.facts import STAND_IN, Array, MassProperties
from robot_model_check.geometry.coverage import THIN_SHELL
from robot_model_check.inertia import Body, box_properties, inertial_in_link, too_light
from robot_model_check.model import Link
from robot_model_check.settings.references import INCH, POUND

# Number written over number in kg m^2 -> cause.
INERTIA_UNITS = {1e6: 'unit:kg*mm^2', 1e4: 'unit:kg*cm^2', 1e3: 'unit:g*m^2', 1e7: 'unit:g*cm^2',
                 1e9: 'unit:g*mm^2', 1 / (POUND * INCH**2): 'unit:lb*in^2', 1e-2: 'decimal:x10^-2',
                 1e-3: 'decimal:x10^-3', 1e-4: 'decimal:x10^-4', 1e-6: 'decimal:x10^-6',
                 1e-9: 'decimal:x10^-9'}
# Number written over number in kg -> cause.
MASS_UNITS = {1e3: 'unit:mass-g', 1e-3: 'unit:mass-t'}
COM_UNITS = (1000.0, 100.0)  # per metre: millimetres, centimetres

Range = tuple[float, float]

INERTIA_RANGE = (0.01, 100.0)  # tensor over that of the uniform hull, median axis: clean robots lie inside
FITS = 4.0  # a unit is named where it brings the tensor within that factor of the uniform hull
UNEVEN = 3.0  # a part of uneven density differs from its uniform hull by less, in the median
EQUAL = 0.01  # relative difference below which two numbers came out of the same CAD model
SAME_DENSITY = 0.002  # relative: densities that one material gives
ALIKE = 2  # links: one other density may be that of a pound by chance
SIZES = 1.5  # hulls of parts that are not the same one differ by more
FAR = 10.0  # diagonals of the geometry; nearer, a plain mistake is as likely as a unit


@dataclass(frozen=True)
class Verdict:
    """What a link's mass and tensor say about units.

    `density` [kg/m^3] is the mass over the hull's volume, `neighbours` the median of the other links.
    `inertia_ratio` is the tensor over that of the uniform hull of this mass, along the median axis.
    `mass_cause`, `inertia_cause` name the unit, '' where the number is out of range and no unit explains it,
    None where nothing is wrong with it, or where a tensor is too large and no unit explains it: then
    inertia-impossible has the proof. `mass_factor` is the number written over the mass in kg that the
    cause implies. `consistent` says that the tensor is in the unit that the mass is in. `wide`: the tensor is
    out of range, and neither the mass nor a placeholder is to blame. `alike`: how many links of the robot
    show the unit, where one alone could not.
    """

    density: float
    neighbours: float | None
    inertia_ratio: float | None
    mass_cause: str | None
    mass_factor: float
    inertia_cause: str | None
    inertia_factor: float
    rivals: tuple[str, ...] = ()
    consistent: bool = False
    wide: bool = False
    alike: int = 0


def hull_of(link: Link, context: Context) -> MassProperties | None:
    """Return the convex hull that stands for the link's mass, else the next best solid, or None."""
    return _reference(link, context, ('hull', 'exact', 'box'))


def _reference(link: Link, context: Context, methods: tuple[str, ...]) -> MassProperties | None:
    facts = context.facts.get(link.name)
    found = {reference.method: reference for reference in (facts.references if facts else ())}
    return next((found[method] for method in methods if method in found and found[method].volume > 0), None)


def median_ratio(body: Body, reference: MassProperties) -> float | None:
    """Return the median of the three ratios of `tensor_ratios`, or None without them."""
    ratios = tensor_ratios(body, reference)
    return float(ratios[1]) if ratios is not None else None


def tensor_ratios(body: Body, reference: MassProperties) -> Array | None:
    """Return the tensor relative to that of a uniform body of the same mass (3,), ascending, or None where
    either is not positive definite or the mass is too small or too large.

    The ratios are the generalised eigenvalues of the two tensors, so they do not depend on the axes.
    """
    if np.linalg.eigvalsh(reference.inertia)[0] <= 0 or np.linalg.eigvalsh(body.inertia)[0] <= 0:
        return None
    if too_light(body.inertia, body.mass):
        return None
    ratios = relative(body.inertia / body.mass, reference.inertia)
    return ratios if ratios[0] > 0 else None  # 0: the numbers leave the doubles


@lru_cache(maxsize=1)
def densities(context: Context) -> Mapping[str, float]:
    """Return link -> declared mass over the volume of its hull [kg/m^3], where both are known."""
    found = {}
    for name, link in context.tree.links.items():
        hull = hull_of(link, context)
        if link.inertial is not None and link.inertial.mass > 0 and hull is not None:
            found[name] = link.inertial.mass / hull.volume
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def _sorted_densities(context: Context) -> tuple[float, ...]:
    return tuple(sorted(densities(context).values()))


def _neighbours(name: str, context: Context) -> float | None:
    """Return the median density of the other links, or None without any."""
    ordered, own = _sorted_densities(context), densities(context).get(name)
    gap = bisect_left(ordered, own) if own is not None else len(ordered)
    count = len(ordered) - (own is not None)
    if count == 0:
        return None
    low, high = ((k if k < gap else k + 1) for k in ((count - 1) // 2, count // 2))
    return (ordered[low] + ordered[high]) / 2


def verdict(link: Link, context: Context, densities: Range = DENSITIES,
            inertias: Range = INERTIA_RANGE) -> Verdict | str | None:
    """Return what mass and tensor say about units, why nothing can be said, or None where there is no mass.

    `densities` [kg/m^3] and `inertias` [1] are the ranges of good models. A link whose mesh is in another
    unit is left to the rules on meshes.
    """
    known = _verdicts(context, densities, inertias)
    if link.name not in known:
        known[link.name] = link, _verdict(link, context, densities, inertias)
    judged, found = known[link.name]
    return found if judged is link else _verdict(link, context, densities, inertias)  # two of one name


@lru_cache(maxsize=4)
def _verdicts(context: Context, densities: Range, inertias: Range
              ) -> dict[str, tuple[Link, Verdict | str | None]]:
    """Return what was judged so far: several rules ask."""
    return {}


def _verdict(link: Link, context: Context, densities: Range, inertias: Range) -> Verdict | str | None:
    if link.inertial is None or link.inertial.mass <= 0 or link.name in suspect_links(context):
        return None
    hull, body = hull_of(link, context), inertial_in_link(link.inertial)
    why = gaps(link.name, context)
    if hull is None:
        return why or _judge_group(link, body, densities, inertias, context)
    found = _judge(link, body, hull, densities, inertias, context)
    return why if why and (found.mass_cause, found.inertia_cause) != (None, None) else found


def _judge_group(link: Link, body: Body, allowed: Range, inertias: Range, context: Context) -> Verdict | str:
    """A link without geometry of its own: the box of all it is welded to stands for it."""
    if suspect_links(context) & set(context.tree.group(link.name)):
        return 'a mesh that it is welded to is in another unit'
    points = group_points(link.name, context)
    if len(points) == 0:
        return 'neither the link nor what it is welded to has geometry'
    low, high = points.min(axis=0), points.max(axis=0)
    box = box_properties(low, high)
    if box.volume <= 0:
        return 'the geometry it is welded to is flat'
    if np.linalg.norm(high - low) <= STAND_IN:
        return 'its shapes are stand-ins'
    # Only too much can be told: a bolt inside a large group is rightly light and small.
    density, ratio = body.mass / box.volume, median_ratio(body, box)
    heavy = density > allowed[1]
    wide = ratio is not None and ratio > inertias[1]
    return _named(link, density, None, ratio, heavy, wide)


def _judge(link: Link, body: Body, hull: MassProperties, allowed: Range, inertias: Range,
           context: Context) -> Verdict:
    density, ratio = body.mass / hull.volume, median_ratio(body, hull)
    neighbours = _neighbours(link.name, context)
    exact, alike = _exact_units(link, body, context), in_pounds(context)
    if exact is not None or link.name in alike:
        return Verdict(density, neighbours, ratio, 'unit:mass-lb', 1 / POUND, None, 1.0,
                       consistent=bool(exact), alike=len(alike) if exact is None else 0)
    out = (not _within(density, allowed) and _group_agrees(link, allowed, context)
           and not _is_skeleton(link, body.mass, hull, allowed, context))
    wide = (ratio is not None and not _within(ratio, inertias)
            and _group_box_agrees(link, body, ratio, inertias, context))
    return _named(link, density, neighbours, ratio, out, wide, out and _is_typed(body.mass, context))


def _is_skeleton(link: Link, mass: float, hull: MassProperties, allowed: Range, context: Context) -> bool:
    """Return whether a part is light [kg] for its hull alone, since that is mostly air: a frame of tubes.

    Of a skin, which encloses less than a tenth of its hull, nobody knows how much of it is filled.
    """
    solid = _reference(link, context, ('exact', 'winding'))
    return (solid is not None and mass / hull.volume < allowed[0] <= mass / solid.volume
            and hull.volume <= THIN_SHELL * solid.volume)


def _is_typed(mass: float, context: Context) -> bool:
    """Return whether three links have this mass [kg], and not because they are the same part: then the
    number is a placeholder, and in no unit.
    """
    hulls = [hull.volume for link in context.tree.links.values()
             if link.inertial is not None and link.inertial.mass == mass
             and (hull := hull_of(link, context)) is not None]
    return len(hulls) > ALIKE and max(hulls) > SIZES * min(hulls)


def _named(link: Link, density: float, neighbours: float | None, ratio: float | None, out: bool,
           wide: bool, typed_mass: bool = False) -> Verdict:
    """Name the unit of the mass first; what the tensor then still lacks is its own."""
    unit = _mass_unit(density, neighbours) if not typed_mass else ('', 1.0)
    mass_cause, factor = unit if out else (None, 1.0)
    true_ratio = ratio * factor if ratio is not None else None
    inertia_cause: str | None = None
    inertia_factor = 1.0
    rivals: tuple[str, ...] = ()
    typed = link.inertial is not None and placeholder(link.inertial) is not None
    consistent = bool(mass_cause) and ratio is not None and _near(ratio, 1.0)
    in_si = mass_cause and true_ratio is not None and _near(true_ratio, 1.0)
    wide = wide and not typed and not in_si
    if wide and true_ratio is not None:
        named, inertia_factor, rivals = _inertia_unit(true_ratio)
        inertia_cause = None if not named and true_ratio > 1 else named
    return Verdict(density, neighbours, ratio, mass_cause, factor, inertia_cause, inertia_factor, rivals,
                   consistent, wide)


def _within(value: float, allowed: Range) -> bool:
    return allowed[0] <= value <= allowed[1]


def _near(value: float, target: float, factor: float = 2 * UNEVEN) -> bool:
    return abs(log(value / target)) <= log(factor)


def _mass_unit(density: float, neighbours: float | None) -> tuple[str, float]:
    """Return the cause and its factor; '' and 1 where no unit brings the density back."""
    usual = neighbours if neighbours is not None and _within(neighbours, DENSITIES) else 1000.0
    fitting = [factor for factor in MASS_UNITS if _within(density / factor, DENSITIES)
               and abs(log(density / factor / usual)) < abs(log(density / usual))
               and (factor > 1 or _near(density / factor, usual))]  # hardly anyone writes tonnes
    if not fitting:
        return '', 1.0
    best = min(fitting, key=lambda factor: abs(log(density / factor / usual)))
    return MASS_UNITS[best], best


def _inertia_unit(ratio: float) -> tuple[str, float, tuple[str, ...]]:
    """Return the cause, its factor and the causes that fit nearly as well; '' where none fits."""
    ranked = sorted(INERTIA_UNITS, key=lambda factor: abs(log(ratio / factor)))
    fitting = [factor for factor in ranked if _near(ratio, factor, FITS)]
    if not fitting:
        return '', 1.0, ()
    rivals = [INERTIA_UNITS[factor] for factor in fitting[1:]]
    rivals += [cause for factor, cause in MASS_UNITS.items() if _near(fitting[0] * factor, 1.0, 1.1)]
    return INERTIA_UNITS[fitting[0]], fitting[0], tuple(rivals)


def _group_agrees(link: Link, allowed: Range, context: Context) -> bool:
    """Return whether the density of all that is welded together is out of range, too.

    A motor may be drawn by one link and weighed by another.
    """
    members = [context.tree.links[name] for name in context.tree.group(link.name)]
    masses = [body.mass for member in members if (body := declared(member, np.eye(4))) is not None]
    hulls = [hull.volume for member in members if (hull := hull_of(member, context)) is not None]
    return len(members) == 1 or not hulls or not _within(sum(masses) / sum(hulls), allowed)


def _group_box_agrees(link: Link, body: Body, ratio: float, inertias: Range, context: Context) -> bool:
    """Return whether the tensor is as far out against the box of all that is welded together."""
    if len(context.tree.group(link.name)) == 1:
        return True
    points = group_points(link.name, context)
    in_group = median_ratio(body, box_properties(points.min(axis=0), points.max(axis=0)))
    return in_group is None or (not _within(in_group, inertias) and (in_group > 1) == (ratio > 1))


def _exact_units(link: Link, body: Body, context: Context) -> bool | None:
    """Return whether the tensor is in pounds, too, of a mass that is in pounds; None where it is not.

    Where a tensor is exactly that of the solid but for one factor it came out of the CAD model of this very
    mesh, so even the small factor of a pound shows: in the tensor, or where the density of several other
    links is that of this one but for it.
    """
    solid = _reference(link, context, ('exact',))
    ratios = tensor_ratios(body, solid) if solid is not None else None
    if ratios is None or solid is None or ratios[2] / ratios[0] - 1 > EQUAL:
        return None
    factor, density = 1 / float(ratios.mean()), body.mass / solid.volume
    if abs(factor * POUND - 1) <= EQUAL:
        return False
    meant = density * POUND
    alike = sum(abs(other / meant - 1) <= SAME_DENSITY for other in _solid_densities(context))
    return True if abs(factor - 1) <= EQUAL and alike >= ALIKE else None


@lru_cache(maxsize=1)
def _solid_densities(context: Context) -> tuple[float, ...]:
    """Return the declared mass over the volume of the exact solid of each link that has both [kg/m^3]."""
    solids = ((link, _reference(link, context, ('exact',))) for link in context.tree.links.values())
    return tuple(link.inertial.mass / solid.volume for link, solid in solids
                 if link.inertial is not None and link.inertial.mass > 0 and solid is not None)


def weight_in_doubt(link: Link, context: Context) -> bool:
    """Return whether another unit is named for the mass of a link or for its COM."""
    found = verdict(link, context)
    if isinstance(found, Verdict) and found.mass_cause:
        return True
    points = group_points(link.name, context)
    if link.inertial is None or len(points) == 0:
        return False
    return explains_com(link.inertial.origin.xyz, points.min(axis=0), points.max(axis=0))


def explains_com(com: tuple[float, float, float], low: Array, high: Array,
                 units: tuple[float, ...] = COM_UNITS) -> bool:
    """Return whether a COM [m] far outside a box from `low` to `high` (3,) lies in it in a unit [1/m]."""
    diagonal = float(np.linalg.norm(high - low))
    return (_outside(np.array(com), low, high) > FAR * diagonal
            and any(_outside(np.array(com) / unit, low, high) <= 0.1 * diagonal for unit in units))


def _outside(point: Array, low: Array, high: Array) -> float:
    return float(np.linalg.norm(np.maximum(low - point, 0) + np.maximum(point - high, 0)))
