"""What was measured on meshes and links: the contract between the geometry workers and the rules.

Everything here is plain data that travels between processes. Arrays are float64. Lengths in m, volumes in
m^3, after URDF scale and Collada unit are applied (Collada `up_axis` is not: RViz, Gazebo and MoveIt ignore
it). A value of None means it could not be established, never zero.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

STAND_IN = 0.002  # m: a primitive no larger is drawn only where a reader wants one; a box of 1 mm has 1.7


@dataclass(frozen=True, eq=False)
class MeshFile:
    """Facts of one mesh file in its own numbers (no URDF scale, no Collada unit applied).

    `problem` says why the file could not be read (all else is then zero or None). `low`, `high` (3,) are the
    bounds. `open_share` is the area bounded by unpaired edges over the total area, 0 when every component
    closes. `inverted` means the closed components enclose negative volume; `mixed_winding` that neighbours
    disagree. `degenerate_faces` counts faces without area. `unit` is Collada's <unit meter=…>, `up_axis`
    Collada's <up_axis>.
    """

    path: str
    sha256: str
    format: str
    faces: int
    vertices: int
    low: Array
    high: Array
    components: int
    open_share: float
    inverted: bool
    mixed_winding: bool
    degenerate_faces: int
    volume: float | None
    unit: float | None = None
    up_axis: str | None = None
    solid_header: bool = False
    problem: str | None = None


@dataclass(frozen=True, eq=False)
class MassProperties:
    """Of a body of unit density: volume [m^3], COM (3,) in link axes, `inertia` (3, 3) per unit mass [m^2]
    about the COM in link axes. `method`: 'exact' (closed solid), 'winding' (what an open surface encloses,
    sampled), 'hull', 'box' or 'shell' (thin, uniform per area).
    """

    method: str
    volume: float
    com: Array
    inertia: Array

    @property
    def is_solid(self) -> bool:
        """Whether it is what the surfaces enclose, and not a body around them or a skin."""
        return self.method in ('exact', 'winding')

    @property
    def is_thick(self) -> bool:
        """Whether it extends in three directions."""
        return bool(np.linalg.eigvalsh(self.inertia)[0] > 0)


@dataclass(frozen=True, eq=False)
class ShapeFacts:
    """One visual or collision in link axes.

    `low`, `high` (3,): bounds. `hull` (n, 3): vertices of the convex hull (tessellated for curved primitives;
    inscribed, so `hull_volume` of a primitive is its closed form, not that of these points). `volume` None
    where the shape does not close. `size_in_file` is the diagonal of a mesh file's bounds in its own numbers,
    None for primitives. `method`: 'exact' where `volume` is known, else 'hull': `hull_volume` is the best
    there is. `cavity` [m]: how deep the hollows are that the hull of a mesh fills, None for other shapes.
    `solid`: what one of several visuals encloses, None for other shapes and where it does not close.
    `surface`: V (n, 3) and F (m, 3) of a hollow mesh that closes, where the profile is that of an engine that
    takes triangles, None otherwise.
    """

    kind: str
    index: int
    low: Array
    high: Array
    hull: Array
    area: float
    faces: int
    hull_volume: float
    volume: float | None
    method: str
    mesh_path: str | None = None
    size_in_file: float | None = None
    mirrored: bool = False
    cavity: float | None = None
    solid: MassProperties | None = None
    surface: tuple[Array, NDArray[np.int64]] | None = None

    @cached_property
    def diagonal(self) -> float:
        """The diagonal [m] of the bounds."""
        across = self.high - self.low
        return math.sqrt(across @ across)


@dataclass(frozen=True)
class PartCoverage:
    """One collision of a link against all its visuals: `index` counts the collisions, `volume` [m^3] is the
    part's own, the rest as in `Coverage`.
    """

    index: int
    coverage: float | None
    excess: float | None
    volume: float
    protrusion: float
    protrusion_at: tuple[float, float, float] | None
    protrusion_nearest: tuple[float, float, float] | None


@dataclass(frozen=True)
class Coverage:
    """How well the collisions of a link cover its visuals, as engines see them: a collision mesh counts as
    its convex hull, unless the profile is that of an engine that takes triangles (`meshes_as`: 'hull' or
    'triangles').

    Shares are of the visual's volume, None where the volume is unknown; `excess` is None too for a visual of
    less than a tenth of its hull, a skin. `overlap` is the sum of the parts' volumes over that of their
    union. `gap` [m]: how far the visual's surface lies outside the collision, a maximum over samples that
    `spacing` [m] turns into an upper bound (0: the value is exact). `protrusion` [m]: how far the collision
    reaches out of the convex hull of all visuals, exact; what fills a hollow of the visual is `excess`, not
    protrusion. `gap_at`, `protrusion_at`: where, in link axes; None where there is none, that is below 1e-6
    of the visual's diagonal. `uncovered_area` is the share of the visual's surface more than `tolerance`
    outside the collision; `protruding_area` that of the collision's surface more than `tolerance` outside the
    visuals' hull. `method`: 'exact', 'winding' (sampled) or 'surface' (no volumes). `uncertainty` is the
    standard error of the shares. `gap_nearest`, `protrusion_nearest`: the nearest point of the collision, of
    the visuals' hull; from there the gap or protrusion goes. `hull_over_solid` of the visuals together, and
    `thin_shell` where that makes them a skin; None where their volume is unknown. `parts`: each collision by
    itself, where asked for. `uncovered_points`, `protruding_points`: some points of the surfaces whose shares
    those are, spread evenly, for viewers.
    """

    method: str
    coverage: float | None
    excess: float | None
    overlap: float | None
    uncertainty: float
    gap: float
    gap_at: tuple[float, float, float] | None
    protrusion: float
    protrusion_at: tuple[float, float, float] | None
    spacing: float
    tolerance: float
    uncovered_area: float
    protruding_area: float
    gap_nearest: tuple[float, float, float] | None = None
    protrusion_nearest: tuple[float, float, float] | None = None
    hull_over_solid: float | None = None
    thin_shell: bool | None = None
    meshes_as: str = 'hull'
    parts: tuple[PartCoverage, ...] = ()
    uncovered_points: tuple[tuple[float, float, float], ...] = ()
    protruding_points: tuple[tuple[float, float, float], ...] = ()


SHAPE = ('mesh:', 'visual:', 'collision:')  # what the keys of a shape's problems begin with


@dataclass(frozen=True, eq=False)
class LinkFacts:
    """All that was measured on one link. `references` of the geometry that stands for its mass (visuals, else
    collisions), best first; `reference_kind` says which. `problems` maps what is missing to why:
    'mesh:<uri>', '<kind>:<index>' for other shapes, 'coverage', 'references'.
    """

    link: str
    shapes: tuple[ShapeFacts, ...]
    references: tuple[MassProperties, ...]
    reference_kind: str | None
    coverage: Coverage | None
    problems: dict[str, str]

    @property
    def unmeasured(self) -> str:
        """Why a shape of the link could not be measured, '' where each was."""
        return next((why for what, why in self.problems.items() if what.startswith(SHAPE)), '')

    def of(self, kind: str) -> tuple[ShapeFacts, ...]:
        """Return the facts of the visuals or of the collisions."""
        return tuple(shape for shape in self.shapes if shape.kind == kind)

    def bounds(self, *kinds: str) -> tuple[Array, Array] | None:
        """Return (low, high), each (3,), over the shapes of these kinds (none named: all), or None without
        shapes.
        """
        chosen = [shape for shape in self.shapes if not kinds or shape.kind in kinds]
        if not chosen:
            return None
        lows, highs = np.array([shape.low for shape in chosen]), np.array([shape.high for shape in chosen])
        return lows.min(axis=0), highs.max(axis=0)
