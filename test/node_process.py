"""The node in a process of its own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator
from pathlib import Path

import rclpy
from domain import own_domain
from processes import PATIENCE, wait_until

RUN = 'import sys; from robot_model_check.node import main; sys.exit(main())'


class Process:
    """A node started with these parameters; everything it starts carries its mark."""

    def __init__(self, run: str = RUN, **parameters: str) -> None:
        self.mark = uuid.uuid4().hex
        words = [word for name, value in parameters.items() for word in ('-p', f'{name}:={value}')]
        self.kept = contextlib.ExitStack()
        self.domain = self.kept.enter_context(own_domain())
        known = {**os.environ, 'ROS_DOMAIN_ID': str(self.domain), 'MARK': self.mark,
                 'ROS_AUTOMATIC_DISCOVERY_RANGE': 'LOCALHOST',
                 'PYTHONPATH': os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])}
        self.process = subprocess.Popen([sys.executable, '-c', run, '--ros-args', *words], env=known,
                                        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def close(self) -> None:
        """End what is left of it."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.kept.close()

    def family(self) -> set[int]:
        """Return the processes that carry the mark, the node included; zombies are not counted."""
        entries = [entry for entry in Path('/proc').iterdir() if entry.name.isdigit()]
        return {int(entry.name) for entry in entries if self._marked(entry)}

    def _marked(self, entry: Path) -> bool:
        try:
            return f'MARK={self.mark}'.encode() in (entry / 'environ').read_bytes()
        except OSError:
            return False

    def wait_for(self, text: str) -> str:
        """Read the output up to a line with this text and return the line."""
        said = []
        limit = threading.Timer(PATIENCE, self.process.kill)
        limit.start()
        for line in self.process.stdout:
            said.append(line)
            if text in line:
                limit.cancel()
                return line
        raise AssertionError(f'the node did not say {text!r} but: {"".join(said)}')

    def wait_for_workers(self) -> None:
        """Return once the node has its worker and the worker those that measure the links."""
        if not wait_until(lambda: len(self.family()) >= 3):
            self.process.kill()
            raise AssertionError(f'no workers, but: {self.process.communicate()[0]}')

    @contextlib.contextmanager
    def call_of(self, kind: type, service: str) -> Iterator[None]:
        """Call a service, and do not wait for the answer."""
        context = rclpy.Context()
        rclpy.init(context=context, domain_id=self.domain)
        caller = rclpy.create_node('caller', context=context)
        try:
            client = caller.create_client(kind, f'/robot_model_check/{service}')
            assert client.wait_for_service(PATIENCE)
            client.call_async(kind.Request())
            yield
        finally:
            caller.destroy_node()
            rclpy.shutdown(context=context)

    def end(self) -> tuple[int, str]:
        """Return the status and what was still said, once the process has ended."""
        said = self.process.communicate(timeout=PATIENCE)[0]
        return self.process.returncode, said
