"""Decompose links in worker processes with limits of time and memory. What kills a worker, or takes it too
long, costs its link a method: the next ones are tried, then the hull, and never is the link lost.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from robot_model_check.decompose.choose import Choice, Trying, Wish, choose, hull_only
from robot_model_check.decompose.drop import dropped
from robot_model_check.model import Link
from robot_model_check.parallel import Outcome, keeping, run, tell
from robot_model_check.progress import Progress

MEASURING = 120.0  # s: what a worker may take beyond the time limits of the methods
TIME_LIMIT = 900.0  # s for a link whose methods have no limit
MEMORY = 4 << 30  # bytes: eight times what a visual of 77 000 faces took,
LEAST_MEMORY = 1 << 30  # or the share of the machine's memory where that is less, but enough for a small link

Paths = Mapping[str, str]
Chooser = Callable[[Link, Paths, Wish, Trying], Choice]
Try = tuple[Chooser, Wish]


def choices(links: Sequence[Link], paths: Paths, wishes: Sequence[Wish], jobs: int,
            progress: Progress | None = None, chooser: Chooser = choose) -> dict[str, Choice]:
    """Return the choice for each link with visuals, by name, in the order of the links; what has one geometry
    and one wish is worked on once.

    `paths` maps mesh URIs to files. Up to `jobs` processes are started (0: none).
    """
    keys = {link.name: (_geometry(link), wish) for link, wish in zip(links, wishes, strict=True)
            if link.visuals}
    first: dict[Any, tuple[Link, Wish]] = {}
    for link, wish in zip(links, wishes, strict=True):
        if link.name in keys:
            first.setdefault(keys[link.name], (link, wish))
    with keeping():
        found = _all_done(list(first.values()), paths, jobs, progress or Progress(), chooser)
        by_key = dict(zip(first, _after_drop(found, jobs), strict=True))
    return {name: by_key[key] for name, key in keys.items()}


def _after_drop(found: Sequence[Choice], jobs: int) -> list[Choice]:
    """Return the choices as they are once MuJoCo has been asked, where it is installed."""
    tried = {index: (choice.trial, choice.parts) for index, choice in enumerate(found)
             if choice.trial is not None}
    came_of = dict(zip(tried, dropped(list(tried.values()), jobs), strict=True))
    return [choice.after(came_of[index]) if index in came_of else choice
            for index, choice in enumerate(found)]


def _geometry(link: Link) -> Any:
    """Return what decides the choice: links of equal shapes get equal parts."""
    return tuple((shape.kind, repr(shape.geometry), shape.origin.xyz, shape.origin.rpy)
                 for shape in link.shapes)


def _all_done(tasks: Sequence[tuple[Link, Wish]], paths: Paths, jobs: int, progress: Progress,
              chooser: Chooser) -> list[Choice]:
    """Return a choice for every task: those whose worker was lost are tried again, in another way, together.
    """
    found: dict[int, Choice] = {}
    lost: dict[int, list[str]] = {index: [] for index in range(len(tasks))}
    plans = [_tries(link, wish, chooser) for link, wish in tasks]
    waiting = {index: next(plan) for index, plan in enumerate(plans)}

    progress.begun(len(tasks))

    def settle(index: int, choice: Choice) -> None:
        found[index] = _told(choice, lost[index])
        progress.done(tasks[index][0].name, len(found), len(tasks))

    while waiting:
        tries, waiting = waiting, {}
        for index, outcome, method in _round(tasks, tries, paths, jobs, progress, settle):
            lost[index].append(f'{method or "measuring"}: {_last_line(outcome)}')
            try:
                waiting[index] = plans[index].send(method)
            except StopIteration:
                settle(index, Choice('kept', (), None, None, None, '', failed=True))
    return [found[index] for index in range(len(tasks))]


def _tries(link: Link, wish: Wish, chooser: Chooser) -> Generator[Try, str, None]:
    """Yield what to try; sent is the method, '' for none, at which a try took its worker along."""
    method = yield chooser, wish
    while method and method != 'hull' and method not in wish.without:
        wish = replace(wish, without=(*wish.without, method))
        method = yield chooser, wish
    if method != 'hull':
        yield chooser, replace(wish, method='hull')
    if not link.collisions:
        yield _unmeasured, wish


def _unmeasured(link: Link, paths: Paths, wish: Wish, trying: Trying) -> Choice:
    return hull_only(link, paths, wish.limits)


def _round(tasks: Sequence[tuple[Link, Wish]], tries: Mapping[int, Try], paths: Paths, jobs: int,
           progress: Progress, settle: Callable[[int, Choice], None]) -> list[tuple[int, Outcome, str]]:
    """Carry out a try for each of some tasks; settle those that came to a choice, and return the others with
    the method they were at.
    """
    indices, links = list(tries), [tasks[index][0] for index in tries]
    at = [''] * len(indices)

    def heard(place: int, method: str) -> None:
        at[place] = method
        progress.started(links[place].name, method)

    def done(place: int, outcome: Outcome) -> None:
        if outcome.error is None:
            settle(indices[place], outcome.value)

    memory = memory_limit(jobs)
    outcomes = run(_limited, [(memory, function, link, paths, wish) for link, (function, wish) in
                              zip(links, tries.values(), strict=True)],
                   jobs, [_time_limit(wish) for _, wish in tries.values()], done, heard)
    return [(index, outcome, method) for index, outcome, method in zip(indices, outcomes, at, strict=True)
            if outcome.error is not None]


def _time_limit(wish: Wish) -> float:
    limit = wish.limits.time_limit
    return TIME_LIMIT if limit is None else max(1, len(wish.ladder)) * limit + MEASURING


def _limited(memory: int | None, function: Chooser, link: Link, paths: Paths, wish: Wish) -> Choice:
    """Work on a link within a limit of memory [bytes], which the processes started from here inherit."""
    if memory is not None:
        with contextlib.suppress(ImportError, AttributeError, ValueError, OSError):  # no such limit here
            import resource
            resource.setrlimit(resource.RLIMIT_DATA, (memory, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    return function(link, paths, wish, tell)


def memory_limit(jobs: int) -> int | None:
    """Return how much each of `jobs` worker processes may take [bytes], None for work in this process."""
    if jobs <= 0:
        return None
    physical = os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES')
    return min(MEMORY, max(LEAST_MEMORY, physical // jobs))


def _last_line(outcome: Outcome) -> str:
    """Return in one line why a try came to nothing."""
    line = (outcome.error or '').strip().splitlines()[-1]
    return 'out of memory' if 'MemoryError' in line or 'bad_alloc' in line else line


def _told(choice: Choice, lost: Sequence[str]) -> Choice:
    """Say what was lost before this choice was come to."""
    note = '; '.join(filter(None, [*lost, choice.note]))
    return replace(choice, note=note, refused=(*lost, *choice.refused)) if lost else choice
