"""What worker processes find out about a robot: the geometry of its links, and what simulators say.

Workers import this module, so it imports little.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from robot_model_check.errors import UsageError
from robot_model_check.model import Link, Mesh, Robot

if TYPE_CHECKING:
    from robot_model_check.document import Document
    from robot_model_check.facts import LinkFacts, MeshFile
    from robot_model_check.reading.packages import Resolution
    from robot_model_check.simulators.answer import Answer


@dataclass(frozen=True, eq=False)
class Measured:
    """What the workers delivered; `failures` maps a link to why its worker delivered nothing, `answers` each
    simulator to what it said.
    """

    meshes: Mapping[str, MeshFile]
    facts: Mapping[str, LinkFacts]
    failures: Mapping[str, str]
    answers: Mapping[str, Answer]


def measure(document: Document, robot: Robot, resolutions: Mapping[str, Resolution],
            simulators: Sequence[str], jobs: int) -> Measured:
    """Measure every link and every mesh file once, and ask the simulators, in worker processes."""
    from robot_model_check.parallel import FEW_TASKS, run
    from robot_model_check.simulators import ask
    paths = {uri: found.path for uri, found in resolutions.items() if found.path is not None}
    links = [link for link in {link.name: link for link in reversed(robot.links)}.values() if link.shapes]
    links.reverse()
    tasks = _tasks(links, paths)
    meshes: dict[str, MeshFile] = {}
    facts: dict[str, LinkFacts] = {}
    failures: dict[str, str] = {}
    questions = ask.questions(simulators, document)
    # the simulators last: what is measured with all of their libraries loaded could die of them
    outcomes = run(_do, [*((measure_task, *task) for task in tasks), *questions.values()],
                   jobs if len(tasks) > FEW_TASKS else min(jobs, 1),
                   [None] * len(tasks) + [ask.TIME_LIMIT] * len(questions))
    for link, outcome in zip(links, outcomes, strict=False):
        if outcome.error is not None:
            _require_installed(outcome.error)
            failures[link.name] = outcome.error
        else:
            facts[link.name] = outcome.value[0]
            meshes.update((file.path, file) for file in outcome.value[1])
    answers = ask.answers(simulators, dict(zip(questions, outcomes[len(tasks):], strict=True)))
    return Measured(meshes, facts, failures, answers)


def _do(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _require_installed(error: str) -> None:
    missing = re.search(r"ModuleNotFoundError: No module named '([\w.]+)'\s*$", error)
    if missing:
        raise UsageError(f'the Python package {missing[1]} is not installed, and measuring geometry needs '
                         'it: install robot_model_check with its requirements')


def _tasks(links: Sequence[Link], paths: Mapping[str, str]) -> list[tuple[Any, ...]]:
    """Return the arguments of `measure_task`; the first link that uses a mesh file measures it."""
    seen: set[str] = set()
    tasks = []
    for link in links:
        own = {shape.geometry.uri: paths[shape.geometry.uri] for shape in link.shapes
               if isinstance(shape.geometry, Mesh) and shape.geometry.uri in paths}
        fresh = tuple(path for path in dict.fromkeys(own.values()) if path not in seen)
        seen.update(fresh)
        tasks.append((link, own, fresh))
    return tasks


def measure_task(
    link: Link, paths: Mapping[str, str], files: Sequence[str]
) -> tuple[LinkFacts, list[MeshFile]]:
    """Measure one link and the mesh files it is the first to use; runs in a worker."""
    from robot_model_check.geometry.measure import measure_link
    from robot_model_check.geometry.mesh import measure_file
    return measure_link(link, paths), [measure_file(path) for path in files]
