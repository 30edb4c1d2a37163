"""Elements by their way from the root, so that they can be found again after an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from robot_model_check.document import Element
from robot_model_check.source import Site

Step = tuple[str, int]
Path = tuple[Step, ...]

LAST = {'axis': 'axis', 'limit': 'limit', 'origin': 'origin'}
WITHIN = ('inertial', 'geometry')


def numbered(element: Element) -> Iterator[tuple[Step, Element]]:
    """Yield ((tag, how many of that tag before it), child) for each child."""
    seen: Counter[str] = Counter()
    for child in element.children:
        yield (child.tag, seen[child.tag]), child
        seen[child.tag] += 1


def paths(root: Element) -> dict[Element, Path]:
    """Return the way from the root to every element below it."""
    found: dict[Element, Path] = {root: ()}
    for element in root.walk():
        for step, child in numbered(element):
            found[child] = (*found[element], step)
    return found


def kind_of(path: Path) -> str:
    """Return which part of a robot an element belongs to: 'inertial', 'axis', 'limit', 'origin', 'geometry',
    else 'number'."""
    tags = [tag for tag, _ in path]
    return next((tag for tag in WITHIN if tag in tags), LAST.get(tags[-1] if tags else '', 'number'))


def with_sites(new: Element, old: Element) -> Element:
    """Return a tree whose elements have the sites of those at the same place in another tree; what is new
    has that of what it stands in.
    """
    before = dict(numbered(old))
    children = (with_sites(child, before[step]) if step in before else _all_at(child, old.site)
                for step, child in numbered(new))
    return replace(new, site=old.site, children=tuple(children))


def _all_at(element: Element, site: Site) -> Element:
    return replace(element, site=site, children=tuple(_all_at(child, site) for child in element.children))
