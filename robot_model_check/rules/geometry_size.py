"""Boxes, cylinders, spheres and mesh scales have a size that a body can have.

Checks
    Every side, radius and length is positive, no mesh scale is zero, and no size lies outside what a robot
    can be made of (options). A negative mesh scale mirrors and is `mesh-negative-scale`; millimetres are
    `unit-mesh`.

Who breaks
    MuJoCo refuses the geom ("size 0 must be positive in geom"). Bullet and DART build a collision shape that
    is inside out or empty, and contacts pass through it. RViz draws nothing.

Bad
    <box size="0.1 -0.2 0.1"/>   <cylinder radius="0" length="0.2"/>   <mesh filename="a.stl" scale="1 1 0"/>

Good
    <box size="0.1 0.2 0.1"/>

References
    URDF XML specification, link, <geometry>. MuJoCo XML reference, body/geom/size.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level
from robot_model_check.model import Box, Geometry, Link, Mesh, Shape
from robot_model_check.rules import Option

ID = 'geometry-size'
AREA = 'geometry'
SCOPE = 'link'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'smallest': Option(1e-6, 'm', 0.0, 1.0,
                       'a micrometre: below the tolerance of any part, above any zero in disguise'),
    'largest': Option(10000.0, 'm', 1.0, None, 'ten kilometres: beyond any terrain that ships with a robot'),
}
SOURCES = ('URDF XML: link/visual/geometry', 'MuJoCo XML reference: body/geom/size')


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per shape with an impossible size."""
    for shape in link.shapes:
        sizes = _sizes(shape.geometry)
        faults = [fault for name, value in sizes if (fault := _fault(name, value, shape, options))]
        if faults:
            yield Finding(message=f'{shape.kind}: {"; ".join(faults)}',
                          site=(shape.geometry_element or shape.element).site,
                          attribute=_attribute(shape.geometry),
                          values={f'{name} [m]' if name != 'scale' else 'scale [1]': value
                                  for name, value in sizes})


def _sizes(geometry: Geometry | None) -> list[tuple[str, float]]:
    if geometry is None:
        return []
    if isinstance(geometry, Box):
        return [(f'size {axis}', value) for axis, value in zip('xyz', geometry.size, strict=True)]
    if isinstance(geometry, Mesh):
        return [('scale', value) for value in geometry.scale if value == 0]
    return [(name, getattr(geometry, name)) for name in ('radius', 'length') if hasattr(geometry, name)]


def _attribute(geometry: Geometry | None) -> str:
    if isinstance(geometry, Mesh):
        return 'scale'
    return 'size' if isinstance(geometry, Box) else 'radius'


def _fault(name: str, value: float, shape: Shape, options: Mapping[str, Any]) -> str:
    """Return what is wrong with one size, or ''."""
    if isinstance(shape.geometry, Mesh):
        return 'a scale of 0 flattens the mesh'
    if value <= 0:
        return f'{name} is {value:g} m and must be positive'
    if value < options['smallest']:
        return f'{name} is {value:g} m, smaller than anything that can be built'
    return f'{name} is {value:g} m, larger than any robot or terrain' if value > options['largest'] else ''
