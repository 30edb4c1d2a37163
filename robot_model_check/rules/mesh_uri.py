"""Mesh URIs mean the same file on every machine.

Checks
    The form of `filename`. At fault are `package:///...` (no package is named), `file:///...` and absolute
    paths that someone typed (they hold on one machine; one that xacro made of `$(find ...)` is left alone),
    paths with a drive letter, unknown schemes, an empty name, and a relative path in a description that came
    without a file. An error where nothing is found behind the URI, a warning where this machine happens to
    have the file.

Who breaks
    resource_retriever, and with it RViz, MoveIt and everything else that reads robot_description from the
    topic, finds nothing ("Could not load resource [...]") as soon as the package is built, installed or
    cloned elsewhere.

Bad
    <mesh filename="package:///meshes/arm.stl"/>
    <mesh filename="file:///home/me/ws/src/my_description/meshes/arm.stl"/>

Good
    <mesh filename="package://my_description/meshes/arm.stl"/>

References
    URDF XML specification, link, <mesh>. ROS 2 resource_retriever.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_use import is_first_use
from robot_model_check.clues.uri_form import fault_of_form, is_remote, scheme_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject, Suggestion
from robot_model_check.model import Link, Robot, Shape
from robot_model_check.reading.packages import Resolution
from robot_model_check.rules import Option

ID = 'mesh-uri'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link/visual/geometry/mesh', 'ROS 2 resource_retriever')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield findings for URIs whose form ties them to one machine or to nothing; many of one fault as one."""
    by_fault: dict[tuple[str, str], list[Finding]] = {}
    for link, shape, mesh in robot.mesh_shapes():
        found = context.resolutions.get(mesh.uri)
        fault = fault_of_form(mesh.uri, context.document)
        if found is None or not fault or (found.path and context.document.file is None):
            continue
        if not is_remote(mesh.uri) and is_first_use(link, shape, mesh, context):
            by_fault.setdefault((fault, _outcome(found)), []).append(_finding(link, shape, found, fault))
    for (fault, outcome), findings in by_fault.items():
        what = f'mesh URIs such as {findings[0].values["uri"]!r} ({fault}; {outcome})'
        yield from gathered(findings, what)


def _outcome(found: Resolution) -> str:
    if found.path is None:
        return 'no file was found behind it'
    if scheme_of(found.uri) in ('package', 'model'):
        return 'what it may mean was guessed, which no reader does'
    return 'the file is here but not elsewhere'


def _finding(link: Link, shape: Shape, found: Resolution, fault: str) -> Finding:
    near = found.candidates
    return Finding(
        message=f'mesh URI {found.uri!r}: {fault}; {_outcome(found)}'
                + (f'; probably meant: {", ".join(near)}' if near else '')
                + '. Write package://<package>/<path>',
        subject=Subject('link', link.name),
        site=(shape.geometry_element or shape.element).site,
        attribute='filename',
        level=Level.WARNING if found.path else Level.ERROR,
        values={'uri': found.uri, 'candidates': list(near)},
        suggestion=Suggestion(f'refer to {near[0]} through its package') if near else None)
