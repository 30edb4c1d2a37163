"""The tensor per mass fits the geometry.

Checks
    The tensor divided by the mass, against that of the link's own geometry filled with uniform mass: as the
    exact solid, the convex hull, the bounding box and a thin shell, and, where other links are welded to it,
    the box of all of them. The measure is the root mean square of the logarithms of the eigenvalues of
    K_ref^-1/2 K K_ref^-1/2: it does not depend on the axes, and a factor f on the whole tensor counts as f.
    The best of the references counts. Whether the mass is uniform matters little: real links with motors and
    covers stay within the factor 5.

    Nothing is said of a link that is less than a hundredth of all that it is welded to, by mass and tensor,
    nor where another rule says it: a tensor that is not positive definite or looks like a placeholder, and a
    factor that a unit explains.

Who breaks
    Nobody says anything. The link accelerates as a body of other size would: controllers tuned in simulation
    are too soft or unstable on the robot, gravity compensation is right and inertia compensation is wrong.

Bad
    0.48 kg, 60 x 40 x 200 mm: <inertia ixx="0.0166" ixy="0" ixz="0" iyy="0.0174" iyz="0" izz="0.00208"/>

Good
    0.48 kg, 60 x 40 x 200 mm: <inertia ixx="0.00166" ixy="0" ixz="0" iyy="0.00174" iyz="0" izz="0.000208"/>

References
    Lee, Wensing and Park, Geometric robot dynamic identification: a convex programming approach, T-RO 2020
    (the affine invariant distance). Foerstner and Moonen, A metric for covariance matrices, 1999.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.model import Link
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.fit import Fit

ID = 'inertia-geometry'
AREA = 'inertia'
SCOPE = 'link'
LEVEL = Level.WARNING
NEEDS = ('inertial',)
OPTIONS = {
    'factor': Option(5.0, '1', 1.5, 1000.0, '1.8 % of the links of 42 robots picked as clean lie beyond it'),
}
SOURCES = ('Lee 2020', 'Foerstner and Moonen 1999')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when the tensor is beyond the factor from every reference."""
    from robot_model_check.fit import best_fit, told_by_units
    from robot_model_check.groups import matters
    from robot_model_check.mesh_units import suspect_links
    from robot_model_check.placeholder import placeholder
    if link.inertial is None or link.inertial.mass <= 0 or not link.shapes or placeholder(link.inertial):
        return
    if link.name in suspect_links(context):
        return  # the geometry is in another unit, which is another rule's finding
    fit = best_fit(link, context)
    if isinstance(fit, str):
        yield NotChecked(fit)
    elif (fit is not None and fit.factor > options['factor'] and matters(link, context)
          and not told_by_units(link, context)):
        yield _finding(link, fit)


def _finding(link: Link, fit: Fit) -> Finding:
    size = 'larger' if fit.median > 1 else 'smaller'
    ratio = max(fit.median, 1 / fit.median)
    return Finding(
        message='the tensor does not fit the geometry: its principal moments per mass are '
                f'{fit.least:.3g} to {fit.most:.3g} times (median {ratio:.3g} times {size}) those of the '
                f'{fit.reference} of uniform density, which of all references fits best. Compute mass, COM and '
                'tensor from the part again',
        site=link.inertial.element.find('inertia').site,  # type: ignore[union-attr]
        values={'factor [1]': fit.factor, 'ratios [1]': [fit.least, fit.median, fit.most],
                'reference': fit.reference})
