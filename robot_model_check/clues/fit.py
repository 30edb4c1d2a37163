"""How far a declared tensor lies from what the geometry gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from robot_model_check.clues.groups import gaps, group_points
from robot_model_check.context import Context
from robot_model_check.facts import Array, MassProperties
from robot_model_check.inertia import TOO_LIGHT, Body, box_properties, inertial_in_link, too_light
from robot_model_check.model import Link

NAMES = {'exact': 'solid', 'winding': 'sampled solid', 'hull': 'convex hull', 'box': 'bounding box',
         'shell': 'thin shell'}


@dataclass(frozen=True)
class Fit:
    """The declared tensor per mass over that of the nearest reference.

    `least`, `median`, `most` are the ratios along the axes both share (generalised eigenvalues); `factor`
    >= 1 is the exponential of their root mean square logarithm.
    """

    reference: str
    least: float
    median: float
    most: float
    factor: float


def relative(K: Array, K_reference: Array) -> Array:
    """Return the eigenvalues (3,), ascending, of K relative to K_reference, both (3, 3) positive definite.

    By Cholesky whitening, since `import scipy.linalg` takes longer than all the rules together. Raises
    numpy.linalg.LinAlgError where K_reference is not positive definite.
    """
    whiten = np.linalg.inv(np.linalg.cholesky(K_reference))
    return np.asarray(np.linalg.eigvalsh(whiten @ K @ whiten.T))


def distance(ratios: Array) -> float:
    """Return the affine-invariant distance per axis: the root mean square of the logarithms of the ratios
    (3,).
    """
    return float(np.sqrt((np.log(ratios) ** 2).mean()))


def best_fit(link: Link, context: Context) -> Fit | str | None:
    """Return the fit to the nearest reference, why there is none, or None where the tensor is not positive
    definite.
    """
    body = inertial_in_link(link.inertial)  # type: ignore[arg-type]
    if body.mass <= 0 or np.linalg.eigvalsh(body.inertia)[0] <= 0:
        return None
    why = gaps(link.name, context) or (TOO_LIGHT if too_light(body.inertia, body.mass) else '')
    named = list(references(link, context))
    if why or not named:
        return why or 'neither the link nor what is welded to it has geometry of any volume'
    return min((_fit(body, name, reference) for name, reference in named), key=lambda fit: fit.factor)


def _fit(body: Body, name: str, reference: MassProperties) -> Fit:
    ratios = relative(body.inertia / body.mass, reference.inertia)
    least, median, most = (float(ratio) for ratio in ratios)
    return Fit(name, least, median, most, float(np.exp(distance(ratios))))


def solid_fit(link: Link, context: Context) -> Fit | None:
    """Return the fit to the link's own solid, None where its shapes do not close. As `best_fit` has found,
    there are numbers to compare."""
    solid = own_solid(link, context)
    if solid is None or not solid.is_solid:
        return None
    return _fit(inertial_in_link(link.inertial), NAMES[solid.method], solid)  # type: ignore[arg-type]


def references(link: Link, context: Context) -> Iterator[tuple[str, MassProperties]]:
    """Yield (name, properties) of what may stand for the mass of a link, positive definite tensors only."""
    facts = context.facts.get(link.name)
    for reference in facts.references if facts is not None else ():
        if reference.is_thick:
            yield NAMES.get(reference.method, reference.method), reference
    points = group_points(link.name, context)
    if len(points) and len(context.tree.group(link.name)) > 1:
        box = box_properties(points.min(axis=0), points.max(axis=0))
        if box.is_thick:
            yield 'box of all that is welded to it', box


def own_solid(link: Link, context: Context) -> MassProperties | None:
    """Return the body that stands best for the mass of a link, None without any of three dimensions."""
    facts = context.facts.get(link.name)
    return next((one for one in (facts.references if facts is not None else ()) if one.is_thick), None)


def told_by_units(link: Link, context: Context) -> bool:
    """Return whether a wrong unit of the mass, the tensor, its rpy or a mesh is told, which leaves no more to
    say.
    """
    from robot_model_check.clues.angles import in_degrees
    from robot_model_check.clues.mesh_units import suspect_links
    from robot_model_check.clues.units import Verdict, verdict
    if link.inertial is not None and in_degrees(link.inertial.origin):
        return True
    found = verdict(link, context)
    named = isinstance(found, Verdict) and (found.mass_cause is not None or found.inertia_cause is not None)
    return named or bool(suspect_links(context) & set(context.tree.group(link.name)))
