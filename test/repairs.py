"""Models to repair, and what comes of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support import GOOD, channel_mesh, edit, stl

from robot_model_check.finding import Level
from robot_model_check.generation.generate import GenerateOptions
from robot_model_check.generation.repair import RepairOptions, repair_model
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.parse import parse
from robot_model_check.reading.read import parse_xml
from robot_model_check.settings.config_file import load_config

ARM = '<inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>'
VISUAL = '<visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>'
ORIGIN = '<origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>'


def run(folder, text, suffix='.urdf', only=None, references='', **options):
    """Write a description, and what its configuration refers to, and repair it in this process."""
    folder.mkdir(exist_ok=True)
    (folder / 'check.yaml').write_text(f'references: {references}')
    model = folder / f'robot{suffix}'
    model.write_bytes(text if isinstance(text, bytes) else text.encode())
    own = {'only': only} if only else {}
    return repair_model(str(model), {}, Finder.from_environment((), {}), str(folder / 'out'),
                        RepairOptions(generating=GenerateOptions(**options), **own),
                        load_config(str(folder / 'check.yaml')), 0)


def found(report):
    """Return the (rule, subject) of the warnings and errors."""
    return [(one.rule, one.subject.name) for one in report.findings if one.level is not Level.INFO]


def robot_of(repaired):
    """Return the robot that was written."""
    return parse(parse_xml(Path(repaired.generated.urdf).read_bytes(), None)[0])


AXIS = '<axis xyz="0 1 0"/>', '<axis xyz="0 2 0"/>'
GRAMS = '<mass value="0.48"/>', '<mass value="480"/>'
NEGATIVE = '<mass value="0.48"/>', '<mass value="-1"/>'
# What is wrong: (element of the good robot, as it is written wrong, rule); the right one is the good one.
EXACT = {
    'kg*mm^2': (ARM, '<inertia ixx="1664" ixy="0" ixz="0" iyy="1744" iyz="0" izz="208"/>', 'unit-inertia'),
    'grams': (*GRAMS, 'unit-mass'),
    'axis': ('<axis xyz="0 1 0"/>', '<axis xyz="0 2.5 0"/>', 'joint-axis'),
    'decimal comma': ('<mass value="0.48"/>', '<mass value="0,48"/>', 'number-format'),
    'separators': ('<axis xyz="0 1 0"/>', '<axis xyz="(0, 1, 0)"/>', 'number-format'),
    'COM in mm': (ORIGIN, '<origin xyz="20 10 100" rpy="0 0 0"/>', 'unit-com'),
    'joint in mm': ('<origin xyz="0.02 0.01 0.201"/>', '<origin xyz="20 10 201"/>', 'unit-joint-origin'),
    'exchanged': ('<limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>',
                  '<limit lower="1.2" upper="-1.2" effort="10" velocity="2"/>', 'joint-limit-order'),
}


def mesh_arm(spoil):
    """Return (robot, files, true tensor) of an arm that is a mesh; `spoil` maps mass, COM and tensor about it
    to what is declared.
    """
    trimesh = pytest.importorskip('trimesh')
    vertices, faces = channel_mesh()
    vertices = vertices * [1.4, 1, 2] + np.outer(vertices[:, 1], [0.6, 0, 0.8])
    solid = trimesh.Trimesh(vertices, faces, process=False)
    solid.density = 1200.0
    body = solid.mass, solid.center_mass, solid.moment_inertia
    mass, com, tensor = spoil(*body)
    numbers = ' '.join(f'{name}="{tensor[at]:.9g}"' for name, at in (
        ('ixx', (0, 0)), ('ixy', (0, 1)), ('ixz', (0, 2)), ('iyy', (1, 1)), ('iyz', (1, 2)), ('izz', (2, 2))))
    text = edit(GOOD, (ARM, f'<inertia {numbers}/>'), ('<mass value="0.48"/>', f'<mass value="{mass:.9g}"/>'),
                (ORIGIN, f'<origin xyz="{com[0]:.9g} {com[1]:.9g} {com[2]:.9g}" rpy="0 0 0"/>'),
                (VISUAL, '<visual><geometry><mesh filename="arm.stl"/></geometry></visual>'))
    return text, stl(vertices, faces), body
