"""Two different mesh files of one name are a trap for readers that drop the folder.

Checks
    Among the collision meshes, and among the visual ones: file names (without folder and ending) that stand
    for files of different content. Files with the same content are left alone, and so are a visual and a
    collision mesh of one name, the usual layout, but for the mujoco profile.

Who breaks
    MuJoCo's URDF reader up to 3.x drops the folder (`strippath`) and knows a mesh by its bare name: the
    second link silently gets the first one's shape. Copying all meshes into one folder overwrites one with
    the other.

Bad
    left/finger.stl and right/finger.stl, mirror images of each other

Good
    meshes/left_finger.stl and meshes/right_finger.stl

References
    MuJoCo, XML reference, compiler/strippath, and its URDF reader.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot, Shape
from robot_model_check.rules import Option

ID = 'mesh-name-clash'
AREA = 'portability'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('MuJoCo XML reference: compiler/strippath', 'MuJoCo: URDF reader')

Use = tuple[Link, Shape]
Clash = tuple[str, tuple[str, ...]]


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield one finding per link that is the first to use one of the different files of a name."""
    clashes: dict[str, list[tuple[Shape, Clash]]] = defaultdict(list)
    for (_, stem), uses in _uses(robot, context).items():
        if len(uses) < 2:
            continue
        unread = [path for path in uses if path not in context.meshes]
        if unread:
            yield NotChecked(
                f'{unread[0]} was not read, so it cannot be compared with another file of its name'
            )
        elif len({context.meshes[path].sha256 for path in uses}) > 1:
            for link, shape in uses.values():
                clashes[link.name].append((shape, (stem, tuple(uses))))
    for name, told in clashes.items():
        yield _finding(Subject('link', name), told[0][0], list(dict.fromkeys(clash for _, clash in told)))


def _uses(robot: Robot, context: Context) -> Mapping[tuple[str, str], Mapping[str, Use]]:
    """Return (kind of mesh, bare name) -> file -> its first use."""
    named: dict[tuple[str, str], dict[str, Use]] = defaultdict(dict)
    for link, shape, mesh in robot.mesh_shapes():
        found = context.resolutions.get(mesh.uri)
        if found is not None and found.path is not None:
            kind = '' if context.profile == 'mujoco' else shape.kind
            named[kind, PurePath(found.path).stem].setdefault(found.path, (link, shape))
    return named


def _finding(subject: Subject, shape: Shape, clashes: list[Clash]) -> Finding:
    names = ' and '.join(f'"{stem}"' for stem, _ in clashes)
    files = list(dict.fromkeys(path for _, paths in clashes for path in paths))
    folders = ' and '.join(dict.fromkeys(PurePath(path).parent.name + '/' for path in files))
    return Finding(
        message=f'different mesh files are called {names} (in {folders}): MuJoCo up to 3.x drops the '
        'folder and takes one for all; rename them',
        subject=subject,
        site=(shape.geometry_element or shape.element).site,
        attribute='filename',
        values={'files': files},
    )
