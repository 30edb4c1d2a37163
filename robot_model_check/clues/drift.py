"""What differs between two descriptions of one robot, by what they mean and not by their bytes.

Comments, blanks, the order of attributes and of elements of different kind, and values that URDF implies do
not count. Numbers count as equal where they agree in the digits that writers of URDF print.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from robot_model_check.document import Element

# What URDF implies in a link or joint where it is not written.
IMPLIED: Mapping[str, str] = {
    'origin': '',
    'origin xyz': '0 0 0',
    'origin rpy': '0 0 0',
    'axis': '',
    'axis xyz': '1 0 0',
    'dynamics': '',
    'dynamics damping': '0',
    'dynamics friction': '0',
    'limit lower': '0',
    'limit upper': '0',
    'mesh scale': '1 1 1',
    'mimic multiplier': '1',
    'mimic offset': '0',
    'safety_controller soft_lower_limit': '0',
    'safety_controller soft_upper_limit': '0',
    'safety_controller k_position': '0',
}
TINY = 1e-12  # sines and cosines of right angles come out as 6e-17, on some machines as 0
Key = tuple[str, str, int]


@dataclass(frozen=True)
class Difference:
    """One value: `what` is its path inside the part ('inertial/mass value'); None where it is absent."""

    what: str
    ours: str | None
    theirs: str | None


@dataclass(frozen=True, eq=False)
class Part:
    """A link, a joint or another element directly below <robot>, on either side None where it is absent."""

    tag: str
    name: str
    ours: Element | None
    theirs: Element | None
    differences: tuple[Difference, ...] = ()


def drift(ours: Element, theirs: Element, tolerance: float) -> Iterator[Part]:
    """Yield the parts of two <robot> elements that differ, in the order of ours, then what only they have.

    `tolerance` is the relative difference that does not count.
    """
    mine, other = _parts(ours), _parts(theirs)
    for key in dict.fromkeys([*mine, *other]):
        one, two = mine.get(key), other.get(key)
        found = tuple(_differences(one, two, tolerance)) if one and two else ()
        if found or one is None or two is None:
            yield Part(key[0], key[1], one, two, found)


def _parts(robot: Element) -> dict[Key, Element]:
    """Return the children of <robot> by tag, name (or what they refer to) and count of both."""
    seen: Counter[tuple[str, str]] = Counter()
    parts = {}
    for child in robot.children:
        name = child.tag, child.attributes.get('name') or child.attributes.get('reference', '')
        parts[(*name, seen[name])] = child
        seen[name] += 1
    return parts


def _differences(ours: Element, theirs: Element, tolerance: float) -> Iterator[Difference]:
    mine, other = dict(_values(ours)), dict(_values(theirs))
    implied = IMPLIED if ours.tag in ('link', 'joint') else {}
    for key in dict.fromkeys([*mine, *other]):
        default = implied.get(re.sub(r'\[\d+\]', '', key.rsplit('/', 1)[-1]))
        one, two = mine.get(key, default), other.get(key, default)
        if one is None or two is None or not _equal(one, two, tolerance):
            yield Difference(key, one, two)


def _values(element: Element, path: str = '') -> Iterator[tuple[str, str]]:
    """Yield ('visual[1]/geometry/box size', text) for each attribute and text, the path alone for <empty/>.
    """
    attributes = [item for item in element.attributes.items() if not item[0].startswith('xmlns')]
    for name, value in attributes:
        yield f'{path} {name}'.strip(), value
    if element.text or not (attributes or element.children):
        yield path, element.text
    totals = Counter(child.tag for child in element.children)
    seen: Counter[str] = Counter()
    for child in element.children:
        seen[child.tag] += 1
        place = f'{child.tag}[{seen[child.tag]}]' if totals[child.tag] > 1 else child.tag
        yield from _values(child, f'{path}/{place}' if path else place)


def _equal(one: str, two: str, tolerance: float) -> bool:
    words, others = one.split(), two.split()
    return words == others or (len(words) == len(others) and all(
        a == b or _same_number(a, b, tolerance) for a, b in zip(words, others, strict=True)))


def _same_number(one: str, two: str, tolerance: float) -> bool:
    try:
        return math.isclose(float(one), float(two), rel_tol=tolerance, abs_tol=TINY)
    except ValueError:
        return False
