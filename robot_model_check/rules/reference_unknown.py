"""Every name that is referred to exists.

Checks
    Parent and child of a joint, and that both are given; the joint that a <mimic> follows; `reference` of
    <gazebo> (a link or a joint); the joints, and mimicked joints, of <ros2_control>; the joints of
    <transmission>. The nearest existing name is told. The subject is the joint that refers; for <gazebo>,
    <ros2_control> and <transmission> the link or joint that was probably meant, or the model where no name
    is near. <gazebo> and <transmission> that name nothing are a warning: the robot still loads.

Who breaks
    urdfdom refuses the description: "parent link [bse] of joint [j1] not found", "Joint [j1] is missing a
    parent and/or child link specification", "joint mimic: no mimic joint specified". joint_state_publisher
    ends on an unknown mimic joint; controllers claim an interface of a joint that never moves. Gazebo
    drops a <gazebo> element that refers to nothing; newer versions warn ("<gazebo> tag with reference[...]
    does not exist in the URDF model").

Bad
    <parent link="bse_link"/> where the link is called base_link

Good
    <parent link="base_link"/>

References
    URDF XML specification, joint. urdfdom, ModelInterface::initTree. ros2_control, hardware components.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Joint, Robot
from robot_model_check.rules import Option
from robot_model_check.words import did_you_mean, nearest

ID = 'reference-unknown'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: joint', 'urdfdom: initTree', 'ros2_control: hardware components')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each reference to nothing, and each that is not given."""
    links = {link.name for link in robot.links}
    joints = {joint.name for joint in robot.joints}
    for joint in robot.joints:
        yield from _ends(joint, links)
        yield from _mimic(joint, joints)
    yield from _gazebo(robot, links, joints)
    for element in robot.extensions:
        if element.tag in ('ros2_control', 'transmission'):
            yield from _interfaces(element, joints)


def _ends(joint: Joint, links: Iterable[str]) -> Iterator[Finding]:
    for tag, name in (('parent', joint.parent), ('child', joint.child)):
        element = joint.element.find(tag)
        if not name:
            yield _of_joint(joint, f'the joint has no {tag} link', element or joint.element, None)
        elif name not in links:
            yield _of_joint(
                joint,
                f'{tag} link "{name}" does not exist{did_you_mean(name, links)}',
                element or joint.element,
                'link',
            )


def _mimic(joint: Joint, joints: Iterable[str]) -> Iterator[Finding]:
    element = joint.element.find('mimic')
    if element is not None and element.attributes.get('joint', '') not in joints:
        yield _of_joint(joint, _follows(element.attributes.get('joint', ''), joints), element,
                        'joint' if 'joint' in element.attributes else None)


def _follows(name: str, joints: Iterable[str]) -> str:
    if not name:
        return '<mimic> names no joint to follow'
    return f'<mimic> follows joint "{name}", which does not exist{did_you_mean(name, joints)}'


def _of_joint(joint: Joint, message: str, element: Element, attribute: str | None) -> Finding:
    name = element.attributes.get(attribute, '') if attribute else ''
    return Finding(
        message=message,
        subject=Subject('joint', joint.name),
        site=element.site,
        attribute=attribute,
        values={'named': name},
    )


def _gazebo(robot: Robot, links: set[str], joints: set[str]) -> Iterator[Finding]:
    known = {name: Subject('joint', name) for name in joints} | {
        name: Subject('link', name) for name in links
    }
    told: set[str] = set()
    for element in robot.extensions:
        name = element.attributes.get('reference', '') if element.tag == 'gazebo' else ''
        if name and name not in known and name not in told:
            told.add(name)
            yield Finding(
                message=f'<gazebo reference="{name}">: there is no such link or joint, so Gazebo drops it'
                f'{did_you_mean(name, known)}',
                subject=next((known[meant] for meant in nearest(name, known, 1)), None),
                level=Level.WARNING,
                site=element.site,
                attribute='reference',
                values={'named': name},
            )


def _interfaces(extension: Element, joints: set[str]) -> Iterator[Finding]:
    """Yield what a <ros2_control> or <transmission> names and is no joint of the model."""
    for element in extension.walk():
        if element.tag == 'joint':
            yield from _interface(extension, element, 'name', element.attributes.get('name', ''), joints)
        elif element.tag == 'param' and element.attributes.get('name') == 'mimic':
            yield from _interface(extension, element, None, element.text, joints)


def _interface(
    extension: Element, element: Element, attribute: str | None, name: str, joints: set[str]
) -> Iterator[Finding]:
    if name and name not in joints:
        own = extension.attributes.get('name', '')
        yield Finding(
            message=f'<{extension.tag} name="{own}"> names joint "{name}", which does not exist'
            f'{did_you_mean(name, joints)}',
            subject=next((Subject('joint', meant) for meant in nearest(name, joints, 1)), None),
            level=Level.WARNING if extension.tag == 'transmission' else None,
            site=element.site,
            attribute=attribute,
            values={'named': name},
        )
