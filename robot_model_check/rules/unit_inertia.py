"""Inertias are in kg m^2.

Checks
    The tensor over that of the convex hull of the link's geometry filled with the declared mass, along the
    median of the three axes both share. Beyond a hundred times or a hundredth no distribution of the mass is
    an excuse, and the unit is named that explains the factor: CAD programs export kg mm^2, g mm^2, g cm^2, lb
    in^2. A mass in grams, a mesh in millimetres and a placeholder are told by their own rules.

Who breaks
    Nobody says anything. The link turns like a wheel of tens of metres: the joint does not move in any
    simulator, or, with values too small, its controller vibrates and the simulation explodes.

Bad
    <inertia ixx="1664" ixy="0" ixz="0" iyy="1744" iyz="0" izz="208"/>   (kg mm^2)

Good
    <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>

References
    REP 103, Standard Units of Measure. URDF XML specification, link, <inertial>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Inertial, Link
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.units import Verdict

ID = 'unit-inertia'
AREA = 'units'
SCOPE = 'link'
LEVEL = Level.ERROR
NEEDS = ('inertial',)
OPTIONS = {
    'low': Option(0.01, '1', 0.0, 1.0, 'no link of the public robots picked as clean lies below'),
    'high': Option(100.0, '1', 1.0, None, 'none of them lies above'),
}
SOURCES = ('REP 103', 'URDF XML: link/inertial')

ELEMENTS = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when the tensor is out of all proportion to mass and geometry."""
    from robot_model_check.clues.groups import matters
    from robot_model_check.clues.units import verdict
    from robot_model_check.inertia import TOO_LIGHT, tensor_of, too_light
    found = verdict(link, context, inertias=(options['low'], options['high']))
    if isinstance(found, str):
        yield NotChecked(found)
    elif found is not None and too_light(tensor_of(link.inertial), link.inertial.mass):  # type: ignore[union-attr, arg-type]
        yield NotChecked(TOO_LIGHT)
    elif found is not None and found.inertia_cause is not None and matters(link, context):
        yield _finding(link.inertial, found, found.inertia_cause)  # type: ignore[arg-type]


def _finding(inertial: Inertial, found: Verdict, cause: str) -> Finding:
    from robot_model_check.inertia import equivalent_box, tensor_of
    element = inertial.element.find('inertia')
    sides = [float(side) for side in equivalent_box(tensor_of(inertial), inertial.mass)]
    box = ' x '.join(f'{side:.3g}' for side in sides)
    return Finding(
        message=f'the inertia is {found.inertia_ratio:.3g} times that of the geometry filled with this mass '
                f'(it fits a box of {box} m): {_reading(inertial, found, cause)}',
        site=element.site if element else None, attribute='ixx', cause=cause or None,
        cause_state='unknown' if not cause else 'ambiguous' if found.rivals else 'named', rivals=found.rivals,
        values={'ratio [1]': found.inertia_ratio, 'factor [1]': found.inertia_factor,
                'equivalent_box [m]': sides},
        suggestion=changed(f'the tensor divided by {found.inertia_factor:g}', element,
                           divided(inertial, found.inertia_factor)) if cause and element else None)


def _reading(inertial: Inertial, found: Verdict, cause: str) -> str:
    if not cause:
        return 'compute it from the part again'
    kind, _, unit = cause.partition(':')
    words = f'written in {unit.replace("*", " ")}' if kind == 'unit' else f'off by {found.inertia_factor:g}'
    values = divided(inertial, found.inertia_factor)
    numbers = ' '.join(f'{name}="{value}"' for name, value in values.items())
    return f'{words}: write <inertia {numbers}/>'


def divided(inertial: Inertial, factor: float) -> dict[str, str | None]:
    """Return the six elements divided by a factor, as they are written."""
    return {name: f'{getattr(inertial, name) / factor:.9g}' for name in ELEMENTS}
