"""Centres of mass are in metres.

Checks
    A COM that lies more than ten diagonals outside the geometry of all that the link is welded to, and inside
    it once its numbers are taken for millimetres or centimetres. Where both readings lie inside, the middle
    of the geometry and the spread of mass that the tensor needs tell them apart; where they do not, both are
    told and nothing is corrected. A COM that is outside for another reason is `inertia-com-outside`.

Who breaks
    Nobody says anything. A 0.5 kg link whose COM is 100 m away weighs down its joint with 500 N m; the arm
    drops or the simulation explodes.

Bad
    <inertial><origin xyz="20 10 100"/>...</inertial>

Good
    <inertial><origin xyz="0.02 0.01 0.1"/>...</inertial>

References
    REP 103, Standard Units of Measure. URDF XML specification, link, <inertial>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Inertial, Link
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'unit-com'
AREA = 'units'
SCOPE = 'link'
LEVEL = Level.ERROR
NEEDS = ('inertial',)
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 103', 'URDF XML: link/inertial')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when a thousandth or a hundredth of the COM lies where the COM should."""
    from robot_model_check.clues.com_units import com_units
    from robot_model_check.clues.groups import gaps, group_points
    from robot_model_check.clues.mesh_units import suspect_links
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0 or inertial.origin.element is None:
        return
    why, points = gaps(link.name, context), group_points(link.name, context)
    if why or len(points) == 0:
        yield NotChecked(why or 'nothing it is welded to has geometry')
        return
    units = com_units(link, context)
    if units and link.name not in suspect_links(context):
        yield _finding(inertial, inertial.origin.element, units, points)


def _finding(inertial: Inertial, origin: Element, units: tuple[float, ...], points: Array) -> Finding:
    from robot_model_check.clues.com_units import WORDS
    xyz = inertial.origin.xyz
    right = [' '.join(f'{value / unit:.9g}' for value in xyz) for unit in units]
    codes, names = zip(*(WORDS[unit] for unit in units), strict=True)
    written = ' or '.join(f'xyz="{numbers}"' for numbers in right)
    suggestion = changed(f'the COM read as {names[0]}', origin, {'xyz': right[0]})
    return Finding(
        message=f'the COM ({xyz[0]:g} {xyz[1]:g} {xyz[2]:g}) m lies far outside the geometry, and inside it '
                f'in {" or ".join(names)}: write {written}',
        site=origin.site, attribute='xyz', cause=codes[0], rivals=codes[1:],
        cause_state='ambiguous' if codes[1:] else 'named',
        values={'com [m]': list(xyz), 'low [m]': points.min(axis=0).tolist(),
                'high [m]': points.max(axis=0).tolist()},
        suggestion=replace(suggestion, corrections=()) if codes[1:] else suggestion)
