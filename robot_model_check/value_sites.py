"""A value that is right elsewhere is not at fault: then its use is.

xacro brings one property, default or line of yaml to many elements. Where a finding is told at such a value,
and another link or joint uses the same value in the same place without being told the same, the value can
stay and the element is what has to be edited: a mirrored leg that forgot to turn the sign, for one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from robot_model_check.document import Element
from robot_model_check.finding import Finding, Subject
from robot_model_check.source import Site

Place = tuple[str | None, int, int]
Role = tuple[Place, str, str, str]  # where it was written, tag, attribute, and the value but for signs


@dataclass(frozen=True)
class Uses:
    """Who uses each value in each role, and the elements that a link or joint has from each place."""

    owners: Mapping[Role, set[Subject]]
    elements: Mapping[tuple[Place, Subject], Element]


def at_fault(findings: Sequence[Finding], root: Element | None) -> tuple[Finding, ...]:
    """Return the findings, those on a value that serves others well at the element that uses it."""
    if root is None or not any(one.site is not None and one.site.used for whole in findings
                               for one in (whole, *whole.parts)):
        return tuple(findings)
    uses = _uses(root)
    told: dict[tuple[str, Role], set[Subject]] = defaultdict(set)
    for one in (single for whole in findings for single in whole.singles):
        if (role := _role(one, uses)) is not None and one.subject is not None:
            told[one.rule, role].add(one.subject)
    return tuple(_placed(one, uses, told) for one in findings)


def _placed(finding: Finding, uses: Uses, told: Mapping[tuple[str, Role], set[Subject]]) -> Finding:
    parts = tuple(_placed(part, uses, told) for part in finding.parts)
    role = _role(finding, uses)
    if role is None or finding.parts or uses.owners[role] <= told.get((finding.rule, role), set()):
        return replace(finding, parts=parts) if parts else finding
    return replace(finding, site=finding.site.used)  # type: ignore[union-attr]


def _uses(root: Element) -> Uses:
    owners: dict[Role, set[Subject]] = defaultdict(set)
    elements = {}
    for owner in root.children:
        subject = Subject(owner.tag, owner.attributes.get('name', ''))
        for element in owner.walk():
            elements[_place(element.site), subject] = element
            for origin in element.site.origins:
                owners[_as(origin.site, element, origin.attribute)].add(subject)
    return Uses(owners, elements)


def _as(site: Site, element: Element, attribute: str) -> Role:
    values = [text for name, text in sorted(element.attributes.items()) if attribute in ('', name)]
    return _place(site), element.tag, attribute, ' '.join(values).replace('-', '')


def _role(finding: Finding, uses: Uses) -> Role | None:
    site = finding.site
    if site is None or site.used is None or finding.subject is None:
        return None
    element = uses.elements.get((_place(site.used), finding.subject))
    role = _as(site, element, finding.attribute or '') if element is not None else None
    return role if role in uses.owners else None


def _place(site: Site) -> Place:
    return site.file, site.line, site.column
