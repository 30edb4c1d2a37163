"""The demo arm from fault to clean: report, /diagnostics, generated collision, second check.

It ends non-zero if one step does not come out as it must.
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

ROOT = Path(__file__).resolve().parents[1]
MODEL = ROOT / 'urdf' / 'demo_arm.urdf.xacro'
OUTPUT = ROOT / 'build' / 'demo'
DISCOVERY = 20.0  # s; two processes on one machine took 0.01 to 4.6 s to find each other
WORK = 120.0  # s for a check or a decomposition on a busy machine

# Each fault of the demo arm, and a text that stands on the line the report must name.
FAULTS = {
    ('unit-inertia', 'forearm'): '<inertia ixx="${ixx}"',
    ('inertia-triangle', 'wrist'): '<inertia ixx="${ixx}"',
    ('joint-limit-order', 'elbow'): '<limit lower="2.4" upper="0"',
    ('collision-missing', 'left_finger'): '<link name="${name}">',
    ('collision-missing', 'right_finger'): '<link name="${name}">',
    ('collision-concave', 'upper_arm'): '<collision>',
}


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
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, 'report.json')
        print(f'$ robot_model_check check {os.path.relpath(model)} {" ".join(arguments)}\n', flush=True)
        done = subprocess.run(
            [
                sys.executable,
                '-m',
                'robot_model_check.cli',
                'check',
                str(model),
                *arguments,
                '--json',
                str(report),
            ],
            cwd=ROOT,
            check=False,
        )
        require(report.is_file(), f'the check wrote no report (exit code {done.returncode})')
        return done.returncode, json.loads(report.read_text(encoding='utf-8'))


def require_faults(report: dict[str, Any]) -> None:
    """Every fault must be told, with the xacro line it stands on."""
    found = {
        (finding['rule'], finding['subject']['name']): finding['source'] for finding in report['findings']
    }
    for key, text in FAULTS.items():
        require(key in found, f'{key[0]} of {key[1]} was not found')
        source = found[key]
        line = Path(source['file']).read_text(encoding='utf-8').splitlines()[source['line'] - 1]
        require(
            text in line,
            f'{key[0]} of {key[1]} names line {source["line"]} of {source["file"]}: {line.strip()}',
        )
    print(f'\nAll {len(FAULTS)} faults are named with the xacro line they stand on.')


@contextmanager
def checker_node(*arguments: str) -> Iterator[None]:
    """Run the node on the demo arm; it must end with 0 on Ctrl-C."""
    parameters = {'description_file': str(MODEL), 'output_directory': str(OUTPUT)}
    if arguments:
        parameters['xacro_arguments'] = json.dumps(arguments)
    command = [
        sys.executable,
        '-m',
        'robot_model_check.node',
        '--ros-args',
        *(word for name, value in parameters.items() for word in ('-p', f'{name}:={value}')),
    ]
    print(f'$ ros2 run robot_model_check robot_model_check_node {" ".join(command[3:])}\n', flush=True)
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        yield
        process.send_signal(signal.SIGINT)
        require(process.wait(10) == 0, f'the node ended with {process.returncode} on Ctrl-C')
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


class Listener:
    """The other side of the node's topics and services, as a tool of the user would be."""

    def __init__(self) -> None:
        import rclpy
        from diagnostic_msgs.msg import DiagnosticArray
        from rclpy.qos import DurabilityPolicy, QoSProfile
        from std_msgs.msg import String
        from std_srvs.srv import Trigger

        self.diagnostics: dict[str, Any] = {}
        self.description = ''
        self.trigger = Trigger
        rclpy.init()
        self.node = rclpy.create_node('demo')
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.node.create_subscription(DiagnosticArray, '/diagnostics', self._on_diagnostics, 10)
        self.node.create_subscription(
            String, '/robot_model_check/robot_description', self._on_description, latched
        )
        self.client = self.node.create_client(Trigger, '/robot_model_check/generate_collision')

    def _on_diagnostics(self, message: Any) -> None:
        self.diagnostics = {status.name: status for status in message.status}

    def _on_description(self, message: Any) -> None:
        self.description = message.data

    def wait(self, condition: Callable[[], bool], seconds: float, what: str) -> None:
        """Spin until the condition holds."""
        import rclpy

        end = time.monotonic() + seconds
        while not condition():
            require(time.monotonic() < end, f'{what} did not come within {seconds:g} s')
            rclpy.spin_once(self.node, timeout_sec=0.1)

    def link_status(self, link: str) -> Any:
        """Return the last status of a link, or None."""
        return next((status for name, status in self.diagnostics.items() if name.split()[-1] == link), None)

    def wait_for_diagnostics(self) -> None:
        """Wait for a check's result and print what is not OK in it."""
        self.wait(lambda: bool(self.diagnostics), DISCOVERY, '/diagnostics')
        self.wait(lambda: self.link_status('upper_arm') is not None, WORK, 'the status of link upper_arm')
        levels = {b'\0': 'OK', b'\1': 'WARN', b'\2': 'ERROR', b'\3': 'STALE'}
        bad = [status for status in self.diagnostics.values() if status.level != b'\0']
        print(f'/diagnostics: {len(self.diagnostics)} statuses, {len(bad)} of them not OK:')
        for status in bad:
            print(f'  {levels[status.level]:5} {status.name}: {status.message}')
        print(flush=True)

    def generate_collision(self) -> str:
        """Call the service; return its message."""
        print('$ ros2 service call /robot_model_check/generate_collision std_srvs/srv/Trigger\n', flush=True)
        require(self.client.wait_for_service(DISCOVERY), 'the node offers no ~/generate_collision')
        answer = self.client.call_async(self.trigger.Request())
        self.wait(answer.done, WORK, 'the answer of ~/generate_collision')
        require(answer.result().success, f'~/generate_collision failed: {answer.result().message}')
        return str(answer.result().message)

    def close(self) -> None:
        """Leave the ROS graph."""
        import rclpy

        self.node.destroy_node()
        rclpy.try_shutdown()


def show_diagnostics() -> None:
    """Show the node on the faulty arm."""
    listener = Listener()
    try:
        with checker_node():
            listener.wait_for_diagnostics()
            for link, level in (
                ('forearm', b'\2'),
                ('wrist', b'\2'),
                ('upper_arm', b'\1'),
                ('base_link', b'\0'),
            ):
                status = listener.link_status(link)
                require(
                    status is not None and status.level == level, f'/diagnostics tells of {link}: {status}'
                )
    finally:
        listener.close()


def show_generation() -> Path:
    """Let the node generate the collision of the corrected arm; return the URDF written."""
    listener = Listener()
    try:
        with checker_node('fixed:=true'):
            listener.wait_for_diagnostics()
            print(listener.generate_collision())
            listener.wait(lambda: bool(listener.description), DISCOVERY, '~/robot_description')
    finally:
        listener.close()
    written = sorted((OUTPUT / 'urdf').glob('*.urdf'))
    require(len(written) == 1, f'{OUTPUT / "urdf"} holds {len(written)} URDF files')
    parts = sorted((OUTPUT / 'meshes' / 'collision').glob('upper_arm_*.stl'))
    require(len(parts) >= 3, f'the channel needs three convex parts, {len(parts)} were written')
    print('\nThe collision of upper_arm in the generated URDF:')
    for line in written[0].read_text(encoding='utf-8').splitlines():
        if any(part.name in line for part in parts):
            print(f'  {line.strip()}')
    return written[0]


def main(arguments: Sequence[str]) -> int:
    """Run all steps; return 0 if each came out as it must."""
    if arguments:
        print('the demo takes no arguments', file=sys.stderr)
        return 2
    os.environ.setdefault('ROS_AUTOMATIC_DISCOVERY_RANGE', 'LOCALHOST')
    os.environ.setdefault('ROS_DOMAIN_ID', '87')
    os.environ['PYTHONPATH'] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get('PYTHONPATH'))))
    shutil.rmtree(OUTPUT, ignore_errors=True)
    try:
        say('1. The faulty arm: what is wrong, why, and on which line')
        code, report = check(MODEL)
        require(code == 1, f'the faulty arm gave exit code {code}, not 1')
        require_faults(report)

        say('2. The same faults on /diagnostics, while the robot is brought up')
        show_diagnostics()

        say('3. Collision parts from the running node')
        print(
            'Four of the faults only a person can correct; the argument fixed:=true stands for that. The\n'
            'concave collision mesh is left in, and the node replaces it.\n'
        )
        written = show_generation()

        say('4. The second check, of the generated URDF')
        code, report = check(written)
        counts = report['summary']
        require(
            code == 0 and counts['error'] == counts['warning'] == 0,
            f'the second check is not clean: {counts}',
        )
        print(f'\nClean. The generated files stay in {os.path.relpath(OUTPUT)}.')
    except Broken as broken:
        print(f'\nThe demo is broken: {broken}', file=sys.stderr)
        return 1
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
