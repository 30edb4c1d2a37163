"""What the references of a configuration say of a link: its mass, and how the mass is spread.

A weighed mass goes before that of a CAD table, and that before a density, which gives a mass with the volume
of the geometry: that of the solid, or an upper bound where only the hull is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.table_units import misread_tables
from robot_model_check.context import Context
from robot_model_check.facts import Array, LinkFacts, MassProperties
from robot_model_check.inertia import tensor
from robot_model_check.model import Link
from robot_model_check.settings.references import TableRow

GIVEN = 'given'
WORDS = {'exact': 'exact solid', 'winding': 'sampled solid', 'hull': 'convex hull', 'box': 'bounding box',
         'shell': 'thin shell'}
SHARE = 0.05  # of a mass that is given without a tolerance
DOUBT = {'exact': '', 'winding': ', whose surface does not close', 'hull': ', which fills holes and hollows',
         'box': ', which is larger than the part', 'shell': ', as if all of it were one thin skin'}


@dataclass(frozen=True)
class GivenMass:
    """The mass [kg] that a link should have, +- `tolerance` [kg] where one is given; `told` says where it
    comes from. `trust` is 'given' or the body made of the geometry. `is_bound`: the link has less.
    """

    mass: float
    tolerance: float | None
    told: str
    trust: str = GIVEN
    is_bound: bool = False

    def allowed(self, share: float) -> float:
        """Return by how much [kg] a mass may differ; `share` of it counts where no tolerance is given."""
        return self.tolerance if self.tolerance is not None else share * self.mass

    def agrees(self, mass: float, share: float) -> bool:
        """Return whether a mass [kg] differs by no more than that."""
        return abs(mass - self.mass) <= self.allowed(share)


@dataclass(frozen=True, eq=False)
class GivenSpread:
    """How the mass of a link should be spread: `com` (3,) and `inertia` (3, 3) per unit mass about it, in
    link axes; None where only the COM is given. `told` and `trust` as in GivenMass.
    """

    com: Array
    inertia: Array | None
    told: str
    trust: str = GIVEN


def _row(link: Link, context: Context) -> TableRow | None:
    """Return the row for a link of the CAD tables that are in the units said for them."""
    return context.references.row(link.name, without=misread_tables(context))


def given_mass(link: Link, context: Context) -> GivenMass | str | None:
    """Return the mass that is given for a link, why a density gives none, or None where nothing is given."""
    weighed, row = context.references.weighed(link.name), _row(link, context)
    if weighed is not None:
        return GivenMass(weighed.mass, weighed.tolerance, f'the weighed mass ({weighed.source})')
    if row is not None:
        return GivenMass(row.mass, None, f'the mass in the CAD table ({row.source})')
    dense = context.references.density(link.name)
    if dense is None or not link.shapes:
        return None
    body = _volume(link, context)
    if isinstance(body, str):
        return f'a density gives no mass: {body}'
    tolerance = None if dense.tolerance is None else dense.tolerance * body.volume
    return GivenMass(dense.density * body.volume, tolerance,
                     f'the mass of its {WORDS[body.method]} at {dense.density:g} kg/m^3 ({dense.source})',
                     WORDS[body.method], not body.is_solid)


def is_confirmed(link: Link, context: Context) -> bool:
    """Return whether a declared mass is that which somebody weighed or a table gives."""
    given = given_mass(link, context)
    if link.inertial is None or not isinstance(given, GivenMass) or given.trust != GIVEN:
        return False
    return given.agrees(link.inertial.mass, SHARE)


def given_spread(link: Link, context: Context) -> GivenSpread | None:
    """Return COM and tensor that are given for a link: those of a CAD table, or of its solid where a density
    says that it is one.
    """
    row = _row(link, context)
    if row is not None and row.com is not None:
        inertia = None if row.tensor is None else tensor(*row.tensor) / row.mass
        return GivenSpread(np.array(row.com), inertia, f'of the CAD table ({row.source})')
    dense = context.references.density(link.name)
    solid = _volume(link, context)
    if dense is None or isinstance(solid, str) or not solid.is_solid:
        return None
    told = f'of its {WORDS[solid.method]}, of one density ({dense.source})'
    return GivenSpread(solid.com, solid.inertia, told, WORDS[solid.method])


def spread_of_geometry(link: Link, context: Context) -> GivenSpread | None:
    """Return COM and tensor of the body that stands for a link's mass, None where none extends in three
    directions.
    """
    facts = context.facts.get(link.name)
    if facts is None or _doubt(link, facts, context):
        return None
    body = next((body for body in facts.references if body.is_thick), None)
    if body is None:
        return None
    told = f'of the {WORDS[body.method]} of its {facts.reference_kind}{DOUBT[body.method]}'
    return GivenSpread(body.com, body.inertia, told, WORDS[body.method])


def created(link: Link, context: Context) -> tuple[GivenMass, GivenSpread] | None:
    """Return the mass and its spread that a link without <inertial> is to have, or None where no mass is
    given or nothing says how it is spread.
    """
    mass = given_mass(link, context)
    spread = given_spread(link, context)
    if spread is None or spread.inertia is None:
        com, spread = spread, spread_of_geometry(link, context)
        if spread is not None and com is not None:
            spread = replace(spread, com=com.com, told=f'{spread.told}, the COM that {com.told}')
    if not isinstance(mass, GivenMass) or spread is None:
        return None
    return mass, spread


def unknown_links(context: Context) -> Iterator[tuple[str, str]]:
    """Yield (name, where it is given) of the links that the robot does not have."""
    return ((name, source) for name, source in context.references.names() if name not in context.tree.links)


def _doubt(link: Link, facts: LinkFacts, context: Context) -> str:
    """Return why the geometry of a link says nothing of its mass, or ''."""
    if facts.unmeasured:
        return f'its geometry is incomplete: {facts.unmeasured}'
    return 'the unit of its geometry is in doubt' if link.name in suspect_links(context) else ''


def _volume(link: Link, context: Context) -> MassProperties | str:
    """Return the solid, else the hull, or why there is neither."""
    facts = context.facts.get(link.name)
    if facts is None:
        return 'the link was not measured'
    doubt = _doubt(link, facts, context)
    if doubt:
        return doubt
    found = {body.method: body for body in facts.references if body.volume > 0}
    return next((found[method] for method in ('exact', 'winding', 'hull') if method in found),
                'its geometry has no volume')
