"""XML elements -> model. Malformed parts are left out and named in `damaged`; the rules say what is wrong
with them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from robot_model_check.document import Element
from robot_model_check.model import (
    Box,
    Capsule,
    Cylinder,
    Geometry,
    Inertial,
    Joint,
    Limit,
    Link,
    Mesh,
    Mimic,
    Pose,
    Robot,
    Shape,
    Sphere,
    Vector3,
)
from robot_model_check.reading.schema import LARGEST, TABLE, numbers

T = TypeVar('T')


class _Unreadable(Exception):
    """A number is malformed or something required is absent."""


def parse(root: Element) -> Robot:
    """Return the model of a <robot> element. Never raises on malformed content."""
    known = TABLE['robot'].children
    return Robot(
        name=root.attributes.get('name', ''),
        links=tuple(_link(element) for element in root.find_all('link')),
        joints=tuple(_joint(element) for element in root.find_all('joint')),
        materials=tuple(element.attributes.get('name', '') for element in root.find_all('material')),
        extensions=tuple(child for child in root.children if child.tag not in known),
        element=root)


def _attempt(read: Callable[[], T], part: str, damaged: set[str]) -> T | None:
    try:
        return read()
    except _Unreadable:
        damaged.add(part)
        return None


def _numbers(
    element: Element, name: str, count: int, default: Iterable[float] | None = None, largest: float = LARGEST
) -> tuple[float, ...]:
    text = element.attributes.get(name)
    if text is None:
        if default is None:
            raise _Unreadable
        return tuple(default)
    values = numbers(text, count, largest)
    if values is None:
        raise _Unreadable
    return values


def _number(element: Element, name: str, default: float | None = None) -> float:
    return _numbers(element, name, 1, None if default is None else (default,))[0]


def _optional(element: Element, name: str) -> float | None:
    return _numbers(element, name, 1, largest=math.inf)[0] if name in element.attributes else None


def _vector(element: Element, name: str, default: Vector3 | None = None) -> Vector3:
    return cast(Vector3, _numbers(element, name, 3, default))


def _required(element: Element, tag: str) -> Element:
    child = element.find(tag)
    if child is None:
        raise _Unreadable
    return child


def _pose(owner: Element) -> Pose:
    element = owner.find('origin')
    if element is None:
        return Pose()
    zero = (0.0, 0.0, 0.0)
    return Pose(_vector(element, 'xyz', zero), _vector(element, 'rpy', zero), element)


def _link(element: Element) -> Link:
    damaged: set[str] = set()
    written = element.find('inertial')
    inertial = _attempt(lambda: _inertial(written), 'inertial', damaged) if written else None
    return Link(element.attributes.get('name', ''), inertial, _shapes(element, 'visual', damaged),
                _shapes(element, 'collision', damaged), element, frozenset(damaged))


def _inertial(element: Element) -> Inertial:
    tensor = _required(element, 'inertia')
    entries = {name: _number(tensor, name) for name in ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')}
    return Inertial(mass=_number(_required(element, 'mass'), 'value'), origin=_pose(element), element=element,
                    **entries)


def _shapes(link: Element, kind: str, damaged: set[str]) -> tuple[Shape, ...]:
    return tuple(_shape(element, kind, index, damaged) for index, element in enumerate(link.find_all(kind)))


def _shape(element: Element, kind: str, index: int, damaged: set[str]) -> Shape:
    pose = _attempt(lambda: _pose(element), kind, damaged)
    holder = element.find('geometry')
    written = next(iter(holder.children), None) if holder else None
    geometry = _attempt(lambda: _geometry(written), kind, damaged) if pose is not None else None
    material = element.find('material')
    return Shape(kind, index, element.attributes.get('name'), pose or Pose(), geometry, element, written,
                 material.attributes.get('name') if material else None)


def _geometry(element: Element | None) -> Geometry:
    if element is None:
        raise _Unreadable
    if element.tag == 'box':
        return Box(_vector(element, 'size'))
    if element.tag == 'cylinder':
        return Cylinder(_number(element, 'radius'), _number(element, 'length'))
    if element.tag == 'capsule':
        return Capsule(_number(element, 'radius'), _number(element, 'length'))
    if element.tag == 'sphere':
        return Sphere(_number(element, 'radius'))
    if element.tag == 'mesh' and element.attributes.get('filename', '').strip():
        return Mesh(element.attributes['filename'], _vector(element, 'scale', (1.0, 1.0, 1.0)))
    raise _Unreadable


def _joint(element: Element) -> Joint:
    damaged: set[str] = set()
    axis = element.find('axis')
    limit, mimic = element.find('limit'), element.find('mimic')
    return Joint(
        name=element.attributes.get('name', ''),
        type=element.attributes.get('type', ''),
        parent=_end(element, 'parent'),
        child=_end(element, 'child'),
        origin=_attempt(lambda: _pose(element), 'origin', damaged) or Pose(),
        axis=(axis and _attempt(lambda: _vector(axis, 'xyz'), 'axis', damaged))
        or (1.0, 0.0, 0.0),
        axis_element=axis,
        limit=_attempt(lambda: _limit(limit), 'limit', damaged) if limit else None,
        mimic=_attempt(lambda: _mimic(mimic), 'mimic', damaged) if mimic else None,
        element=element,
        damaged=frozenset(damaged),
    )


def _end(joint: Element, tag: str) -> str:
    element = joint.find(tag)
    return element.attributes.get('link', '') if element else ''


def _limit(element: Element) -> Limit:
    return Limit(element=element, **{name: _optional(element, name)
                                     for name in ('lower', 'upper', 'effort', 'velocity')})


def _mimic(element: Element) -> Mimic:
    return Mimic(element.attributes.get('joint', ''), _number(element, 'multiplier', 1.0),
                 _number(element, 'offset', 0.0), element)
