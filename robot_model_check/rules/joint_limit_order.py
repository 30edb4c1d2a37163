"""The lower limit of a joint may not lie above the upper one.

Checks
    `lower` <= `upper` of every revolute and prismatic joint. Equal limits are a locked joint and are left
    alone.

Who breaks
    MuJoCo takes lower > upper for "no limit": the joint then turns freely. MoveIt samples an empty range and
    every plan fails. Gazebo's DART stopped at an assertion; later versions warn and leave the limits out.

Bad
    <limit lower="1.5" upper="-1.5" effort="20" velocity="2"/>

Good
    <limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>

References
    URDF XML specification, joint, <limit>. MuJoCo, URDF reader. gazebosim/gz-physics issue
    846, dartsim/dart pull request 2473.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Suggestion
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Joint, Limit
from robot_model_check.rules import Option

ID = 'joint-limit-order'
AREA = 'structure'
SCOPE = 'joint'
LEVEL = Level.ERROR
NEEDS = ('limit',)
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint/limit', 'MuJoCo: URDF reader', 'gazebosim/gz-physics issue 846')


def check(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding when lower > upper."""
    limit = joint.limit
    if limit is None or joint.type not in ('revolute', 'prismatic'):
        return
    lower, upper = limit.lower or 0.0, limit.upper or 0.0
    if lower > upper:
        unit = 'm' if joint.type == 'prismatic' else 'rad'
        yield Finding(message=f'lower limit {lower:g} {unit} lies above upper limit {upper:g} {unit}',
                      site=limit.element.site, attribute='lower' if limit.lower is not None else 'upper',
                      values={f'lower [{unit}]': lower, f'upper [{unit}]': upper},
                      suggestion=_suggestion(joint, limit, context))


def _suggestion(joint: Joint, limit: Limit, context: Context) -> Suggestion | None:
    """Return the range that was meant, where the model shows it.

    The two ends may have been exchanged, or their signs: for limits that are the same on both sides that is
    one range, else another joint of the type that has one of the two ranges, and none the other, tells them
    apart.
    """
    lower, upper = limit.lower or 0.0, limit.upper or 0.0
    exchanged, turned = (upper, lower), (-lower, -upper)
    if exchanged == turned:
        return _as(exchanged, 'the two ends exchanged', limit)
    held = {(other.limit.lower, other.limit.upper): other.name for other in context.robot.joints
            if other.limit is not None and other.type == joint.type}
    shown = [(ends, how) for ends, how in ((exchanged, 'the two ends exchanged'),
                                           (turned, 'the two signs turned')) if ends in held]
    if len(shown) != 1:
        return None
    ends, how = shown[0]
    return _as(ends, f'{how}, as joint {held[ends]} has them', limit)


def _as(ends: tuple[float, float], text: str, limit: Limit) -> Suggestion:
    return changed(text, limit.element, {'lower': f'{ends[0]:.9g}', 'upper': f'{ends[1]:.9g}'})
