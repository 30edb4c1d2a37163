"""What many tests need: the shared robots, and a ROS domain that no other test has."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from domain import own_domain

ROOT = Path(__file__).resolve().parents[1]
SHARED = (ROOT.parent / 'shared').resolve()

# a shell ignores Ctrl-C for what it starts with `&`, and what is ignored stays so in each child
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Under `--dist loadgroup`, keep the tests of a file together: they share what they built."""
    for item in items:
        if item.get_closest_marker('xdist_group') is None:
            item.add_marker(pytest.mark.xdist_group(item.path.name))


@pytest.fixture(scope='session')
def shared() -> Path:
    """Return the folder of real robots and known defects that may lie beside the repository."""
    if not SHARED.is_dir():
        pytest.skip(f'no folder {SHARED} with real robots')
    return SHARED


@pytest.fixture
def ros_domain(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Keep a ROS domain for one test and the processes it starts; no other run on this machine gets it."""
    pytest.importorskip('rclpy', reason='rclpy is not installed')
    with own_domain() as domain:
        monkeypatch.setenv('ROS_DOMAIN_ID', str(domain))
        monkeypatch.setenv('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST')
        yield domain
