"""What a rule may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from robot_model_check.document import Document
from robot_model_check.model import Robot
from robot_model_check.reading.packages import Resolution
from robot_model_check.settings.references import References

if TYPE_CHECKING:  # numpy stays out of a run that needs none
    from robot_model_check.facts import Array, LinkFacts, MeshFile
    from robot_model_check.kinematics import Tree
    from robot_model_check.reading.srdf import Srdf
    from robot_model_check.simulators.answer import Answer


@dataclass(frozen=True, eq=False)
class Context:
    """Everything a rule may look at. It is read-only; a rule does no input or output of its own.

    `resolutions` maps each mesh URI to where it was looked for. `meshes` maps the path of a mesh file to its
    facts, and `facts` a link's name to what was measured on it; both lack what a worker could not deliver.
    `srdf` is the semantic description given or found beside the model. `running` is the text that a running
    robot has, where there is one to compare with. `references` are what the configuration gives.
    `answers` maps each simulator that a rule needs to what it made of the description.
    """

    document: Document
    robot: Robot
    resolutions: Mapping[str, Resolution] = field(default_factory=dict)
    meshes: Mapping[str, MeshFile] = field(default_factory=dict)
    facts: Mapping[str, LinkFacts] = field(default_factory=dict)
    profile: str = 'default'
    srdf: Srdf | None = None
    running: Document | None = None
    references: References = field(default_factory=References)
    answers: Mapping[str, Answer] = field(default_factory=dict)

    @cached_property
    def tree(self) -> Tree:
        """The joint tree."""
        from robot_model_check.kinematics import Tree
        return Tree(self.robot)

    @cached_property
    def poses(self) -> Mapping[str, Array]:
        """T_world_link (4, 4) at q = 0 of every link in the largest tree."""
        return self.tree.poses()
