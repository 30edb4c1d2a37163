"""ROS domains for tests: each has one of its own, whatever else runs on this machine."""

from __future__ import annotations

import contextlib
import fcntl
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
        with open(Path(tempfile.gettempdir(), f'robot_model_check_domain_{number}.lock'), 'w') as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                    probe.bind(('', 7400 + 250 * number + 10))
            except OSError:
                continue
            yield number
            return
    raise RuntimeError('every ROS domain is taken')
