"""Inertias are in kg m^2.

Checks
    The tensor over that of the convex hull of the link's geometry filled with the declared mass, along the
    median of the three axes both share. Beyond a hundred times or a hundredth no distribution of the mass is
    an excuse, and the unit is named that explains the tensor best: CAD programs export kg mm^2, g mm^2, g
    cm^2, lb in^2. Each unit is tried together with the mistakes of inertia-geometry, which names a second one
    (a tensor in kg mm^2 about the link origin). What one link leaves open the others settle, and several
    links in one unit are told at once. A mass in grams, a mesh in millimetres and a placeholder are told by
    their own rules.

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

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import by_cause
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.generation.element_xml import changed, divided
from robot_model_check.model import Inertial, Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.diagnosis.readings import Reading

ID = 'unit-inertia'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'low': Option(0.01, '1', 0.0, 1.0, 'no link of the public robots picked as clean lies below'),
    'high': Option(100.0, '1', 1.0, None, 'none of them lies above'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('REP 103', 'URDF XML: link/inertial')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link whose tensor is out of all proportion to mass and geometry, or one that lists
    those of one unit."""
    from robot_model_check.diagnosis.readings import readings
    damaged = [link.name for link in robot.links if 'inertial' in link.damaged]
    yield from (NotChecked('its <inertial> could not be read', Subject('link', name)) for name in damaged)
    found = readings(context, (options['low'], options['high']))
    weighed = sum(link.inertial is not None and link.inertial.mass > 0 for link in robot.links)
    said = (NotChecked(one, Subject('link', name)) if isinstance(one, str)
            else _finding(context.tree.links[name], one)
            for name, one in found.items() if name not in damaged)
    yield from by_cause(said, options['many'], lambda same, names: _together(same, names, weighed))


def _together(found: Sequence[Finding], names: str, weighed: int) -> str:
    how_many = f'all {weighed} links' if len(found) == weighed else f'{len(found)} of {weighed} links'
    ratios = [one.values['ratio [1]'] for one in found]
    cause = found[0].cause
    are = f'written in {_unit(cause)}' if cause and cause.startswith('unit') else 'out of all proportion'
    advice = (f'divide each by {found[0].values["factor [1]"]:g}' if cause else
              'compute them from the parts again')
    return (f'the inertias of {how_many} are {are}, {min(ratios):.3g} to {max(ratios):.3g} times those of '
            f'their geometry filled with their mass: {advice}: {names}')


def _finding(link: Link, found: Reading) -> Finding:
    from robot_model_check.inertia import equivalent_box, tensor_of
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    element = inertial.element.find('inertia')
    sides = [float(side) for side in equivalent_box(tensor_of(inertial), inertial.mass)]
    box = ' x '.join(f'{side:.3g}' for side in sides)
    return Finding(
        message=f'the inertia is {found.ratio:.3g} times that of the geometry filled with this mass '
                f'(it fits a box of {box} m): {_reading(inertial, found)}',
        site=element.site if element else None, attribute='ixx', cause=found.cause or None,
        subject=Subject('link', link.name), rivals=found.rivals,
        cause_state='unknown' if not found.cause else 'ambiguous' if found.rivals else 'named',
        values={'ratio [1]': found.ratio, 'factor [1]': found.factor, 'equivalent_box [m]': sides},
        suggestion=changed(f'the tensor divided by {found.factor:g}', element,
                           divided(inertial, found.factor)) if found.cause and element else None)


def _reading(inertial: Inertial, found: Reading) -> str:
    if not found.cause:
        return 'compute it from the part again'
    kind = found.cause.partition(':')[0]
    words = f'written in {_unit(found.cause)}' if kind == 'unit' else f'off by a factor {found.factor:g}'
    numbers = ' '.join(f'{name}="{value}"' for name, value in divided(inertial, found.factor).items())
    return f'{words}: write <inertia {numbers}/>'


def _unit(cause: str) -> str:
    return cause.partition(':')[2].replace('*', ' ')
