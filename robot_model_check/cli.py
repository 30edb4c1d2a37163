"""The command line: what each command does with its arguments."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from robot_model_check.arguments import FILES, complain, parse, split_words
from robot_model_check.errors import UsageError
from robot_model_check.verdict import (
    EXIT_CLEAN,
    EXIT_INCOMPLETE,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    failing_level,
    verdict,
)

if TYPE_CHECKING:
    from robot_model_check.finding import Level
    from robot_model_check.progress import Progress
    from robot_model_check.reading.packages import Finder
    from robot_model_check.reading.srdf import Srdf
    from robot_model_check.report import Report
    from robot_model_check.settings.config import Config


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    return main_with_errors(argv)[0]


def check_main() -> int:
    """Run `check` (the script check_model)."""
    return main(['check', *sys.argv[1:]])


def decompose_main() -> int:
    """Run `decompose` (the script decompose_model)."""
    return main(['decompose', *sys.argv[1:]])


def repair_main() -> int:
    """Run `repair` (the script repair_model)."""
    return main(['repair', *sys.argv[1:]])


def main_with_errors(argv: Sequence[str] | None = None) -> tuple[int, int]:
    """Run the command line and return (exit code, number of findings that count), as the ament linters do."""
    try:
        _require_working_directory()
        arguments = parse(sys.argv[1:] if argv is None else argv)
        return COMMANDS[arguments.command](arguments)
    except UsageError as error:
        complain(str(error))
        return EXIT_USAGE, 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED, 0
    except SystemExit as stop:  # argparse has printed
        return (stop.code if isinstance(stop.code, int) else EXIT_USAGE), 0
    except Exception as error:
        return _internal_error(error), 0


def _internal_error(error: Exception) -> int:
    """Say in one line that the checker itself failed, and where."""
    import traceback
    last = traceback.extract_tb(error.__traceback__)[-1]
    complain(f'internal error, a fault of the checker and not of the model: '
              f'{" ".join(repr(error).split())} at {last.filename}:{last.lineno}')
    return EXIT_INCOMPLETE


def _require_working_directory() -> None:
    try:
        os.getcwd()
    except FileNotFoundError:
        raise UsageError('the working directory no longer exists: change into another one') from None


def _finder(arguments: argparse.Namespace) -> Finder:
    from robot_model_check.reading.packages import Finder
    for path in arguments.package_path:
        if not os.path.isdir(path):
            raise UsageError(f'--package-path {path}: there is no such folder')
    return Finder.from_environment([*arguments.package_path, *getattr(arguments, 'workspace', [])])


def _check(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check import baseline, output
    from robot_model_check.settings.config_file import load_config
    output.require(_destinations(arguments), _inputs(arguments))
    config = load_config(arguments.config, arguments.profile, arguments.select, arguments.ignore)
    if arguments.srdf:
        config = replace(config, srdf=_srdf(arguments.srdf, _finder(arguments)))
    if arguments.advice:
        config = replace(config, advise=True)
    if arguments.baseline:
        config = replace(config, baseline=baseline.read(arguments.baseline))
    fail_on = _fail_on(arguments, config)
    reports = _reports(arguments, config)
    to_terminal = arguments.output in (None, output.STDOUT)
    rendered = _render(arguments.format, reports, fail_on, to_terminal)
    if to_terminal:
        output.write_stdout(rendered, utf8=arguments.format in FILES)
    else:
        output.write(arguments.output, rendered)
    for form in FILES:
        destination = getattr(arguments, f'{form}_file')
        if destination:
            output.write(destination, _render(form, reports, fail_on, False))
    if arguments.write_baseline:
        output.write(arguments.write_baseline, baseline.render(reports))
    return verdict(reports, fail_on)


def _fail_on(arguments: argparse.Namespace, config: Config) -> Level | None:
    return failing_level(arguments.fail_on or config.fail_on)


def _srdf(path: str, finder: Finder) -> Srdf:
    from robot_model_check.reading.srdf import SrdfError, read
    try:
        return read(path, finder)
    except SrdfError as error:
        raise UsageError(f'--srdf: {error}') from None


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty() and os.environ.get('TERM') != 'dumb'


def _destinations(arguments: argparse.Namespace) -> list[str]:
    files = [getattr(arguments, f'{form}_file') for form in FILES]
    return [path for path in (arguments.output or '-', *files, arguments.write_baseline) if path]


def _inputs(arguments: argparse.Namespace) -> list[str]:
    """Return the files that the command line names as input; a baseline may be brought up to date."""
    kept = [] if arguments.baseline == arguments.write_baseline else [arguments.baseline]
    return [path for path in (*arguments.words, arguments.config, *kept) if path]


def _reports(arguments: argparse.Namespace, config: Config) -> list[Report]:
    from robot_model_check.many import check_models
    targets, values = split_words(arguments.words)
    if not targets and not arguments.workspace:
        raise UsageError('no TARGET given: name a .urdf or .xacro file, a package, a folder, or -')
    finder = _finder(arguments)
    _name_macro_files(targets + arguments.workspace, finder)
    targets += [model for folder in arguments.workspace for model in _workspace(folder)]
    return check_models(targets, values, finder, config, arguments.jobs or os.cpu_count() or 1)


def _name_macro_files(targets: Sequence[str], finder: Finder) -> None:
    from robot_model_check.reading.targets import folder_of, macro_files, said_of
    for target in targets:
        folder = folder_of(target, finder)
        found = macro_files(folder) if folder is not None else []
        if folder is not None and found:
            complain(f'{target}: not checked, for they only define macros{said_of(found, folder)}')


def _workspace(folder: str) -> list[str]:
    from robot_model_check.reading.targets import workspace_models
    packages = workspace_models(folder)
    models = [model for own in packages.values() for model in own]
    holding = sum(bool(own) for own in packages.values())
    said = f'--workspace {folder}: {len(models)} models in {holding} of {len(packages)} packages'
    if not models:
        raise UsageError(said)
    complain(said)
    return models


def _render(form: str, reports: Sequence[Report], fail_on: object, to_terminal: bool) -> str:
    from importlib import import_module
    sink = import_module(f'robot_model_check.sinks.{"json_text" if form == "json" else form}')
    if form == 'junit':
        return str(sink.render(reports, fail_on))
    if form == 'text':
        colour = to_terminal and _is_terminal(sys.stdout) and not os.environ.get('NO_COLOR')
        return '\n'.join(sink.render(report, colour) for report in reports)
    return str(sink.render(reports))


def _say(text: str) -> None:
    from robot_model_check.output import write_stdout
    write_stdout(text, utf8=False)


@contextlib.contextmanager
def _bar() -> Iterator[Progress | None]:
    """Show on a terminal how far a generation is."""
    from robot_model_check.progress import Bar
    if not _is_terminal(sys.stderr):
        yield None
        return
    bar = Bar(sys.stderr)
    try:
        yield bar.progress()
    finally:
        bar.clear()


def _decompose(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.generation.generate import GenerateOptions, generate_model
    from robot_model_check.settings.config_file import load_config
    targets, values = split_words(arguments.words)
    if len(targets) != 1:
        raise UsageError(f'decompose takes one TARGET, got {len(targets)}')
    options = GenerateOptions(
        links=arguments.links,
        method=arguments.method,
        max_excess=arguments.max_excess,
        min_coverage=arguments.min_coverage,
        max_parts=arguments.max_parts,
        max_vertices=arguments.max_vertices,
        time_limit=arguments.time_limit,
        mesh_uri=arguments.mesh_uri,
        force=arguments.force,
        per_link=load_config(arguments.config).decompose,
    )
    with _bar() as progress:
        generated = generate_model(targets[0], values, _finder(arguments), arguments.output, options,
                                   arguments.jobs or os.cpu_count() or 1, progress)
    _say(generated.text())
    return (EXIT_INCOMPLETE if generated.incomplete else EXIT_CLEAN), 0


def _repair(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.generation.generate import GenerateOptions
    from robot_model_check.generation.repair import RepairOptions, repair_model
    from robot_model_check.settings.config_file import load_config
    targets, values = split_words(arguments.words)
    if len(targets) != 1:
        raise UsageError(f'repair takes one TARGET, got {len(targets)}')
    config = load_config(arguments.config, arguments.profile, (), ())
    options = RepairOptions(generating=GenerateOptions(mesh_uri=arguments.mesh_uri, force=arguments.force,
                                                       per_link=config.decompose))
    if arguments.only is not None:
        words = ','.join(arguments.only).split(',')
        options = replace(options, only=tuple(word.strip() for word in words))
    with _bar() as progress:
        repaired = repair_model(targets[0], values, _finder(arguments), arguments.output, options, config,
                                arguments.jobs or os.cpu_count() or 1, progress)
    _say(repaired.text())
    return verdict([repaired.after], _fail_on(arguments, config))


def _rules(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.rules import load_all

    rows = [
        (rule.ID, rule.AREA, str(rule.LEVEL), (rule.__doc__ or '').splitlines()[0]) for rule in load_all()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    _say(''.join('  '.join([*(row[i].ljust(widths[i]) for i in range(3)), row[3]]) + '\n' for row in rows))
    return EXIT_CLEAN, 0


def _explain(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.manual import page
    _say(page(arguments.rule))
    return EXIT_CLEAN, 0


COMMANDS = {'check': _check, 'decompose': _decompose, 'repair': _repair, 'rules': _rules,
            'explain': _explain}


if __name__ == '__main__':
    sys.exit(main())
