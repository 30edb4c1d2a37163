"""One mistake is one finding: what another rule sees of a mistake that is named goes into the finding that
names it, and a line of a macro that is wrong wherever it is used is told at that line.

A tensor about the link origin does not fit the geometry, and no mass inside the geometry has it; a twin's
product of the wrong sign is off from the other side and from the geometry. Each rule says what it sees. Where
one of them names the mistake and gives the corrected <inertial>, the others are asked again with that in
place: what they no longer say was this mistake, and what they still say is another one. What a consumer
refuses whatever the reason (no positive definite tensor, A + B < C) and a COM in the air are told besides,
with the cause: whoever looks for them finds them under their own rule.

An element that xacro made from one line for many links or joints, with the same to be said of it each time,
is one finding with all of them listed: whoever opens that line corrects them together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from robot_model_check.clues.listing import MANY, names_of, same_on
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.linter import Outcome, lint, sort_key
from robot_model_check.model import Inertial, Link
from robot_model_check.reading.parse import parse
from robot_model_check.reading.xml_tree import parse_xml
from robot_model_check.rules import Rule
from robot_model_check.settings.config import Config
from robot_model_check.source import Site

# Rules that name a mistake in an <inertial>, those that know most first.
NAMING = ('inertia-reference', 'frame-mirror', 'inertia-geometry', 'inertia-placeholder',
          'inertia-com-outside')
# Rules that see what comes of it.
SHOWING = frozenset({'inertia-impossible', 'inertia-geometry', 'frame-mirror'})
# Rules whose findings stay, and get the cause.
FACTS = frozenset({'inertia-positive-definite', 'inertia-triangle', 'inertia-com-outside'})

# What is odd about the numbers of a frame that nobody drew, once it is told that it has any.
FRAME, ODD = 'inertia-dummy', ('unit-mass', 'inertia-placeholder')

Place = tuple[str, str]  # rule, link


def with_evidence(outcome: Outcome, context: Context, rules: Sequence[Rule], config: Config) -> Outcome:
    """Return the outcome with what shows a named mistake told in the finding that names it, at the graver
    level of the two, and the cause in what is a fact of its own.
    """
    singles = [one for finding in outcome.findings for one in finding.singles]
    named = _named(singles)
    shown: dict[str, list[Finding]] = defaultdict(list)
    for one in singles:
        teller = named.get(_link(one)) if one.rule in SHOWING | FACTS else None
        if teller is not None and teller.rule != one.rule:
            shown[_link(one)].append(one)
    instead = _of_frames(singles)
    if not shown and not instead:
        return outcome
    left = _still_told(shown, named, context, rules, config) if shown else set()
    for link, seen in shown.items():
        naming = named[link]
        gone = [one for one in seen if (one.rule, link) not in left or one.cause == naming.cause]
        evidence = [one for one in gone if one.rule in SHOWING]
        instead.update(_merged(naming, evidence) if evidence else {})
        instead.update({id(one): _caused(one, naming) for one in gone
                        if one.rule in FACTS and one.cause is None})
    found = (new for finding in outcome.findings for new in _replaced(finding, instead))
    return replace(outcome, findings=tuple(sorted(found, key=sort_key)))


def _of_frames(singles: Sequence[Finding]) -> dict[int, Finding | None]:
    """Return id -> what is told in place of the findings on heavy frames without geometry."""
    instead: dict[int, Finding | None] = {}
    for frame in (one for one in singles if one.rule == FRAME):
        odd = [one for one in singles if one.rule in ODD and one.subject == frame.subject]
        instead.update(_merged(frame, odd) if odd else {})
    return instead


def _link(finding: Finding) -> str:
    return finding.subject.name if finding.subject is not None and finding.subject.kind == 'link' else ''


def _named(singles: Sequence[Finding]) -> dict[str, Finding]:
    """Return link -> the finding that names its mistake and has the corrected <inertial>; a tensor that was
    typed is known without it.
    """
    found = {}
    naming = (one for one in singles if one.rule in NAMING and one.cause)
    named = [one for one in naming if (one.suggestion is not None and one.suggestion.xml)
             or one.rule == 'inertia-placeholder']
    for one in sorted(named, key=_rank, reverse=True):
        found[_link(one)] = one
    return found


def _rank(naming: Finding) -> float:
    """Return how little a rule knows; of one wrong sign the part itself says more than its twin."""
    twin = naming.rule == 'frame-mirror' and (naming.cause or '').startswith('sign:')
    return NAMING.index('inertia-geometry') + 0.5 if twin else NAMING.index(naming.rule)


def _still_told(shown: Mapping[str, Sequence[Finding]], named: Mapping[str, Finding], context: Context,
                rules: Sequence[Rule], config: Config) -> set[Place]:
    """Return what the rules that have shown something still say with the corrected <inertial> of those links
    in place.
    """
    robot = replace(context.robot, links=tuple(
        replace(link, inertial=_corrected(link, named[link.name])) if link.name in shown else link
        for link in context.robot.links))
    told = {one.rule for seen in shown.values() for one in seen}
    again = lint(replace(context, robot=robot), [rule for rule in rules if rule.ID in told], config)
    crashed = {gap.rule for gap in again.not_checked if gap.subject is None or gap.subject.kind != 'link'}
    return {*((one.rule, _link(one)) for finding in again.findings for one in finding.singles),
            *((gap.rule, gap.subject.name) for gap in again.not_checked if gap.subject is not None),
            *((rule, link) for rule in crashed for link in shown)}


def _corrected(link: Link, naming: Finding) -> Inertial | None:
    """Return the inertial of a link as a finding suggests it; what that leaves out is as declared."""
    if link.inertial is None or naming.suggestion is None or not naming.suggestion.xml:
        return link.inertial
    new, _ = parse_xml(naming.suggestion.xml.encode(), None)
    if new is None:
        return link.inertial
    kept = (child for child in link.inertial.element.children if new.find(child.tag) is None)
    owner = replace(link.element, children=(replace(new, children=(*new.children, *kept)),))
    return parse(replace(owner, tag='robot', children=(owner,))).links[0].inertial


def _merged(naming: Finding, gone: Sequence[Finding]) -> Mapping[int, Finding | None]:
    """Return id -> what is told in place of each finding on one mistake, None for nothing."""
    graver = max((naming, *gone), key=lambda one: one.level or Level.INFO)
    seen = [{'rule': one.rule, 'message': one.message, **one.values} for one in gone]
    told = replace(naming, level=graver.level, values={**naming.values, 'evidence': seen},
                   message='; '.join((naming.message, *map(_as_evidence, gone))))
    return {**dict.fromkeys(map(id, gone)), id(naming): told}


def _caused(fact: Finding, naming: Finding) -> Finding:
    """Return a fact with the cause that explains it."""
    return replace(fact, cause=naming.cause, cause_state=naming.cause_state, rivals=naming.rivals)


def _as_evidence(finding: Finding) -> str:
    """Return what a finding says, without its advice, which a named cause makes needless."""
    return f'{finding.rule}: {finding.message.partition(". ")[0]}'


def _replaced(finding: Finding, instead: Mapping[int, Finding | None]) -> Iterator[Finding]:
    """Yield what is told in place of a finding, which may stand for many."""
    if not any(id(one) in instead for one in finding.singles):
        yield finding
        return
    new = [instead.get(id(one), one) for one in finding.singles]
    left = [one for one in new if one is not None]
    if not finding.parts or len(left) < MANY:
        yield from left
    elif len(left) == len(new):
        yield _of_parts(finding, left)
    else:
        yield replace(same_on(left), subject=finding.subject, rule=finding.rule, area=finding.area)


def _of_parts(finding: Finding, parts: Sequence[Finding]) -> Finding:
    """Return the finding on many links with these parts, the evidence they have and the cause they share."""
    told = [one for one in parts if 'evidence' in one.values]
    rules = sorted({seen['rule'] for one in told for seen in one.values['evidence']})
    too = f'; {", ".join(rules)}, too: {", ".join(names_of(told))}' if told else ''
    shared = finding if len({one.cause for one in parts}) > 1 or finding.cause else parts[0]
    return _caused(replace(finding, message=finding.message + too, parts=tuple(parts)), shared)


def by_line(findings: Sequence[Finding], robot: str) -> tuple[Finding, ...]:
    """Return the findings, those of one rule, level and cause on what one line of a macro made for three or
    more links or joints as one.
    """
    groups: dict[Any, list[Finding]] = {}
    for finding in findings:
        key = _line_of(finding) if not finding.parts else None
        groups.setdefault(key or id(finding), []).append(finding)
    found = (new for group in groups.values() for new in _at_line(group, robot))
    return tuple(found)


def _line_of(finding: Finding) -> tuple[Any, ...] | None:
    """Return what findings have in common that one line of a macro makes, None outside of macros."""
    site, subject = finding.site, finding.subject
    site = site and (site.used or site)
    if site is None or not site.calls or subject is None:
        return None
    return (finding.rule, finding.level, finding.cause, finding.rivals, finding.cause_state,
            finding.attribute, subject.kind, site.file, site.line, site.column)


def _at_line(found: Sequence[Finding], robot: str) -> Sequence[Finding]:
    """Return findings of one line as one if they are many; one that stands for many already gets the line of
    its parts.
    """
    first = found[0]
    site = _shared([one.site for one in first.parts or found])
    if site is not None and first.parts:
        return [replace(first, site=site)]
    if site is None or len({one.subject for one in found}) < MANY:
        return found
    return [replace(same_on(found, ' that this line makes'), site=site, rule=first.rule, area=first.area,
                    subject=Subject('model', robot))]


def _shared(sites: Sequence[Site | None]) -> Site | None:
    """Return the place in a macro that elements have in common, with the calls that led to all of them."""
    values = {(site.file, site.line, site.column) for site in sites if site is not None and site.used}
    if len(values) == 1 and all(site is not None and site.used for site in sites):
        return sites[0]
    made = [site for one in sites if one is not None and (site := one.used or one).calls]
    if len(made) < len(sites) or len({(site.file, site.line, site.column) for site in made}) > 1:
        return None
    steps = zip(*(site.calls for site in made), strict=False)
    shared = [step[0] for step in takewhile(lambda step: len(set(step)) == 1, steps)]
    return replace(made[0], calls=tuple(shared))
