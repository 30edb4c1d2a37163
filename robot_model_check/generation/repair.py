"""Repair: put in what the rules computed, check again, write the result as a generated URDF.

No value is invented. What is put in are the corrections of findings whose cause the evidence tells from its
rivals, or that are plain arithmetic. One that does not clear its finding is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from robot_model_check.check import check_document
from robot_model_check.document import Document, Element
from robot_model_check.errors import UsageError
from robot_model_check.finding import Correction, Finding, Level, Suggestion
from robot_model_check.generation import urdf_edit
from robot_model_check.generation.generate import (
    GenerateOptions,
    choose_parts,
    links_of,
    read_model,
    require_place,
    write,
)
from robot_model_check.generation.generated_files import Output
from robot_model_check.generation.repaired import COLLISION_RULES, KINDS, Made, Repaired, single
from robot_model_check.generation.tree_paths import Path as TreePath, kind_of, paths, with_sites
from robot_model_check.model import Link
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import parse_xml, read
from robot_model_check.reading.srdf import Srdf, beside
from robot_model_check.words import did_you_mean

if TYPE_CHECKING:
    from robot_model_check.decompose.choose import Choice
    from robot_model_check.progress import Progress
    from robot_model_check.report import Report
    from robot_model_check.settings.config import Config

# While these find something, the size of the visual is in doubt, and parts would make it last.
SIZE_RULES = ('unit-mesh', 'unit-collada')
# Rules on how a number is written: before it can be read, nothing else can be judged.
READING = 'number-format'

Key = tuple[str, TreePath, str | None]


@dataclass(frozen=True)
class RepairOptions:
    """What to repair: `only` are words of KINDS; `generating` says how collision parts are made and written.
    """

    only: tuple[str, ...] = KINDS
    generating: GenerateOptions = field(default_factory=GenerateOptions)

    def require_sound(self) -> None:
        """Raise UsageError for a word that is not in KINDS, and as GenerateOptions."""
        self.generating.require_sound()
        for word in self.only:
            if word not in KINDS:
                raise UsageError(f'--only {word}: not one of {", ".join(KINDS)}{did_you_mean(word, KINDS)}')


@dataclass(frozen=True, eq=False)
class _State:
    """A description with the corrections made so far, and what a check says of it."""

    document: Document
    report: Report
    made: tuple[Made, ...] = ()


def repair_model(target: str, arguments: Mapping[str, str], finder: Finder, output_directory: str,
                 options: RepairOptions, config: Config, jobs: int,
                 progress: Progress | None = None) -> Repaired:
    """Read one model, correct what can be computed, and write it below a folder if anything changed.

    Raises UsageError as `generate.generate_model`, and for unsound options.
    """
    options.require_sound()
    return repair(read_model(target, arguments, finder), finder, output_directory, options, config, jobs,
                  progress)


def repair(source: Document, finder: Finder, output_directory: str, options: RepairOptions, config: Config,
           jobs: int, progress: Progress | None = None) -> Repaired:
    """Correct a description with a root, and write it as `repair_model` does."""
    options.require_sound()
    config = replace(config, srdf=config.srdf or _srdf(source, finder))
    require_place(_output(source, finder, output_directory, options.generating, ()))
    before = check_document(source, finder, config, jobs)
    state, refused = _corrected(_State(source, before), finder, config, jobs, options.only)
    output = _output(state.document, finder, output_directory, options.generating, state.made)
    links, choices = _parts(output, state.report, options, jobs, progress)
    if not state.made and not any(choice.parts for choice in choices.values()):
        old = output.folder / output.urdf
        return Repaired(before, state.report, (), refused, None, _notes(choices), options.only,
                        output.urdf_text({}, 'file', absolute=True), str(old) if old.exists() else None)
    generated = write(output, links, choices)
    after = _checked_again(generated.urdf, state.document, finder, config, jobs)
    return Repaired(before, after, state.made, refused, generated, _notes(choices), options.only,
                    generated.description)


def _srdf(document: Document, finder: Finder) -> Srdf | None:
    name = document.root.attributes.get('name', '') if document.root is not None else ''
    return beside(document, name, finder)


def _output(document: Document, finder: Finder, folder: str, options: GenerateOptions,
            made: Sequence[Made]) -> Output:
    assert document.root is not None
    robot = parse(document.root)
    return Output(document, robot, finder.resolutions(robot, document.file), Path(folder), options,
                  [one.entry() for one in made])


def _corrected(start: _State, finder: Finder, config: Config, jobs: int,
               only: Sequence[str]) -> tuple[_State, tuple[Made, ...]]:
    """Return the description with all corrections that clear their findings, and those that do not.

    One correction can uncover what another number hid, so it is done until nothing is left to correct; each
    element is corrected once per rule.
    """
    refused: tuple[Made, ...] = ()
    while True:
        state = start
        while chosen := list(_chosen(state, only, {one.key for one in (*state.made, *refused)})):
            document = _edited(state.document, [edit for _, edits in chosen for edit in edits])
            report = check_document(document, finder, config, jobs)
            state = _State(document, report, (*state.made, *(one for one, _ in chosen)))
        failed = tuple(one for one in state.made if any(map(one.is_told_by, single(state.report.findings))))
        if not failed:
            return state, refused
        refused = (*refused, *failed)


def _edited(document: Document, edits: Sequence[urdf_edit.Edit]) -> Document:
    text = urdf_edit.apply(document.text, edits)
    root, _ = parse_xml(text, document.file)
    assert root is not None
    assert document.root is not None
    return replace(document, text=text, root=with_sites(root, document.root))


def _chosen(state: _State, only: Sequence[str],
            done: set[Key]) -> Iterator[tuple[Made, list[urdf_edit.Edit]]]:
    """Yield the corrections to make next, each with its edits.

    Numbers that cannot be read go first, then sizes of geometry, on which the rules on inertials build. Of
    corrections that touch the same element, that of the first rule is made.
    """
    found = [one for one in _possible(state) if one[0].kind in only and one[0].key not in done]
    stages = ([one for one in found if one[0].rule == READING],
              [one for one in found if one[0].kind == 'geometry'], found)
    claimed: dict[TreePath, str] = {}
    for made, edits in next((stage for stage in stages if stage), []):
        if all(rule == made.rule or not _nested(path, made.path) for path, rule in claimed.items()):
            claimed[made.path] = made.rule
            yield made, edits


def _nested(one: TreePath, other: TreePath) -> bool:
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def _possible(state: _State) -> Iterator[tuple[Made, list[urdf_edit.Edit]]]:
    """Yield what the findings of a check offer for certain, with the edits of it."""
    assert state.document.root is not None
    places = paths(state.document.root)
    for finding in single(state.report.findings):
        fix = finding.suggestion
        if fix is None or finding.level is Level.INFO or not _is_certain(finding, fix):
            continue
        for correction in fix.corrections:
            edits = urdf_edit.element_edits(state.document, correction.element, correction.xml)
            if edits:
                yield _made(finding, correction, places[correction.element], state.document), edits


def _is_certain(finding: Finding, fix: Suggestion) -> bool:
    return fix.holds_for_rivals or (not finding.rivals and finding.cause_state in (None, 'named'))


def _made(finding: Finding, correction: Correction, path: TreePath, document: Document) -> Made:
    element: Element = correction.element
    added = _added(correction)
    if added:
        xml = b''.join(correction.xml.encode()[child.span.start:child.span.end] for child in added)
        whole = f'{element.tag} {element.attributes.get("name", "")}'
        return Made(finding, path, kind_of((*path, (added[0].tag, 0))), element.site, '', xml.decode(), whole)
    text = document.text[element.span.start:element.span.end].decode('utf-8', 'replace')
    return Made(finding, path, kind_of(path), element.site, text, correction.xml)


def _added(correction: Correction) -> tuple[Element, ...]:
    """Return the children that a correction adds, where it does nothing else."""
    old, new = correction.element, parse_xml(correction.xml.encode(), None)[0]
    if new is None or new.attributes != old.attributes or any(old.find(child.tag) for child in new.children):
        return ()
    return new.children


def _parts(output: Output, report: Report, options: RepairOptions, jobs: int,
           progress: Progress | None) -> tuple[list[Link], Mapping[str, Choice]]:
    """Return the links whose collisions were found wanting, and the parts chosen for them."""
    if 'collision' not in options.only:
        return [], {}
    names = {name for finding in report.findings for name in _wanting(finding)}
    names -= {finding.subject.name for finding in single(report.findings) if finding.subject is not None
              and finding.rule in SIZE_RULES and finding.level is not Level.INFO}
    chosen = links_of(output.robot, options.generating.links) if names else []
    links = [link for link in chosen if link.name in names]
    if not links:
        return [], {}
    return links, choose_parts(links, output.resolutions, output.options, jobs, progress, always=True)


def _wanting(finding: Finding) -> Sequence[str]:
    """Return the links that a finding on collisions is about."""
    if finding.rule not in COLLISION_RULES or finding.level is Level.INFO:
        return ()
    if finding.subject is not None and finding.subject.kind == 'link':
        return (finding.subject.name,)
    return tuple(finding.values.get('links', ()))


def _notes(choices: Mapping[str, Choice]) -> dict[str, str]:
    return {name: choice.note for name, choice in choices.items() if not choice.parts}


@dataclass(frozen=True)
class _AsFrom(Finder):
    """A finder that looks for packages around the source, too: the generated file may lie elsewhere."""

    source: str | None = None

    def package(self, name: str, near: str | None = None) -> str | None:
        return super().package(name, near) or super().package(name, self.source)


def _checked_again(urdf: str, source: Document, finder: Finder, config: Config, jobs: int) -> Report:
    """Check the file that was written; its elements keep their places in the source."""
    assert source.root is not None
    finder = _AsFrom(finder.package_paths, finder.prefixes, finder.ros_paths, finder.model_paths,
                     source=source.file)
    again = read(urdf, {}, finder)
    root = with_sites(again.root, source.root) if again.root is not None else None
    return check_document(replace(again, root=root, sources={**again.sources, **source.sources}), finder,
                          config, jobs)
