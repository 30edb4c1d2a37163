"""Generate collision parts for a robot: decompose in workers, edit the URDF, write all of it or nothing."""

from __future__ import annotations

import fnmatch
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from robot_model_check import output_folder
from robot_model_check.document import Document
from robot_model_check.errors import UsageError
from robot_model_check.generated import Generated, LinkResult
from robot_model_check.generated_files import Output
from robot_model_check.model import Link, Robot
from robot_model_check.packages import Finder, Resolution
from robot_model_check.replace_folder import write_files

if TYPE_CHECKING:
    from robot_model_check.decompose.choose import Choice

METHODS = ('auto', 'primitive', 'hull', 'split', 'coacd')

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class GenerateOptions:
    """What to generate. `links` is a glob; one other than '*' also replaces collisions that are good already.

    `method`: see METHODS. `max_excess` and `min_coverage` are shares of the visual's volume; `max_parts` is
    per link, `max_vertices` per part, `time_limit` [s] per link and method. `mesh_uri`: 'relative', 'file' or
    'package:NAME'. `force` overwrites generated files that were edited by hand.
    """

    links: str = '*'
    method: str = 'auto'
    max_excess: float = 0.05
    min_coverage: float = 0.99
    max_parts: int = 32
    max_vertices: int = 64
    time_limit: float | None = None
    mesh_uri: str = 'relative'
    force: bool = False

    def require_sound(self) -> None:
        """Raise UsageError for values that make no sense."""
        checks = ((self.method in METHODS, f'the method is one of {", ".join(METHODS)}'),
                  (self.max_excess >= 0, 'the excess allowed is at least 0'),
                  (0 < self.min_coverage <= 1, 'the coverage asked for is above 0 and at most 1'),
                  (self.max_parts >= 1, 'a link has at least 1 part'),
                  (self.max_vertices >= 4, 'a convex part has at least 4 vertices'),
                  (self.time_limit is None or self.time_limit > 0, 'the time limit is above 0'),
                  (re.fullmatch(r'relative|file|package:[^/:\s]+', self.mesh_uri) is not None,
                   'the form of mesh URIs is relative, file or package:NAME'))
        for sound, words in checks:
            if not sound:
                raise UsageError(words)


def generate_model(target: str, arguments: Mapping[str, str], finder: Finder, output_directory: str,
                   options: GenerateOptions, jobs: int, progress: Progress | None = None) -> Generated:
    """Read one model and generate. Raises UsageError as `generate`, or where the target is not one model."""
    from robot_model_check.parse import parse
    from robot_model_check.reading import read, read_text
    from robot_model_check.targets import find_models
    if target == '-':
        document = read_text(sys.stdin.buffer.read(), arguments, finder)
    else:
        files = find_models(target, finder)
        if len(files) != 1:
            raise UsageError(f'{target} holds {len(files)} models; name one of: {", ".join(files)}')
        document = read(files[0], arguments, finder)
    if document.root is None:
        why = document.problems[0].message if document.problems else 'it holds no robot'
        raise UsageError(f'{target} could not be read: {why}')
    robot = parse(document.root)
    resolutions = {mesh.uri: finder.resolve(mesh.uri, document.file) for _, _, mesh in robot.mesh_shapes()}
    return generate(document, robot, resolutions, output_directory, options, jobs, progress)


def generate(document: Document, robot: Robot, resolutions: Mapping[str, Resolution], output_directory: str,
             options: GenerateOptions, jobs: int, progress: Progress | None = None) -> Generated:
    """Write `urdf/<robot>.urdf`, `meshes/collision/<link>_<i>.stl` and `manifest.json` into a folder.

    The links are worked on in up to `jobs` processes (0: in this one); `progress` is called with a link's
    name, how many are done and how many there are. Raises UsageError for unsound options, a glob without
    links, a folder that cannot be written or holds files edited by hand, and rather than write over the
    model's own files.
    """
    options.require_sound()
    folder = Path(output_directory)
    links = _links(robot, options.links)
    old = output_folder.old_files(folder, options.force)
    output = Output(document, robot, resolutions, folder, options)
    inputs = {found.path: 'a mesh' for found in resolutions.values() if found.path is not None}
    inputs |= {document.file: 'the description'} if document.file is not None else {}
    output_folder.require_not_input(folder, old | {output.urdf}, inputs)
    output_folder.require_free(folder, [output.urdf], old, options.force)
    choices = _choices(links, resolutions, options, jobs, progress)
    files = output.files(choices)
    output_folder.require_free(folder, files, old, options.force)
    output_folder.require_not_input(folder, files, inputs)
    write_files(folder, files, old)
    absolute = 'file' if options.mesh_uri == 'relative' else options.mesh_uri
    results = {link.name: _result(link, choices.get(link.name)) for link in links}
    return Generated(robot.name, str(folder / output.urdf), str(folder / output_folder.MANIFEST), results,
                     output.urdf_text(choices, absolute, absolute=True))


def _choices(links: Sequence[Link], resolutions: Mapping[str, Resolution], options: GenerateOptions,
             jobs: int, progress: Progress | None) -> dict[str, Choice]:
    from robot_model_check.decompose import workers
    from robot_model_check.decompose.choose import Wish
    from robot_model_check.decompose.methods import Limits
    paths = {uri: found.path for uri, found in resolutions.items() if found.path is not None}
    limits = Limits(options.max_excess, options.min_coverage, options.max_parts, options.max_vertices,
                    options.time_limit)
    wish = Wish(options.method, limits, always=options.links != '*')
    return workers.choices(links, paths, wish, jobs, progress)


def _result(link: Link, choice: Choice | None) -> LinkResult:
    if choice is None:
        return LinkResult('kept', 0, None, None, 'it has no visual')
    if choice.now is None:
        return LinkResult(choice.method, len(choice.parts), None, None, choice.note, choice.failed,
                          choice.certificate, refused=choice.refused)
    now = choice.now
    return LinkResult(choice.method, len(choice.parts), now.coverage, now.excess, choice.note, choice.failed,
                      choice.certificate, now.method, now.uncertainty, choice.refused)


def _links(robot: Robot, glob: str) -> list[Link]:
    """Return the links that match; of several with one name, the first is meant."""
    first: dict[str, Link] = {}
    for link in robot.links:
        first.setdefault(link.name, link)
    links = [link for name, link in first.items() if fnmatch.fnmatchcase(name, glob)]
    if not links:
        raise UsageError(f'no link matches {glob!r}: the links are {", ".join(first) or "none"}')
    return links
