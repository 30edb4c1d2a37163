"""The tensor was computed, not typed.

Checks
    Ones; one round number (at most two significant digits) thrice on the diagonal; one number in all six
    places. A cube or a sphere may rightly have equal moments, so the first two are told only where they do
    not fit the geometry: their ratio to every reference (solid, hull, box, shell) is beyond a factor; where
    it is below that, but not small against the solid, or the solid's own moments differ by a fifth, they are
    an info. Six equal numbers fit nothing: their tensor has two eigenvalues 0. Where many links hold the same
    number, one finding lists them. A link that is less than a hundredth of all that it is welded to, by mass
    and tensor, is left alone. The tensor of the solid for the declared mass is offered instead.

Who breaks
    Nobody says anything. A 0.2 kg link with 1 kg m^2 turns like a ring of 2.2 m radius: the joint is sluggish
    in every simulator, and controllers tuned there are wrong on the robot. Small values make stiff chains
    vibrate or explode.

Bad
    <mass value="0.2"/> <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>

Good
    <mass value="0.2"/> <inertia ixx="1.4e-4" ixy="0" ixz="0" iyy="1.4e-4" iyz="0" izz="1.9e-4"/>

References
    Gazebo, Inertial parameters of triangle meshes (tutorial). URDF tutorial, Adding physical and collision
    properties to a URDF model.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from robot_model_check.clues.listing import listed, names_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

ID = 'inertia-placeholder'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'factor': Option(4.0, '1', 1.0, 1000.0, '13 % of the links of 76 public robots have a round isotropic '
                                            'tensor; a cube '
                                            'that stands for a box of 1 : 1 : 3 differs from it by a factor '
                                            '1.9'),
    'note': Option(1.35, '1', 1.0, 1000.0, 'from there to `factor` it is an info: uneven density makes as '
                                           'much of a cube, and who typed one number for a box knew it'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
OBLONG = 1.2  # largest over smallest moment: nobody computes three equal ones for a solid as long as that
SOURCES = ('Gazebo tutorial: inertia', 'URDF tutorial: physical properties')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link, or one for all links that hold the same typed number."""
    same: dict[tuple[str | None, Level | None, float], list[Finding]] = {}
    for link in robot.links:
        said = _look(link, context, options)
        if isinstance(said, NotChecked):
            yield said
        elif said is not None and link.inertial is not None:
            same.setdefault((said.cause, said.level, link.inertial.ixx), []).append(said)
    for (_, _, value), found in same.items():
        yield from listed(found, options['many'], partial(_together, value), partial(_values, value))


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Finding | NotChecked | None:
    from robot_model_check.clues.fit import best_fit, solid_fit
    from robot_model_check.clues.groups import matters
    from robot_model_check.clues.placeholder import placeholder
    inertial = link.inertial
    cause = placeholder(inertial) if inertial is not None else None
    if inertial is None or inertial.mass <= 0 or cause in (None, 'placeholder:zero'):
        return None
    if not matters(link, context):
        return None
    if cause == 'placeholder:all-six-equal':
        return _finding(link, cause, f'all six elements of the tensor are {inertial.ixx:g} kg m^2, which no '
                                     f'body has', {}, None, context)
    fit, level = best_fit(link, context), None
    if isinstance(fit, str):
        return NotChecked(fit, Subject('link', link.name))
    oblong = False
    if fit is not None and fit.factor <= options['factor']:
        solid = solid_fit(link, context)
        oblong = solid is not None and solid.most > OBLONG * solid.least
        fit, level = solid or fit, Level.INFO
    if fit is None or (fit.factor <= options['note'] and not oblong):
        return None
    said = (f'ixx = iyy = izz = {inertial.ixx:g} kg m^2 looks typed: it is {fit.least:.3g} to '
            f'{fit.most:.3g} times what the '
            f'{fit.reference} has per mass')
    return _finding(link, cause, said, {'factor [1]': fit.factor, 'reference': fit.reference,
                                        'ratios [1]': [fit.least, fit.median, fit.most]},
                    level, context)


def _finding(link: Link, cause: str | None, said: str, values: Mapping[str, Any], level: Level | None,
             context: Context) -> Finding:
    from robot_model_check.clues.solid_tensor import typed_anew
    return Finding(message=f'{said}. Compute the tensor from the part',
                   site=link.inertial.element.find('inertia').site,  # type: ignore[union-attr]
                   subject=Subject('link', link.name), cause=cause, cause_state='named', values=values,
                   level=level, suggestion=typed_anew(link, context))


def _together(value: float, found: Sequence[Finding], names: str) -> str:
    return (f'the tensors of {len(found)} links look typed and do not fit their geometry: all hold {value:g} '
            f'kg m^2. Compute each from its part: {names}')


def _values(value: float, found: Sequence[Finding]) -> Mapping[str, Any]:
    return {'links': names_of(found), 'value [kg m^2]': value,
            'factors [1]': [said.values.get('factor [1]') for said in found]}
