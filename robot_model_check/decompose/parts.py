"""Parts of a link: convex hulls or primitives, and what is measured on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from robot_model_check.decompose.hull import Hull
from robot_model_check.decompose.primitive import Fitted, enclosing
from robot_model_check.document import Element
from robot_model_check.facts import Coverage
from robot_model_check.geometry import coverage
from robot_model_check.geometry.placed import Placed, place
from robot_model_check.geometry.solid import from_arrays
from robot_model_check.model import Box, Geometry, Mesh, Pose, Shape
from robot_model_check.source import Site, Span

SAME_BOX = 1e-3  # a part that fills its box but for this share is that box
NEARLY = 0.01  # a part that fills its cylinder or sphere but for this share may become it


@dataclass(frozen=True, eq=False)
class Part:
    """One collision in link axes: a primitive where `fitted` is given, else the convex mesh `hull`.

    `core` is the hull of what the part must contain, before it was fitted into a budget of vertices; only a
    primitive may leave some of that bare, see Fitted.
    """

    hull: Hull
    core: Hull
    fitted: Fitted | None = None

    @property
    def encloses(self) -> bool:
        """Whether all of its core lies in it."""
        return self.fitted is None or self.fitted.encloses

    @property
    def volume(self) -> float:
        """The volume [m^3] as it will be written."""
        return self.hull.volume if self.fitted is None else self.fitted.volume


def with_primitives(parts: Sequence[Part], room: float) -> tuple[Part, ...]:
    """Return the parts, those that nearly are primitives as primitives.

    A box adds next to nothing; cylinders and spheres round out facets, and together may add `room` [m^3].
    """
    tried = [(enclosing(part.core), index) for index, part in enumerate(parts) if part.fitted is None]
    made = list(parts)
    tried.sort(key=lambda entry: (entry[0].volume / parts[entry[1]].core.volume, entry[1]))
    for fitted, index in tried:
        share = fitted.volume / parts[index].core.volume - 1
        added = fitted.volume - parts[index].volume
        is_box = isinstance(fitted.geometry, Box)
        if (is_box and share <= SAME_BOX) or (not is_box and share <= NEARLY and added <= room):
            made[index] = replace(parts[index], fitted=fitted)
            room -= added
    return tuple(made)


def measure(visuals: Sequence[Placed], parts: Sequence[Part]) -> Coverage | None:
    """Measure parts against the visuals of their link; None where there is no volume to speak of."""
    return coverage.measure(visuals, [placed(part) for part in parts])


def placed(part: Part) -> Placed:
    """Return a part as a collision in link axes."""
    if part.fitted is not None:
        return place(_shape(part.fitted.geometry, part.fitted.pose), None)
    V, F = part.hull.vertices, part.hull.faces
    solid = from_arrays(V, F)
    return Placed(_shape(Mesh(''), Pose()), V, F, solid, (V, F), solid)


def _shape(geometry: Geometry, pose: Pose) -> Shape:
    nowhere = Element('collision', {}, (), '', Site(None, 1), Span(0, 0))
    return Shape('collision', 0, None, pose, geometry, nowhere)
