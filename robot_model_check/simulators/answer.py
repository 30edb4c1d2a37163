"""What a simulator made of a description: the contract between the workers that ask and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy stays out of a run that asks nobody
    from robot_model_check.facts import Array
    from robot_model_check.inertia import Body

# What a rule NEEDS, which is the name of the Python module, and how the simulator is called.
LABELS: Mapping[str, str] = {'mujoco': 'MuJoCo', 'pinocchio': 'Pinocchio'}


@dataclass(frozen=True, eq=False)
class JointRead:
    """A joint of one degree of freedom: whether it turns or slides, its unit `axis` (3,) in the axes of the
    child link, and its limits [rad or m], None where it has none.
    """

    turns: bool
    axis: Array
    lower: float | None
    upper: float | None


@dataclass(frozen=True, eq=False)
class Answer:
    """What a simulator said and read.

    `problem` says why it could not be asked; all else is then empty. `refusal` is the first line of its own
    words where it does not take the model, and `said` all that it printed. `bodies` maps the first link of
    each moving fixed-joint group to the composite, in the axes of that link, `poses` to its T_world_link
    (4, 4) at q = 0. `joints` holds those of one degree of freedom.
    """

    problem: str | None = None
    version: str = ''
    refusal: str | None = None
    said: str = ''
    bodies: Mapping[str, Body] = field(default_factory=dict)
    poses: Mapping[str, Array] = field(default_factory=dict)
    joints: Mapping[str, JointRead] = field(default_factory=dict)
