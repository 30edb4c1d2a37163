"""Parts, excess, coverage, contacts and CPU time of the plane cuts beside those of CoACD and V-HACD.

    pip install coacd vhacdx example-robot-data
    python benchmarks/decompose.py [--methods split,coacd,...] [--count 100] [--cache DIR]
                                   [-o docs/COLLISION.md]

The solids are a U channel, straight and turned, a flange ring, and links of example-robot-data: of the meshes
that its URDF files use as visuals, each distinct file whose surface closes and does not pass through itself,
in the order of their SHA-256, so that the first hundred are a fair draw from all its robots. Every method
gets the same closed solid, in a worker process with one thread; its parts and CPU seconds are kept in the
cache, so that a run can be taken up again, with other methods or more links. `split-as-coacd` is the plane
cuts with CoACD's cap of vertices and the excess that CoACD left, on the references and the first ten links
that one hull does not fit. Without `--methods` nothing is run, and the tables and pictures are made of what
is in the cache; the tables go below the line MARK of the file, whose text above it is written by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import sys
import sysconfig
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / 'benchmarks')]

from decompose_tables import tables  # noqa: E402

from robot_model_check.facts import Array  # noqa: E402
from robot_model_check.parallel import run  # noqa: E402

if TYPE_CHECKING:
    from manifold3d import Manifold

PACKAGE = Path(sysconfig.get_paths()['purelib']) / 'cmeel.prefix/share/example-robot-data'
MARK = '<!-- below: written by benchmarks/decompose.py -->'
MAX_EXCESS, MAX_PARTS = 0.05, 32
EXACT = 0.001  # the excess allowed on the channel, which three boxes fill
COACD_VERTICES = 256  # of a part, CoACD's own cap
AS_COACD, PEERED = 'split-as-coacd', 10  # the excess of CoACD as the budget, on so many links
TIME_LIMIT = 1800.0  # s a solid
PICTURED = {'channel': 'channel-turned', 'flange': 'flange',
            'head': 'robots/g1_description/meshes/head_link.STL',
            'hand': 'robots/g1_description/meshes/right_rubber_hand.STL',
            'jaw': 'robots/so_arm_description/meshes/so100/Fixed_Jaw_Motor.stl'}


def links(count: int, cache: Path) -> list[str]:
    """Return the files of the first `count` closed visuals, relative to the package."""
    listing = cache / 'links.json'
    found = json.loads(listing.read_text()) if listing.exists() else []
    if len(found) < count:
        found = [name for name in _by_hash() if _solid(PACKAGE / name) is not None][:count]
        listing.write_text(json.dumps(found, indent=1))
    return found[:count]


def _by_hash() -> Iterator[str]:
    """Yield the mesh files that are visuals, each distinct one once, in the order of their SHA-256."""
    uses = {PACKAGE.parent / uri for path in PACKAGE.rglob('*.urdf')
            for visual in re.findall(r'<visual.*?</visual>', path.read_text(errors='replace'), re.DOTALL)
            for uri in re.findall(r'filename="package://([^"]+)"', visual)}
    hashes = {hashlib.sha256(path.read_bytes()).hexdigest(): path for path in sorted(uses, reverse=True)
              if path.is_file()}
    yield from (str(hashes[digest].relative_to(PACKAGE)) for digest in sorted(hashes))


def _solid(path: Path) -> Manifold | None:
    from robot_model_check.geometry.mesh import MeshError, load
    from robot_model_check.geometry.solid import closed_solid
    try:
        mesh = load(str(path))
    except MeshError:
        return None
    found = closed_solid(mesh.vertices, mesh.faces)[0]
    return None if found is None or found.volume() > (1 + 1e-6) * found.hull().volume() else found


def channel(rpy: tuple[float, float, float]) -> Manifold:
    """Return a U channel of 60 x 80 x 40 mm with walls and floor of 6 mm, turned, as an STL file holds it."""
    from manifold3d import Manifold

    from robot_model_check.geometry.solid import closed_solid, to_arrays
    from robot_model_check.kinematics import rotation
    V, F = to_arrays(Manifold.cube((60, 80, 40)) - Manifold.cube((48, 80, 34)).translate((6, 0, 6)))
    found = closed_solid((V @ rotation(rpy).T).astype(np.float32).astype(float), F)[0]
    assert found is not None
    return found


def flange() -> Manifold:
    """Return a ring of 60 mm with a bore of 30 mm and six bolt holes of 5 mm, 8 mm thick."""
    from manifold3d import Manifold
    body = Manifold.cylinder(8, 30, -1, 64) - Manifold.cylinder(8, 15, -1, 64)
    for angle in np.arange(6) * np.pi / 3:
        body -= Manifold.cylinder(8, 2.5, -1, 16).translate((22 * np.cos(angle), 22 * np.sin(angle), 0))
    return body


REFERENCES: Mapping[str, Callable[[], Manifold]] = {
    'channel': lambda: channel((0.0, 0.0, 0.0)),
    'channel-turned': lambda: channel((float(np.radians(10)), float(np.radians(-20)), float(np.radians(30)))),
    'flange': flange,
}


def solid(case: str) -> Manifold:
    """Return the solid of a case: a reference part by name, else a link by its file."""
    found = REFERENCES[case]() if case in REFERENCES else _solid(PACKAGE / case)
    assert found is not None
    return found


def by_split(body: Manifold, case: str) -> list[Array]:
    from robot_model_check.decompose.split import Budget, split
    max_excess = EXACT if case.startswith('channel') else MAX_EXCESS
    return [part.vertices for part in split(body, Budget(max_excess, MAX_PARTS)).parts]


def by_split_as_coacd(body: Manifold, excess: float, parts: int) -> list[Array]:
    from robot_model_check.decompose.split import Budget, split
    budget = Budget(excess, max(parts, MAX_PARTS), COACD_VERTICES)
    return [part.vertices for part in split(body, budget).parts]


def by_coacd(body: Manifold, **parameters: Any) -> list[Array]:
    import coacd

    from robot_model_check.geometry.solid import to_arrays
    coacd.set_log_level('off')
    V, F = to_arrays(body)
    return [np.array(part[0]) for part in coacd.run_coacd(coacd.Mesh(V, F.astype(np.int32)), **parameters)]


def by_vhacd(body: Manifold) -> list[Array]:
    import vhacdx

    from robot_model_check.geometry.solid import to_arrays
    V, F = to_arrays(body)
    faces = np.column_stack([np.full(len(F), 3), F]).astype(np.uint32)  # as VTK lists polygons
    return [np.array(part[0]) for part in vhacdx.compute_vhacd(V, faces, maxConvexHulls=MAX_PARTS)]


METHODS: Mapping[str, Callable[[Manifold, str], list[Array]]] = {
    'split': by_split,
    'coacd': lambda body, case: by_coacd(body),
    'coacd-cheap': lambda body, case: by_coacd(body, mcts_iterations=50, mcts_nodes=10, mcts_max_depth=2),
    'vhacd': lambda body, case: by_vhacd(body),
}


def decompose(method: str, case: str, target: str, budget: tuple[float, int] | None = None) -> None:
    """Write the parts and the CPU seconds of a method on a case to a file, and what is measured on them."""
    body = solid(case)
    body.hull().volume()  # loads the library; it works lazily
    start = time.process_time()
    parts = METHODS[method](body, case) if budget is None else by_split_as_coacd(body, *budget)
    seconds = time.process_time() - start
    with open(target + '.part', 'wb') as stream:
        named: dict[str, Any] = {f'part{index:05d}': part for index, part in enumerate(parts)}
        np.savez(stream, seconds=seconds, **named)
    os.replace(target + '.part', target)


def measure(case: str, path: str) -> dict[str, float]:
    """Return what is measured on the parts in a file: volumes by booleans, contacts by spheres."""
    from manifold3d import Manifold, OpType

    from robot_model_check.decompose.probe import Reference
    from robot_model_check.geometry.solid import to_arrays
    with np.load(path) as saved:
        seconds = float(saved['seconds'])
        hulls = [Manifold.hull_points(saved[name]) for name in sorted(saved.files) if name != 'seconds']
    if not hulls:
        return {'failed': 1.0}
    body = solid(case)
    V, F = to_arrays(body)
    volume, union = body.volume(), Manifold.batch_boolean(hulls, OpType.Add)
    common = (union ^ body).volume()
    found = {'seconds': seconds, 'parts': len(hulls), 'coverage': common / volume,
             'excess': (union.volume() - common) / volume, 'hull': body.hull().volume() / volume - 1}
    probe = Reference(V, F).probe([to_arrays(hull) for hull in hulls])
    if probe is not None:
        size = float(np.linalg.norm(np.ptp(V, axis=0)))
        found |= {'within': probe.within, 'p95': probe.error[1] / size, 'p99': probe.error[2] / size}
    return found


def make(method: str, cases: list[str], cache: Path, jobs: int) -> None:
    """Run a method on the cases that the cache does not have yet."""
    (cache / method).mkdir(parents=True, exist_ok=True)
    tasks = [task for case in cases if (task := _task(method, case, cache))]
    tasks = tasks[:len(REFERENCES) + PEERED] if method == AS_COACD else tasks
    tasks = [task for task in tasks if not Path(task[2]).exists()]
    import decompose as named  # by name: workers do not import the script that was started
    outcomes = run(named.decompose, tasks, jobs, TIME_LIMIT,
                   lambda index, _: print(method, tasks[index][1], flush=True))
    for task, outcome in zip(tasks, outcomes, strict=True):
        if outcome.error:
            np.savez(task[2], seconds=np.nan)


def _task(method: str, case: str, cache: Path) -> tuple[Any, ...] | None:
    target = str(_file(method, case, cache))
    if method != AS_COACD:
        return method, case, target
    peer = measured(['coacd'], [case], cache)['coacd'].get(case)
    if peer is None or 'failed' in peer or peer['hull'] <= MAX_EXCESS:
        return None
    return method, case, target, (peer['excess'], int(peer['parts']))


def _file(method: str, case: str, cache: Path) -> Path:
    return cache / method / f'{case.replace("/", "+")}.npz'


def measured(methods: Iterable[str], cases: list[str], cache: Path) -> dict[str, dict[str, dict[str, float]]]:
    """Return by method and case what is measured on the parts in the cache, each file once."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    import decompose as named
    for method in methods:
        files = {case: path for case in cases if (path := _file(method, case, cache)).exists()}
        new = [(case, str(path)) for case, path in files.items() if not path.with_suffix('.json').exists()]
        for (_, name), outcome in zip(new, run(named.measure, new, 1, TIME_LIMIT), strict=True):
            Path(name).with_suffix('.json').write_text(json.dumps(outcome.value or {'failed': 1.0}))
        found[method] = {case: json.loads(path.with_suffix('.json').read_text())
                         for case, path in files.items()}
    return found


def draw(case: str, cache: Path, target: Path) -> None:
    """Draw a solid, the hull that engines make of it, and the parts in colours."""
    from manifold3d import Manifold
    from pictures import GREY, colours, panel, write_png

    from robot_model_check.geometry.solid import to_arrays
    body = solid(case)
    with np.load(_file('split', case, cache)) as saved:
        parts = [to_arrays(Manifold.hull_points(saved[name])) for name in sorted(saved.files)
                 if name != 'seconds']
    V, _ = before = to_arrays(body)
    box = (V.min(axis=0) + V.max(axis=0)) / 2, float(np.linalg.norm(np.ptp(V, axis=0)))
    write_png(target, [panel([before], [GREY], box), panel([to_arrays(body.hull())], [GREY], box),
                       panel(parts, colours(len(parts)), box)])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or '').splitlines()[0])
    parser.add_argument('--methods', default='')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--cache', type=Path, default=Path('decompose-cache'))
    parser.add_argument('-o', '--output', type=Path)
    arguments = parser.parse_args()
    arguments.cache.mkdir(parents=True, exist_ok=True)
    cases = [*REFERENCES, *links(arguments.count, arguments.cache)]
    for method in filter(None, arguments.methods.split(',')):
        make(method, cases, arguments.cache, 1)
    found = measured([*METHODS, AS_COACD], cases, arguments.cache)
    text = '\n'.join(tables(found, list(REFERENCES), cases[len(REFERENCES):]))
    if arguments.output is None:
        print(text)
        return
    kept = arguments.output.read_text().partition(MARK)[0]
    arguments.output.write_text(f'{kept}{MARK}\n\n{text}\n')
    for name, case in PICTURED.items():
        draw(case, arguments.cache, arguments.output.parent / 'images' / f'{name}.png')


if __name__ == '__main__':
    main()
