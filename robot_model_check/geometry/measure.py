"""Measure a link: its shapes, the bodies that may stand for its mass, and how its collisions cover its
visuals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from robot_model_check import inertia
from robot_model_check.facts import STAND_IN, Array, LinkFacts, MassProperties, ShapeFacts
from robot_model_check.geometry import cavity, coverage, primitives
from robot_model_check.geometry.lying import lies
from robot_model_check.geometry.mesh import CACHED_FILES, MeshError, TriangleMesh, fingerprint
from robot_model_check.geometry.placed import Placed, file_hull, place
from robot_model_check.geometry.solid import add, to_arrays
from robot_model_check.geometry.triangles import Triangles, areas, diagonal, flat_hull, joined, signed_volume
from robot_model_check.geometry.volume_samples import VolumeSamples
from robot_model_check.geometry.winding import sampled_solid
from robot_model_check.kinematics import transform
from robot_model_check.model import Link, Mesh, Shape

CACHED_LINKS = 64
KINDS = ('visual', 'collision')
LYING = 'the glTF visual fits the collision only turned upright, which Drake does and RViz does not'
UNEVEN = 1e-6  # relative difference between scales along the axes that deforms a mesh
CONVEX = 1e-6  # of the hull's volume: a mesh that lacks less is its own hull
DISJOINT = 1e-9  # relative difference between the sum of volumes and that of the union


@dataclass(frozen=True)
class _Wanted:
    """Shapes to measure: links whose `shapes` are equal, down to the content of the files, are so once."""

    shapes: tuple[Any, ...]
    triangles: bool
    link: Link = field(compare=False)
    paths: Mapping[str, str] = field(compare=False)


def measure_link(link: Link, paths: Mapping[str, str], triangles: bool = False) -> LinkFacts:
    """Return all that can be measured on a link; `paths` maps a mesh URI to its file. Nothing is raised for
    bad geometry: it stands in `problems`. With `triangles`, collision meshes count as they are (see
    `coverage`).
    """
    shapes = tuple(_alike(shape, paths) for shape in link.shapes)
    found = _measured(_Wanted(shapes, triangles, link, paths))
    return replace(found, link=link.name, problems=dict(found.problems))


def _alike(shape: Shape, paths: Mapping[str, str]) -> tuple[Any, ...]:
    """Return what makes two shapes the same."""
    path = paths.get(shape.geometry.uri) if isinstance(shape.geometry, Mesh) else None
    return (shape.kind, shape.index, shape.geometry, shape.origin.xyz, shape.origin.rpy, path,
            fingerprint(path) if path is not None else None)


@lru_cache(maxsize=CACHED_LINKS)
def _measured(wanted: _Wanted) -> LinkFacts:
    link, problems = wanted.link, dict[str, str]()
    tried = [_place(shape, wanted.paths, problems) for shape in link.shapes]
    placed = [shape for shape in tried if shape is not None]
    shapes = {kind: [shape for shape in placed if shape.shape.kind == kind] for kind in KINDS}
    complete = {'visual': len(shapes['visual']) == len(link.visuals),
                'collision': len(shapes['collision']) == len(link.collisions)}
    samples = {kind: VolumeSamples(found) for kind, found in shapes.items() if found}
    lying = lies(shapes['visual'], shapes['collision'])
    kind, found = _references({**shapes, 'visual': []} if lying else shapes, samples, complete, problems)
    why = LYING if lying else _no_coverage(shapes, complete)
    measured = None if why else coverage.measure(shapes['visual'], shapes['collision'], wanted.triangles,
                                                 each=True, samples=samples['visual'])
    if measured is None:
        problems['coverage'] = why or 'the visuals or the collisions are flat'
    several = len(link.visuals) > 1
    facts = tuple(replace(_shape_facts(shape, several and shape.shape.kind == 'visual'),
                          surface=_surface(shape) if wanted.triangles else None) for shape in placed)
    return LinkFacts(link=link.name, shapes=facts, references=found, reference_kind=kind, coverage=measured,
                     problems=problems)


def _place(shape: Shape, paths: Mapping[str, str], problems: dict[str, str]) -> Placed | None:
    key = f'{shape.kind}:{shape.index}'
    path = None
    if isinstance(shape.geometry, Mesh):
        key, path = f'mesh:{shape.geometry.uri}', paths.get(shape.geometry.uri)
        if path is None:
            problems[key] = 'the file was not found'
            return None
    try:
        return place(shape, path)
    except MeshError as error:
        problems[key] = str(error)
        return None


def _shape_facts(placed: Placed, with_solid: bool) -> ShapeFacts:
    low, high = placed.bounds()
    volume = _volume(placed)
    hull_volume = signed_volume(*placed.hull) if placed.hull is not None else 0.0
    return ShapeFacts(
        kind=placed.shape.kind, index=placed.shape.index, low=low, high=high, hull=_hull_points(placed),
        area=_area(placed),
        faces=len(placed.F) + (placed.mesh.collapsed if placed.mesh else 0),
        hull_volume=volume if placed.primitive and volume else hull_volume, volume=volume,
        method='hull' if volume is None else 'exact', mesh_path=placed.path,
        size_in_file=diagonal(placed.mesh.vertices) if placed.mesh else None, mirrored=placed.mirrored,
        cavity=_cavity(placed), solid=_exact([placed]) if with_solid and volume else None)


def _surface(placed: Placed) -> Triangles | None:
    """Return the surface of a mesh that closes and is not its own hull."""
    if placed.mesh is None or placed.solid is None or placed.hull_solid is None:
        return None
    hollow = placed.solid.volume() < (1 - CONVEX) * placed.hull_solid.volume()
    return to_arrays(placed.solid) if hollow else None


def _cavity(placed: Placed) -> float | None:
    """Return how deep the hollows of a mesh are; in the axes of its file, once for all links that use it."""
    if placed.mesh is None or placed.hull is None or placed.T_link_file is None:
        return None
    scale = np.linalg.norm(placed.T_link_file[:, :3], axis=0)
    if np.ptp(scale) > UNEVEN * scale.max():
        return cavity.depth((placed.V, placed.F), placed.hull)
    return _cavity_of_file(placed.mesh) * float(scale.max())


@lru_cache(maxsize=CACHED_FILES)
def _cavity_of_file(mesh: TriangleMesh) -> float:
    around = file_hull(mesh)
    return cavity.depth((mesh.vertices, mesh.faces), around) if around is not None else 0.0


def _volume(placed: Placed) -> float | None:
    if placed.primitive is not None:
        return primitives.volume(placed.primitive)
    return placed.solid.volume() if placed.solid is not None else None


def _area(placed: Placed) -> float:
    if placed.primitive is not None:
        return primitives.area(placed.primitive)
    return float(areas(placed.V, placed.F).sum())


def _hull_points(placed: Placed) -> Array:
    return placed.hull[0] if placed.hull is not None else flat_hull(placed.V)


def _no_coverage(shapes: Mapping[str, Sequence[Placed]], complete: Mapping[str, bool]) -> str | None:
    """Return why there is nothing to compare, None where there is."""
    for kind in KINDS:
        if not complete[kind]:
            return f'a {kind} could not be measured'
        if not shapes[kind]:
            return f'the link has no {kind}'
    return 'the visual is a stand-in' if _is_stand_in(shapes['visual']) else None


def _references(shapes: Mapping[str, Sequence[Placed]], samples: Mapping[str, VolumeSamples],
                complete: Mapping[str, bool],
                problems: dict[str, str]) -> tuple[str | None, tuple[MassProperties, ...]]:
    """Take the visuals, else the collisions; a kind of which one could not be measured cannot stand for the
    mass.
    """
    for kind in KINDS:
        if complete[kind] and shapes[kind] and not _is_stand_in(shapes[kind]):
            found = references(shapes[kind], samples[kind])
            if found:
                return kind, found
    known = any(not whole for whole in complete.values())
    bare = 'its shapes are stand-ins' if any(map(_is_stand_in, shapes.values())) else \
        'no shape has a volume or an area'
    problems['references'] = 'a shape could not be measured' if known else bare
    return None, ()


def _is_stand_in(shapes: Sequence[Placed]) -> bool:
    """Return whether a link draws a primitive of a millimetre, as authors do where a reader wants a geometry,
    and nothing else.
    """
    return bool(shapes) and all(shape.primitive is not None and diagonal(np.array(shape.bounds())) <= STAND_IN
                                for shape in shapes)


def references(shapes: Sequence[Placed], samples: VolumeSamples) -> tuple[MassProperties, ...]:
    """Return the bodies that may stand for the mass of shapes in link axes, best first.

    'exact': the union of their solids, where all close; else 'winding': what their surfaces enclose, by
    winding numbers, where these are clear; 'hull': the union of their convex hulls; 'box': the bounding box,
    in the shape's own axes where there is one shape, else in link axes; 'shell': a skin of uniform thickness.
    A solid of less than a tenth of the hull is itself a skin, and then the hull goes first.
    """
    around = _hull(shapes)
    solid = _exact(shapes) or (sampled_solid(samples) if around is not None else None)
    solids = [solid, around]
    if solid is not None and around is not None and around.volume > coverage.THIN_SHELL * solid.volume:
        solids = [around, solid]
    return tuple(found for found in (*solids, _box(shapes), _shell(shapes)) if found is not None)


def _exact(shapes: Sequence[Placed]) -> MassProperties | None:
    thick = [shape for shape in shapes if shape.hull is not None]
    solids = [shape.solid for shape in thick if shape.solid is not None]
    if len(solids) < len(thick):
        return None
    union = add(solids)
    if not union.volume() > 0:
        return None
    closed_forms = [found for shape in thick if (found := _closed_form(shape)) is not None]
    apart = abs(sum(body.volume() for body in solids) - union.volume()) <= DISJOINT * union.volume()
    if len(closed_forms) == len(thick) and apart:
        return _together(closed_forms)
    return inertia.solid_properties(*to_arrays(union))


def _closed_form(placed: Placed) -> MassProperties | None:
    if placed.primitive is None:
        return None
    return inertia.placed(primitives.properties(placed.primitive), transform(placed.shape.origin))


def _together(bodies: Sequence[MassProperties]) -> MassProperties:
    """Return solids that do not overlap as one, at equal density."""
    total = inertia.compose(inertia.Body(body.volume, body.com, body.volume * body.inertia)
                            for body in bodies)
    return MassProperties('exact', total.mass, total.com, total.inertia / total.mass)


def _hull(shapes: Sequence[Placed]) -> MassProperties | None:
    if len(shapes) == 1 and (known := _closed_form(shapes[0])) is not None:
        return MassProperties('hull', known.volume, known.com, known.inertia)
    union = add([shape.hull_solid for shape in shapes if shape.hull_solid is not None])
    return inertia.solid_properties(*to_arrays(union), method='hull') if union.volume() > 0 else None


def _box(shapes: Sequence[Placed]) -> MassProperties | None:
    if all(shape.hull is None for shape in shapes):  # a box around a slanting sheet says nothing
        return None
    if len(shapes) > 1:
        low, high = zip(*(shape.bounds() for shape in shapes), strict=True)
        found = inertia.box_properties(np.min(np.array(low), axis=0), np.max(np.array(high), axis=0))
    else:
        found = _own_box(shapes[0])
    return found if found.volume > 0 else None


def _own_box(placed: Placed) -> MassProperties:
    T_link_shape = transform(placed.shape.origin)
    if placed.primitive is not None:
        half = primitives.half_size(placed.primitive)
        return inertia.placed(inertia.box_properties(-half, half), T_link_shape)
    own = (placed.V - T_link_shape[:3, 3]) @ T_link_shape[:3, :3]
    return inertia.placed(inertia.box_properties(own.min(axis=0), own.max(axis=0)), T_link_shape)


def _shell(shapes: Sequence[Placed]) -> MassProperties | None:
    V, F = joined([(shape.V, shape.F) for shape in shapes])
    return inertia.shell_properties(V, F) if areas(V, F).sum() > 0 else None
