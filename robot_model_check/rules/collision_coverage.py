"""Collisions cover what is seen.

Checks
    How far the surface of the visuals lies outside the collisions of the link, as physics engines see them:
    primitives and convex hulls of meshes. It is told where a spot lies far outside, compared with the size
    of the visual, and where a large share of the surface lies outside by more than a simplification does. A
    spot that a collision of a welded link covers does not count, unless the collision is plainly elsewhere.
    Where moving or scaling the collision explains the difference, or that it is the collision of another
    link, that is the cause; where a unit does (a factor of about 1000), unit-mesh says so.

Who breaks
    Nobody says anything. What is not covered passes through the table, the workpiece and the other arm;
    MoveIt plans closer than the robot is, by the gap.

Bad
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.1 0.1 0.1"/></geometry></visual>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>

Good
    <visual><origin xyz="0 0 0.05"/><geometry><box size="0.1 0.1 0.1"/></geometry></visual>
    <collision><origin xyz="0 0 0.05"/><geometry><box size="0.1 0.1 0.1"/></geometry></collision>

References
    URDF XML specification, link, <collision>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.collision_fit import Fit
    from robot_model_check.facts import Coverage

ID = 'collision-coverage'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'gap': Option(0.1, '1', 0.0, 1.0, 'of the diagonal of the visual, at the worst spot: simplified '
                                      'collisions of 9 public robots stay below 0.08'),
    'bare_spot': Option(0.08, '1', 0.0, 1.0, 'share of the surface that must be bare for one spot to count: '
                                             'not a pin'),
    'shift': Option(0.04, '1', 0.0, 1.0, 'of the diagonal, where the collision has the size of the visual '
                                         'and stands beside it'),
    'thin_gap': Option(0.03, '1', 0.0, 1.0, 'of the diagonal, where much of the surface is bare'),
    'bare': Option(0.3, '1', 0.0, 1.0, 'share of the surface that is much'),
    'least': Option(0.004, 'm', 0.0, None, 'a smaller gap is below the padding of planners'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('URDF XML: link/collision',)


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose visual lies bare, or one that lists those of one cause."""
    yield from by_cause(_look(context, options), options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    from robot_model_check.clues.collision_fit import FROM_OTHER, SCALED, SHIFTED
    gaps = ', '.join(f'{one.subject.name} ({1e3 * one.values["gap [m]"]:.0f} mm)'
                     for one in found if one.subject)
    words = {SHIFTED: ': they stand beside it', SCALED: ': they have another size',
             FROM_OTHER: ': they are those of other links'}
    why = words.get(found[0].cause or '', '')
    return f'the collisions of {len(found)} links leave much of the visual bare{why}. Largest gaps: {gaps}'


def _look(context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.collision_fit import UNIT, fits
    for fit in fits(context):
        if isinstance(fit, NotChecked):
            yield fit
        elif fit.why is not None and (fit.why.cause == UNIT or fit.why.part is not None):
            continue  # told by unit-mesh, by collision-protrusion
        elif _is_bare(fit, options) and (fit.stands_elsewhere
                                         or not _covered_by_others(fit.link, context, fit.coverage)):
            yield _finding(fit)


def _is_bare(fit: Fit, options: Mapping[str, Any]) -> bool:
    coverage, size = fit.coverage, fit.size
    if coverage.gap <= options['least']:
        return False
    if fit.stands_elsewhere:
        return bool(coverage.gap > options['shift'] * size)
    deep = coverage.gap > options['gap'] * size and coverage.uncovered_area > options['bare_spot']
    wide = coverage.gap > options['thin_gap'] * size and coverage.uncovered_area > options['bare']
    return bool(deep or wide)


def _covered_by_others(link: Link, context: Context, coverage: Coverage) -> bool:
    """Return whether the worst spot lies in a collision of a welded link."""
    import numpy as np

    from robot_model_check.clues.groups import group_shapes
    from robot_model_check.geometry.bodies import inside_hull
    from robot_model_check.geometry.triangles import hull
    hulls = [hull(shape.hull @ T[:3, :3].T + T[:3, 3]) for name, shape, T in group_shapes(link.name, context)
             if name != link.name and shape.kind == 'collision']
    worst = np.array([coverage.gap_at])
    return any(inside_hull(worst, around)[0] for around in hulls if around is not None)


def _finding(fit: Fit) -> Finding:
    from robot_model_check.clues.directions import place, towards
    coverage, why = fit.coverage, fit.why
    at, nearest = coverage.gap_at or (), coverage.gap_nearest or ()
    return Finding(
        message=f'the visual lies up to {1e3 * coverage.gap:.3g} mm outside the collision, at {place(at)} in '
                f'the link frame, towards {towards(nearest, at)}; {coverage.uncovered_area:.0%} of its '
                f'surface is bare{_volume(coverage)}. '
                + (f'{why.text[0].upper()}{why.text[1:]}' if why else 'Extend the collision'),
        site=fit.link.collisions[0].element.site,
        subject=Subject('link', fit.link.name),
        cause=why.cause if why else None,
        cause_state='named' if why else 'unknown',
        values={'gap [m]': coverage.gap, 'gap_at [m]': list(at), 'gap_nearest [m]': list(nearest),
                'gap_share [1]': coverage.gap / fit.size, 'bare_surface [1]': coverage.uncovered_area,
                'coverage [1]': coverage.coverage, 'uncertainty [1]': coverage.uncertainty,
                'method': coverage.method, 'spacing [m]': coverage.spacing})


def _volume(coverage: Coverage) -> str:
    if coverage.coverage is None:
        return ''
    return f', {coverage.coverage:.0%} of its volume covered ({coverage.method})'
