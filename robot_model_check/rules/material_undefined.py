"""Every material that a visual uses by name is defined.

Checks
    A <material> of a visual that has neither colour nor texture, and whose name is defined neither below
    <robot> nor inside another visual. A material that is defined only inside a later link is told as well:
    urdfdom reads in order.

Who breaks
    urdfdom warns "link 'arm' material 'steel' undefined." (older versions refused the description), and the
    part is drawn in the viewer's default colour.

Bad
    <visual>... <material name="steel"/></visual> and no material "steel"

Good
    <material name="steel"><color rgba="0.6 0.6 0.6 1"/></material> as a child of the robot

References
    URDF XML specification, link, <material>. urdfdom, parseURDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Level, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option
from robot_model_check.words import did_you_mean

ID = 'material-undefined'
AREA = 'structure'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML: link/visual/material', 'urdfdom: parseURDF')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield one finding per link and undefined material."""
    shared, inside = set(robot.materials), _inside(robot)
    read = set(shared)
    for link in robot.links:
        told: set[str] = set()
        for visual in link.visuals:
            element = visual.element.find('material')
            name = element.attributes.get('name', '') if element else ''
            if element is None or not name:
                continue
            if _defines(element):
                read.add(name)
            elif name not in read and name not in told:
                told.add(name)
                words = (
                    f'material "{name}" is defined later, in link "{inside[name]}"; urdfdom reads in order'
                    if name in inside
                    else f'material "{name}" is defined nowhere{did_you_mean(name, shared | set(inside))}'
                )
                yield Finding(
                    message=words,
                    subject=Subject('link', link.name),
                    site=element.site,
                    attribute='name',
                    values={'material': name},
                )


def _defines(material: Element) -> bool:
    return material.find('color') is not None or material.find('texture') is not None


def _inside(robot: Robot) -> dict[str, str]:
    """Return the materials defined inside visuals, with the first link that does so."""
    found: dict[str, str] = {}
    for link in robot.links:
        for visual in link.visuals:
            element = visual.element.find('material')
            if element is not None and _defines(element):
                found.setdefault(element.attributes.get('name', ''), link.name)
    return found
