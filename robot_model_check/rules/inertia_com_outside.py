"""The centre of mass lies inside the part.

Checks
    The COM against the box, in link axes, around every visual and collision of the fixed-joint group: a motor
    may be drawn by the link it is bolted to. How far it lies outside is compared with the diagonal of the
    box. A COM that a factor 1000 brings back is written in millimetres, which unit-com says.

    A COM outside that is 0 0 0, written or left out, was left at the link origin: origin:omitted. Where the
    tensor fits the part about its own COM, that is certain: it is a warning however near the origin lies, the
    geometry of the link alone counts, and the corrected <inertial> is given. Else it is ambiguous, since a
    heavy part that is not drawn may sit there. A tensor about the link origin as well is inertia-geometry's.
    Of any other COM outside, where the tensor is that of the solid to the digits, the COM of the solid is
    suggested, and put in by repair where only one coordinate differs.

Who breaks
    Nobody says anything. Gravity torques are wrong by mass times distance: the arm sags under gravity
    compensation, falls over in simulation, and an identified payload comes out absurd.

Bad
    <inertial><origin xyz="0.3 0 0.02"/>...</inertial>   <!-- the part ends at x = 0.05 -->

Good
    <inertial><origin xyz="0 0 0.02"/>...</inertial>

References
    URDF XML specification, link, <inertial>: the origin is the pose of the centre of mass in the link frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, NotChecked, Suggestion
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.model import Inertial, Link, Robot, Vector3
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.diagnosis.diagnosis import Diagnosis
    from robot_model_check.facts import Array

ID = 'inertia-com-outside'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'warning': Option(0.1, '1', 0.0, 10.0, 'of the diagonal: 1.1 % of the links of 42 robots picked as '
                                           'clean lie beyond'),
    'info': Option(0.02, '1', 0.0, 10.0, 'of the diagonal: less is the simplification of a mesh'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/inertial',)

OMITTED = 'origin:omitted'


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose COM lies outside the box, or one that lists them."""
    said = per_link(robot, 'inertial', lambda link: _look(link, context, options))
    yield from by_cause(said, options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    shares = [one.values['share [1]'] for one in found]
    if found[0].cause_state == 'named':
        return (f'the COM of {len(found)} links was left at the link origin, {min(shares):.0%} to '
                f'{max(shares):.0%} of its diagonal outside the geometry; the tensors are those about the '
                f'true COM: {names}')
    return (f'the COM lies outside the geometry of {len(found)} links and of what is welded to them, by '
            f'{min(shares):.0%} to {max(shares):.0%} of its diagonal. The origin of <inertial> is the COM in '
            f'the link frame, in metres: {names}')


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.groups import gaps, group_points, matters
    from robot_model_check.clues.solid_tensor import com_of_solid
    if link.inertial is None or link.inertial.mass <= 0:
        return
    why, points = gaps(link.name, context), group_points(link.name, context)
    if why or len(points) == 0:
        yield NotChecked(why or 'nothing it is welded to has geometry')
        return
    low, high = points.min(axis=0), points.max(axis=0)
    if _length(high - low) == 0:
        yield NotChecked('its geometry is a point')
        return
    com, facts = link.inertial.origin.xyz, context.facts.get(link.name)
    own = (facts.bounds() if facts is not None else None) or (low, high)
    meant = _meant(link, context) if not any(com) and outside(com, *own).any() else None
    if meant is not None:
        low, high = own
    beyond = outside(com, low, high)
    share = _length(beyond) / _length(high - low)
    if share <= options['info'] or not matters(link, context, with_tensor=False):
        return
    if not _told_by_units(link.name, com, context, low, high):
        level = Level.WARNING if share > options['warning'] else Level.INFO
        found = _finding(link.inertial, beyond, share, level, low, high)
        yield replace(found, suggestion=com_of_solid(link, context)) if any(com) else \
            _omitted(found, link.inertial, meant)


def _meant(link: Link, context: Context) -> Diagnosis | None:
    """Return the diagnosis that a COM at the link origin was left there and that the tensor is about the true
    one.
    """
    from robot_model_check.clues.placeholder import placeholder
    from robot_model_check.diagnosis.candidates import candidates
    from robot_model_check.diagnosis.diagnosis import examine
    from robot_model_check.diagnosis.evidence import is_possible
    from robot_model_check.diagnosis.hypotheses import declared_of
    from robot_model_check.inertia import inertial_in_link
    from robot_model_check.kinematics import rotation
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    if placeholder(inertial) is not None or not is_possible(inertial_in_link(inertial).inertia):
        return None
    declared = declared_of(inertial)
    columns = candidates(link, declared.com, context)
    turns = [rotation(shape.origin.rpy) for shape in link.shapes]
    said = examine(declared, columns, turns)[0] if columns else None
    return said if said is not None and said.is_com_alone else None


def _omitted(found: Finding, inertial: Inertial, meant: Diagnosis | None) -> Finding:
    """Return the finding on a COM of 0 0 0: it was left there, for certain where the tensor says so."""
    if meant is None or meant.fixed is None:
        return replace(found, cause=OMITTED, cause_state='ambiguous',
                       message=f'{found.message}. It is 0 0 0: was it left out?')
    mass = inertial.element.find('mass')
    assert mass is not None  # else it has none, and is not looked at
    xml = inertial_xml(mass.attributes['value'], meant.fixed.com, meant.fixed.inertia)
    where, name = found.message.partition('. ')[0], meant.reference.name
    return replace(
        found, level=Level.WARNING, cause=OMITTED, cause_state=meant.state, rivals=meant.rivals,
        message=f'{where}. It was left at the link origin: the tensor is that of the {name} about its own '
                f'COM, {meant.com_before:.2g} radii of gyration away',
        values={**found.values, 'misfit [1]': meant.after, 'reference': name},
        suggestion=Suggestion(f'the COM of the {name}', xml, (Correction(inertial.element, xml),),
                              holds_for_rivals=meant.state == 'named'))


def outside(com: Vector3, low: Array, high: Array) -> Array:
    """Return how far (3,) a COM lies beyond the box, signed, per axis of the link [m]."""
    import numpy as np
    return np.asarray(np.minimum(com - low, 0) + np.maximum(com - high, 0))


def _told_by_units(name: str, com: Vector3, context: Context, low: Array, high: Array) -> bool:
    """Return whether millimetres in the COM or in a mesh explain it."""
    from robot_model_check.clues.mesh_units import suspect_links
    from robot_model_check.clues.units import explains_com
    return explains_com(com, low, high) or bool(suspect_links(context) & set(context.tree.group(name)))


def _length(vector: Array) -> float:
    return float((vector @ vector) ** 0.5)


def _finding(inertial: Inertial, beyond: Array, share: float, level: Level, low: Array,
             high: Array) -> Finding:
    from robot_model_check.clues.directions import direction, place
    origin = inertial.origin.element or inertial.element
    return Finding(
        message=f'the COM {place(inertial.origin.xyz)} lies {1e3 * _length(beyond):.3g} mm outside the '
                f'geometry, towards '
                f'{direction(beyond.tolist(), signed=True)}: {share:.0%} of its diagonal. The geometry of '
                f'what is welded '
                f'together spans {place(low.tolist())} to {place(high.tolist())}. The origin of <inertial> '
                f'is the COM in '
                'the link frame, in metres',
        site=origin.site, level=level, attribute='xyz' if inertial.origin.element else None,
        values={'com [m]': list(inertial.origin.xyz), 'outside [m]': beyond.tolist(), 'share [1]': share,
                'low [m]': low.tolist(), 'high [m]': high.tolist()})
