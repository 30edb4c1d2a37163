"""One worker process seen from the node: start it, hear its reply, end it together with all it started.

Not a pool: a check takes seconds and xacro keeps global state, so each request gets a fresh process. It leads
its own session, so that Ctrl-C in the terminal does not reach it and one signal ends its whole group.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

from robot_model_check.bringup.worker import Died, Outcome, Request, Step

# The same import path as here, and a main module that nothing needs to import again.
_BOOT = 'import sys; sys.path[:] = {!r}; from robot_model_check.bringup.worker import main; main()'


class Job:
    """A request in the hands of a worker process.

    `step` is called on the way and `done` once, from another thread, unless cancelled.
    """

    def __init__(self, request: Request, done: Callable[[Outcome], None],
                 step: Callable[[Step], None]) -> None:
        self._done, self._step = done, step
        self._cancelled = False
        self._process = subprocess.Popen(
            [sys.executable, '-c', _BOOT.format(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._thread = threading.Thread(target=self._follow, args=(request,), daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        """Process id of the worker, which is also its group's."""
        return self._process.pid

    def cancel(self) -> None:
        """End the worker and all it started, at once."""
        self._cancelled = True
        self._kill()

    def join(self, timeout: float) -> None:
        """Wait [s] until the worker is gone."""
        self._thread.join(timeout)

    def _follow(self, request: Request) -> None:
        outcome = self._exchange(request)
        if outcome is not None:
            self._kill()
        status = self._process.wait()
        if outcome is None:
            self._kill()  # what it started may have outlived it
        if not self._cancelled:
            self._done(outcome or Died(f'the worker process {_ending(status)}'))

    def _exchange(self, request: Request) -> Outcome | None:
        """Send the request, hear the steps and return the reply, or None where the worker ended without one.
        """
        requests, replies = self._process.stdin, self._process.stdout
        assert requests is not None
        assert replies is not None
        try:
            pickle.dump(request, requests)
            requests.flush()  # it stays open: its closing tells the worker that the node is gone
            while isinstance(reply := pickle.load(replies), Step):
                self._step(reply)
            outcome: Outcome = reply
            return outcome
        except (EOFError, OSError, pickle.UnpicklingError):
            return None

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)


def _ending(status: int) -> str:
    if status >= 0:
        return f'ended with status {status} and without an answer'
    with contextlib.suppress(ValueError):
        return f'was killed by {signal.Signals(-status).name}'
    return f'was killed by signal {-status}'


class Slot:
    """Holds at most one job; a newer request replaces the running one, whose outcome is never heard of.

    `done` is called with each outcome, one at a time, in the order of the requests, and `step` with how far
    the running job is.
    """

    def __init__(self, done: Callable[[Outcome], None],
                 step: Callable[[Step], None] = lambda step: None) -> None:
        self._done, self._step = done, step
        self._changed = threading.Condition()
        self._job: Job | None = None
        self._ticket = 0
        self._outcome: Outcome | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Process id of the running worker, or None."""
        job = self._job
        return job.pid if job is not None else None

    def start(self, request: Request) -> None:
        """Start on a request; what was running is ended."""
        with self._changed:
            if self._job is not None:
                self._job.cancel()
            if not self._closed:
                self._ticket = ticket = self._ticket + 1
                self._job = Job(request, lambda outcome: self._finish(ticket, outcome),
                                lambda step: self._go_on(ticket, step))

    def _go_on(self, ticket: int, step: Step) -> None:
        with self._changed:
            if ticket == self._ticket and self._job is not None:
                self._step(step)

    def _finish(self, ticket: int, outcome: Outcome) -> None:
        with self._changed:
            if ticket == self._ticket and self._job is not None:
                self._job, self._outcome = None, outcome
                try:
                    self._done(outcome)
                finally:
                    self._changed.notify_all()

    def result(self) -> Outcome | None:
        """Wait for the newest request and return its outcome; None when the slot was closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._job is None)
            return None if self._closed else self._outcome

    def close(self) -> None:
        """End what is running, wake who waits, accept nothing more."""
        with self._changed:
            self._closed = True
            job, self._job = self._job, None
            self._changed.notify_all()
        if job is not None:
            job.cancel()
            job.join(1.0)
