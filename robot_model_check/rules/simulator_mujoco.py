"""MuJoCo loads the model, and reads what the file says.

Checks
    The description is loaded by the MuJoCo that is installed, in a process of its own. Where it refuses, its
    own words are told on the link or joint that they name. Where it loads, what it holds is compared with
    the file: mass, COM and inertia of each moving link with all that fixed joints weld to it, where each
    joint stands at q = 0, its axis and its range. What another rule has named as an error is not told again:
    the verdict then stands under "not checked", with that rule.

    The rule runs wherever the Python package mujoco is installed (`pip install 'robot_model_check[sim]'`);
    `off` in the configuration, or --ignore, leaves it out.

    MuJoCo is shown the text as it stands (of xacro, the expansion), <mujoco> included, but for two things:
    no visuals, which it leaves out itself, and a box for each collision mesh. It reads neither Collada nor
    package:// and looks for meshes in folders of its own, so nothing is said here on whether it finds and
    reads them. It needs a mesh for the mass of a link without <inertial> alone; where such a link is welded
    to one with mass, that sum is not checked.

Who breaks
    Whoever loads the description in MuJoCo: it stops, or simulates another robot than the file declares. It
    adds 1000 kg/m^3 of collision geometry for a link without <inertial>, takes equal limits for none, and
    `balanceinertia`, `boundmass` or `settotalmass` in <mujoco> change masses and inertias without a word.

Bad
    <link name="cover"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
    <!-- on a fixed joint: 1 kg in MuJoCo, nothing elsewhere -->

Good
    <link name="cover"><inertial>...</inertial><collision>...</collision></link>

References
    MuJoCo, modeling: URDF extensions. MuJoCo XML reference, compiler.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Robot
from robot_model_check.rules import Option

ID = 'simulator-mujoco'
AREA = 'simulators'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS = ('mujoco',)
OPTIONS = {
    'difference': Option(
        1e-6, '1', 1e-12, 1.0,
        'of the number in the file (of the largest of a tensor): rounding in MuJoCo stays below 1e-12, and '
        'files have at most 9 digits or so'
    ),
}
SOURCES = ('MuJoCo: URDF reader', 'MuJoCo XML reference: compiler')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield the refusal, or what was read otherwise."""
    from robot_model_check.clues.simulated import told
    from robot_model_check.simulators.shown import has_hidden_mass
    unseen = [link.name for link in robot.links if has_hidden_mass(link, robot)]
    yield from told(context, 'mujoco', options['difference'], unseen)
    for name in unseen:
        if _is_welded_to_mass(name, context):
            yield NotChecked('MuJoCo takes its mass from a collision mesh that it was not shown',
                             Subject('link', name))


def _is_welded_to_mass(link: str, context: Context) -> bool:
    tree = context.tree
    return tree.is_moving(link) and any(tree.links[name].inertial is not None for name in tree.group(link))
