"""The demo arm from fault to clean: report, /diagnostics, generated collision, second check.

It ends non-zero if one step does not come out as it must. The generated files go to build/demo, or to the
folder given.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
NODE = '/robot_model_check'
MODEL = ROOT / 'urdf' / 'demo_arm.urdf.xacro'
DISCOVERY = 20.0  # s; two processes on one machine took 0.01 to 4.6 s to find each other
WORK = 120.0  # s for a check or a decomposition on a busy machine
ENDING = 10.0  # s
OK, WARN, ERROR = b'\0', b'\1', b'\2'  # levels of diagnostic_msgs/DiagnosticStatus
NAMES = {OK: 'OK', WARN: 'WARN', ERROR: 'ERROR', b'\3': 'STALE'}

# Each fault of the demo arm, and what stands on the line that the report must name.
FAULTS = {
    ('unit-inertia', 'forearm'): 'ixx="${239.76 * cad_unit}"',
    ('inertia-triangle', 'wrist'): 'ixx="${5.2308e-5 if fixed else 5.2308e-6}"',
    ('joint-limit-order', 'elbow'): '<limit lower="2.4" upper="0"',
    ('collision-missing', 'left_finger'): '<link name="${name}">',
    ('collision-missing', 'right_finger'): '<link name="${name}">',
    ('collision-concave', 'upper_arm'): '<mesh filename=',
}
STATUSES = {'link forearm': ERROR, 'link wrist': ERROR, 'joint elbow': ERROR, 'link left_finger': WARN,
            'link right_finger': WARN, 'link upper_arm': WARN, 'link base_link': OK, 'joint shoulder': OK}


class Broken(Exception):
    """A step did not come out as it must."""


def require(condition: bool, what: str) -> None:
    """Raise Broken unless the condition holds."""
    if not condition:
        raise Broken(what)


def say(title: str) -> None:
    """Print the heading of a step."""
    print(f'\n=== {title}\n', flush=True)


def check(model: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Check a model as a user does, printing the report; return the exit code and the JSON report."""
    print('$', 'robot_model_check check', os.path.relpath(model), *arguments, end='\n\n', flush=True)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, 'report.json')
        command = [sys.executable, '-m', 'robot_model_check.cli', 'check', str(model), *arguments]
        done = subprocess.run([*command, '--json', str(report)], check=False)
        require(report.is_file(), f'the check wrote no report (exit code {done.returncode})')
        return done.returncode, json.loads(report.read_text(encoding='utf-8'))


def require_faults(report: dict[str, Any]) -> None:
    """Require that every fault is told, with the xacro line it stands on."""
    found = {(told['rule'], told['subject']['name']): told['source'] for told in report['findings']}
    for (rule, subject), text in FAULTS.items():
        require((rule, subject) in found, f'{rule} of {subject} was not found')
        file, number = Path(found[rule, subject]['file']), found[rule, subject]['line']
        line = file.read_text(encoding='utf-8').splitlines()[number - 1].strip()
        require(line.startswith(text), f'{rule} of {subject} names line {number} of {file}: {line}')
    print(f'\nAll {len(FAULTS)} findings that must be there are, each with the xacro line it stands on.')


@contextmanager
def checker_node(**parameters: str) -> Iterator[None]:
    """Run the node on the demo arm; it must end with 0 on Ctrl-C."""
    given = {'description_file': str(MODEL), **parameters}
    pairs = (('-p', f'{name}:={value}') for name, value in given.items())
    arguments = ['--ros-args', *(word for pair in pairs for word in pair)]
    print('$ ros2 run robot_model_check robot_model_check_node', *arguments, end='\n\n', flush=True)
    process = subprocess.Popen([sys.executable, '-m', 'robot_model_check.node', *arguments])
    try:
        yield
        process.send_signal(signal.SIGINT)
        code = process.wait(ENDING)
        require(code == 0, f'the node ended with {code} on Ctrl-C')
    except subprocess.TimeoutExpired:
        raise Broken(f'the node still ran {ENDING:g} s after Ctrl-C') from None
    finally:
        process.kill()  # does nothing to one that has ended
        process.wait()


class Listener:
    """The other side of the node's topics and services, as a program of the user would be."""

    def __init__(self) -> None:
        import rclpy
        from diagnostic_msgs.msg import DiagnosticArray
        from rclpy.qos import DurabilityPolicy, QoSProfile
        from std_msgs.msg import String
        from std_srvs.srv import Trigger
        self.statuses: dict[str, Any] = {}
        self.description = ''
        rclpy.init()
        self.node = rclpy.create_node('demo')
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.node.create_subscription(DiagnosticArray, '/diagnostics', self.on_diagnostics, 10)
        self.node.create_subscription(String, f'{NODE}/robot_description', self.on_description, latched)
        self.service = self.node.create_client(Trigger, f'{NODE}/generate_collision')

    def on_diagnostics(self, message: Any) -> None:
        """Keep the statuses by what they are about."""
        self.statuses = {status.name.partition(': ')[2]: status for status in message.status}

    def on_description(self, message: Any) -> None:
        """Keep the generated URDF."""
        self.description = message.data

    def wait(self, condition: Callable[[], bool], seconds: float, what: str) -> None:
        """Spin until the condition holds."""
        import rclpy
        end = time.monotonic() + seconds
        while not condition():
            require(time.monotonic() < end, f'{what} did not come within {seconds:g} s')
            rclpy.spin_once(self.node, timeout_sec=0.1)

    def wait_for_check(self) -> None:
        """Wait for the result of a check and print what is not OK in it."""
        self.wait(lambda: bool(self.statuses), DISCOVERY, '/diagnostics')
        self.wait(lambda: 'link upper_arm' in self.statuses, WORK, 'the status of link upper_arm')
        bad = [status for status in self.statuses.values() if status.level != OK]
        print(f'\n/diagnostics holds {len(self.statuses)} statuses, {len(bad)} of them not OK:')
        for status in bad:
            print(f'  {NAMES[status.level]:5} {status.name}: {status.message}')
        print(flush=True)

    def generate_collision(self) -> str:
        """Call the service; return its message."""
        print('$ ros2 service call /robot_model_check/generate_collision std_srvs/srv/Trigger\n', flush=True)
        require(self.service.wait_for_service(DISCOVERY), 'the node offers no ~/generate_collision')
        answer = self.service.call_async(self.service.srv_type.Request())
        self.wait(answer.done, WORK, 'the answer of ~/generate_collision')
        require(answer.result().success, f'~/generate_collision failed: {answer.result().message}')
        return str(answer.result().message)


@contextmanager
def listening() -> Iterator[Listener]:
    """Be part of the ROS graph."""
    import rclpy
    listener = Listener()
    try:
        yield listener
    finally:
        listener.node.destroy_node()
        rclpy.try_shutdown()


def show_diagnostics() -> None:
    """Run the node on the faulty arm."""
    with listening() as listener, checker_node():
        listener.wait_for_check()
        for name, level in STATUSES.items():
            require(name in listener.statuses, f'/diagnostics has no status of {name}')
            status = listener.statuses[name]
            told = f'{name} is {NAMES[status.level]}, not {NAMES[level]}: {status.message}'
            require(status.level == level, told)


def show_generation(output: Path) -> Path:
    """Let the node generate the collision of the corrected arm; return the URDF written."""
    given = {'xacro_arguments': '["fixed:=true"]', 'output_directory': str(output)}
    with listening() as listener, checker_node(**given):
        listener.wait_for_check()
        listener.generate_collision()  # the node has logged the same words
        listener.wait(lambda: bool(listener.description), DISCOVERY, '~/robot_description')
    urdf = output / 'urdf' / 'demo_arm.urdf'
    require(urdf.is_file(), f'{urdf} was not written')
    parts = ElementTree.parse(urdf).findall("link[@name='upper_arm']/collision")
    require(len(parts) >= 3, f'a U channel needs three convex parts, not {len(parts)}')
    print('\nThe collision of upper_arm in the generated URDF:')
    for part in parts:
        print('  ' + ' '.join(ElementTree.tostring(part, 'unicode').split()))
    return urdf


def demo(output: Path) -> None:
    """Run all steps. Raises Broken."""
    say('1. The faulty arm: what is wrong, why, and on which line')
    code, report = check(MODEL)
    require(code == 1, f'the faulty arm gave exit code {code}, not 1')
    require_faults(report)

    say('2. The same on /diagnostics, as when the robot is brought up')
    show_diagnostics()

    say('3. Collision parts from the running node')
    print('Four of the five faults only a person can correct; the xacro argument fixed:=true does it.\n'
          'The concave collision mesh of the upper arm is still there, and the node replaces it.\n')
    urdf = show_generation(output)

    say('4. The second check, of the generated URDF')
    code, report = check(urdf, '--package-path', os.path.relpath(ROOT))
    told = report['summary']
    require((code, told['error'], told['warning']) == (0, 0, 0), f'the second check is not clean: {told}')
    print(f'\nClean: no error, no warning. The generated files stay in {os.path.relpath(output)}.')


def main(arguments: Sequence[str]) -> int:
    """Run the demo; return 0 if each step came out as it must."""
    output = Path(*arguments[:1]).resolve() if arguments else ROOT / 'build' / 'demo'
    os.environ.setdefault('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST')
    os.environ.setdefault('ROS_DOMAIN_ID', '87')
    os.environ['PYTHONPATH'] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get('PYTHONPATH'))))
    shutil.rmtree(output, ignore_errors=True)
    try:
        demo(output)
    except Broken as broken:
        print(f'\nThe demo is broken: {broken}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
