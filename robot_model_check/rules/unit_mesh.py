"""Meshes and shapes are in metres.

Checks
    The size of every shape against what the model itself shows: the other shapes of its link, the box that
    has the link's mass and inertia, the density that its mass gives, the other links, and the distances
    between joints. A shape is told when these contradict its size and one factor reconciles all of them:
    millimetres, centimetres or inches read as metres, or a scale that was applied twice. A Collada file whose
    <unit> has a part in it is `unit-collada`. Where the shapes of a link contradict each other, the one that
    the factor helps is told.

Who breaks
    Nobody says anything: RViz shows a part that fills the sky or none at all, a simulator starts with links
    that overlap by hundreds of metres, or with contacts on a speck. A mass computed from such a mesh is 1e9
    times wrong.

Bad
    <mesh filename="package://my_description/meshes/arm.stl"/>   (exported in mm)

Good
    <mesh filename="package://my_description/meshes/arm.stl" scale="0.001 0.001 0.001"/>

References
    REP 103, Standard Units of Measure. URDF XML specification, link, <mesh>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_use import unread
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.generation.element_xml import with_attributes
from robot_model_check.model import Mesh, Robot, Shape
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.mesh_units import Suspect

ID = 'unit-mesh'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 103', 'URDF XML: link/visual/geometry/mesh')

WORDS = {'unit:mesh-mm': 'millimetres read as metres', 'unit:mesh-cm': 'centimetres read as metres',
         'unit:mesh-inch': 'inches read as metres', 'unit:geometry-mm': 'millimetres read as metres',
         'unit:mesh-scaled-twice': 'scaled once too often'}


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link and file; many of one cause as one."""
    from robot_model_check.clues.collada import has_unit
    from robot_model_check.clues.mesh_units import mesh_suspects
    yield from unread(context)
    by_cause: dict[str, list[Finding]] = {}
    for suspect in mesh_suspects(context):
        if not has_unit(suspect.shape, context):
            by_cause.setdefault(suspect.cause, []).append(_finding(suspect))
    for cause, findings in by_cause.items():
        yield from gathered(findings, f'shapes {WORDS[cause]}')


def _finding(suspect: Suspect) -> Finding:
    shape, factor = suspect.shape, suspect.factor
    much = f'{factor:g} times too large' if factor > 1 else f'{1 / factor:g} times too small'
    return Finding(
        message=f'{suspect.file!r} is {suspect.evidence.size:.3g} m across, {much} '
                f'({WORDS[suspect.cause]}): {"; ".join(suspect.evidence.words())}. {_advice(suspect)}',
        site=(shape.geometry_element or shape.element).site,
        attribute='scale' if _has_scale(suspect) else None,
        subject=Subject('link', suspect.link.name),
        cause=suspect.cause,
        cause_state='ambiguous' if suspect.rivals else 'named',
        rivals=suspect.rivals,
        values={'size [m]': suspect.evidence.size, 'factor [1]': factor,
                **{f'size over {what} [1]' if '[' not in what else what: ratio
                   for what, ratio, _ in suspect.evidence.ratios(1.0)}},
        suggestion=_suggestion(suspect))


def _has_scale(suspect: Suspect) -> bool:
    return 'scale' in (suspect.shape.geometry_element or suspect.shape.element).attributes


def _suggestion(suspect: Suspect) -> Suggestion:
    """Return what to write for the shape, and for every other shape of the link that uses its file."""
    uses = (suspect.shape, *(shape for shape in suspect.link.shapes if shape is not suspect.shape
                             and isinstance(shape.geometry, Mesh) and shape.geometry.uri == suspect.file))
    corrections = tuple(_corrected(shape, suspect.factor) for shape in uses)
    return Suggestion('the size that fits what the model shows', corrections[0].xml, corrections)


def _corrected(shape: Shape, factor: float) -> Correction:
    """Return the <mesh>, <box>, ... of a shape with one smaller by a factor."""
    element, geometry = shape.geometry_element or shape.element, shape.geometry
    new = {'scale': _divided(geometry.scale, factor)} if isinstance(geometry, Mesh) else {
        name: _divided([float(word) for word in value.split()], factor)
        for name, value in element.attributes.items() if name in ('size', 'radius', 'length')}
    return Correction(element, with_attributes(element, new))


def _divided(values: Sequence[float], factor: float) -> str:
    return ' '.join(f'{value / factor:.9g}' for value in values)


def _advice(suspect: Suspect) -> str:
    said = _suggestion(suspect)
    return f'Write {said.xml}' if said is not None else 'Write its size in metres'
