"""What the node has under way, without ROS: which description, its check, its generation, who is served."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from robot_model_check.bringup import parameters
from robot_model_check.bringup.job import Slot
from robot_model_check.bringup.worker import Checked, Died, Outcome, Refused, Source, Step
from robot_model_check.verdict import EXIT_CLEAN, EXIT_INCOMPLETE, EXIT_USAGE

NO_SOURCE = 'no robot description has come yet'
BUSY = 'another call of ~/{} is being served; call again when it has been answered'
ENDING = 'the node is ending'


class Watch:
    """The newest description and the workers that look at it, under the node's parameter `values`.

    `checked` hears the outcome of every check that ran to its end, `generated` that of every generation, and
    `step` how far one is; each from a thread of its own.
    """

    def __init__(self, values: Mapping[str, Any], checked: Callable[[Outcome], None],
                 generated: Callable[[Outcome], None], step: Callable[[Step], None]) -> None:
        self.values = dict(values)
        self.source = Source(None)  # what the newest check reads
        self.checks, self.generations = Slot(checked), Slot(generated, step)
        self._step = step
        self._text: bytes | None = None  # newest robot_description
        self._calls = {'check': threading.Lock(), 'generate_collision': threading.Lock()}

    def check(self) -> bool:
        """Start a check afresh; False before a description has come."""
        source = parameters.source(self.values, self._text)
        if source is not None:
            self.source = source
            self.checks.start(parameters.check_request(self.values, source, self._text))
        return source is not None

    def describe(self, text: bytes) -> bool:
        """Check what came on the topic, unless it has been compared with the file already."""
        older, self._text = self._text, text
        return (self.follows_topic or text != older) and self.check()

    @property
    def follows_topic(self) -> bool:
        """Whether the topic is what is checked."""
        return not self.values['description_file']

    def change(self, changed: Mapping[str, Any]) -> bool:
        """Take new parameter values; return whether they ask for another check, which is then started."""
        self.values.update((name, value) for name, value in changed.items() if name in self.values)
        matters = not parameters.RECHECK.isdisjoint(changed)
        if matters:
            self.check()
        return matters

    def doing(self) -> list[str]:
        """Say what is under way."""
        slots = {'checking': self.checks, 'generating collision meshes': self.generations}
        return [what for what, slot in slots.items() if slot.pid is not None]

    def call_check(self) -> Outcome:
        """Check afresh and return the outcome, for a caller of ~/check."""
        with self._only_caller('check') as alone:
            if not alone:
                return Refused(BUSY.format('check'))
            return self.checks.result() or Refused(ENDING) if self.check() else Refused(NO_SOURCE)

    def call_generate(self) -> Outcome:
        """Generate and return the outcome, for a caller of ~/generate_collision."""
        with self._only_caller('generate_collision') as alone:
            source = parameters.source(self.values, self._text)
            if not alone or source is None:
                return Refused(NO_SOURCE if alone else BUSY.format('generate_collision'))
            self._step(Step())
            self.generations.start(parameters.generate_request(self.values, source))
            return self.generations.result() or Refused(ENDING)

    @contextlib.contextmanager
    def _only_caller(self, service: str) -> Iterator[bool]:
        """Yield whether no other call of the service is being served."""
        lock = self._calls[service]
        alone = lock.acquire(blocking=False)
        try:
            yield alone
        finally:
            if alone:
                lock.release()

    def end_with(self, outcome: Outcome) -> int | None:
        """Return the status to end with after a check, None to stay."""
        code = EXIT_INCOMPLETE if isinstance(outcome, Died) else EXIT_USAGE
        if isinstance(outcome, Checked):
            code = outcome.exit_code
        ends = self.values['exit_after_check'] or (self.values['exit_on_failure'] and code != EXIT_CLEAN)
        return code if ends else None

    def status_without_verdict(self) -> int:
        """Return the exit status of a node that is told to end."""
        return EXIT_INCOMPLETE if self.values['exit_after_check'] else EXIT_CLEAN

    def close(self) -> None:
        """End the workers and wake who waits for them."""
        self.checks.close()
        self.generations.close()
