"""Changes to a robot that must not change what is found on it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

SCALE = 1.7
_NAMED = {('link', 'name'), ('joint', 'name'), ('parent', 'link'), ('child', 'link'), ('mimic', 'joint'),
          ('gazebo', 'reference')}
_LENGTHS = {('origin', 'xyz'), ('box', 'size'), ('cylinder', 'radius'), ('cylinder', 'length'),
            ('sphere', 'radius'), ('capsule', 'radius'), ('capsule', 'length')}

Changed = tuple[str, Callable[[str], str], str]


def _same(name: str) -> str:
    return name


def _text(root: ET.Element) -> str:
    return ET.tostring(root, encoding='unicode')


def _times(text: str, factor: float) -> str:
    return ' '.join(repr(float(word) * factor) if re.fullmatch(r'[-+\d.eE]+', word) else word
                    for word in text.split())


def renamed(xml: str) -> Changed:
    """Every link and joint gets another name."""
    def new(name: str) -> str:
        return f'k_{name}' if name else name
    root = ET.fromstring(xml)
    robot = root.get('name', '')
    for element in root.iter():
        for tag, attribute in _NAMED:
            if element.tag == tag and attribute in element.attrib:
                element.set(attribute, new(element.attrib[attribute]))
    return _text(root), lambda name: name if name == robot else new(name), '.urdf'


def reposed(xml: str) -> Changed:
    """Every link's frame is turned and moved: what hangs on it keeps its place in the world."""
    import numpy as np

    from robot_model_check.kinematics import rotation, transform
    from robot_model_check.model import Pose

    def rpy_of(R: np.ndarray) -> tuple[float, float, float]:
        return (float(np.arctan2(R[2, 1], R[2, 2])), float(np.arcsin(np.clip(-R[2, 0], -1, 1))),
                float(np.arctan2(R[1, 0], R[0, 0])))

    move = np.eye(4)
    move[:3, :3], move[:3, 3] = rotation((0.3, -0.2, 0.5)), (0.011, -0.007, 0.013)
    root = ET.fromstring(xml)
    roots = {link.get('name') for link in root.findall('link')} - {
        child.get('link') for joint in root.findall('joint') for child in joint.findall('child')}

    def set_pose(owner: ET.Element, left: np.ndarray, right: np.ndarray) -> None:
        origin = owner.find('origin')
        if origin is None:
            origin = ET.SubElement(owner, 'origin')
            owner.remove(origin)
            owner.insert(0, origin)
        values = [tuple(float(v) for v in origin.get(key, '0 0 0').split()) for key in ('xyz', 'rpy')]
        T = left @ transform(Pose(values[0], values[1])) @ right  # type: ignore[arg-type]
        origin.set('xyz', ' '.join(repr(float(v)) for v in T[:3, 3]))
        origin.set('rpy', ' '.join(repr(v) for v in rpy_of(T[:3, :3])))

    inverse, one = np.linalg.inv(move), np.eye(4)
    for link in root.findall('link'):
        if link.get('name') not in roots:
            for tag in ('inertial', 'visual', 'collision'):
                for part in link.findall(tag):
                    set_pose(part, inverse, one)
    for joint in root.findall('joint'):
        parents = [end.get('link') for end in joint.findall('parent')]
        set_pose(joint, one if parents and parents[0] in roots else inverse, move)
        axis = joint.find('axis')
        if axis is not None:
            turned = move[:3, :3].T @ [float(v) for v in axis.get('xyz', '').split()]
            axis.set('xyz', ' '.join(repr(float(v)) for v in turned))
    return _text(root), _same, '.urdf'


def rescaled(xml: str) -> Changed:
    """The whole robot is built larger of the same material; joints keep up with its weight."""
    root = ET.fromstring(xml)
    for element in root.iter():
        for name, value in element.attrib.items():
            if (element.tag, name) in _LENGTHS:
                element.set(name, _times(value, SCALE))
            elif element.tag == 'mass':
                element.set(name, _times(value, SCALE**3))
            elif element.tag == 'inertia':
                element.set(name, _times(value, SCALE**5))
            elif (element.tag, name) == ('limit', 'effort'):
                element.set(name, _times(value, SCALE**4))
        if element.tag == 'mesh':
            element.set('scale', _times(element.get('scale', '1 1 1'), SCALE))
    for joint in root.findall('joint[@type="prismatic"]'):
        for limit in joint.findall('limit'):
            for name in ('lower', 'upper'):
                if name in limit.attrib:
                    limit.set(name, _times(limit.attrib[name], SCALE))
    return _text(root), _same, '.urdf'


def reordered(xml: str) -> Changed:
    """Links, joints and all else in the opposite order."""
    root = ET.fromstring(xml)
    root[:] = list(root)[::-1]
    return _text(root), _same, '.urdf'


def xacro(xml: str) -> Changed:
    """All elements come out of a macro."""
    root = ET.fromstring(xml)
    inside = ''.join(_text(child) for child in root)
    attributes = ''.join(f' {key}="{value}"' for key, value in root.attrib.items())
    text = (f'<robot{attributes} xmlns:xacro="http://www.ros.org/wiki/xacro">'
            f'<xacro:macro name="whole" params="">{inside}</xacro:macro>\n<xacro:whole/></robot>')
    return text, _same, '.urdf.xacro'


CHANGES: dict[str, Callable[[str], Changed]] = {
    change.__name__: change for change in (renamed, reposed, rescaled, reordered, xacro)}
