"""The command line: argument parsing and exit codes only.

Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 usage; 3 incomplete (a rule crashed, a worker
died); 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from robot_model_check import __version__

if TYPE_CHECKING:
    from robot_model_check.config import Config
    from robot_model_check.finding import Level
    from robot_model_check.reading.packages import Finder
    from robot_model_check.reading.srdf import Srdf
    from robot_model_check.report import Report

FORMATS = ('text', 'json', 'sarif', 'junit', 'github', 'html')
FILES = {'json': '--json', 'sarif': '--sarif', 'junit': '--xunit-file', 'html': '--html'}
FAIL_ON = ('error', 'warning', 'never')
METHODS = ('auto', 'primitive', 'hull', 'split', 'coacd', 'vhacd')

EXIT_CLEAN, EXIT_FINDINGS, EXIT_USAGE, EXIT_INCOMPLETE, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


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
    from robot_model_check.errors import UsageError
    try:
        _require_working_directory()
        arguments = _parse(sys.argv[1:] if argv is None else argv)
        return COMMANDS[arguments.command](arguments)
    except UsageError as error:
        _complain(str(error))
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
    _complain(f'internal error, a fault of the checker and not of the model: '
              f'{" ".join(repr(error).split())} at {last.filename}:{last.lineno}')
    return EXIT_INCOMPLETE


def _complain(message: str) -> None:
    print(f'robot_model_check: {message}', file=sys.stderr)


def _require_working_directory() -> None:
    from robot_model_check.errors import UsageError
    try:
        os.getcwd()
    except FileNotFoundError:
        raise UsageError('the working directory no longer exists: change into another one') from None


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        _complain(f'{message}; see {self.prog} --help')
        raise SystemExit(EXIT_USAGE)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse with targets and name:=value allowed on either side of any option, as ROS users write them."""
    parser = _parser()
    arguments, left = parser.parse_known_args(argv)
    if left and (not hasattr(arguments, 'words') or any(word.startswith('-') for word in left)):
        parser.error(f'unknown argument: {" ".join(left)}')
    if left:
        arguments.words += left
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog='robot_model_check', formatter_class=argparse.RawDescriptionHelpFormatter,
        description='Tell what is wrong with a robot description, why, and on which line.',
        epilog=__doc__.split('\n\n', 1)[1])
    parser.add_argument('--version', action='version', version=__version__)
    commands = parser.add_subparsers(dest='command', required=True, metavar='command')
    _add_check(commands.add_parser('check', help='check models', allow_abbrev=False))
    _add_decompose(commands.add_parser('decompose', help='write collision parts into a generated URDF',
                                       allow_abbrev=False))
    _add_repair(commands.add_parser('repair', help='write computed corrections into a generated URDF',
                                    allow_abbrev=False))
    commands.add_parser('rules', help='list the rules')
    explain = commands.add_parser('explain', help='print the manual page of a rule')
    explain.add_argument('rule', metavar='RULE')
    return parser


def _add_target(parser: argparse.ArgumentParser, many: bool) -> None:
    parser.add_argument('words', nargs='*', metavar='TARGET' if many else 'TARGET [name:=value]',
                        help='.urdf or .xacro file, ROS package name, folder, or - for standard input; '
                             'name:=value sets a xacro argument')
    parser.add_argument('--package-path', action='append', default=[], metavar='DIR',
                        help='a package or a folder of packages (repeatable)')
    parser.add_argument(
        '--jobs', type=_jobs, default=None, metavar='N', help='worker processes (default: CPU count)'
    )


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_target(parser, many=True)
    parser.add_argument(
        '--format', choices=FORMATS, default='text', help='form of the main output (default: text)'
    )
    parser.add_argument('-o', dest='output', metavar='FILE', help='write the main output there')
    for name, option in FILES.items():
        parser.add_argument(option, dest=f'{name}_file', metavar='FILE', help=f'besides, write {name} there')
    parser.add_argument('--workspace', action='append', default=[], metavar='DIR',
                        help='check the models of every package below it, which need not be built')
    parser.add_argument('--config', metavar='FILE', help='YAML configuration')
    parser.add_argument('--srdf', metavar='FILE', help='disabled pairs and poses (default: beside the model)')
    parser.add_argument('--profile', metavar='NAME', help='default, strict, mujoco, gazebo, isaac or moveit')
    parser.add_argument(
        '--fail-on', choices=FAIL_ON, default=None, help='least level that fails (default: error)'
    )
    parser.add_argument('--baseline', metavar='FILE', help='do not count the findings recorded there')
    parser.add_argument('--write-baseline', metavar='FILE', help='record the findings of this run there')
    parser.add_argument(
        '--select', action='append', default=[], metavar='RULE', help='run these rules only (repeatable)'
    )
    parser.add_argument(
        '--ignore', action='append', default=[], metavar='RULE', help='do not run this rule (repeatable)'
    )


def _add_decompose(parser: argparse.ArgumentParser) -> None:
    _add_target(parser, many=False)
    parser.add_argument('-o', dest='output', required=True, metavar='DIR', help='folder to write into')
    parser.add_argument('--links', default='*', metavar='GLOB', help='links to look at (default: all)')
    parser.add_argument('--method', choices=METHODS, default='auto')
    parser.add_argument(
        '--max-excess', type=float, default=0.05, metavar='X', help='volume beyond the visual, share'
    )
    parser.add_argument(
        '--min-coverage', type=float, default=0.99, metavar='X', help='share of the visual to cover'
    )
    parser.add_argument('--max-parts', type=int, default=32, metavar='N', help='convex parts per link')
    parser.add_argument('--max-vertices', type=int, default=64, metavar='N', help='vertices per convex part')
    parser.add_argument(
        '--time-limit', type=float, default=None, metavar='S', help='seconds per link and method'
    )
    _add_writing(parser)


def _add_writing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        '--mesh-uri', default='relative', metavar='FORM', help='relative, file or package:NAME'
    )
    parser.add_argument(
        '--force', action='store_true', help='overwrite a generated file that was edited by hand'
    )


def _add_repair(parser: argparse.ArgumentParser) -> None:
    _add_target(parser, many=False)
    parser.add_argument('-o', dest='output', required=True, metavar='DIR', help='folder to write into')
    parser.add_argument('--only', metavar='KINDS', help='of inertial,axis,limit,origin,geometry,number,'
                                                        'collision (default: all)')
    _add_writing(parser)
    parser.add_argument('--config', metavar='FILE', help='YAML configuration')
    parser.add_argument('--profile', metavar='NAME', help='default, strict, mujoco, gazebo, isaac or moveit')
    parser.add_argument(
        '--fail-on', choices=FAIL_ON, default=None, help='least level left that fails (default: error)'
    )


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'{text!r} is not a positive whole number')
    return int(text)


def _finder(arguments: argparse.Namespace) -> Finder:
    from robot_model_check.errors import UsageError
    from robot_model_check.reading.packages import Finder
    for path in arguments.package_path:
        if not os.path.isdir(path):
            raise UsageError(f'--package-path {path}: there is no such folder')
    return Finder.from_environment([*arguments.package_path, *getattr(arguments, 'workspace', [])])


def _words(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split targets from name:=value."""
    from robot_model_check.errors import UsageError
    targets = [word for word in words if ':=' not in word]
    values = dict(word.split(':=', 1) for word in words if ':=' in word)
    if '' in values:
        raise UsageError(f'":={values[""]}" names no xacro argument: write name:=value without blanks')
    return targets, values


def _check(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check import baseline, output
    from robot_model_check.config_file import load_config
    output.require(_destinations(arguments), _inputs(arguments))
    config = load_config(arguments.config, arguments.profile, arguments.select, arguments.ignore)
    if arguments.srdf:
        config = replace(config, srdf=_srdf(arguments.srdf))
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
    return _verdict(reports, fail_on)


def _fail_on(arguments: argparse.Namespace, config: Config) -> Level | None:
    from robot_model_check.finding import Level
    name = arguments.fail_on or config.fail_on
    return None if name == 'never' else Level[name.upper()]


def _verdict(reports: Sequence[Report], fail_on: Level | None) -> tuple[int, int]:
    """Return the exit code and the number of findings that count."""
    count = 0 if fail_on is None else sum(
        finding.level is not None and finding.level >= fail_on
        for report in reports for finding in report.findings)
    if any(report.incomplete for report in reports):
        return EXIT_INCOMPLETE, count
    return (EXIT_FINDINGS if count else EXIT_CLEAN), count


def _srdf(path: str) -> Srdf:
    from robot_model_check.errors import UsageError
    from robot_model_check.reading.srdf import SrdfError, read
    try:
        return read(path)
    except SrdfError as error:
        raise UsageError(f'--srdf: {error}') from None


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty() and os.environ.get('TERM') != 'dumb'


def _destinations(arguments: argparse.Namespace) -> list[str]:
    files = [getattr(arguments, f'{form}_file') for form in FILES]
    return [path for path in (arguments.output or '-', *files, arguments.write_baseline) if path]


def _inputs(arguments: argparse.Namespace) -> list[str]:
    """Return the files that the command line names as input; a baseline may be brought up to date."""
    kept = [] if arguments.baseline == arguments.write_baseline else [arguments.baseline]
    return [path for path in (*arguments.words, arguments.config, *kept) if path]


def _reports(arguments: argparse.Namespace, config: Config) -> list[Report]:
    from robot_model_check.errors import UsageError
    from robot_model_check.many import check_models
    targets, values = _words(arguments.words)
    if not targets and not arguments.workspace:
        raise UsageError('no TARGET given: name a .urdf or .xacro file, a package, a folder, or -')
    targets += [model for folder in arguments.workspace for model in _workspace(folder)]
    return check_models(targets, values, _finder(arguments), config, arguments.jobs or os.cpu_count() or 1)


def _workspace(folder: str) -> list[str]:
    from robot_model_check.errors import UsageError
    from robot_model_check.reading.targets import workspace_models
    packages = workspace_models(folder)
    models = [model for own in packages.values() for model in own]
    holding = sum(bool(own) for own in packages.values())
    said = f'--workspace {folder}: {len(models)} models in {holding} of {len(packages)} packages'
    if not models:
        raise UsageError(said)
    _complain(said)
    return models


def _render(form: str, reports: Sequence[Report], fail_on: object, to_terminal: bool) -> str:
    from importlib import import_module
    sink = import_module(f'robot_model_check.sinks.{"json_text" if form == "json" else form}')
    if form == 'junit':
        return str(sink.render(reports, fail_on))
    if form == 'text':
        colour = to_terminal and _is_terminal() and not os.environ.get('NO_COLOR')
        return '\n'.join(sink.render(report, colour) for report in reports)
    return str(sink.render(reports))


def _say(text: str) -> None:
    from robot_model_check.output import write_stdout
    write_stdout(text, utf8=False)


def _decompose(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.errors import UsageError
    from robot_model_check.generation.generate import GenerateOptions, generate_model
    targets, values = _words(arguments.words)
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
    )
    generated = generate_model(targets[0], values, _finder(arguments), arguments.output, options,
                               arguments.jobs or os.cpu_count() or 1)
    _say(generated.text())
    return (EXIT_INCOMPLETE if generated.incomplete else EXIT_CLEAN), 0


def _repair(arguments: argparse.Namespace) -> tuple[int, int]:
    from robot_model_check.config_file import load_config
    from robot_model_check.errors import UsageError
    from robot_model_check.generation.repair import RepairOptions, repair_model
    targets, values = _words(arguments.words)
    if len(targets) != 1:
        raise UsageError(f'repair takes one TARGET, got {len(targets)}')
    config = load_config(arguments.config, arguments.profile, (), ())
    options = RepairOptions(mesh_uri=arguments.mesh_uri, force=arguments.force)
    if arguments.only is not None:
        options = replace(options, only=tuple(arguments.only.split(',')))
    repaired = repair_model(targets[0], values, _finder(arguments), arguments.output, options, config,
                            arguments.jobs or os.cpu_count() or 1)
    _say(repaired.text())
    return _verdict([repaired.after], _fail_on(arguments, config))


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
