"""Whether a part as drawn can have a mass, a COM and a tensor, whatever is in it: no units are mixed up."""

from __future__ import annotations

import numpy as np

from robot_model_check.clues.fit import distance, own_solid, relative
from robot_model_check.clues.mesh_units import DENSITIES, suspect_links
from robot_model_check.clues.units import hull_of
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.inertia import is_definite
from robot_model_check.model import Link

AWAY = 3.0  # radii of gyration: a rod ends at 1.2 from its middle, and no part reaches much farther
ROUGH = 1.4  # misfit: a factor of 4, as that within which a unit is named


def is_plausible(link: Link, mass: float, com: Array | None, inertia: Array | None,
                 context: Context) -> bool | None:
    """Return whether the geometry of a link allows a mass [kg], a COM (3,) and a tensor (3, 3) per unit mass
    [m^2], both in link axes and left out where None; None where there is no geometry to tell.
    """
    solid, hull = own_solid(link, context), hull_of(link, context)
    if solid is None or hull is None or link.name in suspect_links(context):
        return None
    if not DENSITIES[0] <= mass / hull.volume <= DENSITIES[1]:
        return False
    radius = float(np.sqrt(np.trace(solid.inertia)))
    if com is not None and float(np.linalg.norm(solid.com - com)) > AWAY * radius:
        return False
    return inertia is None or (is_definite(inertia) and distance(relative(inertia, solid.inertia)) <= ROUGH)
