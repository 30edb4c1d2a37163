"""Decompose links in worker processes; a worker that dies costs its link a method, never the collision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from robot_model_check.decompose.choose import Choice, Wish, choose, hull_only
from robot_model_check.model import Link
from robot_model_check.parallel import Outcome, run

MEASURING = 120.0  # s: what a worker may take beyond the time limits of the methods

Paths = Mapping[str, str]
Chooser = Callable[[Link, Paths, Wish], Choice]
Progress = Callable[[str, int, int], None]


def choices(links: Sequence[Link], paths: Paths, wish: Wish, jobs: int, progress: Progress | None = None,
            chooser: Chooser = choose) -> dict[str, Choice]:
    """Return the choice for each link with visuals, by name; links of the same geometry are worked on once.

    `paths` maps mesh URIs to files. Up to `jobs` processes are started (0: none). `progress` is called with
    the name of a link that is done, how many are, and how many there are.
    """
    groups: dict[Any, list[Link]] = {}
    for link in links:
        if link.visuals:
            groups.setdefault(_geometry(link), []).append(link)
    first = [members[0] for members in groups.values()]
    timeout = None if wish.limits.time_limit is None else 4 * wish.limits.time_limit + MEASURING
    tasks = [(link, paths, wish) for link in first]
    outcomes = run(chooser, tasks, jobs, timeout, _counting(first, progress))
    found = [outcome.value if outcome.error is None else _rescued(link, outcome, paths, wish, jobs, chooser)
             for link, outcome in zip(first, outcomes, strict=True)]
    return {link.name: choice for members, choice in zip(groups.values(), found, strict=True)
            for link in members}


def _geometry(link: Link) -> Any:
    """Return what decides the choice: links of equal shapes get equal parts."""
    return tuple((shape.kind, repr(shape.geometry), shape.origin.xyz, shape.origin.rpy)
                 for shape in link.shapes)


def _counting(links: Sequence[Link], progress: Progress | None) -> Callable[[int], None]:
    done: list[int] = []

    def report(index: int) -> None:
        done.append(index)
        if progress is not None:
            progress(links[index].name, len(done), len(links))

    return report


def _rescued(link: Link, outcome: Outcome, paths: Paths, wish: Wish, jobs: int, chooser: Chooser) -> Choice:
    """Try the hull, for a link without collision also the hull unmeasured, else leave the link and say so."""
    why = (outcome.error or '').strip().splitlines()[-1]
    tries: list[tuple[Callable[..., Choice], Any]] = [(chooser, (link, paths, replace(wish, method='hull')))]
    if not link.collisions:
        tries.append((hull_only, (link, paths, wish.limits)))
    for function, task in tries:
        again = run(function, [task], jobs, MEASURING)[0]
        if again.error is None:
            choice: Choice = again.value
            note = f'{why}, so only the hull was tried; {choice.note}'
            return replace(choice, note=note, refused=(why, *choice.refused))
    return Choice('kept', (), None, None, None, why, (why,), failed=True)
