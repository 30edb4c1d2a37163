"""How far a generation is, told to whoever asks: a bar on a terminal, a diagnostic of the node."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

BAR = 20  # characters


@dataclass(frozen=True)
class Progress:
    """Who is told: `begun` of how many links there are, those of one geometry counted once; `started` of a
    link's name and the method that is tried on it; `done` of a link's name, how many are done and how many
    there are.
    """

    begun: Callable[[int], None] = lambda total: None
    done: Callable[[str, int, int], None] = lambda name, done, total: None
    started: Callable[[str, str], None] = lambda name, method: None


class Bar:
    """A line on a terminal that is written over: links done, time left, and what is being tried."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = time.monotonic()
        self._done, self._total, self._at = 0, 0, ''

    def progress(self) -> Progress:
        """Return what tells this bar."""
        return Progress(self._on_begun, self._on_done, self._on_started)

    def clear(self) -> None:
        """Take the line away."""
        self._stream.write('\r\033[K')
        self._stream.flush()

    def _on_begun(self, total: int) -> None:
        self._total = total
        self._show()

    def _on_done(self, name: str, done: int, total: int) -> None:
        self._done, self._total = done, total
        self._show()

    def _on_started(self, name: str, method: str) -> None:
        self._at = f'{name}: {method}'
        self._show()

    def _show(self) -> None:
        line = bar(self._done, self._total, time.monotonic() - self._begun, self._at)
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(f'\r\033[K{line[:width]}')
        self._stream.flush()


def bar(done: int, total: int, elapsed: float, at: str) -> str:
    """Return the line after `elapsed` seconds: what is done of how much, and what is being tried."""
    filled = BAR * done // max(total, 1)
    words = [f'{done}/{total} links']
    if 0 < done < total:
        words.append(f'{_clock(elapsed * (total - done) / done)} left')
    if at and done < total:
        words.append(at)
    return f'[{"#" * filled}{"." * (BAR - filled)}] {", ".join(words)}'


def _clock(seconds: float) -> str:
    return f'{round(seconds) // 60}:{round(seconds) % 60:02}'
