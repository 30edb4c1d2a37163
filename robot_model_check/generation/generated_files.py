"""The files of a generated URDF, as bytes: the URDF, the meshes, the manifest."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_model_check import __version__
from robot_model_check.document import Document
from robot_model_check.generation import output_folder, urdf_edit
from robot_model_check.generation.replace_folder import PENDING
from robot_model_check.model import Mesh, Robot
from robot_model_check.reading.packages import Resolution

if TYPE_CHECKING:
    from robot_model_check.decompose.choose import Choice
    from robot_model_check.decompose.drop import Drop, Dropped
    from robot_model_check.decompose.parts import Part
    from robot_model_check.decompose.probe import Probe
    from robot_model_check.facts import Coverage
    from robot_model_check.generation.generate import GenerateOptions

MESHES = 'meshes/collision'
PERCENTILE_NAMES = ('50%', '95%', '99%', 'max')
LIBRARIES = ('numpy', 'manifold3d', 'coacd', 'vhacdx', 'libigl', 'trimesh', 'mujoco')


@dataclass(frozen=True, eq=False)
class Output:
    """The files of a generation, as bytes.

    `corrections` are what else was changed before, for the manifest.
    """

    document: Document
    robot: Robot
    resolutions: Mapping[str, Resolution]
    folder: Path
    options: GenerateOptions
    corrections: Sequence[Mapping[str, Any]] = ()

    @property
    def urdf(self) -> str:
        """Path of the URDF below the folder."""
        return f'urdf/{file_name(self.robot.name) or "robot"}.urdf'

    @cached_property
    def names(self) -> dict[str, str]:
        """Link name -> the name of its files."""
        return mesh_names([link.name for link in self.robot.links])

    def files(self, choices: Mapping[str, Choice]) -> dict[str, bytes]:
        """Return all files by their path below the folder."""
        from robot_model_check.geometry.stl import to_bytes
        files = {self.urdf: self.urdf_text(choices, self.options.mesh_uri, False)}
        for name, choice in choices.items():
            files |= {path: to_bytes(part.hull.vertices, part.hull.faces)
                      for path, part in zip(self._paths(name, choice), choice.parts, strict=True)
                      if part.fitted is None}
        files[output_folder.MANIFEST] = self._manifest(choices, files)
        return files

    def interim(self, choices: Mapping[str, Choice]) -> dict[str, bytes]:
        """Return the URDF as it has to be while its meshes are not yet in their places."""
        return {self.urdf: self.urdf_text(choices, self.options.mesh_uri, False, f'{PENDING}/')}

    def urdf_text(self, choices: Mapping[str, Choice], form: str, absolute: bool, below: str = '') -> bytes:
        """Return the URDF with mesh URIs of a form; `absolute` makes relative paths of kept elements file://
        too. The new meshes lie `below` another folder.
        """
        new = {name: [self._element(part, below + path, form) for path, part in
                      zip(self._paths(name, choice), choice.parts, strict=True)]
               for name, choice in choices.items() if choice.parts}
        links = self.robot.links_by_name()
        dropped = {shape.element for name in new for shape in links[name].collisions}
        edits = urdf_edit.collision_edits(self.document, new)
        edits += urdf_edit.mesh_edits(self.document, lambda element: element not in dropped,
                                      self._absolute_uri if absolute else self._relative_uri)
        return urdf_edit.apply(self.document.text, edits)

    def _relative_uri(self, uri: str) -> str | None:
        path = urdf_edit.relative_target(self.document, self.resolutions, uri)
        return None if path is None else urdf_edit.relative_path(path, str((self.folder / self.urdf).parent))

    def _absolute_uri(self, uri: str) -> str | None:
        path = urdf_edit.relative_target(self.document, self.resolutions, uri)
        return None if path is None else Path(os.path.realpath(path)).as_uri()

    def _paths(self, link: str, choice: Choice) -> list[str]:
        return [f'{MESHES}/{self.names[link]}_{index}.stl' for index in range(len(choice.parts))]

    def _element(self, part: Part, path: str, form: str) -> str:
        if part.fitted is not None:
            return urdf_edit.collision_xml(part.fitted.geometry, part.fitted.pose)
        return urdf_edit.collision_xml(Mesh(self._uri(path, form)))

    def _uri(self, path: str, form: str) -> str:
        if form == 'file':
            return Path(os.path.realpath(self.folder), path).as_uri()
        return f'../{path}' if form == 'relative' else f'package://{form.partition(":")[2]}/{path}'

    def _manifest(self, choices: Mapping[str, Choice], files: Mapping[str, bytes]) -> bytes:
        content = {
            'schema': 1,
            'tool': {'name': output_folder.TOOL, 'version': __version__},
            'libraries': _versions(),
            'source': self._source(),
            'options': {name: value for name, value in asdict(self.options).items() if name != 'force'},
            'files': {name: output_folder.sha256(content) for name, content in files.items()},
            'links': {name: self._link_entry(name, choice) for name, choice in choices.items()},
            'names': self.names,
            'corrections': list(self.corrections),
        }
        return (json.dumps(content, indent=1, sort_keys=True, ensure_ascii=False) + '\n').encode()

    def _source(self) -> dict[str, Any]:
        arguments = dict(sorted(self.document.arguments.items()))
        return {'file': os.path.basename(self.document.file or ''), 'sha256': self.document.sha256,
                'arguments': arguments,
                'arguments_sha256': output_folder.sha256(json.dumps(arguments).encode())}

    def _link_entry(self, name: str, choice: Choice) -> dict[str, Any]:
        paths = self._paths(name, choice)
        return {'method': choice.method, 'failed': choice.failed, 'note': choice.note,
                'parts': [_part_entry(part, path) for part, path in zip(choice.parts, paths, strict=True)],
                'refused': list(choice.refused), 'certificate': {'excess': choice.certificate},
                'now': _measures(choice.now), 'before': _measures(choice.before),
                'probe': {'now': _contacts(choice.probed), 'before': _contacts(choice.probed_before)},
                'drop': _drops(choice.dropped)}


def _part_entry(part: Part, path: str) -> dict[str, Any]:
    if part.fitted is None:
        return {'file': path, 'vertices': len(part.hull.vertices), 'volume [m^3]': part.volume}
    return {'primitive': type(part.fitted.geometry).__name__.lower(), 'volume [m^3]': part.volume}


def _measures(measured: Coverage | None) -> dict[str, Any] | None:
    if measured is None:
        return None
    return {'method': measured.method, 'coverage': measured.coverage, 'excess': measured.excess,
            'uncertainty': measured.uncertainty, 'overlap': measured.overlap, 'gap [m]': measured.gap,
            'protrusion [m]': measured.protrusion, 'sample_spacing [m]': measured.spacing,
            'uncovered_area': measured.uncovered_area}


def _contacts(probed: Probe | None) -> dict[str, Any] | None:
    """Return what the contact probe found, to the nanometre."""
    if probed is None:
        return None
    return {'radius [m]': round(probed.radius, 9), 'spacing [m]': round(probed.spacing, 9),
            'tolerance [m]': round(probed.tolerance, 9), 'lines': probed.lines,
            'within_tolerance': round(probed.within, 9), 'uncertainty': round(probed.uncertainty, 9),
            'ghosts': probed.ghosts, 'misses': probed.misses, 'early [m]': _percentiles(probed.early),
            'late [m]': _percentiles(probed.late), 'error [m]': _percentiles(probed.error),
            'normal_error [deg]': _percentiles(probed.normal_error)}


def _drops(dropped: Dropped | None) -> dict[str, Any] | None:
    """Return what came of the drop in MuJoCo; None where no parts were made."""
    if dropped is None:
        return None
    if dropped.not_checked:
        return {'not_checked': dropped.not_checked}
    return {'now': _rests(dropped.now), 'before': _rests(dropped.before), 'refusal': dropped.refusal or None}


def _rests(drop: Drop | None) -> dict[str, Any] | None:
    """Return how balls came to rest, to the micrometre."""
    return None if drop is None else {
        'balls': drop.balls, 'tolerance [m]': round(drop.tolerance, 9),
        'within_tolerance': round(drop.within, 9),
        'error [m]': _percentiles([round(value, 6) for value in drop.error])}


def _percentiles(values: Sequence[float] | None) -> dict[str, float] | None:
    return None if values is None else {
        name: round(value, 9) for name, value in zip(PERCENTILE_NAMES, values, strict=True)}


def _versions() -> dict[str, str]:
    found = {}
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def file_name(name: str) -> str:
    """Return a name that any file system and tool takes, '' where nothing is left."""
    return re.sub(r'[^A-Za-z0-9._-]+', '_', name).strip('.')


def mesh_names(links: Sequence[str]) -> dict[str, str]:
    """Return for each link a name for its files: portable, and unique whatever the case and the order of the
    links.
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    for link in sorted(links, key=lambda link: (file_name(link) != link, link)):
        base = name = file_name(link) or 'link'
        number = 2
        while name.lower() in taken:
            name, number = f'{base}-{number}', number + 1
        taken.add(name.lower())
        names[link] = name
    return names
