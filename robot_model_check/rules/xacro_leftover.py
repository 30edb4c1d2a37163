"""No xacro is left in the URDF.

Checks
    `${...}` and `$(...)` in the attributes and texts of the description, and elements of the xacro
    namespace, after whatever expansion there was. Inside elements that other programs own (<gazebo>,
    <ros2_control>) only where nothing was expanded: xacro's own escape `$${` leaves them there on purpose.
    One finding per link or joint lists all of its places.

Who breaks
    urdfdom refuses the number ("mass [${m}] is not a float") or takes the text for a name; MuJoCo says
    "problem reading attribute"; a plugin gets the literal `$(find ...)` as its file.

Bad
    <mass value="${arm_mass}"/> in a file that nobody runs through xacro

Good
    The output of `xacro robot.urdf.xacro`

References
    xacro, wiki.ros.org/xacro.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from robot_model_check.clues.listing import MANY, listed
from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.reading.schema import LEFTOVER, TABLE, subject_of
from robot_model_check.rules import Option

ID = 'xacro-leftover'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('xacro',)

SHOWN = 3


def check(document: Document, context: Context, options: Mapping[str, Any]
          ) -> Iterator[Finding | NotChecked]:
    """Yield one finding per child of <robot> (and one for <robot>'s own attributes) that holds xacro, or one
    for many.
    """
    yield from listed(_left(document), MANY, _together)


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'xacro that nobody expanded in {len(found)} places, the first {found[0].values["left"][0]}; run '
            f'the file through xacro: {names}')


def _left(document: Document) -> Iterator[Finding]:
    root = document.root
    if root is None:
        return
    yield from _told(root, list(_own(root)))
    for child in root.children:
        owned_by_others = child.tag not in TABLE['robot'].children
        if not (owned_by_others and document.expanded):
            yield from _told(child, [place for element in child.walk() for place in _own(element)])


def _own(element: Element) -> Iterator[tuple[Element, str | None, str]]:
    """Yield (element, attribute or None for its text, what is left) of one element alone."""
    if element.tag.startswith('xacro:'):
        yield element, None, f'<{element.tag}>'
    for name, value in element.attributes.items():
        if LEFTOVER.search(value):
            yield element, name, f'{name}="{value}"'
    found = LEFTOVER.search(element.text)
    if found:
        yield element, None, found.group()


def _told(owner: Element, places: list[tuple[Element, str | None, str]]) -> Iterator[Finding]:
    if not places:
        return
    first, attribute, _ = places[0]
    texts = [f'<{element.tag}> {text}' if not text.startswith('<') else text for element, _, text in places]
    more = f' and {len(texts) - SHOWN} more' if len(texts) > SHOWN else ''
    yield Finding(
        message=f'xacro that nobody expanded: {", ".join(texts[:SHOWN])}{more}; run the file through xacro',
        site=first.site,
        attribute=attribute,
        subject=subject_of(owner if owner.tag in ('link', 'joint') else None),
        values={'left': texts},
    )
