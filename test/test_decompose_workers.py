"""A worker that crashes, hangs or takes all memory costs its link a method, and never the collision."""

from __future__ import annotations

import os
import resource
import signal
import time
from dataclasses import replace

import pytest
from shapes import box, channel, link, write_stl

from robot_model_check.decompose import workers
from robot_model_check.decompose.choose import Wish, choose
from robot_model_check.decompose.methods import Limits
from robot_model_check.model import Mesh
from robot_model_check.progress import Progress


@pytest.fixture
def paths(tmp_path):
    """A channel, and a block."""
    return {'channel': write_stl(tmp_path / 'channel.stl', *channel(1e-3)),
            'block': write_stl(tmp_path / 'block.stl', *box((0.06, 0.08, 0.04)))}


def found(paths, *links, chooser=choose, jobs=1, wish=None, **told):
    """The choices for links, in order."""
    wishes = [wish or Wish()] * len(links)
    return list(workers.choices(links, paths, wishes, jobs, Progress(**told), chooser).values())


class At:
    """A chooser whose worker meets a fault when it tries a method, '' for before."""

    def __init__(self, method, fault):
        self.method, self.fault = method, fault

    def __call__(self, link, paths, wish, trying):
        def tried(method):
            trying(method)
            if method == self.method:
                FAULTS[self.fault]()
        if not self.method:
            FAULTS[self.fault]()
        return choose(link, paths, wish, tried)


def take_memory():
    """Take more than is allowed."""
    bytearray(resource.getrlimit(resource.RLIMIT_DATA)[0])


FAULTS = {'crash': lambda: os.kill(os.getpid(), signal.SIGSEGV), 'assert': os.abort,
          'hang': lambda: time.sleep(60), 'memory': take_memory, 'leave': lambda: os._exit(3)}


@pytest.mark.parametrize(('fault', 'words'), [
    ('crash', 'SIGSEGV'), ('assert', 'SIGABRT'), ('memory', 'split: out of memory'),
    ('leave', 'exit code 3')])
def test_the_next_method_is_tried(paths, fault, words):
    choice, = found(paths, link([Mesh('channel')]), chooser=At('split', fault))
    assert choice.method == 'coacd'
    assert choice.now.excess < 0.05
    assert words in choice.note
    assert words in choice.refused[0]


def test_a_hang_ends_with_its_time(paths, monkeypatch):
    assert workers._time_limit(Wish('split', Limits(time_limit=1.0))) == 1.0 + workers.MEASURING
    limits = iter([3.0])
    monkeypatch.setattr(workers, '_time_limit', lambda wish: next(limits, workers.TIME_LIMIT))
    choice, = found(paths, link([Mesh('channel')]), chooser=At('split', 'hang'), wish=Wish('split'))
    # on a busy machine its time is over before it has come to split
    at = choice.note.partition(': not finished within 3 s')[0]
    assert (at, choice.method) in {('split', 'coacd'), ('measuring', 'hull')}


@pytest.mark.parametrize(('method', 'words'), [
    ('hull', 'hull: the worker died'), ('', 'measuring: the worker')])
def test_where_nothing_goes_the_hull_unmeasured_is_left(paths, method, words):
    choice, = found(paths, link([Mesh('channel')]), chooser=At(method, 'crash'))
    assert (choice.method, choice.now, choice.failed) == ('hull', None, False)
    assert choice.note.startswith(words)
    assert choice.note.endswith('not measured')


def test_a_link_that_has_a_collision_keeps_it_then_and_that_is_a_failure(paths):
    choice, = found(paths, link([Mesh('channel')], [Mesh('channel')]), chooser=At('', 'crash'))
    assert (choice.method, choice.parts, choice.failed) == ('kept', (), True)
    assert 'SIGSEGV' in choice.note


def test_the_other_links_do_not_notice(paths):
    told = []
    links = [link([Mesh('block')]), replace(link([Mesh('channel')]), name='other')]
    one, other = found(paths, *links, chooser=At('split', 'crash'), jobs=2,
                       done=lambda *given: told.append(given))
    assert (one.method, one.refused) == ('primitive', ())
    assert other.method == 'coacd'
    assert told == [('part', 1, 2), ('other', 2, 2)]


def test_one_geometry_is_worked_on_once_for_each_wish(paths):
    tried = []
    links = [replace(link([Mesh('channel')]), name=name) for name in ('a', 'b', 'c')]
    wishes = [Wish(), Wish(method='hull'), Wish()]
    chosen = workers.choices(links, paths, wishes, 0,
                             Progress(started=lambda name, method: tried.append((name, method))))
    assert [choice.method for choice in chosen.values()] == ['split', 'hull', 'split']
    assert chosen['a'] is chosen['c']
    assert tried == [('a', 'primitive'), ('a', 'hull'), ('a', 'split'), ('b', 'hull')]


def test_a_method_within_the_limit_of_memory_does_its_work(paths, monkeypatch):
    monkeypatch.setattr(workers, 'MEMORY', workers.LEAST_MEMORY)
    choice, = found(paths, link([Mesh('channel')]))
    assert (choice.method, choice.refused[0][:5]) == ('split', 'primi')


def test_a_library_of_others_inherits_the_limit(paths, monkeypatch, tmp_path):
    (tmp_path / 'vhacdx.py').write_text('import resource, sys\n'
                                        'sys.exit(f"limit {resource.getrlimit(resource.RLIMIT_DATA)[0]}")')
    monkeypatch.setenv('PYTHONPATH', str(tmp_path))
    choice, = found(paths, link([Mesh('channel')]), wish=Wish(method='vhacd'))
    assert f'V-HACD failed: limit {workers.memory_limit(1)}' in choice.note


def test_the_limit_is_a_share_of_the_machine(monkeypatch):
    pages = {'SC_PAGE_SIZE': 1 << 12, 'SC_PHYS_PAGES': 1 << 21}  # 8 GiB
    monkeypatch.setattr(os, 'sysconf', pages.get)
    assert [workers.memory_limit(jobs) for jobs in (0, 2, 4, 64)] == [None, 4 << 30, 2 << 30, 1 << 30]

