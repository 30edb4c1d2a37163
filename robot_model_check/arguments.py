"""The arguments of the command line: what there is, and what a command gets of what was typed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from robot_model_check import __version__
from robot_model_check.errors import UsageError
from robot_model_check.settings.link_options import MAX_EXCESS, MAX_PARTS, MAX_VERTICES, METHODS, MIN_COVERAGE
from robot_model_check.verdict import EXIT_CODES, EXIT_USAGE, FAIL_ON

FORMATS = ('text', 'json', 'sarif', 'junit', 'github', 'html')
FILES = {'json': '--json', 'sarif': '--sarif', 'junit': '--xunit-file', 'html': '--html'}


def complain(message: str) -> None:
    """Say what is wrong on standard error."""
    print(f'robot_model_check: {message}', file=sys.stderr)


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        complain(f'{message}; see {self.prog} --help')
        raise SystemExit(EXIT_USAGE)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Parse with targets and name:=value allowed on either side of any option, as ROS users write them."""
    parser = _parser()
    arguments, left = parser.parse_known_args(argv)
    if left and (not hasattr(arguments, 'words') or any(word.startswith('-') for word in left)):
        parser.error(f'unknown argument: {" ".join(left)}')
    if left:
        arguments.words += left
    return arguments


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog='robot_model_check', formatter_class=argparse.RawDescriptionHelpFormatter,
        description='Tell what is wrong with a robot description, why, and on which line.',
        epilog=EXIT_CODES)
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
    parser.add_argument('--advice', action='store_true',
                        help='decompose in memory what could do with another collision, and tell what that '
                             'costs; nothing is written')
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
    parser.add_argument('-o', dest='output', type=_folder, required=True, metavar='DIR',
                        help='folder to write into')
    parser.add_argument('--links', default='*', metavar='GLOB', help='links to look at (default: all)')
    parser.add_argument('--method', choices=METHODS, default='auto')
    parser.add_argument(
        '--max-excess', type=_number, default=MAX_EXCESS, metavar='X',
        help='volume beyond the visual, share'
    )
    parser.add_argument(
        '--min-coverage', type=_number, default=MIN_COVERAGE, metavar='X',
        help='share of the visual to cover'
    )
    parser.add_argument('--max-parts', type=_whole, default=MAX_PARTS, metavar='N',
                        help='convex parts per link')
    parser.add_argument('--max-vertices', type=_whole, default=MAX_VERTICES, metavar='N',
                        help='vertices per convex part')
    parser.add_argument(
        '--time-limit', type=_number, default=None, metavar='S', help='seconds per link and method'
    )
    parser.add_argument('--config', metavar='FILE', help='YAML configuration: these options for some links')
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
    parser.add_argument('-o', dest='output', type=_folder, required=True, metavar='DIR',
                        help='folder to write into')
    parser.add_argument('--only', action='append', metavar='KINDS',
                        help='of inertial,axis,limit,origin,geometry,number,collision (default: all; '
                             'repeatable)')
    _add_writing(parser)
    parser.add_argument('--config', metavar='FILE', help='YAML configuration')
    parser.add_argument('--profile', metavar='NAME', help='default, strict, mujoco, gazebo, isaac or moveit')
    parser.add_argument(
        '--fail-on', choices=FAIL_ON, default=None, help='least level left that fails (default: error)'
    )


def _folder(text: str) -> str:
    if not text:  # of a shell variable that is not set; the folder we stand in is '.'
        raise argparse.ArgumentTypeError('an empty name')
    return text


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f'{text!r} is not a number') from None


def _whole(text: str) -> int:
    number = _number(text)
    if not number.is_integer():
        raise argparse.ArgumentTypeError(f'{text!r} is not a whole number')
    return int(number)


def _jobs(text: str) -> int:
    number = _whole(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f'{text!r} is not a positive whole number')
    return number


def split_words(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Split targets from name:=value."""
    targets = [word for word in words if ':=' not in word]
    values = dict(word.split(':=', 1) for word in words if ':=' in word)
    if '' in values:
        raise UsageError(f'":={values[""]}" names no xacro argument: write name:=value without blanks')
    return targets, values
