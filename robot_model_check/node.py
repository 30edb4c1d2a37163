"""The ROS 2 node: checks in a worker process, diagnostics at 1 Hz, latched results, two services.

What is checked is the file of the parameter `description_file`, or else the newest text on the topic
robot_description; where there are both, the file is compared with the text. A newer description, a change of
a parameter that matters, or a call of ~/check ends a check that is under way and starts afresh. A check that
comes to no result replaces the latched report by one that says so, and the markers by none. Each service
serves one caller at a time; a second one is told so at once.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check import parameters
from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.job import Slot
from robot_model_check.sinks.log import log_lines
from robot_model_check.worker import Checked, Died, Generation, Outcome, Refused, Source

if TYPE_CHECKING:
    from rclpy.node import Node

NAME = 'robot_model_check'
PERIOD = 1.0  # s
THREADS = 8  # two service calls may wait, and diagnostics, topic, parameters and refusals go on
EXIT_CLEAN, EXIT_USAGE, EXIT_INCOMPLETE = 0, 2, 3
TOLD_TO_END = -1  # no status: what it means depends on whether a verdict was asked for
NO_SOURCE = 'no robot description has come yet'
BUSY = 'another call of ~/{} is being served; call again when it has been answered'


def main(argv: Sequence[str] | None = None) -> int:
    """Run the node until SIGINT or SIGTERM (status 0), or the end that parameters ask for.

    With `exit_after_check` the status is a verdict: a signal before it is there gives 3, never 0.
    """
    ends: queue.SimpleQueue[int] = queue.SimpleQueue()  # its put is safe in a signal handler
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ends.put(TOLD_TO_END))
    try:
        import rclpy
        from rclpy.signals import SignalHandlerOptions
    except ImportError as error:
        return _complain(
            f'the node needs ROS 2 ({error}). Source a ROS 2 installation, or install '
            "robot_model_check[ros]; without ROS use 'robot_model_check check'"
        )
    try:
        rclpy.init(args=sys.argv if argv is None else argv, signal_handler_options=SignalHandlerOptions.NO)
        return _run(ends)
    except UsageError as error:
        return _complain(str(error))
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a second one must not change the status on the way out
        rclpy.try_shutdown()


def _complain(message: str) -> int:
    print(f'robot_model_check_node: {message}', file=sys.stderr)
    return EXIT_USAGE


def _run(ends: queue.SimpleQueue[int]) -> int:
    import rclpy
    from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor

    node = rclpy.create_node(NAME)
    executor = MultiThreadedExecutor(THREADS)

    def spin() -> None:
        try:
            executor.spin()
        except ExternalShutdownException:
            ends.put(TOLD_TO_END)

    checker: Checker | None = None
    spinning = threading.Thread(target=spin, daemon=True)
    try:
        checker = Checker(node, ends)
        executor.add_node(node)
        spinning.start()
        status = ends.get()
        return checker.status_without_verdict() if status == TOLD_TO_END else status
    finally:
        if checker is not None:
            checker.close()
        executor.shutdown(timeout_sec=1.0)
        if spinning.ident is not None:
            spinning.join(1.0)
        node.destroy_node()


class Checker:
    """Everything the node does, on a node that somebody else spins.

    `ends` gets an exit status when it is to end.
    """

    def __init__(self, node: Node, ends: queue.SimpleQueue[int]) -> None:
        from robot_model_check.sinks.diagnostics import Board

        self._node, self._ends = node, ends
        self._values = declare(node)
        self._text: bytes | None = None  # newest robot_description
        self._source = Source(None)  # what the newest check reads
        self._board = Board(node.get_name())
        self.checks, self.generations = Slot(self._on_checked), Slot(self._on_generated)
        self._calls = {'check': threading.Lock(), 'generate_collision': threading.Lock()}
        self._connect(node)
        self.check()
        self.publish()
        node.add_post_set_parameters_callback(self._on_parameters)

    def _connect(self, node: Node) -> None:
        from diagnostic_msgs.msg import DiagnosticArray
        from diagnostic_msgs.srv import SelfTest
        from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
        from rclpy.clock import Clock, ClockType
        from rclpy.qos import DurabilityPolicy, QoSProfile
        from std_msgs.msg import String
        from std_srvs.srv import Trigger

        from robot_model_check.sinks.latched import Latched

        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        services = ReentrantCallbackGroup()
        self._diagnostics = node.create_publisher(DiagnosticArray, '/diagnostics', 10)
        self._latched = Latched(node, latched)
        node.create_subscription(String, 'robot_description', self._on_description, latched)
        node.create_service(SelfTest, '~/check', self._on_check, callback_group=services)
        node.create_service(Trigger, '~/generate_collision', self._on_generate, callback_group=services)
        # A simulation clock that stands still must not stop the diagnostics.
        node.create_timer(
            PERIOD, self.publish, MutuallyExclusiveCallbackGroup(), Clock(clock_type=ClockType.STEADY_TIME)
        )

    def close(self) -> None:
        """End the workers and wake who waits for them."""
        self.checks.close()
        self.generations.close()

    def status_without_verdict(self) -> int:
        """Return the exit status of a node that is told to end."""
        return EXIT_INCOMPLETE if self._values['exit_after_check'] else EXIT_CLEAN

    def check(self) -> bool:
        """Start a check afresh; False before a description has come."""
        source = parameters.source(self._values, self._text)
        if source is not None:
            self._source = source
            self.checks.start(parameters.check_request(self._values, source, self._text))
        return source is not None

    def _on_description(self, message: Any) -> None:
        older, self._text = self._text, message.data.encode()
        if not self._values['description_file']:
            self._latched.forget_parts()
        elif self._text == older:
            return  # it has been compared
        self.check()
        self.publish()

    def _on_parameters(self, changed: Sequence[Any]) -> None:
        self._values.update(
            (parameter.name, parameter.value) for parameter in changed if parameter.name in self._values
        )
        if any(parameter.name in parameters.RECHECK for parameter in changed):
            self._latched.forget_parts()
            self.check()

    def _on_checked(self, outcome: Outcome) -> None:
        if not isinstance(outcome, Generation):
            self._latched.checked(outcome, self._source)
        self._board.update(outcome)
        self.publish()
        self._log(outcome)
        self._end_if_asked(outcome)

    def _end_if_asked(self, outcome: Outcome) -> None:
        code = EXIT_INCOMPLETE if isinstance(outcome, Died) else EXIT_USAGE
        if isinstance(outcome, Checked):
            code = outcome.exit_code
        if self._values['exit_after_check'] or (self._values['exit_on_failure'] and code != EXIT_CLEAN):
            self._ends.put(code)

    def _log(self, outcome: Outcome) -> None:
        logger = self._node.get_logger()
        for level, line in log_lines(outcome):
            if level is Level.ERROR:  # rclpy wants one severity per line of code
                logger.error(line)
            elif level is Level.WARNING:
                logger.warning(line)
            else:
                logger.info(line)
        if isinstance(outcome, Died) and outcome.trace:
            logger.debug(outcome.trace)

    def publish(self) -> None:
        """Publish the diagnostics as they are now."""
        from diagnostic_msgs.msg import DiagnosticArray

        message = DiagnosticArray(status=self._board.statuses(*self._doing()))
        message.header.stamp = self._node.get_clock().now().to_msg()
        self._diagnostics.publish(message)

    def _doing(self) -> list[str]:
        slots = {'checking': self.checks, 'generating collision meshes': self.generations}
        return [what for what, slot in slots.items() if slot.pid is not None]

    def _on_check(self, _: Any, response: Any) -> Any:
        """Serve ~/check."""
        from robot_model_check.sinks.diagnostics import WAITING

        with self._only_caller('check') as alone:
            if not alone:
                return self._no_check(response, BUSY.format('check'))
            if not self.check():
                return self._no_check(response, WAITING)
            outcome = self.checks.result()
            if not isinstance(outcome, Checked):
                return self._no_check(response, _why(outcome))
            response.id = outcome.report.model['robot']
            response.passed = b'\1' if outcome.exit_code == EXIT_CLEAN else b'\0'
            response.status = self._board.statuses()
            return response

    def _no_check(self, response: Any, why: str) -> Any:
        from robot_model_check.sinks.diagnostics import ERROR, status

        response.passed = b'\0'
        response.status = [status('summary', ERROR, why, name=self._node.get_name())]
        return response

    def _on_generate(self, _: Any, response: Any) -> Any:
        """Serve ~/generate_collision."""
        with self._only_caller('generate_collision') as alone:
            source = parameters.source(self._values, self._text)
            if not alone or source is None:
                response.message = NO_SOURCE if alone else BUSY.format('generate_collision')
                return response
            self.generations.start(parameters.generate_request(self._values, source))
            outcome = self.generations.result()
            response.success = isinstance(outcome, Generation) and outcome.complete
            response.message = outcome.text if isinstance(outcome, Generation) else _why(outcome)
            return response

    @contextlib.contextmanager
    def _only_caller(self, service: str) -> Iterator[bool]:
        """Yield whether no other call of the service is being served."""
        lock = self._calls[service]
        alone = lock.acquire(blocking=False)
        try:
            yield alone
        finally:
            if alone:
                lock.release()

    def _on_generated(self, outcome: Outcome) -> None:
        if isinstance(outcome, Generation):
            self._latched.generated(outcome)
        self._log(outcome)


def _why(outcome: Outcome | None) -> str:
    return outcome.message if isinstance(outcome, (Refused, Died)) else 'the node is ending'


def declare(node: Node) -> dict[str, Any]:
    """Declare all parameters and return their values. Raises UsageError where a value is refused."""
    from rcl_interfaces.msg import SetParametersResult
    from rclpy.exceptions import ParameterException

    try:
        values = {
            row.name: node.declare_parameter(row.name, row.default, _descriptor(row)).value
            for row in parameters.TABLE
        }
    except ParameterException as error:
        raise UsageError(str(error)) from None
    reason = parameters.rejection(values)
    if reason:
        raise UsageError(reason)

    def accept(changed: Sequence[Any]) -> Any:
        new = {parameter.name: parameter.value for parameter in changed}
        current = {row.name: node.get_parameter(row.name).value for row in parameters.TABLE}
        reason = parameters.rejection({**current, **new})
        return SetParametersResult(successful=not reason, reason=reason)

    node.add_on_set_parameters_callback(accept)
    return values


def _descriptor(row: parameters.Parameter) -> Any:
    from rcl_interfaces.msg import FloatingPointRange, IntegerRange, ParameterDescriptor

    descriptor = ParameterDescriptor(
        description=row.description,
        read_only=row.read_only,
        additional_constraints=f'one of {", ".join(map(repr, row.choices))}' if row.choices else '',
    )
    if row.low is not None and isinstance(row.default, int):
        descriptor.integer_range = [
            IntegerRange(from_value=int(row.low), to_value=int(row.high or 0), step=1)
        ]
    elif row.low is not None:
        descriptor.floating_point_range = [FloatingPointRange(from_value=row.low, to_value=row.high or 0.0)]
    return descriptor


if __name__ == '__main__':
    sys.exit(main())
