"""parallel: order, errors, deaths, time limits, interruption."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import PATIENCE, is_running, wait_until

from robot_model_check.parallel import Outcome, keeping, run, tell

ROOT = str(Path(__file__).parents[1])


def square(x):
    return x * x


def misbehave(what, value):
    if what == 'raise':
        raise ValueError(f'bad {value}')
    if what == 'segfault':
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == 'leave':
        os._exit(7)
    if what == 'exit':
        sys.exit(3)
    if what == 'hang':
        time.sleep(60)
    if what == 'unpicklable':
        return lambda: value
    if what == 'print':
        print('noise on standard output', flush=True)
    return value


def nested(value):
    return [outcome.value for outcome in run(square, [(value,), (value + 1,)], 2)]


def environment():
    return os.environ.get('OMP_NUM_THREADS'), 'numpy' in sys.modules


def test_in_process_without_workers():
    outcomes = run(misbehave, [('', 1), ('raise', 2), ('exit', 3)], 0)
    assert outcomes[0] == Outcome(1)
    assert 'ValueError: bad 2' in outcomes[1].error
    assert 'SystemExit: 3' in outcomes[2].error


def test_no_tasks_no_workers():
    assert run(square, [], 4) == []


def test_each_fault_is_attributed_to_its_own_task_and_order_is_kept():
    kinds = ['', 'segfault', '', 'raise', 'leave', 'unpicklable', '', 'exit', '']
    outcomes = run(misbehave, [(kind, i) for i, kind in enumerate(kinds)], 2)
    assert [outcome.value for outcome in outcomes] == [0, None, 2, None, None, None, 6, None, 8]
    errors = [outcome.error for outcome in outcomes]
    assert [error is None for error in errors] == [kind == '' for kind in kinds]
    assert errors[1] == 'the worker died (signal 11, SIGSEGV) while it did this task'
    assert errors[3].startswith('Traceback')
    assert errors[3].rstrip().endswith('ValueError: bad 3')
    assert errors[4] == 'the worker died (exit code 7) while it did this task'
    assert 'pickle' in errors[5].lower()
    assert 'SystemExit: 3' in errors[7]


def test_a_task_that_hangs_is_given_up_and_the_rest_is_done():
    outcomes = run(misbehave, [('hang', 0), ('', 1)], 1, timeout=[1.0, None])
    assert outcomes == [Outcome(error='not finished within 1 s'), Outcome(1)]


def test_works_inside_a_worker():
    assert run(nested, [(3,)], 1) == [Outcome([9, 16])]


def test_workers_have_one_thread_and_no_numpy_yet():
    assert run(environment, [()], 1)[0].value[0] == '1'
    assert loaded_by_import('robot_model_check.parallel').isdisjoint({'numpy', 'trimesh', 'scipy'})


def loaded_by_import(module):
    script = f'import {module}, sys; print(*sys.modules)'
    done = subprocess.run([sys.executable, '-c', script], capture_output=True, text=True, check=True,
                          env={**os.environ, 'PYTHONPATH': ROOT})
    return set(done.stdout.split())


SCRIPT = '''
import os, sys, time
sys.path.insert(0, {test!r})
import test_parallel
from robot_model_check.parallel import run
if __name__ == '__main__':
    print('up', flush=True)
    try:
        run(test_parallel.{function}, {tasks!r}, 2)
    except KeyboardInterrupt:
        print('interrupted', flush=True)
        sys.exit(130)
'''


def report_and_hang(path, index):
    with open(os.path.join(path, f'{index}.part'), 'w') as stream:
        stream.write(str(os.getpid()))
    os.rename(os.path.join(path, f'{index}.part'), os.path.join(path, f'{index}.pid'))
    time.sleep(60)


def start(tmp_path, function, tasks):
    script = tmp_path / 'main.py'
    script.write_text(SCRIPT.format(test=str(Path(__file__).parent), function=function, tasks=tasks))
    return subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env={**os.environ, 'PYTHONPATH': ROOT}, start_new_session=True)


def worker_pids(tmp_path, count):
    assert wait_until(lambda: len(list(tmp_path.glob('*.pid'))) == count), 'the workers did not start'
    return [int(file.read_text()) for file in sorted(tmp_path.glob('*.pid'))]


def wait_gone(pids):
    return wait_until(lambda: not any(map(is_running, pids)))


@pytest.mark.skipif(not os.path.isdir('/proc'), reason='needs /proc')
def test_interrupt_kills_the_workers_quietly(tmp_path):
    main = start(tmp_path, 'report_and_hang', [(str(tmp_path), i) for i in range(4)])
    pids = worker_pids(tmp_path, 2)
    os.killpg(main.pid, signal.SIGINT)  # as a terminal does: to the parent and the workers
    out, err = main.communicate(timeout=PATIENCE)
    assert (main.returncode, out, err) == (130, 'up\ninterrupted\n', '')
    assert wait_gone(pids)


@pytest.mark.skipif(not os.path.isdir('/proc'), reason='needs /proc')
def test_workers_end_when_the_parent_is_killed(tmp_path):
    main = start(tmp_path, 'report_and_hang', [(str(tmp_path), i) for i in range(4)])
    pids = worker_pids(tmp_path, 2)
    main.kill()
    main.communicate(timeout=PATIENCE)
    assert wait_gone(pids)


def test_workers_leave_standard_output_alone(tmp_path):
    main = start(tmp_path, 'misbehave', [('print', 1)])
    out, err = main.communicate(timeout=PATIENCE)
    assert (main.returncode, out, err) == (0, 'up\n', 'noise on standard output\n')


def teller(count):
    """Tell numbers, then return."""
    for number in range(count):
        tell(number)
    return count


def test_what_a_task_tells_is_heard_before_it_is_done_even_of_one_that_dies():
    for jobs in (0, 2):
        heard = []
        outcomes = run(teller, [(2,), (3,)], jobs,
                       done=lambda index, outcome, heard=heard: heard.append((index, 'done')),
                       heard=lambda index, value, heard=heard: heard.append((index, value)))
        assert [outcome.value for outcome in outcomes] == [2, 3]
        assert [entry for entry in heard if entry[0] == 0] == [(0, 0), (0, 1), (0, 'done')]
        assert [entry for entry in heard if entry[0] == 1] == [(1, 0), (1, 1), (1, 2), (1, 'done')]
    heard = []
    outcomes = run(teller_that_dies, [()], 1, heard=lambda index, value: heard.append(value))
    assert 'SIGKILL' in outcomes[0].error
    assert heard == ['last words']
    tell('nobody listens')


def teller_that_dies():
    """Tell something and be killed."""
    tell('last words')
    os.kill(os.getpid(), signal.SIGKILL)


def test_runs_share_their_workers_and_the_last_one_leaves_none():
    assert run(own_id, [()], 1) != run(own_id, [()], 1)
    with keeping():
        first, second = run(own_id, [()], 1), run(own_id, [()], 1)
        assert first == second
        assert is_running(first[0].value)
    assert not is_running(first[0].value)


def own_id():
    return os.getpid()


def test_a_shared_worker_that_dies_takes_its_own_task_alone():
    with keeping():
        run(own_id, [()], 1)
        assert 'SIGSEGV' in run(misbehave, [('segfault', 0)], 1)[0].error
        idle = run(own_id, [()], 1)[0].value
        os.kill(idle, signal.SIGKILL)
        assert run(square, [(3,)], 1) == [Outcome(9)]


def dies_of_an_earlier_run(path):
    """Die where an earlier run has left something in this worker."""
    if left:
        os._exit(9)
    return path


def leave_something():
    left.append(os.getpid())


left = []


def test_a_task_that_dies_of_what_an_earlier_run_left_is_done_by_a_fresh_worker():
    with keeping():
        run(leave_something, [()], 1)
        assert run(dies_of_an_earlier_run, [(1,), (2,)], 1) == [Outcome(1), Outcome(2)]


TAKEN = '''
import signal, threading, time
from multiprocessing import resource_tracker, util
from robot_model_check.parallel import run
other = threading.Thread(target=time.sleep, args=(5,), daemon=True)
other.start()
resource_tracker.ensure_running()
spawn = util.spawnv_passfds
def interrupted(*words):
    pid = spawn(*words)
    signal.pthread_kill(other.ident, signal.SIGINT)
    time.sleep(0.1)
    return pid
util.spawnv_passfds = interrupted
try:
    run(abs, [(1,)], 1)
except KeyboardInterrupt:
    print('interrupted')
'''


def test_an_interrupt_that_another_thread_takes_waits_until_the_worker_has_started():
    done = subprocess.run([sys.executable, '-c', TAKEN], text=True, capture_output=True, check=False,
                          env={**os.environ, 'PYTHONPATH': ROOT})
    assert (done.returncode, done.stdout, done.stderr) == (0, 'interrupted\n', '')
