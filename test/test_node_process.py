"""The node as a process: how it ends, with which status, and that nothing is left behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

pytest.importorskip('rclpy', reason='the node needs rclpy')

from node_process import RUN, Process
from processes import best, peer, wait_until
from std_srvs.srv import Trigger
from support import GOOD, edit

BAD = edit(GOOD, ('lower="-1.5" upper="1.5"', 'lower="1.5" upper="-1.5"'))
SOON = 2.0  # s from the signal to the end of the last process


@pytest.fixture
def process():
    started = []

    def start(*run, **parameters):
        started.append(Process(*run, **parameters))
        return started[-1]

    yield start
    for each in started:
        each.close()


@pytest.fixture
def model(tmp_path):
    file = tmp_path / 'robot.urdf'
    file.write_text(GOOD)
    return file


def ends_cleanly(node: Process) -> float:
    """Return how long [s] the node and all it started took to end."""
    start = time.monotonic()
    status, said = node.end()
    assert status == 0, said
    assert 'Traceback' not in said, said
    assert 'never retrieved' not in said, said  # as rclpy tells of a callback that the end has overtaken
    assert wait_until(lambda: not node.family()), f'left behind: {node.family()}'
    return time.monotonic() - start


def soon(attempt: Callable[[], float]) -> None:
    """See that what is attempted takes no longer than it may, and than the machine is late anyway."""
    with peer() as late:
        took = best(SOON, attempt)
        assert took <= SOON + late()


SIGNALS = pytest.mark.parametrize(
    'signals', [[signal.SIGINT], [signal.SIGTERM], [signal.SIGINT, signal.SIGINT]],
    ids=['SIGINT', 'SIGTERM', 'double SIGINT'])


def send(node: Process, signals: Sequence[int]) -> None:
    for number in signals:
        node.process.send_signal(number)
        time.sleep(0.05)


@SIGNALS
def test_signals_end_it_while_it_checks(process, model, signals):
    def attempt() -> float:
        node = process(description_file=str(model))
        node.wait_for_workers()
        send(node, signals)
        return ends_cleanly(node)

    soon(attempt)


def test_a_signal_before_the_verdict_is_no_pass(process, model):
    node = process(description_file=str(model), exit_after_check='true')
    node.wait_for_workers()
    node.process.terminate()
    assert node.end()[0] == 3


@SIGNALS
def test_signals_end_it_when_it_is_idle(process, model, signals):
    def attempt() -> float:
        node = process(description_file=str(model))
        node.wait_for('checked good')
        send(node, signals)
        return ends_cleanly(node)

    soon(attempt)


@SIGNALS
def test_signals_end_it_while_it_decomposes(process, model, signals, tmp_path):
    def attempt() -> float:
        node = process(description_file=str(model), output_directory=str(tmp_path / 'out'))
        node.wait_for('checked good')
        with node.call_of(Trigger, 'generate_collision'):
            node.wait_for_workers()
            send(node, signals)
            return ends_cleanly(node)

    soon(attempt)
    assert not (tmp_path / 'out').exists()


def test_a_killed_node_leaves_no_worker(process, model):
    node = process(description_file=str(model))
    node.wait_for_workers()
    node.process.kill()
    node.end()
    assert wait_until(lambda: not node.family()), f'left behind: {node.family()}'


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
    status, said = process(**parameters).end()
    assert status == 2
    told = [line for line in said.strip().splitlines() if 'first diagnostics' not in line]
    assert part in told[0]
    assert len(told) == 1


@pytest.mark.parametrize('words', [['-p', 'fail_on'], ['--nope'], ['--params-file', '/nowhere.yaml'],
                                   ['-p', b'description_file:=n\xff.urdf']])
def test_words_that_ros_does_not_take_are_one_line_and_status_2(words):
    done = subprocess.run([sys.executable, '-c', RUN, '--ros-args', *words], capture_output=True, text=True,
                          check=False, cwd=Path(__file__).parents[1])
    assert done.returncode == 2
    last = done.stderr.splitlines()[-1]  # what stands before it is rcl's own
    assert last.startswith('robot_model_check_node: ')
    assert str(words[-1]).rpartition('/')[2] in last or 'surrogates' in last
    assert 'Traceback' not in done.stderr


def test_a_parameter_that_is_none_is_told_with_the_nearest_name(process, model):
    node = process(descripton_file=str(model), xacro_arguments='[]')
    node.wait_for("'descripton_file' is no parameter of this node and has no effect; did you mean "
                  "'description_file'")
    node.wait_for('first diagnostics')
    node.process.terminate()
    ends_cleanly(node)


ELSEWHERE = """
import signal, sys, threading
from robot_model_check import node
begin = node.Checker.__init__
def begin_and_end(self, *given):
    begin(self, *given)
    threading.Timer(1.0, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM)).start()
node.Checker.__init__ = begin_and_end
sys.exit(node.main())
"""


def test_a_signal_that_does_not_wake_the_waiting_thread_ends_it_too(process):
    """As one that comes just before that thread begins to wait."""
    ends_cleanly(process(ELSEWHERE))


BREAKS = """
import itertools, sys
from robot_model_check import node
publish, beats = node.Checker.publish, itertools.count()
def breaks(self):
    beat = next(beats)
    if beat == 1:
        raise RuntimeError('this beat fails')
    publish(self)
    if beat == 3:
        print('it beats on', flush=True)
node.Checker.publish = breaks
sys.exit(node.main())
"""


def test_a_callback_that_fails_is_told_and_the_others_go_on(process):
    node = process(BREAKS)
    node.wait_for("a callback failed: RuntimeError('this beat fails')")
    node.wait_for('it beats on')
    node.process.terminate()
    ends_cleanly(node)


LATE = """
import queue, sys
import rclpy
from robot_model_check import node
node.load()
before = set(sys.modules)
rclpy.init()
checker = node.Checker(rclpy.create_node('node'), queue.SimpleQueue())
print(*sorted(set(sys.modules) - before))
checker.watch.close()
rclpy.shutdown()
"""


def test_nothing_of_its_own_is_imported_between_the_start_of_ros_and_the_first_diagnostics(ros_domain):
    done = subprocess.run([sys.executable, '-c', LATE], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parents[1])
    assert not [name for name in done.stdout.split()
                if name.startswith(('robot_model_check', 'lark', 'diagnostic_msgs', 'std_', 'visual'))]


def test_without_ros_one_line_says_so():
    blocked = RUN.replace('import sys;', "import sys; sys.modules['rclpy'] = None;")
    done = subprocess.run([sys.executable, '-c', blocked], capture_output=True, text=True, check=False,
                          cwd=Path(__file__).parents[1])
    assert done.returncode == 2
    assert done.stderr.startswith('robot_model_check_node: the node needs ROS 2')
    assert len(done.stderr.splitlines()) == 1
