"""The <unit> and <up_axis> of Collada files mean the same to all readers.

Checks
    Three things. A file with a <unit> other than the metre whose size contradicts what the model shows, as
    `unit-mesh` judges it: with a URDF scale both were applied, without one the <unit> is wrong (warning). A
    visual with another up axis than Z_UP that lies across the link's collisions, and would lie along them if
    turned (warning). And files on which only the readers disagree: a <unit> other than the metre, an
    <up_axis> other than Z_UP (info, told once per robot where there are several; 29 % of the Collada files of
    public robots are Y_UP).

Who breaks
    RViz and Gazebo apply <unit> and then the URDF scale; DART and other readers that use assimp ignored
    <unit> for years, so a scale that repairs the picture in one breaks it in the other. RViz, Gazebo and
    MoveIt ignore <up_axis>; Blender and readers that follow the Collada specification turn the mesh.

Bad
    <unit meter="0.001"/> in arm.dae, and <mesh filename="arm.dae" scale="0.001 0.001 0.001"/>

Good
    <unit meter="1"/> and <up_axis>Z_UP</up_axis> in arm.dae, and no scale

References
    COLLADA 1.4 specification, <asset>. dartsim/dart issue 287; ros-visualization/rviz issue 1045 and pull
    request 603; moveit/geometric_shapes pull request 52.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isclose
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.mesh_use import Use, file_of, unread, uses
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Mesh, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.mesh_units import Suspect

ID = 'unit-collada'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('COLLADA 1.4: asset', 'dartsim/dart issue 287', 'ros-visualization/rviz issue 1045',
           'moveit/geometric_shapes pull request 52')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield what comes out wrong per link and file, then on what readers disagree."""
    from robot_model_check.clues.collada import OTHER_AXES, comes_out_turned, has_unit
    from robot_model_check.clues.mesh_units import mesh_suspects
    yield from unread(context)
    wrong = [suspect for suspect in mesh_suspects(context) if has_unit(suspect.shape, context)]
    yield from (_wrong_size(suspect, context) for suspect in wrong)
    told = {(suspect.link.name, suspect.file) for suspect in wrong}
    units, axes = [], []
    for use in uses(context):
        if has_unit(use.shape, context) and (use.link.name, use.mesh.uri) not in told:
            units.append(_disagree(use, f'has <unit meter="{use.file.unit:g}">: readers that ignore it show '
                                        f'it {1 / (use.file.unit or 1):.4g} times as large'))
        if comes_out_turned(use, context):
            yield _turned(use)
        elif use.file.up_axis in OTHER_AXES:
            axes.append(_disagree(use, f'is {use.file.up_axis}: RViz, Gazebo and MoveIt ignore that, other '
                                       'readers turn it'))
    yield from gathered(units, 'Collada files with a <unit> other than the metre, which some readers ignore,')
    yield from gathered(axes, 'Collada files with another up axis than Z_UP, which RViz, Gazebo and MoveIt '
                              'ignore and other readers turn,')


def _wrong_size(suspect: Suspect, context: Context) -> Finding:
    shape, mesh = suspect.shape, suspect.shape.geometry
    file = file_of(mesh, context) if isinstance(mesh, Mesh) else None
    unit = (file.unit if file else None) or 1.0
    scale = mesh.scale[0] if isinstance(mesh, Mesh) else 1.0
    much = f'{1 / suspect.factor:.4g} times too small' if suspect.factor < 1 else \
        f'{suspect.factor:.4g} times too large'
    twice = isclose(scale, suspect.factor, rel_tol=0.1)  # without the scale it fits
    why = 'both are applied: remove the scale' if twice else 'the unit in the file is not that of its numbers'
    return Finding(
        message=f'{suspect.file!r} has <unit meter="{unit:g}"> and the URDF scale {scale:g}: it is '
                f'{suspect.evidence.size:.3g} m across, {much}, {why}; {"; ".join(suspect.evidence.words())}',
        site=(shape.geometry_element or shape.element).site,
        attribute='scale' if twice else 'filename',
        subject=Subject('link', suspect.link.name),
        cause=suspect.cause,
        cause_state='named',
        values={'unit [m]': unit, 'scale [1]': scale, 'size [m]': suspect.evidence.size,
                'factor [1]': suspect.factor},
        suggestion=changed('leave the unit to the file', shape.geometry_element, {'scale': None})
        if twice and shape.geometry_element is not None else None)


def _turned(use: Use) -> Finding:
    return Finding(
        message=f'visual {use.mesh.uri!r} is {use.file.up_axis} and lies across the collisions of its link; '
                'turned to z up it lies along them. RViz and Gazebo ignore <up_axis>: export it with z up',
        site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
        subject=Subject('link', use.link.name), values={'file': use.file.path, 'up_axis': use.file.up_axis})


def _disagree(use: Use, fault: str) -> Finding:
    return Finding(message=f'Collada file {use.mesh.uri!r} {fault}',
                   site=(use.shape.geometry_element or use.shape.element).site, attribute='filename',
                   subject=Subject('link', use.link.name), level=Level.INFO,
                   values={'file': use.file.path, 'unit [m]': use.file.unit, 'up_axis': use.file.up_axis})
