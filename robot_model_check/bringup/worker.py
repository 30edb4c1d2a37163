"""What the node has done in another process: reading, checking, generating.

The process is started by `job.py`, which sends one pickled request to its standard input and gets pickled
steps, as they are made, and then one reply from its standard output. It knows nothing of ROS. A crash here,
of a rule or of a geometry library, cannot take the node along.
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from robot_model_check.errors import UsageError

if TYPE_CHECKING:
    from robot_model_check.document import Document
    from robot_model_check.generation.generated import Generated
    from robot_model_check.model import Robot
    from robot_model_check.progress import Progress
    from robot_model_check.reading.packages import Finder
    from robot_model_check.report import Report
    from robot_model_check.sinks.figures import Figures, Part


NICE = 5  # the node, and what else runs on the robot, go first


@dataclass(frozen=True)
class Source:
    """What to read: `target` (a file, or a package with one model), or, where it is None, `text` from a
    topic.
    """

    target: str | None
    text: bytes = b''
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckRequest:
    """Check a description; empty strings mean what they mean as node parameters.

    `running` is the text that it is compared with, None where there is none.
    """

    source: Source
    config_file: str
    profile: str
    fail_on: str
    jobs: int
    running: bytes | None = None


@dataclass(frozen=True)
class GenerateRequest:
    """Generate collision meshes; `options` are those of `GenerateOptions`, to which the configuration adds
    those per link. `repair` puts in all that the rules compute, too, under the configuration and profile.

    `output_directory` '' means below ROS_HOME.
    """

    source: Source
    output_directory: str
    options: Mapping[str, Any]
    jobs: int
    config_file: str = ''
    profile: str = ''
    repair: bool = False


@dataclass(frozen=True, eq=False)
class Checked:
    """A finished check. `exit_code` is that of the command line; `links` and `joints` hold each name once.

    What is large and stands in `json` or `figures` is left out of `report`: the node waits while it comes in.
    """

    report: Report
    json: str
    figures: Figures
    links: tuple[str, ...]
    joints: tuple[str, ...]
    exit_code: int


@dataclass(frozen=True)
class Generation:
    """A finished generation. `text` says what was done per link; `description` is the URDF for a topic,
    `parts` what is new in it. `failed` are (link, why) that need another collision and got none.
    """

    robot: str
    urdf: str
    text: str
    description: str
    parts: tuple[Part, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Step:
    """How far a generation is: `done` of `total` different geometries, `link` the newest; total 0: it begins.
    `at` is the link and the method that is being tried.
    """

    done: int = 0
    total: int = 0
    link: str = ''
    at: str = ''


@dataclass(frozen=True)
class Refused:
    """The request could not be carried out at all; `message` is one line that says what to do."""

    message: str


@dataclass(frozen=True)
class Died:
    """The worker failed or was killed; `trace` is its traceback where there is one."""

    message: str
    trace: str = ''


Request = CheckRequest | GenerateRequest
Outcome = Checked | Generation | Refused | Died


def main() -> None:
    """Answer the request on standard input; standard output carries the reply and nothing else."""
    replies = os.fdopen(os.dup(1), 'wb')
    os.dup2(2, 1)  # native libraries print
    os.nice(NICE)
    request = pickle.load(sys.stdin.buffer)
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def send(reply: Step | Outcome) -> None:
        pickle.dump(reply, replies)
        replies.flush()

    send(answer(request, send))
    replies.close()


def _end_with_parent() -> None:
    """Kill this process and its own workers when the node is gone: its end of standard input closes then."""
    while os.read(0, 1024):
        pass
    os.killpg(0, signal.SIGKILL)


def answer(request: Request, step: Callable[[Step], None]) -> Outcome:
    """Carry out a request and call `step` on the way; what goes wrong becomes a reply."""
    try:
        return check(request) if isinstance(request, CheckRequest) else generate(request, step)
    except UsageError as error:
        return Refused(str(error))
    except Exception as error:
        return Died(f'the checker itself failed: {error!r}', traceback.format_exc())


def check(request: CheckRequest) -> Checked:
    """Read and check. Raises UsageError where there is nothing to check."""
    from robot_model_check.check import check_document
    from robot_model_check.reading.packages import Finder
    from robot_model_check.reading.parse import parse
    from robot_model_check.reading.read import read_plain
    from robot_model_check.settings.config_file import load_config
    from robot_model_check.sinks import json_text
    from robot_model_check.sinks.figures import figures
    from robot_model_check.verdict import failing_level, verdict

    config = load_config(request.config_file or None, request.profile or None)
    finder = Finder.from_environment()
    document = read_source(request.source, finder)
    running = read_plain(request.running) if request.running is not None else None
    report = check_document(document, finder, config, request.jobs, running)
    robot = parse(document.root) if document.root is not None else None
    joints = tuple(dict.fromkeys(joint.name for joint in robot.joints)) if robot else ()
    return Checked(
        replace(report, links={}, regions={}, sources={}),
        json_text.render([report]),
        figures(robot, report),
        tuple(report.links),
        joints,
        verdict([report], failing_level(request.fail_on or config.fail_on))[0],
    )


def read_source(source: Source, finder: Finder) -> Document:
    """Read the file or text. Raises UsageError where the target does not mean exactly one model."""
    from robot_model_check.reading.read import read, read_text

    if source.target is None:
        return read_text(source.text, source.arguments, finder)
    from robot_model_check.reading.targets import one_model

    return read(one_model(source.target, finder), source.arguments, finder)


def generate(request: GenerateRequest, step: Callable[[Step], None]) -> Generation:
    """Read, decompose (or repair) and write. Raises UsageError where nothing can be written."""
    from robot_model_check.reading.packages import Finder
    from robot_model_check.reading.parse import parse
    from robot_model_check.reading.read import parse_xml
    from robot_model_check.sinks.figures import parts

    finder = Finder.from_environment()
    document = read_source(request.source, finder)
    if document.root is None:
        raise UsageError(f'the description could not be read: {document.why_unread}')
    robot = parse(document.root)
    folder = os.path.expanduser(request.output_directory) or default_folder(robot.name)
    generated, text, description = _written(request, document, robot, finder, folder, _steps(step))
    links = generated.links if generated is not None else {}
    root, _ = parse_xml(description, None)
    new = {name for name, result in links.items() if result.parts}
    made = parts(parse(root), new) if root is not None else ()
    failed = tuple((name, result.note) for name, result in links.items() if result.failed)
    urdf = generated.urdf if generated is not None else ''
    return Generation(robot.name, urdf, text, description.decode(), made, failed)


def _written(request: GenerateRequest, document: Document, robot: Robot, finder: Finder, folder: str,
             progress: Progress) -> tuple[Generated | None, str, bytes]:
    """Return what was written (None: there is nothing to repair), what was done in words, and the URDF."""
    from robot_model_check.generation.generate import GenerateOptions, generate as decompose
    from robot_model_check.generation.repair import RepairOptions, repair
    from robot_model_check.settings.config_file import load_config

    config = load_config(request.config_file or None, request.profile or None)
    options = GenerateOptions(**request.options, per_link=config.decompose)
    if request.repair:
        repaired = repair(document, finder, folder, RepairOptions(generating=options), config, request.jobs,
                          progress)
        return repaired.generated, repaired.text(), repaired.description
    generated = decompose(document, robot, finder.resolutions(robot, document.file), folder, options,
                          request.jobs, progress)
    return generated, generated.text(), generated.description


def _steps(step: Callable[[Step], None]) -> Progress:
    """Return what calls `step` for each link that is done and each method that is tried."""
    from robot_model_check.progress import Progress
    newest = Step()

    def go_on(**changed: Any) -> None:
        nonlocal newest
        newest = replace(newest, **changed)
        step(newest)

    return Progress(lambda total: go_on(total=total),
                    lambda link, done, total: go_on(link=link, done=done),
                    lambda link, method: go_on(at=f'{link}: {method}'))


def default_folder(robot: str) -> str:
    """Return where a robot's files go when nobody says where: below ROS_HOME, as logs do."""
    home = os.environ.get('ROS_HOME') or os.path.join('~', '.ros')
    return os.path.join(
        os.path.expanduser(home), 'robot_model_check', re.sub(r'[^\w.-]+', '_', robot) or 'robot'
    )
