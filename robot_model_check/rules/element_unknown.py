"""Every element and attribute is one that URDF knows, where it stands.

Checks
    Below <robot>, all that URDF defines: a misspelt element or attribute (with the nearest known one), and
    one that is known but stands in the wrong place (with the place it belongs to). Words of other owners
    are left alone: <gazebo>, <ros2_control>, <transmission>, anything with a namespace prefix (drake:), and
    attributes that known exporters and simulators add. Words that resemble nothing are an info, once for
    each, since every reader passes over them. <capsule> is a shape of URDF 1.1.

Who breaks
    Nobody says anything: urdfdom, Gazebo, Bullet and Isaac pass over what they do not know. A <colision>
    leaves the link without contact, an `xzy` leaves the origin at zero. An unknown shape is refused
    ("Unknown geometry type"), and so is a <capsule> by urdfdom before 5.1, that of ROS 2 Jazzy among them:
    robot_state_publisher does not start. Bullet reads it.

Bad
    <link name="arm"><colision>...</colision><mass value="1"/></link>
    <origin xzy="0 0 0.1"/>

Good
    <link name="arm"><inertial><mass value="1"/>...</inertial><collision>...</collision></link>
    <origin xyz="0 0 0.1"/>

References
    URDF XML specification.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.reading.schema import EXTENSIONS, TABLE, Spec, described, numbers, subject_of
from robot_model_check.rules import Option
from robot_model_check.words import nearest

ID = 'element-unknown'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML specification', 'urdfdom: urdf_parser')

# Attributes that others own and every URDF reader passes over.
FRANKA = frozenset({'D', 'K', 'mu_coulomb', 'mu_viscous'})
SDF_AND_MUJOCO = frozenset({'spring_stiffness', 'spring_reference', 'armature'})
URDFDOM_BEFORE_0_3 = frozenset({'group'})
FOREIGN_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    'dynamics': FRANKA | SDF_AND_MUJOCO,
    'limit': frozenset({'current', 'command_effort', 'gear_velocity'}),  # ANYmal
    'joint': frozenset({'dont_collapse'}),  # Isaac Gym
    'visual': URDFDOM_BEFORE_0_3,
    'collision': URDFDOM_BEFORE_0_3,
    'geometry': frozenset({'name'}),
}
SHORT = 4  # letters: in xzy for xyz one slip is a third of the word
ALIKE = 0.7  # of the letters: <traits> shares 0.6 of them with <axis>
SDF_ELEMENTS = frozenset(
    {'surface', 'gravity', 'kinematic', 'self_collide', 'enable_wind', 'velocity_decay', 'pose'}
)


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield misspelt and misplaced words one by one, words that resemble nothing once each."""
    if document.root is None:
        return
    strange: dict[str, list[Element]] = defaultdict(list)
    firsts = {one.children[0] for one in document.root.walk() if one.tag == 'geometry' and one.children}
    for path, element, owner, spec in described(document.root):
        if spec is None:
            yield from _element(path, element, owner, strange, element in firsts)
        else:
            yield from _attributes(path, element, owner, spec, strange)
            yield from _newer(element, owner)
    for word, elements in strange.items():
        times = f', {len(elements)} times' if len(elements) > 1 else ''
        of_sdf = " (it is SDF's)" if elements[0].tag in SDF_ELEMENTS else ''
        yield Finding(
            message=f'{word} is no word of URDF{of_sdf}{times}: readers pass over it',
            level=Level.INFO,
            site=elements[0].site,
            values={'count [1]': len(elements)},
        )


def _element(
    path: str, element: Element, owner: Element | None, strange: dict[str, list[Element]], is_first: bool
) -> Iterator[Finding]:
    parent, _, tag = path.rpartition('/')
    if ':' in tag or tag in EXTENSIONS.get(parent, ()) or parent not in TABLE:
        return
    inside = parent.rpartition('/')[2]
    meant, homes = _meant(tag, TABLE[parent].children), _homes(tag)
    if meant and (not homes or _is_filled_as(element, TABLE[f'{parent}/{meant}'])):
        words = f'unknown element <{tag}> in <{inside}>; did you mean <{meant}>?'
    elif homes:
        if _changes_nothing(element):
            return
        words = f'<{tag}> stands in <{inside}>, where no reader looks; it belongs in {homes}'
    elif inside == 'geometry':
        words = f'unknown shape <{tag}>; known are {", ".join(TABLE[parent].children)}'
    else:
        strange[f'<{tag}> in <{inside}>'].append(element)
        return
    yield Finding(
        message=words,
        site=element.site,
        subject=_named(element, meant) or subject_of(owner),
        level=Level.ERROR if inside == 'geometry' and is_first else None,
        values={'element': tag, 'nearest': meant or ''},
    )


def _newer(element: Element, owner: Element | None) -> Iterator[Finding]:
    if element.tag == 'capsule':
        yield Finding(
            message='<capsule> is a shape of URDF 1.1, which urdfdom before 5.1 (ROS 2 Jazzy) refuses: '
            '"Unknown geometry type". Write a <cylinder> and two <sphere>',
            site=element.site,
            subject=subject_of(owner),
            values={'element': element.tag},
        )


def _is_filled_as(element: Element, meant: Spec) -> bool:
    """Return whether the content fits the near word: an <inertia> with a <mass> was to be <inertial>."""
    return bool(element.children) and all(child.tag in meant.children for child in element.children)


def _named(element: Element, meant: str) -> Subject | None:
    """Return the link or joint that a misspelt <link> or <joint> was to be."""
    name = element.attributes.get('name')
    return Subject(meant, name) if meant in ('link', 'joint') and name else None


def _attributes(
    path: str, element: Element, owner: Element | None, spec: Spec, strange: dict[str, list[Element]]
) -> Iterator[Finding]:
    for name, value in element.attributes.items():
        if ':' in name or name == 'xmlns' or name in spec.attributes:
            continue
        if name in FOREIGN_ATTRIBUTES.get(element.tag, ()):
            continue
        written = f'{name}="{value}" of <{element.tag}>'
        absent = [known for known in spec.attributes if known not in element.attributes]
        meant, homes = _meant(name, absent), _attribute_homes(name)
        if meant:
            words = f'unknown attribute {written}; did you mean "{meant}"?'
        elif homes and not _is_zero(value) and not (name == 'scale' and _is_one(value)):
            words = (
                f'{name}="{value}" stands in <{element.tag}>, where no reader looks; it belongs in {homes}'
            )
        elif len(absent) == 1 and absent[0] in spec.required:
            meant = absent[0]
            words = f'unknown attribute {written}, which lacks "{meant}"'
        else:
            if not homes:
                strange[f'{name} of <{element.tag}>'].append(element)
            continue
        yield Finding(
            message=words,
            site=element.site,
            subject=subject_of(owner),
            attribute=name,
            values={'attribute': name, 'nearest': meant},
        )


def _meant(word: str, known: Any) -> str:
    """Return the known word that this one is a misspelling of, or ''.

    Near means few letters apart, fewer in a longer word; a word that holds a known one as a part
    (`gear_velocity`) is another word.
    """
    close = nearest(word, known, 1, cutoff=ALIKE if len(word) > SHORT else 0.6)
    if not close:
        return ''
    parts, best = word.casefold().replace('-', '_').split('_'), close[0].casefold()
    return '' if best in parts and len(parts) > 1 else close[0]


def _homes(tag: str) -> str:
    """Return the elements where this tag is at home, or ''."""
    inside = {path.split('/')[-1]: None for path, spec in TABLE.items() if tag in spec.children}
    inside |= {path.split('/')[-1]: None for path, tags in EXTENSIONS.items() if tag in tags}
    return ' or '.join(f'<{home}>' for home in inside)


def _attribute_homes(name: str) -> str:
    if name in ('name', 'type'):
        return ''
    return ' or '.join(
        dict.fromkeys(f'<{path.split("/")[-1]}>' for path, spec in TABLE.items() if name in spec.attributes)
    )


def _is_one(text: str) -> bool:
    """Return whether the text is all ones: such a scale changes nothing."""
    values = numbers(text, len(text.split()))
    return bool(values) and all(value == 1 for value in values or ())


def _is_zero(text: str) -> bool:
    """Return whether the text is all zeros, as `rpy="0 0 0"` on an <axis>: such a word changes nothing."""
    values = numbers(text, len(text.split()))
    return values is not None and not any(values)


def _changes_nothing(element: Element) -> bool:
    return element.tag == 'origin' and all(map(_is_zero, element.attributes.values()))
