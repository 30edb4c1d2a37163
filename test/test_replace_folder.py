"""A new set of files in place of an old one: a kill at any moment leaves one of the two, files of others too.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from robot_model_check.errors import UsageError
from robot_model_check.generation import replace_folder
from robot_model_check.generation.output_folder import old_files, sha256
from robot_model_check.generation.replace_folder import PENDING, write_files

ROOT = Path(__file__).resolve().parents[1]
OLD = {'urdf/r.urdf': b'old', 'meshes/collision/a_0.stl': b'old', 'meshes/collision/b_0.stl': b'old'}
NEW = {'urdf/r.urdf': b'new', 'meshes/collision/a_0.stl': b'new', 'meshes/collision/c_0.stl': b'new'}
OTHERS = {'package.xml': b'<package/>', 'meshes/collision/mine.stl': b'mine'}
MOMENTS = 150

# Kills itself at the step-th event of the interpreter that may change a file; argv: folder, step, files.
KILLED = '''
import json, os, signal, sys
from pathlib import Path
from robot_model_check.generation import output_folder, replace_folder
import ctypes, shutil, tempfile
out, step, count = Path(sys.argv[1]), int(sys.argv[2]), 0
files = {name: text.encode() for name, text in json.loads(sys.argv[3]).items()}
EVENTS = {'open', 'os.rename', 'os.mkdir', 'os.remove', 'os.rmdir', 'shutil.rmtree', 'os.chmod',
          'tempfile.mkdtemp', 'os.listdir', 'os.scandir', 'ctypes.dlopen'}
def stop(event, arguments):
    global count
    if event in EVENTS:
        count += 1
        if count == step:
            os.kill(os.getpid(), signal.SIGKILL)
ctypes.CDLL(None)
sys.addaudithook(stop)
old = output_folder.old_files(out, False)
replace_folder.write_files(out, files, old)
'''


def with_manifest(files):
    """The files and the manifest that lists them."""
    hashes = {name: sha256(data) for name, data in files.items()}
    manifest = {'tool': {'name': 'robot_model_check'}, 'files': hashes}
    return {**files, 'manifest.json': json.dumps(manifest).encode()}


def put(folder, files):
    """Write files as they are."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def content(folder):
    """Path -> bytes of all files in a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob('*'))
            if path.is_file()}


def in_place(folder):
    """The same without what a killed run may have left aside."""
    found = content(folder)
    return {name: data for name, data in found.items() if not name.startswith('.robot_model_check.')}


def killed(out, step, files):
    """Write the files in a process that kills itself at a step; return its exit code."""
    words = [sys.executable, '-c', KILLED, str(out), str(step),
             json.dumps({name: data.decode() for name, data in files.items()})]
    return subprocess.run(words, check=False, env={**os.environ, 'PYTHONPATH': str(ROOT)}).returncode


def test_a_kill_at_any_moment_leaves_the_old_output_or_the_new_one_whole(tmp_path):
    old, new = with_manifest(OLD), with_manifest(NEW)
    seen = []
    for step in range(1, MOMENTS):
        out = tmp_path / f'{step}/out'
        put(out, old)
        code = killed(out, step, new)
        assert code in (0, -signal.SIGKILL)
        assert content(out) in (old, new)
        seen.append(content(out) == new)
        if code == 0:
            break
    assert code == 0
    assert seen == sorted(seen)  # once new, always new
    assert 10 < seen.index(True) < len(seen)


def test_beside_files_of_others_a_killed_run_counts_once_it_is_complete_and_the_next_finishes_it(tmp_path):
    old, new = with_manifest(OLD), with_manifest(NEW)
    seen, mixed = [], 0
    for step in range(1, MOMENTS):
        out = tmp_path / f'{step}/out'
        put(out, {**old, **OTHERS})
        code = killed(out, step, new)
        assert code in (0, -signal.SIGKILL)
        kept, committed = in_place(out), (out / PENDING).exists()
        if not committed:  # then nothing of the old is touched, or all is done
            assert kept in ({**old, **OTHERS}, {**new, **OTHERS})
        mixed += committed and code != 0
        assert old_files(out, False) in (set(old), set(new))  # as the next run does first
        assert not (out / PENDING).exists()
        after = in_place(out)
        assert after == {**(new if committed else kept), **OTHERS}
        seen.append(after == {**new, **OTHERS})
        if code == 0:
            break
    assert code == 0
    assert seen == sorted(seen)
    assert mixed > 5
    assert 5 < seen.index(True) < len(seen)


def test_finishing_may_be_killed_as_well(tmp_path):
    old, new = with_manifest(OLD), with_manifest(NEW)
    out = tmp_path / 'out'
    put(out, {**old, **OTHERS})
    put(out / PENDING, {**new, 'journal.json': json.dumps(
        {'files': list(new), 'gone': ['meshes/collision/b_0.stl']}).encode()})
    for step in range(1, 12):
        assert killed(out, step, new) == -signal.SIGKILL
    assert killed(out, 0, new) == 0
    assert content(out) == {**new, **OTHERS}


@pytest.mark.parametrize('others', [{}, OTHERS])
def test_what_is_not_listed_stays_and_nothing_is_left_over(tmp_path, others):
    out = tmp_path / 'out'
    put(out, {**with_manifest(OLD), **others})
    write_files(out, with_manifest(NEW), with_manifest(OLD))
    assert content(out) == {**with_manifest(NEW), **others}
    assert os.listdir(tmp_path) == ['out']


def test_where_folders_cannot_change_places_it_goes_file_by_file(tmp_path, monkeypatch):
    monkeypatch.setattr(replace_folder, '_exchange', lambda one, other: False)
    out = tmp_path / 'out'
    put(out, with_manifest(OLD))
    write_files(out, with_manifest(NEW), with_manifest(OLD))
    assert content(out) == with_manifest(NEW)
    assert os.listdir(tmp_path) == ['out']


@pytest.mark.parametrize('journal', ['{"files": ["../x"], "gone": []}', '{"files": [], "gone": ["/etc/x"]}',
                                     '{"files": []}', '[]', 'x'])
def test_a_journal_of_others_is_not_followed(tmp_path, journal):
    put(tmp_path / 'out' / PENDING, {'journal.json': journal.encode()})
    put(tmp_path, {'x': b'precious'})
    with pytest.raises(UsageError, match=r'cannot be finished .* delete .*\.robot_model_check\.new'):
        old_files(tmp_path / 'out', False)
    assert (tmp_path / 'x').read_bytes() == b'precious'


def test_a_place_that_takes_no_files_is_named_as_it_was_given(tmp_path, monkeypatch):
    def refuse(*given, **named):
        raise OSError(28, 'No space left on device', str(tmp_path / '.out.x/urdf'))
    monkeypatch.setattr(replace_folder, '_fill', refuse)
    for others in ({}, OTHERS):
        put(tmp_path / 'out', {**with_manifest(OLD), **others})
        with pytest.raises(UsageError) as error:
            write_files(tmp_path / 'out', with_manifest(NEW), with_manifest(OLD))
        told = f'cannot write {tmp_path}/out: No space left on device; name a folder that can be written'
        assert str(error.value) == told
        assert content(tmp_path / 'out') == {**with_manifest(OLD), **others}
    assert os.listdir(tmp_path) == ['out']
