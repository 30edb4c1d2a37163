"""Generate collision parts for a robot: decompose in workers, edit the URDF, write all of it or nothing."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from robot_model_check.document import Document
from robot_model_check.errors import UsageError
from robot_model_check.generation import output_folder
from robot_model_check.generation.generated import Generated, LinkResult
from robot_model_check.generation.generated_files import Output
from robot_model_check.generation.replace_folder import write_files
from robot_model_check.model import Link, Robot
from robot_model_check.progress import Progress
from robot_model_check.reading.packages import Finder, Resolution, found_paths
from robot_model_check.settings import link_options
from robot_model_check.settings.link_options import LinkOptions

if TYPE_CHECKING:
    from robot_model_check.decompose.choose import Choice, Wish
    from robot_model_check.decompose.drop import Dropped


@dataclass(frozen=True)
class GenerateOptions:
    """What to generate. `links` is a glob; one other than '*' also replaces collisions that are good already.

    `method`: see link_options.METHODS. `max_excess` and `min_coverage` are shares of the visual's volume;
    `max_parts` is per link, `max_vertices` per part, `time_limit` [s] per link and method. `mesh_uri`:
    'relative', 'file' or 'package:NAME'. `force` overwrites generated files that were edited by hand.
    `per_link` are other options for some links, of which the later ones count.
    """

    links: str = '*'
    method: str = 'auto'
    max_excess: float = link_options.MAX_EXCESS
    min_coverage: float = link_options.MIN_COVERAGE
    max_parts: int = link_options.MAX_PARTS
    max_vertices: int = link_options.MAX_VERTICES
    time_limit: float | None = None
    mesh_uri: str = 'relative'
    force: bool = False
    per_link: tuple[LinkOptions, ...] = ()

    def require_sound(self) -> None:
        """Raise UsageError for values that make no sense."""
        for name in link_options.OPTIONS:
            if name != 'time_limit' or self.time_limit is not None:
                link_options.require(name, getattr(self, name))
        if re.fullmatch(r'relative|file|package:[^/:\s]+', self.mesh_uri) is None:
            raise UsageError('the form of mesh URIs is relative, file or package:NAME')

    def wish(self, link: str) -> Wish:
        """Return what is wanted for a link; to name it is to want it done even where it is good already."""
        from robot_model_check.decompose.choose import Wish
        from robot_model_check.decompose.methods import Limits
        own = [options for options in self.per_link if options.matches(link)]
        asked = replace(self, **{name: value for options in own for name, value in options.values.items()})
        limits = Limits(asked.max_excess, asked.min_coverage, asked.max_parts, asked.max_vertices,
                        asked.time_limit)
        return Wish(asked.method, limits, any(glob != '*' for glob in (self.links, *(o.glob for o in own))))


def generate_model(target: str, arguments: Mapping[str, str], finder: Finder, output_directory: str,
                   options: GenerateOptions, jobs: int, progress: Progress | None = None) -> Generated:
    """Read one model and generate. Raises UsageError as `generate`, or where the target is not one model."""
    from robot_model_check.reading.parse import parse
    document = read_model(target, arguments, finder)
    assert document.root is not None
    robot = parse(document.root)
    resolutions = finder.resolutions(robot, document.file)
    return generate(document, robot, resolutions, output_directory, options, jobs, progress)


def read_model(target: str, arguments: Mapping[str, str], finder: Finder) -> Document:
    """Return the one model that a target means, with its root.

    Raises UsageError where the target is not one model, or it cannot be read.
    """
    from robot_model_check.reading.read import read, read_input
    from robot_model_check.reading.targets import one_model
    if target == '-':
        document = read_input(arguments, finder)
    else:
        document = read(one_model(target, finder), arguments, finder)
    if document.root is None:
        raise UsageError(f'{target} could not be read: {document.why_unread}')
    return document


def generate(document: Document, robot: Robot, resolutions: Mapping[str, Resolution], output_directory: str,
             options: GenerateOptions, jobs: int, progress: Progress | None = None) -> Generated:
    """Write `urdf/<robot>.urdf`, `meshes/collision/<link>_<i>.stl` and `manifest.json` into a folder.

    The links are worked on in up to `jobs` processes (0: in this one); `progress` is told how far it is.
    Raises UsageError for unsound options, a glob without links, a folder that cannot be written or holds
    files edited by hand, and rather than write over the model's own files.
    """
    options.require_sound()
    links = links_of(robot, options.links)
    output = Output(document, robot, resolutions, Path(output_directory), options)
    require_place(output)
    choices = choose_parts(links, resolutions, options, jobs, progress)
    return write(output, links, choices)


def require_place(output: Output) -> None:
    """Raise UsageError where the URDF of an output could not be written; to be asked before the work is
    done.
    """
    old = output_folder.old_files(output.folder, output.options.force)
    output_folder.require_not_input(output.folder, old | {output.urdf}, _inputs(output))
    output_folder.require_free(output.folder, [output.urdf], old, output.options.force)


def write(output: Output, links: Sequence[Link], choices: Mapping[str, Choice]) -> Generated:
    """Write the files of an output with the parts chosen for the links. Raises UsageError as `generate`."""
    folder, force = output.folder, output.options.force
    files = output.files(choices)
    old = output_folder.old_files(folder, force)
    output_folder.require_free(folder, files, old, force)
    output_folder.require_not_input(folder, old | set(files), _inputs(output))
    write_files(folder, files, old, output.interim(choices))
    form = output.options.mesh_uri
    results = {link.name: _result(choices.get(link.name)) for link in links}
    description = output.urdf_text(choices, 'file' if form == 'relative' else form, absolute=True)
    return Generated(output.robot.name, str(folder / output.urdf), str(folder / output_folder.MANIFEST),
                     results, description, _unmatched(output.robot, output.options))


def _unmatched(robot: Robot, options: GenerateOptions) -> tuple[str, ...]:
    return tuple(own.glob for own in options.per_link
                 if not any(own.matches(link.name) for link in robot.links))


def _inputs(output: Output) -> dict[str, str]:
    """Return the files that the model is read from, and what each is."""
    inputs = {found.path: 'a mesh' for found in output.resolutions.values() if found.path is not None}
    file = output.document.file
    return inputs | ({file: 'the description'} if file is not None else {})


def choose_parts(links: Sequence[Link], resolutions: Mapping[str, Resolution], options: GenerateOptions,
                 jobs: int, progress: Progress | None = None, always: bool = False) -> dict[str, Choice]:
    """Return link -> the collision parts chosen for it, those of links without a visual left out; `always`
    replaces collisions that are good already.
    """
    from robot_model_check.decompose import workers
    wishes = [options.wish(link.name) for link in links]
    wishes = [replace(wish, always=wish.always or always) for wish in wishes]
    return workers.choices(links, found_paths(resolutions), wishes, jobs, progress)


def _result(choice: Choice | None) -> LinkResult:
    if choice is None:
        return LinkResult('kept', 0, None, None, 'it has no visual')
    result = LinkResult(choice.method, len(choice.parts), None, None, choice.note, choice.failed,
                        choice.certificate, refused=choice.refused, contacts=_contacts(choice),
                        not_dropped=choice.dropped.not_checked if choice.dropped is not None else '')
    now = choice.now
    return result if now is None else replace(result, coverage=now.coverage, excess=now.excess,
                                              measured=now.method, uncertainty=now.uncertainty,
                                              bare=now.uncovered_area)


def _contacts(choice: Choice) -> str:
    """Return in words how spheres touch the new collision, and the old."""
    now, before = choice.probed, choice.probed_before
    if now is None:
        return ''
    compared = f', {before.within:.1%} before' if before is not None else ''
    return (f'contacts {now.within:.1%} within {now.tolerance * 1e3:.1f} mm, 99% within '
            f'{now.error[2] * 1e3:.1f} mm{compared}{_rests(choice.dropped)}')


def _rests(dropped: Dropped | None) -> str:
    """Return in words how balls rest on the new collision in MuJoCo, and on the old."""
    if dropped is None or dropped.not_checked:
        return ''
    if dropped.now is None:
        return f', MuJoCo does not take it ({dropped.refusal})' if dropped.refusal else ''
    compared = f', {dropped.before.within:.1%} before' if dropped.before is not None else ''
    return f', in MuJoCo {dropped.now.within:.1%} rest within {dropped.now.tolerance * 1e3:.1f} mm{compared}'


def links_of(robot: Robot, glob: str) -> list[Link]:
    """Return the links that match; of several with one name, the first is meant."""
    links = robot.links_by_name()
    found = [link for name, link in links.items() if fnmatch.fnmatchcase(name, glob)]
    if not found:
        raise UsageError(f'no link matches {glob!r}: the links are {", ".join(links) or "none"}')
    return found
