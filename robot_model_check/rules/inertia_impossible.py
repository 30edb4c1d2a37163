"""No mass distribution inside the geometry has this tensor, whatever the density.

Checks
    Along each axis of the link and each principal axis of the tensor: the spread of the mass about the COM
    against what fits between the ends of the geometry. The geometry is every visual and collision of the
    fixed-joint group, since a motor may be drawn by the link it is bolted to.

    The proof. Take a unit direction k and let x be the coordinate along k of a bit of mass, with mean c (the
    COM). All mass lies in the geometry, so lo <= x <= hi, hence (hi - x)(x - lo) >= 0 for every bit.
    Averaging over the mass gives (hi + lo) c - hi lo - E[x^2] >= 0, that is Var(x) = E[x^2] - c^2 <= (hi -
    c)(c - lo). The tensor fixes the same variance: with S = tr(I)/2 E - I, Var(x) = k'S k / m. Density never
    enters: where S_kk / m is larger, no body inside the geometry has this mass, COM and tensor, not even one
    of point masses at both ends, which would have equality.

    The ends are moved outwards by a small share of the size of the geometry, for meshes that were rounded or
    simplified. Where the COM lies outside (which inertia-com-outside says), the bound is the largest for any
    COM inside, Var(x) <= (hi - lo)^2 / 4. A tensor that is not positive definite, violates A + B >= C, looks
    like a placeholder or is in another unit is a finding of its own and leaves nothing to prove here.

Who breaks
    Nobody says anything: the robot accelerates too slowly in every simulator, torques computed from the model
    are too high, and a policy learned on it fails on the robot. Motors and gears lumped into a link, but
    drawn with no link, defeat the proof: it is a warning, and an error in the strict profile.

Bad
    A part 60 x 40 x 200 mm of 0.48 kg with <inertia ixx="0.012" iyy="0.0125" izz="0.0002" .../>: along z its
    mass would have to lie 159 mm from the COM in the root mean square, and no bit of it can be farther away
    than 100 mm.

Good
    The tensor about the COM, in kg m^2, of the part as drawn: <inertia ixx="0.001664" iyy="0.001744"
    izz="0.000208" .../>.

References
    Bhatia and Davis, A better bound on the variance, American Mathematical Monthly 107, 2000. Wensing, Kim
    and Slotine, Linear matrix inequalities for physically consistent inertial parameter identification, RA-L
    2018 (the ellipsoid variant).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import listed, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.spread import Spread

ID = 'inertia-impossible'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'slack': Option(0.01, '1', 0.0, 0.5, 'of the diagonal of the geometry, added at both ends: tessellated '
                                         'curves and '
                                         'simplified meshes lie inside the part by less than that'),
    'excess': Option(1.05, '1', 1.0, 100.0, 'of the largest possible root mean square distance: below that, '
                                            'numbers written '
                                            'with two digits may be to blame'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('Bhatia and Davis 2000', 'Wensing 2018')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose mass cannot lie inside the geometry, or one that lists them."""
    said = per_link(robot, 'inertial', lambda link: _look(link, context, options))
    yield from listed(said, options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} links have a tensor that no mass distribution inside their geometry has, '
            f'whatever the density. '
            f'Check their units and whether they are about the COM; draw parts that are lumped in: {names}')


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    from robot_model_check.clues.fit import told_by_units
    from robot_model_check.clues.groups import gaps, group_points, matters
    from robot_model_check.clues.spread import worst_spread
    from robot_model_check.diagnosis.readings import readings
    from robot_model_check.inertia import TOO_LIGHT, inertial_in_link, too_light
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0:
        return
    why = gaps(link.name, context)
    points = group_points(link.name, context)
    if why or len(points) == 0:
        yield NotChecked(why or 'nothing it is welded to has geometry')
        return
    if not _provable(inertial) or not matters(link, context):
        return
    body = inertial_in_link(inertial)
    if too_light(body.inertia, body.mass):
        yield NotChecked(TOO_LIGHT)
        return
    worst = worst_spread(body, points, options['slack'])
    told = told_by_units(link, context) or link.name in readings(context)
    if worst is not None and worst.excess > options['excess'] and not told:
        yield _finding(link, worst)


def _provable(inertial: Any) -> bool:
    """Return whether the tensor is one a body could have, and not a placeholder."""
    from robot_model_check.clues.placeholder import placeholder
    from robot_model_check.inertia import tensor_of, triangle_excess
    moments, excess = triangle_excess(tensor_of(inertial))
    return bool(moments[0] > 0 and excess < 0.05 and placeholder(inertial) is None)


def _extent(worst: Spread) -> str:
    if worst.anywhere:
        return f'{1e3 * (worst.high - worst.low):.4g} mm long, wherever the COM is'
    return f'from {1e3 * worst.low:.4g} to {1e3 * worst.high:.4g} mm about the COM'


def _finding(link: Link, worst: Spread) -> Finding:
    from robot_model_check.clues.directions import direction
    where = direction(worst.direction.tolist())
    return Finding(
        message=f'no mass distribution inside the geometry has this tensor: along {where} the mass would '
                f'have to lie '
                f'{1e3 * worst.declared:.4g} mm from the COM (root mean square), and the geometry, '
                f'{_extent(worst)}, allows {1e3 * worst.possible:.4g} mm. '
                'Check its unit and whether it is about the COM; if parts that are not drawn are lumped in, '
                'draw them',
        site=link.inertial.element.find('inertia').site,  # type: ignore[union-attr]
        values={'direction': worst.direction.tolist(), 'spread [m]': worst.declared,
                'possible_spread [m]': worst.possible, 'excess [1]': worst.excess,
                'extent_about_com [m]': [worst.low, worst.high]})
