"""The largest principal moment of inertia may not exceed the sum of the other two.

Checks
    For every mass distribution A + B >= C holds between the principal moments A <= B <= C, with equality only
    for a lamina (all mass in one plane). The test is made on the eigenvalues of the tensor: a tensor whose
    diagonal looks fine can still violate it. A violation no larger than what rounding to the digits written
    can produce, and 2 % of C, is a warning with cause `rounding`: a third of exact laminae printed with four
    digits violate the inequality. Where five of the six elements are those of the solid, the sixth is given;
    else the tensor of the solid for the declared mass, to be looked at.

Who breaks
    MuJoCo refuses the model ("inertia must satisfy A + B >= C") unless `balanceinertia` hides it. Bullet,
    DART and Gazebo integrate a body that cannot exist: it gains energy while it tumbles. Inverse dynamics and
    learned policies inherit it silently.

Bad
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.003"/>

Good
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.0018"/>

References
    Traversaro et al., Identification of fully physical consistent inertial parameters, IROS 2016, section
    III. MuJoCo, XML reference, body/inertial.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Link
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'inertia-triangle'
AREA = 'inertia'
SCOPE = 'link'
LEVEL = Level.ERROR
NEEDS = ('inertial',)
OPTIONS = {
    'relative_slack': Option(
        1e-6,
        '1',
        0.0,
        0.01,
        'above the noise of an eigenvalue in double precision; the smallest '
        'real violation on 76 public robots was 0.033',
    ),
    'rounding_most': Option(
        0.02,
        '1',
        0.0,
        1.0,
        'of C: numbers of one or two digits could hide more, but who writes so few has not computed them; '
        'laminae of four digits violate by up to 0.0009',
    ),
}
NEARLY = 0.95  # cosine of the angle between a principal axis and one of the frame's
SOURCES = ('Traversaro 2016', 'MuJoCo XML reference: body/inertial')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding when A + B < C."""
    from robot_model_check.clues.placeholder import placeholder
    from robot_model_check.inertia import is_definite, principal_moments, tensor_of, written_resolution
    inertial = link.inertial
    if inertial is None:
        return
    tensor = tensor_of(inertial)
    a, b, c = (float(moment) for moment in principal_moments(tensor))
    lacking = c - (a + b)
    if not is_definite(tensor) or placeholder(inertial) == 'placeholder:zero':
        return  # inertia-positive-definite says it
    if lacking <= options['relative_slack'] * c:
        return
    # Rounding each entry by half a unit of its last digit moves C - A - B = 2 C - trace by at most
    # 3 * 2u + 3 * u, u being half a unit.
    rounding = lacking <= min(9 * written_resolution(inertial) / 2, options['rounding_most'] * c)
    told = 'no more than rounding to the digits can do' if rounding else 'no rigid body has this tensor'
    from robot_model_check.clues.solid_tensor import instead_of_no_body
    yield Finding(
        message=f'principal moments {a:.4g}, {b:.4g}, {c:.4g} kg m^2 violate A + B >= C by {lacking / c:.2%} '
                f'of C: {told}',
        site=inertial.element.find('inertia').site,  # type: ignore[union-attr]
        attribute=_largest(tensor),
        level=Level.WARNING if rounding else None,
        cause='rounding' if rounding else None,
        cause_state='named' if rounding else None,
        suggestion=None if rounding else instead_of_no_body(link, context),
        values={'principal_moments [kg m^2]': [a, b, c], 'violation [1]': lacking / c})


def _largest(tensor: Array) -> str | None:
    """Return the entry that is the largest moment where its axis is nearly one of the frame's."""
    import numpy as np
    axis = np.abs(np.linalg.eigh(tensor)[1][:, -1])
    return ('ixx', 'iyy', 'izz')[int(axis.argmax())] if axis.max() > NEARLY else None
