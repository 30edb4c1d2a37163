"""ROS domains for tests: each has one of its own, whatever else runs on this machine."""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

DOMAINS = range(1, 102)  # above 101 the ports of DDS reach into those the system hands out


@contextlib.contextmanager
def own_domain() -> Iterator[int]:
    """Keep a domain: no other test gets it meanwhile, and nobody was using it before.

    The port of its first participant tells: that of multicast discovery is opened by nobody where discovery
    stays on this machine.
    """
    for number in random.sample(DOMAINS, len(DOMAINS)):
        with contextlib.ExitStack() as kept:
            try:
                _take(number, kept)
            except OSError:
                continue
            yield number
            return
    raise RuntimeError('every ROS domain is taken')


def _take(number: int, kept: contextlib.ExitStack) -> None:
    """Raise OSError where the domain, or the file that stands for it, is somebody else's."""
    file = Path(tempfile.gettempdir(), f'robot_model_check_domain_{os.getuid()}_{number}.lock')
    lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    kept.callback(os.close, lock)
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(('', 7400 + 250 * number + 10))
