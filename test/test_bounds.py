"""A description that would take all time or memory to expand ends with one clear problem."""

from __future__ import annotations

import resource
import signal
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from robot_model_check.document import Problem
from robot_model_check.reading import bounds
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.xacro_source import expand

MACROS = '<xacro:macro name="m0"><link name="x"/></xacro:macro>' + ''.join(
    f'<xacro:macro name="m{n + 1}"><xacro:m{n}/><xacro:m{n}/></xacro:macro>' for n in range(40))
DOUBLED = '<xacro:property name="p0" value="aaaaaaaaaa"/>' + ''.join(
    f'<xacro:property name="p{n + 1}" value="${{p{n}}}${{p{n}}}"/>' for n in range(40))


def expanded(body: str, path: Path | None = None) -> Problem:
    text = f'<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n{body}\n</robot>'
    document = expand(str(path) if path else None, text.encode(), {}, Finder())
    assert document.root is None
    only, = document.problems
    return only


@pytest.mark.parametrize('body', [
    '<link name="${10**10**10}"/>',
    '<xacro:macro name="m" params="n"><xacro:if value="${n &gt; 0}"><xacro:m n="${n - 1}"/>'
    '<xacro:m n="${n - 1}"/></xacro:if></xacro:macro><xacro:m n="100"/>',
    MACROS + '<xacro:m40/>',
])
def test_an_expansion_without_end_is_ended(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, 'SECONDS', 0.2)
    found = expanded(body)
    assert found.rule == 'xacro-expansion'
    assert found.site is not None
    assert found.site.line == 2
    assert found.message.startswith('it takes more than 0.2 s of processor time')


@pytest.mark.parametrize('body', [
    DOUBLED + '<link name="${p40}"/>', '<link name="${[0] * 10**9}"/>',
    "<link name=\"${xacro.load_yaml('bomb.yaml')['m']}\"/>"])
def test_an_expansion_that_takes_all_memory_is_ended(body: str, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    anchors = 'abcdefghijklm'
    (tmp_path / 'bomb.yaml').write_text('a: &a ["x", "x"]\n' + ''.join(
        f'{name}: &{name} [{", ".join(["*" + before] * 9)}]\n' for before, name in pairwise(anchors)),
        encoding='utf-8')
    monkeypatch.setattr(bounds, 'MEMORY', 50 << 20)
    found = expanded(body, tmp_path / 'main.xacro')
    assert found.message.startswith('it takes more than 50 MiB of memory')


def test_the_bounds_go_with_the_expansion() -> None:
    before = (signal.getsignal(signal.SIGVTALRM), resource.getrlimit(resource.RLIMIT_AS))
    with bounds.bounded():
        assert signal.getitimer(signal.ITIMER_VIRTUAL)[1] == 1.0
        assert resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert (signal.getsignal(signal.SIGVTALRM), resource.getrlimit(resource.RLIMIT_AS)) == before


def test_another_thread_and_the_timer_of_somebody_else_are_left_alone() -> None:
    seen: list[tuple[float, float]] = []

    def inside() -> None:
        with bounds.bounded():
            seen.append(signal.getitimer(signal.ITIMER_VIRTUAL))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    signal.setitimer(signal.ITIMER_VIRTUAL, 1000.0)
    try:
        inside()
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    assert [interval for _, interval in seen] == [0.0, 0.0]
    assert seen[0][0] == 0.0
