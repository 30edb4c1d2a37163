"""What a repair came to, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.generation.generated import Generated, line_of
from robot_model_check.generation.tree_paths import Path
from robot_model_check.report import Report, display_path
from robot_model_check.sinks.text import place, visible
from robot_model_check.source import Site

# Rules whose findings other collision parts can clear.
COLLISION_RULES = ('collision-missing', 'collision-concave', 'collision-coverage', 'collision-protrusion',
                   'collision-thin', 'collision-aperture')
KINDS = ('inertial', 'axis', 'limit', 'origin', 'geometry', 'number', 'collision')


@dataclass(frozen=True, eq=False)
class Made:
    """A correction: the finding it answers, the element at `path` (written at `site`), its text before and
    after; or what is added to the element `whole`, with nothing before.
    """

    finding: Finding
    path: Path
    kind: str
    site: Site
    old: str
    new: str
    whole: str = ''

    @property
    def rule(self) -> str:
        """Return the rule that computed it."""
        return self.finding.rule

    @property
    def key(self) -> tuple[str, Path, str | None]:
        """Return what is done at most once."""
        return self.rule, self.path, self.finding.attribute

    def is_told_by(self, finding: Finding) -> bool:
        """Return whether a finding of a later check is still that which was corrected."""
        mine = self.finding
        return (finding.rule, finding.subject, finding.site, finding.attribute) == (
            mine.rule, mine.subject, mine.site, mine.attribute)

    def entry(self) -> dict[str, Any]:
        """Return it as data for the manifest."""
        subject = self.finding.subject or Subject('model', '')
        return {'rule': self.rule, 'cause': self.finding.cause, 'subject': f'{subject.kind} {subject.name}',
                'line': self.site.line, 'old': self.old, 'new': self.new}


def single(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings one by one, also those that were told together."""
    for finding in findings:
        yield from finding.singles


@dataclass(frozen=True, eq=False)
class Repaired:
    """The checks before and after, what was corrected, what did not clear its finding and was taken back.

    `generated` is None where nothing could be computed and nothing was written. `notes` say of links why
    their collision stayed; `only` are the kinds of corrections that were asked for; `description` is the
    result with absolute mesh URIs, for a topic; `stale` is a file that an earlier run wrote and this one did
    not.
    """

    before: Report
    after: Report
    made: tuple[Made, ...]
    refused: tuple[Made, ...]
    generated: Generated | None
    notes: Mapping[str, str]
    only: tuple[str, ...]
    description: bytes
    stale: str | None = None

    def text(self) -> str:
        """Return what was corrected, what is gone, what is left for a person, and the counts."""
        return ''.join(f'{line}\n' for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f'robot "{visible(self.before.model["robot"] or "(no name)")}"'
        yield from _block('corrected', [line for one in self.made for line in _made_lines(one)])
        yield from _block('collision', list(self._collision_lines()))
        gone, left, new = _compared(self.before.findings, self.after.findings)
        yield from _block('gone', [_head(finding) for finding in gone])
        yield from _block('left for you', [line for one in left for line in (_line(one), self._why(one))])
        yield from _block('new', [line for one in new for line in (_line(one), self._why(one))])
        yield ''
        yield f'before: {_counts(self.before)}'
        yield f'after:  {_counts(self.after)}'
        yield self._outcome()

    def _collision_lines(self) -> Iterator[str]:
        for name, result in self.generated.links.items() if self.generated else ():
            if result.parts:
                yield f'link {visible(name)}: {visible(line_of(result))}'

    def _outcome(self) -> str:
        if self.generated is not None:
            return f'wrote {visible(display_path(self.generated.urdf))}; the source is as it was'
        found = any(one.level is not Level.INFO for one in self.before.findings)
        why = 'no correction follows from the model' if found else 'there is nothing to correct'
        stale = f'; {visible(display_path(self.stale))} is of an earlier run' if self.stale else ''
        return f'nothing was written: {why}{stale}'

    def _why(self, finding: Finding) -> str:
        """Return why a finding is left to a person, and where it is written."""
        where = f' ({place(finding.site)})' if finding.site is not None else ''
        return f'  {self._reason(finding)}{where}'

    def _reason(self, finding: Finding) -> str:
        if any(one.is_told_by(part) for one in self.refused for part in single([finding])):
            return 'its correction was computed but does not clear it, so it was left out'
        if finding.rivals:
            return f'the model does not tell it from {", ".join(finding.rivals)}: choose'
        if finding.cause_state == 'ambiguous':
            return 'the model does not show for certain that this is the mistake: look'
        if self._not_asked_for(finding):
            return f'not asked for: --only {",".join(self.only)}'
        note = self.notes.get(finding.subject.name) if finding.subject else None
        if note and finding.area == 'collision':
            return f'the collision stays: {visible(note)}'
        if any(part.suggestion and part.suggestion.xml for part in single([finding])):
            return 'the suggestion has to be looked at'
        return 'the right value does not follow from the model'

    def _not_asked_for(self, finding: Finding) -> bool:
        if finding.rule in COLLISION_RULES:
            return 'collision' not in self.only
        return self.only != KINDS and any(
            part.suggestion is not None and part.suggestion.corrections for part in single([finding]))


def _block(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ''
        yield f'{title}:'
        yield from (f'  {line}' for line in lines)


def _made_lines(made: Made) -> Iterator[str]:
    told = made.finding.suggestion.text if made.finding.suggestion else ''
    cause = f' [{made.finding.cause}]' if made.finding.cause else ''
    yield f'{_name(made.finding.subject)}: {made.rule}{cause}: {visible(told)} ({place(made.site)})'
    if made.old:
        yield f'  - {visible(" ".join(made.old.split()))}'
    yield f'  + {visible(made.new)}' + (f' in {visible(made.whole)}' if made.whole else '')
    mass, like = (made.finding.values.get(name) for name in ('mass_of_solid [kg]', 'density_like'))
    if mass is not None:
        yield f'  the mass is as declared; of the density of link {like} it would be {mass:.6g} kg: weigh it'


def _name(subject: Subject | None) -> str:
    if subject is None or subject.kind == 'model':
        return 'model'
    return f'{subject.kind} {visible(subject.name)}'


def _head(finding: Finding) -> str:
    cause = f' [{finding.cause}]' if finding.cause else ''
    return f'{finding.level} {_name(finding.subject)}: {finding.rule}{cause}'


def _line(finding: Finding) -> str:
    return f'{_head(finding)}: {visible(finding.message)}'


def _compared(before: Sequence[Finding],
              after: Sequence[Finding]) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """Return the findings that are gone, those left and the new ones; infos are counted only."""
    before, after = ([one for one in found if one.level is not Level.INFO] for found in (before, after))
    old, now = _keys(before), _keys(after)
    gone = [one for one in single(before) if (one.rule, one.subject) not in now]
    left = [one for one in after if _keys([one]) & old]
    new = [one for one in after if not _keys([one]) & old]
    return gone, left, new


def _keys(findings: Sequence[Finding]) -> set[tuple[str, Subject | None]]:
    return {(one.rule, one.subject) for one in single(findings)}


def _counts(report: Report) -> str:
    counts = [f'{report.count(level)} {level}{"" if report.count(level) == 1 else "s"}'
              for level in reversed(Level)]
    return f'{", ".join(counts)}, {len(report.not_checked)} not checked'
