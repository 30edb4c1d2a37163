"""What an element cannot do without is there.

Checks
    Attributes and children that URDF requires: the name of robot, link and joint; mass and inertia of an
    <inertial> and all six elements of the tensor; the geometry of a visual or collision, the shape inside
    it and that shape's sizes; effort and velocity of a limit; `xyz` of an axis; `k_velocity` of a safety
    controller. A joint's parent and child are reference-unknown's, its type joint-type's.

Who breaks
    urdfdom refuses the description: "Inertial element must have a mass element", "Inertial: inertia element
    must have ixx,ixy,ixz,iyy,iyz,izz attributes", "joint limit: no effort", "Mesh must contain a filename
    attribute". MuJoCo says "required attribute missing".

Bad
    <inertial><mass>1.5</mass></inertial>

Good
    <inertial>
        <mass value="1.5"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
    </inertial>

References
    URDF XML specification. urdfdom, urdf_parser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level
from robot_model_check.reading.schema import COUNTS, Spec, described, subject_of
from robot_model_check.rules import Option

ID = 'required-missing'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML specification', 'urdfdom: urdf_parser')

ELSEWHERE = {'robot/joint': ('type',)}


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield one finding per element that lacks something it needs."""
    if document.root is None:
        return
    for path, element, owner, spec in described(document.root):
        lacking = _lacking(path, element, spec) if spec is not None else []
        if lacking:
            yield Finding(
                message=f'<{element.tag}> has no {" and no ".join(lacking)}{_hint(element)}',
                site=element.site,
                subject=subject_of(owner),
                values={'missing': lacking},
            )


def _lacking(path: str, element: Element, spec: Spec) -> list[str]:
    attributes = [
        name
        for name in spec.required
        if _is_absent(element, name, spec) and name not in ELSEWHERE.get(path, ())
    ]
    children = [f'<{tag}>' for tag in spec.required_children if element.find(tag) is None]
    if element.tag == 'geometry' and not element.children:
        children = ['shape inside']
    return attributes + children


def _is_absent(element: Element, name: str, spec: Spec) -> bool:
    """Return whether an attribute is not given, or an empty text where a word is needed."""
    text = element.attributes.get(name)
    return text is None or (spec.attributes[name] not in COUNTS and not text.strip())


def _hint(element: Element) -> str:
    """Return what to do where the value stands as text between the tags."""
    return f'; "{element.text}" stands between the tags, where URDF does not look' if element.text else ''
