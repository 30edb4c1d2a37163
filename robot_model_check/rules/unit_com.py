"""Centres of mass are in metres.

Checks
    A COM that lies more than ten diagonals outside the geometry of all that the link is welded to, and inside
    it once its numbers are taken for millimetres. A COM that is outside for another reason is
    `inertia-com-outside`.

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
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Link
from robot_model_check.rules import Option

ID = 'unit-com'
AREA = 'units'
SCOPE = 'link'
LEVEL = Level.ERROR
NEEDS = ('inertial',)
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('REP 103', 'URDF XML: link/inertial')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when a thousandth of the COM lies where the COM should."""
    from robot_model_check.clues.groups import gaps, group_points
    from robot_model_check.clues.mesh_units import suspect_links
    from robot_model_check.clues.units import explains_com
    inertial = link.inertial
    if inertial is None or inertial.mass <= 0 or inertial.origin.element is None:
        return
    why, points = gaps(link.name, context), group_points(link.name, context)
    if why or len(points) == 0:
        yield NotChecked(why or 'nothing it is welded to has geometry')
        return
    xyz, low, high = inertial.origin.xyz, points.min(axis=0), points.max(axis=0)
    if link.name in suspect_links(context) or not explains_com(xyz, low, high):
        return
    right = ' '.join(f'{value / 1000:.9g}' for value in xyz)
    yield Finding(
        message=f'the COM ({xyz[0]:g} {xyz[1]:g} {xyz[2]:g}) m lies far outside the geometry, and inside it '
                f'in millimetres: write xyz="{right}"',
        site=inertial.origin.element.site, attribute='xyz', cause='unit:com-mm', cause_state='named',
        values={'com [m]': list(xyz), 'low [m]': low.tolist(), 'high [m]': high.tolist()},
        suggestion=changed('the COM read as millimetres', inertial.origin.element, {'xyz': right}))
