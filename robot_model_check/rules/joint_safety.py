"""Soft limits and calibration agree with the joint's limits.

Checks
    `soft_lower_limit` and `soft_upper_limit` of <safety_controller> lie inside `lower` and `upper` of
    <limit> and in order (on revolute and prismatic joints, each where given); its gains are not negative;
    the edges of <calibration> lie inside the limits, and differ.

Who breaks
    Controllers that honour soft limits brake at the wrong place: with a soft limit outside the hard one the
    joint reaches its stop at full speed. Calibration drives on to an edge that the joint cannot reach.

Bad
    <limit lower="-1.5" upper="1.5" .../>
    <safety_controller soft_lower_limit="-1.6" soft_upper_limit="1.6" k_velocity="10"/>

Good
    <limit lower="-1.5" upper="1.5" .../>
    <safety_controller soft_lower_limit="-1.4" soft_upper_limit="1.4" k_velocity="10"/>

References
    URDF XML specification, joint, <safety_controller>, <calibration>.
    wiki.ros.org/pr2_controller_manager/safety_limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.listing import MANY, listed, per_joint
from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Joint, Robot
from robot_model_check.reading.schema import numbers
from robot_model_check.rules import Option

ID = 'joint-safety'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'slack': Option(1e-3, '1', 0.0, 0.1, 'what may stick out, as a share of the travel: soft limits equal to '
                                      'the hard ones are printed with other digits'),
}
SOURCES = ('URDF XML: joint/safety_controller, joint/calibration', 'PR2 safety limits')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield one finding per element that contradicts the limits or itself, or one for many."""
    yield from listed(per_joint(robot, 'limit', lambda joint: _look(joint, options)), MANY, _together)


def _together(found: Sequence[Finding], names: str) -> str:
    return f'on {len(found)} joints soft limits or calibration contradict the limits: {names}. The first: ' \
           f'{found[0].message}'


def _look(joint: Joint, options: Mapping[str, Any]) -> Iterator[Finding]:
    if joint.type not in ('revolute', 'prismatic', 'continuous') or _are_swapped(joint):
        return
    unit = 'm' if joint.type == 'prismatic' else 'rad'
    bounds = _bounds(joint)
    margin = options['slack'] * (bounds[1] - bounds[0]) if bounds else 0.0
    for tag, faults in (('safety_controller', _safety), ('calibration', _calibration)):
        element = joint.element.find(tag)
        told = faults(element, bounds, margin, unit) if element is not None else []
        if element is not None and told:
            yield Finding(
                message='; '.join(told),
                site=element.site,
                values={f'limits [{unit}]': list(bounds) if bounds else None, **element.attributes},
            )


def _bounds(joint: Joint) -> tuple[float, float] | None:
    """Return the hard limits of a joint that has them."""
    limit = joint.limit
    if joint.type == 'continuous' or limit is None or (limit.lower is None and limit.upper is None):
        return None
    return limit.lower or 0.0, limit.upper or 0.0


def _are_swapped(joint: Joint) -> bool:
    """Return whether the hard limits are not in order: then soft ones drawn from them are not, either."""
    limit = joint.limit
    return limit is not None and (limit.lower or 0.0) > (limit.upper or 0.0)


def _value(element: Element, name: str) -> float | None:
    read = numbers(element.attributes.get(name, ''), 1)
    return read[0] if read is not None else None


def _safety(element: Element, bounds: tuple[float, float] | None, margin: float, unit: str) -> list[str]:
    lower, upper = _value(element, 'soft_lower_limit'), _value(element, 'soft_upper_limit')
    told = []
    if bounds and lower is not None and lower < bounds[0] - margin:
        told.append(f'soft lower limit {lower:g} {unit} lies below the hard one {bounds[0]:g} {unit}')
    if bounds and upper is not None and upper > bounds[1] + margin:
        told.append(f'soft upper limit {upper:g} {unit} lies above the hard one {bounds[1]:g} {unit}')
    if lower is not None and upper is not None and lower > upper:
        told.append(f'soft lower limit {lower:g} {unit} lies above soft upper limit {upper:g} {unit}')
    gains = {name: _value(element, name) for name in ('k_position', 'k_velocity')}
    return told + [
        f'{name} {gain:g} is negative' for name, gain in gains.items() if gain is not None and gain < 0
    ]


def _calibration(element: Element, bounds: tuple[float, float] | None, margin: float, unit: str) -> list[str]:
    edges = {name: _value(element, name) for name in ('rising', 'falling')}
    told = [
        f'calibration edge {name} at {edge:g} {unit} lies outside [{bounds[0]:g}, {bounds[1]:g}] {unit}'
        for name, edge in edges.items()
        if bounds and edge is not None and not bounds[0] - margin <= edge <= bounds[1] + margin
    ]
    if edges['rising'] is not None and edges['rising'] == edges['falling']:
        told.append(f'calibration edges rising and falling are both at {edges["rising"]:g} {unit}')
    return told
