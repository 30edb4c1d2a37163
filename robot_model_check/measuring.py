"""What worker processes find out about a robot: the geometry of its links, and what simulators say.

Workers import this module, so it imports little.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from robot_model_check.errors import UsageError
from robot_model_check.model import Link, Mesh, Robot

if TYPE_CHECKING:
    from robot_model_check.document import Document
    from robot_model_check.facts import LinkFacts, MeshFile
    from robot_model_check.parallel import Outcome
    from robot_model_check.reading.packages import Resolution
    from robot_model_check.simulators.answer import Answer

Task = tuple[Link, Mapping[str, str], Sequence[str], bool]  # the arguments of `measure_task`

Value = TypeVar('Value')


@dataclass(frozen=True, eq=False)
class Measured:
    """What the workers delivered; `failures` maps a link to why its worker delivered nothing, `answers` each
    simulator to what it said.
    """

    meshes: Mapping[str, MeshFile]
    facts: Mapping[str, LinkFacts]
    failures: Mapping[str, str]
    answers: Mapping[str, Answer]


class Later(Mapping[str, Value]):
    """A mapping that is made when somebody first looks at it."""

    def __init__(self, make: Callable[[], Mapping[str, Value]]) -> None:
        self._make = make

    def __getitem__(self, name: str) -> Value:
        return self._make()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())


def measure(document: Document, robot: Robot, resolutions: Mapping[str, Resolution],
            simulators: Sequence[str], jobs: int, triangles: bool = False) -> Measured:
    """Measure every link and every mesh file once, and ask the simulators, in worker processes.

    With `triangles`, collision meshes count as they are and not as their convex hulls.
    """
    from robot_model_check.parallel import FEW_TASKS, run
    from robot_model_check.reading.packages import found_paths
    from robot_model_check.simulators import ask
    links = [link for link in robot.links_by_name().values() if link.shapes]
    tasks = _tasks(links, found_paths(resolutions), triangles)
    questions = ask.questions(simulators, document)
    groups = _groups(tasks)
    # the simulators last: what is measured with all of their libraries loaded could die of them
    outcomes = run(_do, [*((_measure_all, [tasks[index] for index in group]) for group in groups),
                         *questions.values()],
                   jobs if len(groups) > FEW_TASKS else min(jobs, 1),
                   [None] * len(groups) + [ask.TIME_LIMIT] * len(questions))
    meshes: dict[str, MeshFile] = {}
    facts: dict[str, LinkFacts] = {}
    failures: dict[str, str] = {}
    for index, outcome in sorted(_each(tasks, groups, outcomes, jobs).items()):
        if outcome.error is not None:
            failures[links[index].name] = outcome.error
        else:
            facts[links[index].name] = outcome.value[0]
            meshes.update((file.path, file) for file in outcome.value[1])
    answers = ask.answers(simulators, dict(zip(questions, outcomes[len(groups):], strict=True)))
    return Measured(meshes, facts, failures, answers)


def _groups(tasks: Sequence[Task]) -> list[list[int]]:
    """Return the indices of tasks that share a mesh file, directly or through others: one worker does them,
    and works on the file once.
    """
    groups: list[tuple[list[int], set[str]]] = []
    for index, (_, paths, *_) in enumerate(tasks):
        own = set(paths.values())
        sharing = [group for group in groups if own and group[1] & own]
        merged = ([*(one for group in sharing for one in group[0]), index],
                  own.union(*(group[1] for group in sharing)))
        groups = [group for group in groups if group not in sharing] + [merged]
    return [indices for indices, _ in groups]


def _each(tasks: Sequence[Task], groups: Sequence[Sequence[int]], outcomes: Sequence[Outcome],
          jobs: int) -> dict[int, Outcome]:
    """Return the outcome of every task; those of a group that failed are done again, each by itself."""
    from robot_model_check.parallel import Outcome, run
    found: dict[int, Outcome] = {}
    again: list[int] = []
    for group, outcome in zip(groups, outcomes, strict=False):
        if outcome.error is None:
            found.update(zip(group, map(Outcome, outcome.value), strict=True))
            continue
        _require_installed(outcome.error)
        if len(group) > 1:
            again.extend(group)
        else:
            found[group[0]] = outcome
    alone = run(_do, [(measure_task, *tasks[index]) for index in again], jobs)
    return {**found, **dict(zip(again, alone, strict=True))}


def _do(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _require_installed(error: str) -> None:
    missing = re.search(r"ModuleNotFoundError: No module named '([\w.]+)'\s*$", error)
    if missing:
        raise UsageError(f'the Python package {missing[1]} is not installed, and measuring geometry needs '
                         'it: install robot_model_check with its requirements')


def _tasks(links: Sequence[Link], paths: Mapping[str, str], triangles: bool) -> list[Task]:
    """Return the arguments of `measure_task`; the first link that uses a mesh file measures it."""
    seen: set[str] = set()
    tasks: list[Task] = []
    for link in links:
        own = {shape.geometry.uri: paths[shape.geometry.uri] for shape in link.shapes
               if isinstance(shape.geometry, Mesh) and shape.geometry.uri in paths}
        fresh = tuple(path for path in dict.fromkeys(own.values()) if path not in seen)
        seen.update(fresh)
        tasks.append((link, own, fresh, triangles))
    return tasks


def _measure_all(tasks: Sequence[Task]) -> list[tuple[LinkFacts, list[MeshFile]]]:
    """Do tasks that share mesh files; runs in a worker."""
    return [measure_task(*task) for task in tasks]


def measure_task(
    link: Link, paths: Mapping[str, str], files: Sequence[str], triangles: bool
) -> tuple[LinkFacts, list[MeshFile]]:
    """Measure one link and the mesh files it is the first to use; runs in a worker."""
    from robot_model_check.geometry.measure import measure_link
    from robot_model_check.geometry.mesh import measure_file
    return measure_link(link, paths, triangles), [measure_file(path) for path in files]
