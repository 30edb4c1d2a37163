"""The centre of mass lies inside the part.

Checks
    The COM against the box, in link axes, around every visual and collision of the fixed-joint group: a motor
    may be drawn by the link it is bolted to. How far it lies outside is compared with the diagonal of the
    box. A COM that a factor 1000 brings back is written in millimetres, which unit-com says.

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
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Inertial, Link, Robot, Vector3
from robot_model_check.rules import Option

if TYPE_CHECKING:
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


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose COM lies outside the box, or one that lists them."""
    said = per_link(robot, 'inertial', lambda link: _look(link, context, options))
    yield from by_cause(said, options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    shares = [one.values['share [1]'] for one in found]
    return (f'the COM lies outside the geometry of {len(found)} links and of what is welded to them, by '
            f'{min(shares):.0%} to {max(shares):.0%} of its diagonal. The origin of <inertial> is the COM in '
            f'the link frame, in metres: {names}')


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.groups import gaps, group_points, matters
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
    beyond = outside(link.inertial.origin.xyz, low, high)
    share = _length(beyond) / _length(high - low)
    if share <= options['info'] or not matters(link, context, with_tensor=False):
        return
    if not _told_by_units(link.name, link.inertial.origin.xyz, context, low, high):
        level = Level.WARNING if share > options['warning'] else Level.INFO
        yield _finding(link.inertial, beyond, share, level, low, high)


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
