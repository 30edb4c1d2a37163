"""Processes that tests started. One that has ended and waits for whoever reaps orphans does not run."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE = 120.0  # s, for what must come; a test that passes does not wait for it
TRIES = 5
# A beat of 1 s with the work of a small message, until its standard input closes; the longest gap is told.
PEER = """
import select, sys, time
last, longest = time.monotonic(), 0.0
while not select.select([sys.stdin], [], [], 1.0)[0]:
    sum(range(500_000))
    now = time.monotonic()
    last, longest = now, max(longest, now - last)
print(longest)
"""


def _running() -> dict[int, int]:
    """Return the process group of each process that has not ended."""
    found = {}
    for stat in Path('/proc').glob('[0-9]*/stat'):
        with contextlib.suppress(OSError):
            state, _, group = stat.read_text().rpartition(')')[2].split()[:3]
            if state not in 'ZX':
                found[int(stat.parent.name)] = int(group)
    return found


def is_running(pid: int) -> bool:
    return pid in _running()


def members(group: int) -> list[int]:
    """Return the ids of the processes of a group."""
    return [pid for pid, its_group in _running().items() if its_group == group]


def wait_until(holds: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Return whether `holds` came true in time."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def best(limit: float, attempt: Callable[[], float]) -> float:
    """Return the shortest time [s] of some attempts, the first within the limit the last of them: how long
    something takes is told by the one that nothing else on the machine held up.
    """
    took = [attempt()]
    while len(took) < TRIES and min(took) > limit:
        took.append(attempt())
    return min(took)


@contextlib.contextmanager
def peer() -> Iterator[Callable[[], float]]:
    """Yield what ends a process that beats beside the node, and tells how late [s] it was at worst."""
    with subprocess.Popen([sys.executable, '-c', PEER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        yield lambda: float(process.communicate()[0]) - 1.0
