"""The node as a process: how it ends, with which status, and that nothing is left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

rclpy = pytest.importorskip('rclpy', reason='the node needs rclpy')

from bench import free_domain  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402
from support import GOOD, edit  # noqa: E402

BAD = edit(GOOD, ('lower="-1.5" upper="1.5"', 'lower="1.5" upper="-1.5"'))
RUN = 'import sys; from robot_model_check.node import main; sys.exit(main())'


class Process:
    """A node started with these parameters; everything it starts carries its mark."""

    def __init__(self, **parameters: str) -> None:
        self.mark = uuid.uuid4().hex
        words = [word for name, value in parameters.items() for word in ('-p', f'{name}:={value}')]
        self.domain = free_domain()
        known = {**os.environ, 'ROS_DOMAIN_ID': str(self.domain), 'MARK': self.mark,
                 'PYTHONPATH': os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, sys.path)])}
        self.process = subprocess.Popen([sys.executable, '-c', RUN, '--ros-args', *words], env=known,
                                        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def family(self) -> set[int]:
        """Return the processes that carry the mark, the node included; zombies are not counted."""
        entries = [entry for entry in Path('/proc').iterdir() if entry.name.isdigit()]
        return {int(entry.name) for entry in entries if self._marked(entry)}

    def _marked(self, entry: Path) -> bool:
        try:
            return f'MARK={self.mark}'.encode() in (entry / 'environ').read_bytes()
        except OSError:
            return False

    def wait_for(self, text: str) -> None:
        """Read the output up to a line with this text."""
        said = []
        limit = threading.Timer(60.0, self.process.kill)
        limit.start()
        for line in self.process.stdout:
            said.append(line)
            if text in line:
                limit.cancel()
                return
        raise AssertionError(f'the node did not say {text!r} but: {"".join(said)}')

    def wait_for_workers(self) -> None:
        """Return once the node has its worker and the worker those that measure the links."""
        end = time.monotonic() + 30
        while len(self.family()) < 3:
            if time.monotonic() > end:
                self.process.kill()
                raise AssertionError(f'no workers, but: {self.process.communicate()[0]}')
            time.sleep(0.01)

    @contextlib.contextmanager
    def call_of(self, kind: type, service: str) -> Iterator[None]:
        """Call a service, and do not wait for the answer."""
        context = rclpy.Context()
        rclpy.init(context=context, domain_id=self.domain)
        caller = rclpy.create_node('caller', context=context)
        try:
            client = caller.create_client(kind, f'/robot_model_check/{service}')
            assert client.wait_for_service(30.0)
            client.call_async(kind.Request())
            yield
        finally:
            caller.destroy_node()
            rclpy.shutdown(context=context)

    def end(self) -> tuple[int, str, float]:
        """Return the status, what was still said and the time [s] it took, once the process has ended."""
        start = time.monotonic()
        said = self.process.communicate(timeout=30)[0]
        return self.process.returncode, said, time.monotonic() - start


@pytest.fixture
def process():
    started = []

    def start(**parameters):
        started.append(Process(**parameters))
        return started[-1]

    yield start
    for each in started:
        each.process.kill()
        each.process.wait()
        each.process.stdout.close()


@pytest.fixture
def model(tmp_path):
    file = tmp_path / 'robot.urdf'
    file.write_text(GOOD)
    return file


def ends_cleanly(node: Process) -> None:
    status, said, took = node.end()
    assert status == 0, said
    assert 'Traceback' not in said, said
    assert took < 2.0
    assert not node.family()


SIGNALS = pytest.mark.parametrize(
    'signals', [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT]],
    ids=['SIGINT', 'SIGTERM', 'double SIGINT'])


def send(node: Process, signals: Sequence[int]) -> None:
    for number in signals:
        node.process.send_signal(number)
        time.sleep(0.05)


@SIGNALS
def test_signals_end_it_while_it_checks(process, model, signals):
    node = process(description_file=str(model))
    node.wait_for_workers()
    send(node, signals)
    ends_cleanly(node)


def test_a_signal_before_the_verdict_is_no_pass(process, model):
    node = process(description_file=str(model), exit_after_check='true')
    node.wait_for_workers()
    node.process.terminate()
    assert node.end()[0] == 3


@SIGNALS
def test_signals_end_it_when_it_is_idle(process, model, signals):
    node = process(description_file=str(model))
    node.wait_for('checked good')
    send(node, signals)
    ends_cleanly(node)


@SIGNALS
def test_signals_end_it_while_it_decomposes(process, model, signals, tmp_path):
    node = process(description_file=str(model), output_directory=str(tmp_path / 'out'))
    node.wait_for('checked good')
    with node.call_of(Trigger, 'generate_collision'):
        node.wait_for_workers()
        send(node, signals)
        ends_cleanly(node)
    assert not (tmp_path / 'out').exists()


def test_a_killed_node_leaves_no_worker(process, model):
    node = process(description_file=str(model))
    node.wait_for_workers()
    node.process.kill()
    node.end()
    end = time.monotonic() + 10
    while node.family():
        assert time.monotonic() < end, f'left behind: {node.family()}'
        time.sleep(0.05)


@pytest.mark.parametrize(('text', 'fail_on', 'status'),
                         [(GOOD, 'error', 0), (BAD, 'error', 1), (BAD, 'never', 0)])
def test_one_shot_gives_the_verdict_as_status(process, model, text, fail_on, status):
    model.write_text(text)
    node = process(description_file=str(model), fail_on=fail_on, exit_after_check='true')
    assert node.end()[0] == status


@pytest.mark.parametrize(('parameters', 'part'), [
    ({'fail_on': 'sometimes'}, "fail_on is 'sometimes'"),
    ({'max_excess': '1'}, 'max_excess'),
    ({'max_parts': '0'}, 'Min: 1, Max: 1024'),
    ({'description_file': '/nowhere/robot.urdf', 'exit_after_check': 'true'}, '/nowhere/robot.urdf'),
])
def test_unusable_parameters_are_one_line_and_status_2(process, parameters, part):
    status, said, _ = process(**parameters).end()
    assert status == 2
    told = [line for line in said.strip().splitlines() if 'first diagnostics' not in line]
    assert part in told[0]
    assert len(told) == 1


@pytest.mark.parametrize('words', [['-p', 'fail_on'], ['--nope'], ['--params-file', '/nowhere.yaml']])
def test_words_that_ros_does_not_take_are_one_line_and_status_2(words):
    done = subprocess.run([sys.executable, '-c', RUN, '--ros-args', *words], capture_output=True, text=True,
                          check=False, cwd=Path(__file__).parents[1])
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]  # what stands before it is rcl's own
    assert last.startswith('robot_model_check_node: ')
    assert words[-1] in last
    assert 'Traceback' not in done.stderr


def test_a_parameter_that_is_none_is_told_with_the_nearest_name(process, model):
    node = process(descripton_file=str(model), xacro_arguments='[]')
    node.wait_for("'descripton_file' is no parameter of this node and has no effect; did you mean "
                  "'description_file'")
    node.wait_for('first diagnostics')
    node.process.terminate()
    ends_cleanly(node)


def test_without_ros_one_line_says_so():
    blocked = RUN.replace('import sys;', "import sys; sys.modules['rclpy'] = None;")
    done = subprocess.run([sys.executable, '-c', blocked], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[1])
    assert done.returncode == 2
    assert done.stderr.startswith('robot_model_check_node: the node needs ROS 2')
    assert len(done.stderr.splitlines()) == 1
