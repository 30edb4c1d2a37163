"""The elements and attributes of URDF, as one table: types, what is required, and what may stand where.

Source: the URDF XML specification (wiki.ros.org/urdf/XML), urdfdom's parsers and urdf_parser_py. Elements
outside the table that other programs own are in `EXTENSIONS`; what is inside those is theirs and is not
looked at.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from robot_model_check.document import Element
from robot_model_check.finding import Subject

NUMBER = re.compile(r'[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?', re.ASCII)

# What xacro would have replaced.
LEFTOVER = re.compile(r'\$\{[^{}]*\}?|\$\([^()]*\)?')

# How many numbers an attribute of this type holds; other types ('name', 'text', 'flag') are not numeric.
COUNTS = {'number': 1, 'bound': 1, 'vector3': 3, 'color': 4}

# Beyond this no length, mass or inertia has a meaning in any unit, and powers of it leave the doubles.
LARGEST = 1e30


@dataclass(frozen=True)
class Spec:
    """Attributes (name -> type) and children an element may have; the required ones are listed again."""

    attributes: Mapping[str, str] = field(default_factory=dict)
    children: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    required_children: tuple[str, ...] = ()


_NAME = {'name': 'name'}
_ORIGIN = Spec({'xyz': 'vector3', 'rpy': 'vector3'})
_MATERIAL = Spec(_NAME, ('color', 'texture'))
_INERTIA = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')
_GEOMETRY_CHILDREN = ('box', 'cylinder', 'sphere', 'mesh', 'capsule')
_GEOMETRY = {
    '': Spec({}, _GEOMETRY_CHILDREN),
    '/box': Spec({'size': 'vector3'}, (), ('size',)),
    '/cylinder': Spec({'radius': 'number', 'length': 'number'}, (), ('radius', 'length')),
    '/capsule': Spec({'radius': 'number', 'length': 'number'}, (), ('radius', 'length')),
    '/sphere': Spec({'radius': 'number'}, (), ('radius',)),
    '/mesh': Spec({'filename': 'text', 'scale': 'vector3'}, (), ('filename',)),
}

TABLE: Mapping[str, Spec] = {
    'robot': Spec({'name': 'name', 'version': 'text'}, ('link', 'joint', 'material'), ('name',)),
    'robot/material': _MATERIAL,
    'robot/material/color': Spec({'rgba': 'color'}, (), ('rgba',)),
    # exporters write an empty <texture/> beside the color, and urdfdom passes over it
    'robot/material/texture': Spec({'filename': 'text'}),
    'robot/link': Spec({'name': 'name', 'type': 'text'}, ('inertial', 'visual', 'collision'), ('name',)),
    'robot/link/inertial': Spec({}, ('origin', 'mass', 'inertia'), (), ('mass', 'inertia')),
    'robot/link/inertial/origin': _ORIGIN,
    'robot/link/inertial/mass': Spec({'value': 'number'}, (), ('value',)),
    'robot/link/inertial/inertia': Spec(dict.fromkeys(_INERTIA, 'number'), (), _INERTIA),
    **{
        f'robot/link/{kind}': Spec(_NAME, ('origin', 'geometry', 'material'), (), ('geometry',))
        for kind in ('visual', 'collision')
    },
    **{f'robot/link/{kind}/origin': _ORIGIN for kind in ('visual', 'collision')},
    **{
        f'robot/link/{kind}/geometry{below}': spec
        for kind in ('visual', 'collision')
        for below, spec in _GEOMETRY.items()
    },
    'robot/link/visual/material': _MATERIAL,
    'robot/link/visual/material/color': Spec({'rgba': 'color'}, (), ('rgba',)),
    'robot/link/visual/material/texture': Spec({'filename': 'text'}),
    # some exporters put a material on a collision; every reader ignores it
    'robot/link/collision/material': _MATERIAL,
    'robot/link/collision/material/color': Spec({'rgba': 'color'}),
    'robot/link/collision/material/texture': Spec({'filename': 'text'}),
    'robot/joint': Spec(
        {'name': 'name', 'type': 'text'},
        (
            'origin',
            'parent',
            'child',
            'axis',
            'limit',
            'dynamics',
            'mimic',
            'calibration',
            'safety_controller',
        ),
        ('name', 'type'),
    ),
    'robot/joint/origin': _ORIGIN,
    'robot/joint/parent': Spec({'link': 'name'}),
    'robot/joint/child': Spec({'link': 'name'}),
    'robot/joint/axis': Spec({'xyz': 'vector3'}, (), ('xyz',)),
    'robot/joint/limit': Spec(
        dict.fromkeys(('lower', 'upper', 'effort', 'velocity', 'acceleration', 'jerk'), 'bound'),
        (),
        ('effort', 'velocity'),
    ),
    'robot/joint/dynamics': Spec({'damping': 'number', 'friction': 'number'}),
    'robot/joint/mimic': Spec({'joint': 'name', 'multiplier': 'number', 'offset': 'number'}),
    'robot/joint/calibration': Spec(
        {'rising': 'number', 'falling': 'number', 'reference_position': 'number'}
    ),
    'robot/joint/safety_controller': Spec(
        {
            'soft_lower_limit': 'bound',
            'soft_upper_limit': 'bound',
            'k_position': 'number',
            'k_velocity': 'number',
        },
        (),
        ('k_velocity',),
    ),
}

# Tags with an owner other than URDF; a tag or attribute with a namespace prefix is always somebody else's.
EXTENSIONS: Mapping[str, tuple[str, ...]] = {
    'robot': (
        'gazebo',
        'ros2_control',
        'transmission',
        'sensor',
        'mujoco',
        'gripper',
        'loop_joint',
        'self_collision_checking',
        'disable_collisions',
        'group',
        'group_state',
        'end_effector',
        'virtual_joint',
        'planning',
        'frame',
        'actuator',
        'custom_element',
        'isaac',
        'rl',
        'verbose',
    ),
    'robot/link': (
        'contact',
        'self_collision_checking',
        'audio',
        'sensor',
        'lateral_friction',
        'collision_checking',
        'verbose',
    ),
    'robot/link/collision': ('verbose', 'contact_coefficients', 'max_contacts'),
    'robot/joint': ('hardwareInterface', 'drive', 'loop', 'joint_properties', 'actuator'),
}


def numbers(text: str, count: int, largest: float = LARGEST) -> tuple[float, ...] | None:
    """Return `count` finite numbers separated by blanks, none beyond `largest`, or None for any other
    text.
    """
    words = text.split()
    if not text.isascii() or len(words) != count or not all(NUMBER.fullmatch(word) for word in words):
        return None
    values = tuple(map(float, words))
    return values if all(math.isfinite(value) and abs(value) <= largest for value in values) else None


def described(root: Element) -> Iterator[tuple[str, Element, Element | None, Spec | None]]:
    """Yield (path, element, enclosing link or joint, spec) below and including <robot>, in document order.

    Elements that the table does not know are yielded with spec None, and what is inside them is left out.
    """
    def below(path: str, element: Element, owner: Element | None) -> Iterator[
            tuple[str, Element, Element | None, Spec | None]]:
        spec = TABLE.get(path)
        yield path, element, owner, spec
        if spec is not None:
            for child in element.children:
                child_path = f'{path}/{child.tag}'
                child_owner = child if child_path in ('robot/link', 'robot/joint') else owner
                yield from below(child_path, child, child_owner)
    yield from below(root.tag, root, None)


def subject_of(owner: Element | None) -> Subject | None:
    """Return the link or joint of an enclosing element, or None (the model) where there is none with a
    name."""
    name = owner.attributes.get('name') if owner is not None else None
    return Subject(owner.tag, name) if owner is not None and name else None
