"""Run a function over many arguments in worker processes that may crash, hang or be interrupted.

Mesh libraries crash on some input, so their work is kept out of the caller's process. Each worker has one
task at a time and a pipe of its own, so a worker that dies takes exactly its own task with it.
"""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
import types
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any

Task = tuple[Any, ...]

ONE_THREAD = ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'MKL_NUM_THREADS')
LOOK = 1.0  # s
FEW_TASKS = 3  # on so few a second worker costs more in imports than it saves
SPAWN = multiprocessing.get_context('spawn')  # fork would copy the threads of ROS


@dataclass(frozen=True)
class Told:
    """What a task has told on the way."""

    value: Any


@dataclass(frozen=True)
class Outcome:
    """What a task came to: its `value`, or the `error` text (a traceback, a dead worker, time that ran out).
    """

    value: Any = None
    error: str | None = None


def run(function: Callable[..., Any], tasks: Sequence[Task], jobs: int,
        timeout: float | Sequence[float | None] | None = None,
        done: Callable[[int, Outcome], None] | None = None,
        heard: Callable[[int, Any], None] | None = None) -> list[Outcome]:
    """Return the outcomes of `function(*task)` in the order of the tasks, whatever the number of workers.

    `function` and the tasks must be picklable. `jobs` is the most workers to start; 0 runs in this process,
    without protection. `timeout` [s] is for every task, or one for each in a sequence, the start of its
    worker included. What a task raises is its error; only KeyboardInterrupt in this process is raised, after
    the workers have been killed. `done` is called here with the index and outcome of each task that has come
    to an end, `heard` with the index of a task and a value that it passed to `tell`.
    """
    report, hear = done or (lambda index, outcome: None), heard or (lambda index, value: None)
    if jobs <= 0:
        return [_here(function, task, index, report, hear) for index, task in enumerate(tasks)]
    timeouts = timeout if isinstance(timeout, Sequence) else [timeout] * len(tasks)
    pool = _Pool(function, tasks, timeouts, report, hear)
    try:
        return pool.outcomes(1 if len(tasks) <= FEW_TASKS else jobs)
    finally:
        pool.close()


_kept: list[list[_Worker]] = []  # workers without a task, for the next run inside each `keeping`


@contextlib.contextmanager
def keeping() -> Iterator[None]:
    """Let the runs inside use the same workers, one run after the other: to start one that has imported what
    it needs takes longer than to measure a small robot.

    A task that dies in a worker which an earlier run has used is done again by a fresh one, so what happened
    before is not its fault.
    """
    _kept.append([])
    try:
        yield
    finally:
        _kill(_kept.pop())


def _borrowed() -> list[_Worker]:
    """Return the workers that are kept; nobody else gets them until they are kept again."""
    if not _kept:
        return []
    workers, _kept[-1] = _kept[-1], []
    return workers


def _kill(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.kill()


def tell(value: Any) -> None:
    """Tell the caller of `run` something while a task is at work; the value must be picklable."""
    _telling[-1](value)


_telling: list[Callable[[Any], None]] = [lambda value: None]


def _here(function: Callable[..., Any], task: Task, index: int, report: Callable[[int, Outcome], None],
          hear: Callable[[int, Any], None]) -> Outcome:
    _telling.append(lambda value: hear(index, value))
    try:
        outcome = _attempt(function, task)
    finally:
        _telling.pop()
    report(index, outcome)
    return outcome


def _attempt(function: Callable[..., Any], task: Task) -> Outcome:
    try:
        return Outcome(function(*task))
    except (Exception, SystemExit):
        return Outcome(error=traceback.format_exc())


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    """Keep a worker from importing the program that called: it needs nothing of it, and a script without
    `if __name__ == '__main__'` would run once more in each.
    """
    main = sys.modules['__main__']
    sys.modules['__main__'] = types.ModuleType('__main__')
    try:
        yield
    finally:
        sys.modules['__main__'] = main


@contextlib.contextmanager
def _without_interrupt() -> Iterator[None]:
    """Let Ctrl-C wait until a worker has started whole. The child inherits the blocked signal, for Ctrl-C in
    the terminal is for the parent alone; but a thread of some library may take it for the parent at any time.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    before = signal.getsignal(signal.SIGINT)
    in_main = threading.current_thread() is threading.main_thread() and callable(before)
    came: list[int] = []
    if in_main:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        if in_main:
            signal.signal(signal.SIGINT, before)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if came:
            signal.raise_signal(came[0])


class _Worker:
    """A process that does one task after another; `index` is the one it has, None when idle."""

    def __init__(self) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_work, args=(theirs,))
        self.index: int | None = None
        self.deadline: float | None = None
        # the tracker, started with the first process, unblocks the signal
        resource_tracker.ensure_running()
        with _without_interrupt(), _without_main():
            self.process.start()
        theirs.close()  # so that the pipe ends when the worker does

    def give(self, index: int, function: Callable[..., Any], task: Task, timeout: float | None) -> None:
        self.index = index
        self.deadline = None if timeout is None else time.monotonic() + timeout
        with contextlib.suppress(OSError):  # it has died already: the pipe says so when it is read
            self.pipe.send((function, task))

    def take(self) -> Outcome | Told | None:
        """Return what the worker has sent, None if it has died."""
        try:
            message = self.pipe.recv()
        except (EOFError, OSError):
            message = None
        except Exception:  # the value cannot be unpickled here
            message = {'error': traceback.format_exc()}
        if isinstance(message, Told):
            return message
        self.index = None
        return None if message is None else Outcome(**message)

    def kill(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()

    def epitaph(self) -> str:
        """Say how the worker died."""
        self.process.join()
        code = self.process.exitcode or 0
        if code >= 0:
            return f'the worker died (exit code {code}) while it did this task'
        name = next((known.name for known in signal.Signals if known == -code), 'a real-time signal')
        return f'the worker died (signal {-code}, {name}) while it did this task'


class _Pool:
    def __init__(self, function: Callable[..., Any], tasks: Sequence[Task],
                 timeouts: Sequence[float | None], report: Callable[[int, Outcome], None],
                 hear: Callable[[int, Any], None]) -> None:
        self.function, self.tasks, self.timeouts = function, tasks, timeouts
        self.report, self.hear = report, hear
        self.waiting = deque(range(len(tasks)))
        self.workers = _borrowed()
        self.used = tuple(self.workers)
        self.found: dict[int, Outcome] = {}

    def outcomes(self, jobs: int) -> list[Outcome]:
        while len(self.found) < len(self.tasks):
            self._hand_out(jobs)
            ready = wait([worker.pipe for worker in self._busy()], self._patience())
            for worker in self._busy():
                if worker.pipe in ready:
                    self._collect(worker)
            self._give_up()
        return [self.found[index] for index in range(len(self.tasks))]

    def _hand_out(self, jobs: int) -> None:
        idle = [worker for worker in self.workers if worker.index is None]
        while self.waiting and (idle or len(self.workers) < jobs):
            if not idle:
                self.workers.append(_Worker())
            worker = idle.pop() if idle else self.workers[-1]
            self._give(worker, self.waiting.popleft())

    def _give(self, worker: _Worker, index: int) -> None:
        worker.give(index, self.function, self.tasks[index], self.timeouts[index])

    def _busy(self) -> list[_Worker]:
        return [worker for worker in self.workers if worker.index is not None]

    def _patience(self) -> float:
        """Return the seconds until the first deadline, at most LOOK: a signal that comes just before the
        wait begins is seen after it.
        """
        deadlines = [worker.deadline for worker in self._busy() if worker.deadline is not None]
        return min(max(min(deadlines, default=math.inf) - time.monotonic(), 0.0), LOOK)

    def _collect(self, worker: _Worker) -> None:
        index = worker.index
        outcome = worker.take()
        if isinstance(outcome, Told):
            if index is not None:
                self.hear(index, outcome.value)
            return
        if outcome is None:
            outcome = Outcome(error=worker.epitaph())
            self._dismiss(worker)
            if index is not None and worker in self.used:
                self.workers.append(_Worker())
                self._give(self.workers[-1], index)
                return
        if index is not None:
            self._settle(index, outcome)

    def _settle(self, index: int, outcome: Outcome) -> None:
        self.found[index] = outcome
        self.report(index, outcome)

    def _give_up(self) -> None:
        now = time.monotonic()
        for worker in self._busy():
            if worker.index is not None and worker.deadline is not None and worker.deadline <= now:
                limit = self.timeouts[worker.index]
                self._settle(worker.index, Outcome(error=f'not finished within {limit:g} s'))
                self._dismiss(worker)

    def _dismiss(self, worker: _Worker) -> None:
        self.workers.remove(worker)
        worker.kill()

    def close(self) -> None:
        """End the workers, but for those without a task where they are kept for the next run."""
        if _kept:
            _kept[-1] += [worker for worker in self.workers if worker.index is None]
            self.workers = self._busy()
        _kill(self.workers)


def _work(pipe: Connection) -> None:
    """The life of a worker: one thread, nothing on standard output, gone when the parent is."""
    for name in ONE_THREAD:
        os.environ[name] = '1'
    os.dup2(2, 1)  # standard output belongs to the report; libraries print
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _telling.append(lambda value: pipe.send(Told(value)))
    while True:
        try:
            function, task = pipe.recv()
        except EOFError:
            return
        except Exception:
            pipe.send({'error': traceback.format_exc()})
            continue
        _send(pipe, _attempt(function, task))


def _send(pipe: Connection, outcome: Outcome) -> None:
    try:
        pipe.send({'value': outcome.value, 'error': outcome.error})
    except Exception:  # the value cannot be pickled
        pipe.send({'error': traceback.format_exc()})


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
