"""What URDF has once stands once.

Checks
    Children that an element may have only once: a second <inertial> of a link, <origin>, <geometry>,
    <mass>, <inertia>, <limit>, <axis>, <parent>, <child>, and a second shape in one <geometry>. The first
    is the one that counts.

Who breaks
    urdfdom, Gazebo and Bullet read the first and pass over the others without a word: two boxes in one
    <geometry> are one box. MuJoCo refuses the description.

Bad
    <geometry><box size="1 1 1"/><cylinder radius="0.1" length="1"/></geometry>

Good
    <collision><geometry><box size="1 1 1"/></geometry></collision>
    <collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision>

References
    URDF XML specification. urdfdom, urdf_parser (FirstChildElement).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from robot_model_check.clues.listing import MANY, listed
from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.reading.schema import Spec, described, subject_of
from robot_model_check.rules import Option

ID = 'element-repeated'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML specification', 'urdfdom: urdf_parser')

SEVERAL = {'robot': ('link', 'joint', 'material'), 'robot/link': ('visual', 'collision')}


def check(document: Document, context: Context, options: Mapping[str, Any]
          ) -> Iterator[Finding | NotChecked]:
    """Yield one finding per element that holds something twice, or one for many of one kind."""
    if document.root is None:
        return
    groups: dict[tuple[str, str], list[Finding]] = defaultdict(list)
    for path, element, owner, spec in described(document.root):
        for kind, same in _repeated(path, element, spec).items() if spec is not None else ():
            tags = ', '.join(f'<{child.tag}>' for child in same)
            groups[element.tag, kind].append(Finding(
                message=f'<{element.tag}> holds {tags}: {_advice(element.tag)}',
                site=same[1].site,
                subject=subject_of(owner),
                values={'count [1]': len(same)},
            ))
    for (tag, kind), found in groups.items():
        yield from listed(found, MANY, partial(_together, tag, kind))


def _advice(tag: str) -> str:
    apart = ', or give each a visual or collision of its own' if tag == 'geometry' else ''
    return f'only the first counts; take the others out{apart}'


def _together(tag: str, kind: str, found: Sequence[Finding], names: str) -> str:
    what = 'shapes' if kind == 'shape' else f'<{kind}>'
    return f'{len(found)} elements <{tag}> hold several {what}: {_advice(tag)}: {names}'


def _repeated(path: str, element: Element, spec: Spec) -> dict[str, list[Element]]:
    """Return the children that stand more than once where one is allowed; all shapes are of one kind."""
    groups: dict[str, list[Element]] = defaultdict(list)
    for child in element.children:
        if child.tag in spec.children and child.tag not in SEVERAL.get(path, ()):
            groups['shape' if element.tag == 'geometry' else child.tag].append(child)
    return {kind: same for kind, same in groups.items() if len(same) > 1}
