"""The command line as a process: streams, terminals, signals, and what it imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import REPOSITORY, SWAPPED, spawn
from processes import PATIENCE, members, wait_until


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A robot with one error."""
    path = tmp_path / 'robot.urdf'
    path.write_text(SWAPPED, encoding='utf-8')
    return path


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a shell line in the folder; $CHECK is the command line."""
    return subprocess.run(
        ['bash', '-c', command], cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE,
        env={**os.environ, 'PYTHONPATH': str(REPOSITORY), **environment,
             'CHECK': f'{sys.executable} -m robot_model_check.cli check'})


STREAMS = [  # command, exit code, standard error
    ('$CHECK robot.urdf -o /dev/stdout > out; test -h /dev/stdout && cat out', 0, ''),
    ('$CHECK robot.urdf > /dev/full', 2, 'cannot write to standard output: No space left on device'),
    ('$CHECK robot.urdf >&-', 2, 'standard output is closed'),
    ('$CHECK robot.urdf -o out >&- 2>&- <&-; cat out; exit 0', 0, ''),
    ('$CHECK - <&-', 2, 'standard input is closed'),
    ('$CHECK - < /dev/zero', 2, 'standard input is larger than 256 MiB'),
    ('$CHECK robot.urdf | head -n 1; exit ${PIPESTATUS[0]}', 1, ''),
    ('mkdir gone; cd gone; rmdir ../gone; $CHECK ../robot.urdf', 2, 'working directory no longer exists'),
]


@pytest.mark.parametrize(('command', 'code', 'told'), STREAMS, ids=[row[0] for row in STREAMS])
def test_streams_that_are_full_closed_or_cut(command: str, code: int, told: str, model: Path,
                                             tmp_path: Path) -> None:
    done = shell(command, tmp_path)
    assert (done.returncode, told in done.stderr) == (code, True), done.stderr
    assert len(done.stderr.splitlines()) == bool(told)
    assert ('robot "good"' in done.stdout) == (not told)


def test_a_terminal_that_shows_ascii_only(tmp_path: Path) -> None:
    (tmp_path / 'robot.urdf').write_text(SWAPPED.replace('shoulder', 'Schulter_größe'), encoding='utf-8')
    done = shell('$CHECK robot.urdf', tmp_path, PYTHONIOENCODING='ascii')
    assert (done.returncode, done.stderr) == (1, '')
    assert 'joint Schulter_gr\\xf6\\xdfe' in done.stdout
    done = shell('$CHECK robot.urdf --format json', tmp_path, PYTHONIOENCODING='ascii')
    assert 'Schulter_größe' in {finding['subject']['name'] for finding in json.loads(done.stdout)['findings']}


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from robot_model_check.cli import main; main(['--help']); "
        "print(sorted({'numpy', 'trimesh', 'scipy', 'coacd', 'rclpy', 'yaml', 'xacro'} & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True,
                         env={**os.environ, 'PYTHONPATH': str(REPOSITORY)}).stdout
    assert out.splitlines()[-1] == '[]'


def test_mesh_libraries_stay_in_the_workers(model: Path) -> None:
    code = ('import sys; from robot_model_check.cli import main; '
            f"main(['check', {str(model)!r}]); "
            "print(sorted({'trimesh', 'scipy', 'coacd', 'rclpy'} & set(sys.modules)))")
    out = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, check=True,
                         env={**os.environ, 'PYTHONPATH': str(REPOSITORY)}).stdout
    assert out.splitlines()[-1] == '[]'


def test_a_reader_that_leaves_early_is_no_error(model: Path) -> None:
    shell = f'{sys.executable} -m robot_model_check.cli rules | head -n 1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(['bash', '-c', shell], capture_output=True, text=True, check=False,
                          env={**os.environ, 'PYTHONPATH': str(REPOSITORY)})
    assert 'Traceback' not in done.stderr
    assert done.stderr == ''


def test_interrupt_ends_with_130_and_leaves_nothing(tmp_path: Path) -> None:
    links = '\n'.join(
        f'<link name="l{i}"><visual><geometry><mesh filename="m{i}.stl"/></geometry></visual></link>'
        for i in range(40)
    )
    (tmp_path / 'robot.urdf').write_text(f'<robot name="r">{links}</robot>', encoding='utf-8')
    slow = ''.join(
        f' facet normal 0 0 1\n outer loop\n vertex {i} 0 0\n vertex {i} 1 0\n vertex {i} 0 1.5\n endloop\n'
        ' endfacet\n'
        for i in range(40000)
    )
    for i in range(40):
        (tmp_path / f'm{i}.stl').write_text(f'solid a\n{slow}endsolid a\n', encoding='utf-8')
    process = spawn(
        'check', str(tmp_path / 'robot.urdf'), '-o', str(tmp_path / 'out'), start_new_session=True
    )
    # itself, a worker and what keeps its books
    assert wait_until(lambda: len(members(process.pid)) >= 3)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert (out, err) == ('', '')
    assert not (tmp_path / 'out').exists()
    assert wait_until(lambda: not members(process.pid)), 'a worker is still alive'
