"""Meshes are no finer than their use needs.

Checks
    The triangles of all collision meshes of a link together, and of each visual mesh. Several links of one
    level are told together.

Who breaks
    Collision checking time grows with the triangles: MoveIt started in 30 s with the PR2's CAD meshes and in
    0.5 s after decimating them, and its setup assistant crashed from about 50 000 faces on. Simulators take
    the hull or a slow triangle mesh. MuJoCo refuses an STL of more than 200 000 ("number of faces should be
    between 1 and 200000").

Bad
    the CAD export as collision mesh

Good
    primitives, a hull, or a decomposition of a few hundred triangles

References
    moveit/moveit issue 279; PR2/pr2_common pull request 228; MuJoCo, user_mesh.cc.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_use import Use, file_of, unread, uses
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Mesh, Robot
from robot_model_check.rules import Option

ID = 'mesh-faces'
AREA = 'geometry'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'collision_info': Option(5000, '1', 1, None, '12 % of the links of public robots have more'),
    'collision_warning': Option(20000, '1', 1, None, '2 % of the links of public robots have more'),
    'collision_error': Option(50000, '1', 1, None, "MoveIt's setup assistant was seen to crash from "
                                                   'here on; 0.5 % have more'),
    'visual_warning': Option(200000, '1', 1, None, 'MuJoCo refuses an STL of more'),
}
SOURCES = ('moveit/moveit issue 279', 'PR2/pr2_common pull request 228', 'MuJoCo user_mesh.cc')

LEVELS = (('collision_error', Level.ERROR), ('collision_warning', Level.WARNING),
          ('collision_info', Level.INFO))


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield findings on collision meshes per link, then on visual meshes per link and file."""
    yield from unread(context)
    found = [_collision(link, context, options) for link in robot.links]
    for name, level in LEVELS:
        same = [finding for finding in found if finding is not None and finding.level is level]
        yield from gathered(same, f'more than {options[name]} collision triangles (use primitives, a hull or '
                                  'a decomposition of a few hundred)')
    for use in uses(context):
        if 'visual' in use.kinds and use.file.faces > options['visual_warning']:
            yield _visual(use)


def _collision(link: Link, context: Context, options: Mapping[str, Any]) -> Finding | None:
    meshes = [(shape, file) for shape in link.collisions if isinstance(shape.geometry, Mesh)
              and (file := file_of(shape.geometry, context)) is not None]
    faces = sum(file.faces for _, file in meshes)
    level = _level(faces, options)
    if level is None:
        return None
    finest = max(meshes, key=lambda pair: pair[1].faces)[0]
    return Finding(message=f'{faces} triangles of collision mesh; use primitives, a hull or a decomposition '
                           'of a few hundred',
                   site=(finest.geometry_element or finest.element).site, attribute='filename',
                   subject=Subject('link', link.name), level=level, values={'faces [1]': faces})


def _level(faces: int, options: Mapping[str, Any]) -> Level | None:
    return next((level for name, level in LEVELS if faces > options[name]), None)


def _visual(use: Use) -> Finding:
    return Finding(message=f'visual mesh {use.mesh.uri!r} has {use.file.faces} triangles: RViz gets slow, '
                           'and MuJoCo refuses an STL of more than 200000',
                   site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
                   subject=Subject('link', use.link.name), level=Level.WARNING,
                   values={'file': use.file.path, 'faces [1]': use.file.faces})
