"""Bounds of processor time and memory for evaluating what others wrote.

xacro evaluates Python expressions, and a macro or an anchor of YAML that doubles what it holds forty times
has no end that anybody sees. Both bounds belong to the process, so they are set in its main thread alone,
where CPython delivers signals; its arithmetic on long integers looks for them, too.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator
from typing import NoReturn

SECONDS = 30.0  # of processor time; the largest public robots take 1, on a small board 5 to 10
MEMORY = 2 << 30  # bytes beyond what the process has at the start
_AGAIN = 1.0  # where something on the way out swallows the exception


class OutOfTime(Exception):
    """The bound on processor time is reached."""


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """Raise OutOfTime or MemoryError inside once the bounds are reached; in a thread of its own, nothing is
    bounded.
    """
    with contextlib.ExitStack() as stack:
        if threading.current_thread() is threading.main_thread():
            stack.enter_context(_bounded_memory())
            stack.enter_context(_bounded_time())
        yield


@contextlib.contextmanager
def _bounded_time() -> Iterator[None]:
    if not hasattr(signal, 'setitimer') or signal.getitimer(signal.ITIMER_VIRTUAL) != (0.0, 0.0):
        yield  # no such timer here, or somebody else's
        return
    before = signal.signal(signal.SIGVTALRM, _out_of_time)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def _out_of_time(*_: object) -> NoReturn:
    raise OutOfTime


@contextlib.contextmanager
def _bounded_memory() -> Iterator[None]:
    try:
        import resource
        with open('/proc/self/statm', encoding='ascii') as stream:
            used = int(stream.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):  # not Linux
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    bound = used + MEMORY
    if soft != resource.RLIM_INFINITY:
        bound = min(bound, soft)
    resource.setrlimit(resource.RLIMIT_AS, (bound, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
