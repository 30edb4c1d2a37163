"""A new set of files in place of an old one: a kill at any moment leaves one of the two, files of others too.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
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
URDF = 'urdf/r.urdf'


def robot(folder, *parts):
    """A description that refers to meshes in a folder."""
    return ''.join(f'<mesh filename="../{folder}meshes/collision/{part}.stl"/>' for part in parts).encode()


OLD = {URDF: robot('', 'a_0', 'b_0'), 'meshes/collision/a_0.stl': b'old', 'meshes/collision/b_0.stl': b'old'}
NEW = {URDF: robot('', 'a_0', 'c_0'), 'meshes/collision/a_0.stl': b'new', 'meshes/collision/c_0.stl': b'new'}
NAMED = {'urdf/s.urdf': robot('', 'a_0'), 'meshes/collision/a_0.stl': b'named'}
INTERIM = {URDF: robot(f'{PENDING}/', 'a_0', 'c_0')}
OTHER_INTERIM = {'urdf/s.urdf': robot(f'{PENDING}/', 'a_0')}
OTHERS = {'package.xml': b'<package/>', 'meshes/collision/mine.stl': b'mine'}
OLD_READ = {'collision/a_0.stl': b'old', 'collision/b_0.stl': b'old'}
NEW_READ = {'collision/a_0.stl': b'new', 'collision/c_0.stl': b'new'}
NAMED_READ = {'collision/a_0.stl': b'named'}
MOMENTS = 150

# For each line of input, [folder, step, files, interim], a fork writes and kills itself at the step-th event
# of the interpreter that may change a file; the answer is its exit code.
SERVER = '''
import ctypes, fcntl, json, os, shutil, signal, sys, tempfile
from pathlib import Path
from robot_model_check.generation import output_folder, replace_folder
EVENTS = {'open', 'os.rename', 'os.mkdir', 'os.remove', 'os.rmdir', 'shutil.rmtree', 'os.chmod', 'os.link',
          'tempfile.mkdtemp', 'os.listdir', 'os.scandir', 'ctypes.dlopen', 'fcntl.flock'}
count = 0
def write(out, step, files, interim):
    def stop(event, arguments):
        global count
        if event in EVENTS:
            count += 1
            if count == step:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(stop)
    old = output_folder.old_files(Path(out), False)
    replace_folder.write_files(Path(out), files, old, interim)
    os._exit(0)
for line in sys.stdin:
    out, step, *given = json.loads(line)
    files, interim = ({name: text.encode() for name, text in some.items()} for some in given)
    pid = os.fork()
    if pid == 0:
        try:
            write(out, step, files, interim)
        finally:
            os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
'''


@pytest.fixture(scope='module')
def killed():
    """Return what writes files in a process that kills itself at a step, and returns its exit code."""
    with subprocess.Popen([sys.executable, '-c', SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True, env={**os.environ, 'PYTHONPATH': str(ROOT)}) as server:
        def write(out, step, files, interim=INTERIM):
            given = [{name: data.decode() for name, data in some.items()} for some in (files, interim)]
            server.stdin.write(json.dumps([str(out), step, *given]) + '\n')
            server.stdin.flush()
            return int(server.stdout.readline())
        yield write
        server.stdin.close()


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


def as_read(folder):
    """What a reader gets of each description: the meshes that it refers to, by their own paths."""
    def reads(path):
        referred = re.findall(r'filename="(.*?)"', path.read_text())
        return {mesh.partition('meshes/')[2]: (path.parent / mesh).read_bytes() for mesh in referred}
    return {path.name: reads(path) for path in sorted((folder / 'urdf').glob('*.urdf'))}


def in_place(folder):
    """The same without what a killed run may have left aside."""
    found = content(folder)
    return {name: data for name, data in found.items() if not name.startswith('.robot_model_check.')}


def test_a_kill_at_any_moment_leaves_the_old_output_or_the_new_one_whole(killed, tmp_path):
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


def test_beside_files_of_others_a_killed_run_counts_once_it_is_complete_and_the_next_finishes_it(
        killed, tmp_path):
    old, new = with_manifest(OLD), with_manifest(NEW)
    seen, mixed, read = [], 0, []
    for step in range(1, MOMENTS):
        out = tmp_path / f'{step}/out'
        put(out, {**old, **OTHERS})
        code = killed(out, step, new)
        assert code in (0, -signal.SIGKILL)
        kept, committed = in_place(out), (out / PENDING).exists()
        read.append(as_read(out))
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
    whole_old, whole_new = {'r.urdf': OLD_READ}, {'r.urdf': NEW_READ}
    assert read.count(whole_old) + read.count(whole_new) == len(read)
    assert read == sorted(read, key=[whole_old, whole_new].index)
    assert 5 < seen.index(True) < len(seen)


def test_beside_files_of_others_a_description_of_another_name_goes_before_its_meshes_change(
        killed, tmp_path):
    seen = []
    for step in range(1, MOMENTS):
        out = tmp_path / f'{step}/out'
        put(out, {**with_manifest(OLD), **OTHERS})
        code = killed(out, step, with_manifest(NAMED), OTHER_INTERIM)
        seen.append(as_read(out))
        assert seen[-1] in ({'r.urdf': OLD_READ}, {'r.urdf': OLD_READ, 's.urdf': NAMED_READ},
                            {'s.urdf': NAMED_READ})
        if code == 0:
            break
    assert code == 0
    assert content(out) == {**with_manifest(NAMED), **OTHERS}


@pytest.mark.parametrize('others', [{}, OTHERS])
def test_the_next_run_sweeps_up_what_a_killed_one_left_aside(killed, tmp_path, others):
    out = tmp_path / 'out'
    left = 0
    for step in range(1, 60, 4):
        put(out, {**with_manifest(OLD), **others})
        killed(out, step, with_manifest(NEW))
        left += sum('.robot_model_check.' in name for name in (*os.listdir(tmp_path), *os.listdir(out)))
        back = {URDF: robot(f'{PENDING}/', 'a_0', 'b_0')}
        write_files(out, with_manifest(OLD), old_files(out, False), back)
        assert os.listdir(tmp_path) == ['out']
        assert content(out) == {**with_manifest(OLD), **others}
    assert left > 3


def test_what_another_process_is_filling_is_not_swept_up(tmp_path):
    alive = tmp_path / '.out.robot_model_check.abcdefgh'
    put(alive, {'x': b'x'})
    lock = os.open(alive, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    write_files(tmp_path / 'out', NEW, (), INTERIM)
    assert sorted(os.listdir(tmp_path)) == [alive.name, 'out']
    os.close(lock)
    write_files(tmp_path / 'out', NEW, NEW, INTERIM)
    assert os.listdir(tmp_path) == ['out']


def test_the_folder_that_the_user_stands_in_stays_the_same_folder(tmp_path, monkeypatch):
    put(tmp_path / 'out', with_manifest(OLD))
    monkeypatch.chdir(tmp_path / 'out/urdf')
    write_files(tmp_path / 'out', with_manifest(NEW), with_manifest(OLD), INTERIM)
    assert Path('r.urdf').read_bytes() == NEW[URDF]
    assert content(tmp_path / 'out') == with_manifest(NEW)


@pytest.mark.parametrize('name', ['urdf', 'meshes'])
def test_where_a_file_is_in_the_way_nothing_is_begun(tmp_path, name):
    put(tmp_path / 'out', {name: b'mine'})
    with pytest.raises(UsageError, match=f'out: {name} is not a folder'):
        write_files(tmp_path / 'out', NEW, (), INTERIM)
    assert content(tmp_path / 'out') == {name: b'mine'}


def test_where_there_are_no_hard_links_files_are_copied(tmp_path, monkeypatch):
    def refuse(*given, **named):
        raise OSError(1, 'Operation not permitted')
    monkeypatch.setattr(os, 'link', refuse)
    put(tmp_path / 'out', {**with_manifest(OLD), **OTHERS})
    write_files(tmp_path / 'out', with_manifest(NEW), with_manifest(OLD), INTERIM)
    assert content(tmp_path / 'out') == {**with_manifest(NEW), **OTHERS}


def test_finishing_may_be_killed_as_well(killed, tmp_path):
    old, new = with_manifest(OLD), with_manifest(NEW)
    out = tmp_path / 'out'
    put(out, {**old, **OTHERS})
    journal = {'files': [name for name in new if name != URDF], 'referring': [URDF],
               'gone': ['meshes/collision/b_0.stl']}
    put(out / PENDING, {**new, f'interim/{URDF}': INTERIM[URDF]})
    put(out / PENDING, {'journal.json': json.dumps(journal).encode()})
    for step in range(1, 12):
        assert killed(out, step, new) == -signal.SIGKILL
        assert as_read(out)['r.urdf'] in (OLD_READ, NEW_READ)
    assert killed(out, 0, new) == 0
    assert content(out) == {**new, **OTHERS}


@pytest.mark.parametrize('others', [{}, OTHERS])
def test_what_is_not_listed_stays_and_nothing_is_left_over(tmp_path, others):
    out = tmp_path / 'out'
    put(out, {**with_manifest(OLD), **others})
    write_files(out, with_manifest(NEW), with_manifest(OLD), INTERIM)
    assert content(out) == {**with_manifest(NEW), **others}
    assert os.listdir(tmp_path) == ['out']


def test_where_folders_cannot_change_places_it_goes_file_by_file(tmp_path, monkeypatch):
    monkeypatch.setattr(replace_folder, '_exchange', lambda one, other: False)
    out = tmp_path / 'out'
    put(out, with_manifest(OLD))
    write_files(out, with_manifest(NEW), with_manifest(OLD), INTERIM)
    assert content(out) == with_manifest(NEW)
    assert os.listdir(tmp_path) == ['out']


@pytest.mark.parametrize('journal', [
    '{"files": ["../x"], "referring": [], "gone": []}', '{"files": [], "referring": [], "gone": ["/etc/x"]}',
    '{"files": [], "referring": ["../x"], "gone": []}', '{"files": [], "gone": []}', '[]', 'x'])
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
            write_files(tmp_path / 'out', with_manifest(NEW), with_manifest(OLD), INTERIM)
        told = f'cannot write {tmp_path}/out: No space left on device; name a folder that can be written'
        assert str(error.value) == told
        assert content(tmp_path / 'out') == {**with_manifest(OLD), **others}
    assert os.listdir(tmp_path) == ['out']
