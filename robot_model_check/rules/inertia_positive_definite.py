"""The inertia tensor is positive definite.

Checks
    The smallest eigenvalue of the tensor is above zero. A diagonal that looks fine proves nothing: one
    product of inertia that is too large makes an eigenvalue negative. An eigenvalue below a billionth of the
    largest one is no more than the rounding of zero. A negative eigenvalue is an error wherever it stands. A
    zero one on a link that a massive link is welded to (so that the group has a proper tensor) or on the base
    is only told. Numbers so small that the mass would lie within a micrometre are zeros that a computation
    left as noise. All zeros on a link of mass 0 is a frame, which mass-positive speaks of. In place of zeros
    the tensor of the solid for the declared mass is given; elsewhere it is to be looked at, but for a single
    element that is not that of the solid.

Who breaks
    MuJoCo refuses the model ("inertia must have positive eigenvalues", "mass and inertia of moving bodies
    must be larger than mjMINVAL"). Everything that inverts the mass matrix (forward dynamics in KDL,
    Pinocchio, Drake, Bullet) divides by zero or accelerates against the torque.

Bad
    <inertia ixx="1.4e-4" ixy="1.8e-4" ixz="0" iyy="1.4e-4" iyz="0" izz="1.9e-4"/>

Good
    <inertia ixx="1.4e-4" ixy="1.8e-5" ixz="0" iyy="1.4e-4" iyz="0" izz="1.9e-4"/>

References
    Traversaro et al., Identification of fully physical consistent inertial parameters, IROS 2016. MuJoCo XML
    reference, body/inertial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause, per_link
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'inertia-positive-definite'
AREA = 'inertia'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'relative_slack': Option(1e-9, '1', 0.0, 0.01, 'the eigenvalues of a singular tensor come out within a '
                                                   'few 1e-16 of '
                                                   'zero; a wire a hundred diameters long has 1e-4'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('Traversaro 2016', 'MuJoCo XML reference: body/inertial')

ZERO = 'placeholder:zero'


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link with an eigenvalue that is not above zero, or one that lists them."""
    said = per_link(robot, 'inertial', lambda link: _look(link, context, options))
    yield from by_cause(said, options['many'], _together)


def _together(found: Sequence[Finding], names: str) -> str:
    kind = 'is all zeros, though they have mass' if found[0].cause == ZERO else 'is not positive definite'
    return f'the tensor of {len(found)} links {kind}: no body has it. Compute it from the parts: {names}'


def _look(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    from robot_model_check.clues.groups import matters
    from robot_model_check.clues.placeholder import placeholder
    from robot_model_check.inertia import is_definite, principal_moments, tensor_of
    inertial, slack = link.inertial, options['relative_slack']
    if inertial is None:
        return
    tensor = tensor_of(inertial)
    moments = principal_moments(tensor)
    cause = placeholder(inertial)
    zero = cause == ZERO
    if (is_definite(tensor, slack) and not zero) or (not moments.any() and inertial.mass <= 0):
        return
    negative = not zero and bool(moments[0] < -slack * abs(moments).max())
    alone = negative or _is_alone(link.name, context, slack)
    if not alone and not matters(link, context):
        return
    from robot_model_check.clues.solid_tensor import instead_of_no_body, typed_anew
    yield Finding(
        message=_all_zero(inertial.mass, moments) if zero else _message(moments, negative),
        site=inertial.element.find('inertia').site,  # type: ignore[union-attr]
        level=None if alone else Level.INFO,
        cause=cause,
        cause_state='named' if cause else None,
        suggestion=(typed_anew if zero else instead_of_no_body)(link, context),
        values={'principal_moments [kg m^2]': moments.tolist(), 'mass [kg]': inertial.mass})


def _all_zero(mass: float, moments: Array) -> str:
    noise = f' but for noise of {abs(moments).max():.1g} kg m^2' if moments.any() else ''
    return (f'the tensor is all zeros{noise}, but the mass is {mass:g} kg: only a point has no inertia. '
            'Compute it from the part')


def _message(moments: Array, negative: bool) -> str:
    noise = 1e-12 * abs(moments).max()
    a, b, c = (moment if abs(moment) > noise else 0.0 for moment in moments)
    kind = 'negative' if negative else 'zero'
    return (f'principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2: one is {kind}, so the tensor is not '
            f'positive definite '
            'and no body has it. Check the products of inertia (ixy, ixz, iyz) and their units')


def _is_alone(name: str, context: Context, slack: float) -> bool:
    """Return whether the link moves and no other link of its group makes up for its tensor."""
    from robot_model_check.clues.placeholder import NOTHING
    from robot_model_check.clues.totals import group_total
    from robot_model_check.inertia import is_definite
    if not context.tree.is_moving(name):
        return False
    total = group_total(context.tree, context.tree.group_root[name])
    return not is_definite(total.inertia, slack) or bool(abs(total.inertia).max() < NOTHING * total.mass)
