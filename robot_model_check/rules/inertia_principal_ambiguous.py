"""Principal axes of two nearly equal moments are noise.

Checks
    An <inertial> in principal notation (no products of inertia, and a turned origin) in which two moments are
    nearly but not exactly equal. The directions of their axes are decided by the last digits of the CAD
    export, and jump from one export to the next. Exactly equal moments come from a modelled cylinder or cube,
    whose axes are free, and a turn by right angles is no principal axis computation: both are left alone.

Who breaks
    Nobody computes wrongly: the tensor is nearly the same for any of these axes. But a rounded or copied rpy
    cannot be checked, two exports of one part differ, and left and right twins do not look mirrored.

Bad
    <origin xyz="0 0 0.02" rpy="0.314 -0.207 0.533"/>
    <inertia ixx="1.7817e-4" ixy="0" ixz="0" iyy="1.7917e-4" iyz="0" izz="1.0012e-4"/>

Good
    <origin xyz="0 0 0.02"/> and the full tensor in link axes, with ixy, ixz, iyz.

References
    Golub and Van Loan, Matrix computations, section 8.1: eigenvectors of close eigenvalues.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Suggestion
from robot_model_check.generation.element_xml import inertial_xml
from robot_model_check.model import Inertial, Link
from robot_model_check.rules import Option

ID = 'inertia-principal-ambiguous'
AREA = 'inertia'
SCOPE = 'link'
LEVEL = Level.INFO
NEEDS = ('inertial',)
OPTIONS = {
    'relative_difference': Option(0.01, '1', 0.0, 0.5, 'of the moments: a U channel of 60 x 80 x 40 mm has '
                                                       '0.0056, and its '
                                                       'axes turn by degrees with the mesh resolution'),
}
SOURCES = ('Golub and Van Loan, section 8.1',)
RIGHT_ANGLE = 1e-3  # rad


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding when the axes are not defined by the part."""
    inertial = link.inertial
    if inertial is None or not _is_principal(inertial):
        return
    pair = _closest(inertial)
    if 0 < pair[1] <= options['relative_difference']:
        yield Finding(
            message=f'{pair[0]} differ by {pair[1]:.2%} only: the axes that rpy gives them are noise of the '
                    f'export. Write '
                    'the full tensor in link axes with rpy="0 0 0"',
            site=(inertial.origin.element or inertial.element).site, attribute='rpy',
            values={'pair': pair[0], 'relative_difference [1]': pair[1]},
            suggestion=Suggestion('the same tensor in link axes', _in_link_axes(inertial)))


def _is_principal(inertial: Inertial) -> bool:
    """Return whether there are no products of inertia and the axes are turned by more than right angles."""
    from math import pi
    turned = any(abs(angle - pi / 2 * round(angle / (pi / 2))) > RIGHT_ANGLE for angle in inertial.origin.rpy)
    return turned and not (inertial.ixy or inertial.ixz or inertial.iyz)


def _closest(inertial: Inertial) -> tuple[str, float]:
    """Return the names and the relative difference of the two moments that lie closest together."""
    moments = {'ixx': inertial.ixx, 'iyy': inertial.iyy, 'izz': inertial.izz}
    if min(moments.values()) <= 0:
        return '', 0.0
    pairs = [(abs(moments[a] - moments[b]) / max(moments[a], moments[b]), f'{a} and {b}')
             for a, b in (('ixx', 'iyy'), ('ixx', 'izz'), ('iyy', 'izz'))]
    if any(difference == 0 for difference, _ in pairs):
        return '', 0.0
    difference, names = min(pairs)
    return names, difference


def _in_link_axes(inertial: Inertial) -> str:
    from robot_model_check.inertia import inertial_in_link
    return inertial_xml(f'{inertial.mass:.9g}', inertial.origin.xyz, inertial_in_link(inertial).inertia)
