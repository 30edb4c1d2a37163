"""Every mesh file that a link names exists.

Checks
    That the file behind `filename` is found: in the package of a `package://` URI (by its package.xml name or
    its folder name), at a relative path from the description, or at an absolute one. Where it is not, the
    finding says where it was looked for and which existing files were probably meant: another case, a near
    name, the same name in another folder or package. A URI that cannot work anywhere else by its form is
    `mesh-uri`.

Who breaks
    RViz shows the link without that shape ("Could not load resource [...]"). Gazebo and MoveIt drop the shape
    and go on, so a collision that is missing is found only when the robot drives through something. MuJoCo
    refuses the model ("Error opening file"). A name of the wrong case works on the author's Mac or Windows
    machine and fails on Linux.

Bad
    <mesh filename="package://my_description/meshes/Arm.STL"/>   (the file is arm.stl)

Good
    <mesh filename="package://my_description/meshes/arm.stl"/>

References
    URDF XML specification, link, <mesh>. ROS 2 resource_retriever.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from robot_model_check.clues.listing import MANY, listed
from robot_model_check.clues.mesh_use import is_first_use
from robot_model_check.clues.uri_form import fault_of_form, is_remote
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject, Suggestion
from robot_model_check.model import Link, Robot, Shape
from robot_model_check.reading.packages import Resolution
from robot_model_check.reading.schema import LEFTOVER
from robot_model_check.rules import Option

ID = 'mesh-missing'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link/visual/geometry/mesh', 'ROS 2 resource_retriever')

SHOWN = 3


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per file that is named and does not exist, or one for a package that is not there."""
    in_package: dict[str, list[Finding]] = defaultdict(list)
    for link, shape, mesh in robot.mesh_shapes():
        found = context.resolutions.get(mesh.uri)
        if not is_first_use(link, shape, mesh, context) or (found is not None and found.path is not None):
            continue
        if LEFTOVER.search(mesh.uri):
            yield NotChecked(f'xacro that nobody expanded stands in {mesh.uri!r}', Subject('link', link.name))
        elif found is None or is_remote(mesh.uri):
            yield NotChecked(f'nothing was looked for behind {mesh.uri!r}', Subject('link', link.name))
        elif not fault_of_form(mesh.uri, context.document):
            in_package[_absent_package(found)].append(_finding(link, shape, found))
    yield from in_package.pop('', ())
    for package, findings in in_package.items():
        yield from listed(findings, MANY, partial(_together, package))


def _together(package: str, found: Sequence[Finding], names: str) -> str:
    return (f'{_no_package(package, found[0].values["looked at"])}. {len(found)} links name meshes in it: '
            f'{names}')


def _finding(link: Link, shape: Shape, found: Resolution) -> Finding:
    near = found.candidates
    return Finding(
        message=f'mesh file not found: {found.uri!r}; {_why(found)}'
                + (f'; probably meant: {", ".join(near)}' if near else ''),
        subject=Subject('link', link.name), site=(shape.geometry_element or shape.element).site,
        attribute='filename',
        values={'uri': found.uri, 'looked at': list(found.tried), 'candidates': list(near)},
        suggestion=Suggestion(f'name the file that exists: {near[0]}') if near else None)


def _absent_package(found: Resolution) -> str:
    """Return the package of a URI if it is not there, else ''."""
    inside = found.uri.rpartition('/')[2]
    return '' if any(place.endswith(inside) for place in found.tried) else found.package or ''


def _no_package(package: str, places: Sequence[str]) -> str:
    return (f'there is no package {package!r} (looked in {_shown(places)}); '
            'source its workspace or name its folder with --package-path')


def _why(found: Resolution) -> str:
    if package := _absent_package(found):
        return _no_package(package, found.tried)
    return '; '.join(part for part in (found.remark, f'looked at {_shown(found.tried)}') if part)


def _shown(places: Sequence[str]) -> str:
    """Return the first places: a workspace may have a prefix for each of a hundred packages."""
    more = f' and {len(places) - SHOWN} more places' if len(places) > SHOWN else ''
    return ', '.join(places[:SHOWN]) + more if places else 'nowhere'
