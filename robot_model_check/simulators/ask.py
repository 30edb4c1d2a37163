"""Ask a simulator: is it there, and what does it make of the description?"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

from robot_model_check.document import Document
from robot_model_check.parallel import Outcome
from robot_model_check.simulators.answer import LABELS, Answer
from robot_model_check.simulators.shown import without_meshes

TIME_LIMIT = 60.0  # s; a humanoid takes 0.1 s, the start of a worker on a loaded machine more


def questions(names: Sequence[str], document: Document) -> dict[str, tuple[Any, ...]]:
    """Return for each simulator that is installed the call that asks it, for a worker."""
    return {name: (ask, name, without_meshes(document) if name == 'mujoco' else document.text)
            for name in names if importlib.util.find_spec(name) is not None}


def ask(name: str, text: bytes) -> Answer:
    """Return what the simulator makes of the text; runs in a worker, since it may crash."""
    reader = importlib.import_module(f'robot_model_check.simulators.in_{name}')
    with _captured() as output:
        answer: Answer = reader.load(text.decode('utf-8'), lambda: _content(output))
    return answer


def answers(names: Sequence[str], outcomes: Mapping[str, Outcome]) -> dict[str, Answer]:
    """Return the answer of each simulator from what its worker delivered."""
    return {name: _answer(LABELS[name], outcomes.get(name)) for name in names}


def _answer(label: str, outcome: Outcome | None) -> Answer:
    if outcome is None:
        return Answer(problem=f"{label} is not installed: pip install 'robot_model_check[sim]' brings it")
    if outcome.error is not None:
        return Answer(problem=f'{label} gave no answer: {outcome.error.strip().splitlines()[-1]}')
    answer: Answer = outcome.value
    return answer


@contextlib.contextmanager
def _captured() -> Iterator[IO[bytes]]:
    """Turn what is printed, by C++ too, into a file: it holds the reasons for a refusal."""
    with tempfile.TemporaryFile() as output:
        sys.stdout.flush()
        sys.stderr.flush()
        kept = [(fd, os.dup(fd)) for fd in (1, 2)]
        try:
            for fd, _ in kept:
                os.dup2(output.fileno(), fd)
            yield output
        finally:
            for fd, copy in kept:
                os.dup2(copy, fd)
                os.close(copy)


def _content(output: IO[bytes]) -> str:
    output.seek(0)
    return output.read().decode('utf-8', 'replace')
