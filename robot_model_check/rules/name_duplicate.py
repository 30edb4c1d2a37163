"""No two links, no two joints and no two materials of the model share a name.

Checks
    Names of links, of joints, and of the materials defined directly below <robot>. A link and a joint may
    share one.

Who breaks
    urdfdom refuses the description: "link 'arm' is not unique.", "joint 'elbow' is not unique.", "material
    'grey' is not unique."; MuJoCo: "repeated URDF name". Often a macro was called twice with the same
    prefix.

Bad
    <link name="finger"/> <link name="finger"/>

Good
    <link name="left_finger"/> <link name="right_finger"/>

References
    URDF XML specification, link, joint. urdfdom, parseURDF.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'name-duplicate'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link, joint', 'urdfdom: parseURDF')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield one finding per name that stands more than once."""
    for kind in ('link', 'joint', 'material'):
        elements: dict[str, list[Element]] = defaultdict(list)
        for element in robot.element.find_all(kind):
            elements[element.attributes.get('name', '')].append(element)
        for name, same in elements.items():
            if name and len(same) > 1:
                yield Finding(
                    message=f'{len(same)} {kind}s are called "{name}"; the first stands at '
                    f'{_place(same[0], same[1])}; rename or remove the others',
                    subject=Subject(kind, name) if kind != 'material' else None,
                    site=same[1].site,
                    attribute='name',
                    values={'count [1]': len(same)},
                )


def _place(element: Element, other: Element) -> str:
    """Return where an element stands, seen from the other: its line, with the file where that differs."""
    site = element.site
    if site.file == other.site.file and (site.line, site.column) != (other.site.line, other.site.column):
        return f'line {site.line}'
    calls = f', called from {site.calls[0].file}:{site.calls[0].line}' if site.calls else ''
    return f'{site.file or "line"}:{site.line}{calls}'
