"""How soon and how steadily the node speaks while the machine is busy: the one thing that tests may time.

What the machine itself costs is measured in the same run, by a process that wants next to nothing: a beat
that comes late there comes late in any process.
"""

from __future__ import annotations

import itertools
import re
import time

import pytest

pytest.importorskip('rclpy', reason='the node needs rclpy')

from bench import Bench
from diagnostic_msgs.msg import DiagnosticArray
from node_process import Process
from processes import best, peer
from std_srvs.srv import Trigger
from support import GOOD

SOON = 0.5  # s from rclpy.init to the first diagnostics, by the node's own log
MATCHED = 1.2  # s from a subscriber's match to its first diagnostics
GAP = 1.5  # s


@pytest.fixture
def talos(shared, monkeypatch):
    """Return the file of a humanoid of 64 links with large meshes."""
    packages = shared / 'robots/example_robot_data'
    monkeypatch.setenv('ROS_PACKAGE_PATH', str(packages))
    file = packages / 'example-robot-data/robots/talos_data/robots/talos_full_v2.urdf'
    if not file.is_file():
        pytest.skip(f'no {file}')
    return str(file)


def gaps(node: Bench) -> list[float]:
    """Return the times [s] from one message to the next."""
    moments = [moment for moment, _ in node.received]
    return [after - before for before, after in itertools.pairwise(moments)]


def test_the_first_diagnostics_come_soon(tmp_path):
    model = tmp_path / 'robot.urdf'
    model.write_text(GOOD)

    def attempt() -> float:
        node = Process(description_file=str(model))
        line = node.wait_for('first diagnostics')
        node.process.terminate()
        node.end()
        node.close()
        return float(re.search(r'first diagnostics ([\d.]+) s after rclpy.init', line)[1])

    assert best(SOON, attempt) <= SOON


def seconds_after_match(node: Bench) -> float:
    """Return the time [s] from the match of one more subscriber to its first diagnostics."""
    heard = []
    publisher = node.checker.publisher
    before = publisher.get_subscription_count()
    late = node.client.create_subscription(DiagnosticArray, '/diagnostics',
                                           lambda _: heard.append(time.monotonic()), 10)
    node.wait(lambda: publisher.get_subscription_count() > before, 'match')
    start = time.monotonic()
    node.wait(lambda: heard, 'diagnostics')
    node.client.destroy_subscription(late)
    return heard[0] - start


def test_a_late_subscriber_gets_diagnostics_at_the_next_beat(tmp_path):
    model = tmp_path / 'robot.urdf'
    model.write_text(GOOD)
    node = Bench(description_file=str(model))
    try:
        node.report('good')
        assert best(MATCHED, lambda: seconds_after_match(node)) <= MATCHED
    finally:
        node.close()


def test_no_gap_while_a_humanoid_is_checked_and_decomposed(talos, tmp_path):
    node = Bench(description_file=talos, output_directory=str(tmp_path / 'out'))
    try:
        with peer() as late:
            node.report('talos')
            assert max(gaps(node)) <= GAP + late()
        checked = len(node.received)
        with peer() as late:
            node.call(Trigger, 'generate_collision')
            node.wait(lambda: re.search(r'[1-9]\d* of \d+', node.status('generation').message)
                      if node.status('generation') else None, 'a link that is done')
            node.wait(lambda: len(node.received) >= checked + 10, 'ten beats')
            assert max(gaps(node)[checked - 1:]) <= GAP + late()
        assert node.status('generation').message.startswith('generating: ')
    finally:
        node.close()
