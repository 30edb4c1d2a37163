"""The ROS 2 node: checks in a worker process, diagnostics at 1 Hz, latched results, two services.

What is checked is the file of the parameter `description_file`, or else the newest text on the topic
robot_description; where there are both, the file is compared with the text. A newer description, a change of
a parameter that matters, or a call of ~/check ends a check that is under way and starts afresh. A check that
comes to no result replaces the latched report by one that says so, and the markers by none. Each service
serves one caller at a time; a second one is told so at once.
"""

from __future__ import annotations

import contextlib
import importlib
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.bringup import parameters
from robot_model_check.bringup.watch import Watch
from robot_model_check.bringup.worker import Checked, Died, Generation, Outcome, Refused, Step
from robot_model_check.errors import UsageError
from robot_model_check.sinks.log import tell
from robot_model_check.verdict import EXIT_CLEAN, EXIT_USAGE
from robot_model_check.words import in_utf8

if TYPE_CHECKING:
    from rclpy.executors import Executor
    from rclpy.node import Node

NAME = 'robot_model_check'
PERIOD = 1.0  # s
LOOK = 0.2  # s
THREADS = 8  # two service calls may wait, and diagnostics, topic, parameters and refusals go on
TOLD_TO_END = -1  # no status: what it means depends on whether a verdict was asked for
LOADED_FIRST = ('rclpy.executors', 'rclpy.node', 'robot_model_check.settings.config_file',
                'robot_model_check.sinks.diagnostics', 'robot_model_check.sinks.latched')
# Parameters that rclpy itself gives every node.
OF_ROS = ('use_sim_time', 'start_type_description_service', 'qos_overrides.')


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

        load()
    except ImportError as error:
        return _complain(
            f'the node needs ROS 2 ({error}). Source a ROS 2 installation, or install '
            "robot_model_check[ros]; without ROS use 'robot_model_check check'"
        )
    start = time.monotonic()
    try:
        rclpy.init(args=sys.argv if argv is None else argv, signal_handler_options=SignalHandlerOptions.NO)
    except (RuntimeError, UnicodeError) as error:  # words after --ros-args that ROS does not take
        return _complain(str(error))
    try:
        return _run(ends, start)
    except UsageError as error:
        return _complain(str(error))
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)  # a second one must not change the status on the way out
        rclpy.try_shutdown()


def load() -> None:
    """Import all that the node is made of before rclpy.init: from there on an operator waits for the first
    diagnostics. Raises ImportError without ROS.
    """
    from diagnostic_msgs.msg import DiagnosticArray
    from diagnostic_msgs.srv import SelfTest
    from rclpy.type_support import check_for_type_support
    from std_msgs.msg import String
    from std_srvs.srv import Trigger
    from visualization_msgs.msg import MarkerArray

    for name in LOADED_FIRST:
        importlib.import_module(name)
    for kind in (DiagnosticArray, SelfTest, String, Trigger, MarkerArray):
        check_for_type_support(kind)


def _complain(message: str) -> int:
    print(f'robot_model_check_node: {" ".join(message.split())}', file=sys.stderr)
    return EXIT_USAGE


def _run(ends: queue.SimpleQueue[int], start: float) -> int:
    import rclpy
    from rclpy.executors import MultiThreadedExecutor

    node = rclpy.create_node(NAME)
    executor = MultiThreadedExecutor(THREADS)
    checker: Checker | None = None
    ending = threading.Event()
    spinning = threading.Thread(target=_spin, args=(executor, node, ends, ending), daemon=True)
    try:
        checker = Checker(node, ends)
        node.get_logger().info(f'first diagnostics {time.monotonic() - start:.2f} s after rclpy.init')
        executor.add_node(node)
        spinning.start()
        status = _first(ends)
        return checker.watch.status_without_verdict() if status == TOLD_TO_END else status
    finally:
        ending.set()
        if checker is not None:
            checker.watch.close()
        settle(executor)
        executor.shutdown(timeout_sec=1.0)
        if spinning.ident is not None:
            spinning.join(1.0)
        node.destroy_node()


def _first(ends: queue.SimpleQueue[int]) -> int:
    """Wait for a status.

    Not without a limit: a signal that comes just before the waiting begins does not end it, and Python serves
    signals in this thread alone.
    """
    while True:
        with contextlib.suppress(queue.Empty):
            return ends.get(timeout=LOOK)


def _spin(executor: Executor, node: Node, ends: queue.SimpleQueue[int], ending: threading.Event) -> None:
    """Serve callbacks until the executor is shut down; one that fails is told and takes none along."""
    from rclpy.executors import ExternalShutdownException

    while not ending.is_set():
        try:
            executor.spin()
            break
        except ExternalShutdownException:
            break
        except Exception as error:
            if not ending.is_set():  # what a callback misses then is what has been taken down
                node.get_logger().error(f'a callback failed: {error!r}')
    ends.put(TOLD_TO_END)


def settle(executor: Executor) -> None:
    """Begin no more callbacks and wait until those that run have ended: the executor of Jazzy does not wait
    for them when it is shut down, and they complain of what it takes away.
    """
    pool = getattr(executor, '_executor', None)
    if pool is not None:
        pool.shutdown()


class Checker:
    """Everything the node does, on a node that somebody else spins.

    `ends` gets an exit status when it is to end.
    """

    def __init__(self, node: Node, ends: queue.SimpleQueue[int]) -> None:
        from robot_model_check.sinks.diagnostics import Board

        self._node, self._ends = node, ends
        self._name = node.get_fully_qualified_name().lstrip('/')  # robots in namespaces are told apart
        self._board = Board(self._name)
        shown = (self._guarded(show) for show in (self._on_checked, self._on_generated, self._on_step))
        self.watch = Watch(declare(node), *shown)
        self._connect(node)
        self.watch.check()
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
        self.publisher = node.create_publisher(DiagnosticArray, '/diagnostics', 10)
        self._latched = Latched(node, latched)
        node.create_subscription(String, 'robot_description', self._on_description, latched)
        node.create_service(SelfTest, '~/check', self._on_check, callback_group=services)
        node.create_service(Trigger, '~/generate_collision', self._on_generate, callback_group=services)
        # A simulation clock that stands still must not stop the diagnostics.
        node.create_timer(
            PERIOD, self.publish, MutuallyExclusiveCallbackGroup(), Clock(clock_type=ClockType.STEADY_TIME)
        )

    def publish(self) -> None:
        """Publish the diagnostics as they are now."""
        from diagnostic_msgs.msg import DiagnosticArray

        message = DiagnosticArray(status=self._board.statuses(*self.watch.doing()))
        message.header.stamp = self._node.get_clock().now().to_msg()
        self.publisher.publish(message)

    def _on_description(self, message: Any) -> None:
        if self.watch.follows_topic:
            self._latched.forget_parts()
        if self.watch.describe(message.data.encode()):
            self.publish()

    def _on_parameters(self, changed: Sequence[Any]) -> None:
        if self.watch.change({parameter.name: parameter.value for parameter in changed}):
            self._latched.forget_parts()

    def _guarded(self, show: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return what shows an outcome, and tells in one line where that fails: nobody else would hear."""
        def shown(outcome: Any) -> None:
            try:
                show(outcome)
            except Exception as error:
                self._node.get_logger().error(f'an outcome cannot be shown: {error!r}')
        return shown

    def _on_checked(self, outcome: Outcome) -> None:
        try:
            self._board.update(outcome)
            self.publish()
            if not isinstance(outcome, Generation):
                self._latched.checked(outcome, self.watch.source)
            tell(self._node.get_logger(), outcome)
        finally:
            status = self.watch.end_with(outcome)
            if status is not None:
                self._ends.put(status)

    def _on_step(self, step: Step) -> None:
        self._board.generating(step)
        self.publish()

    def _on_generated(self, outcome: Outcome) -> None:
        if isinstance(outcome, Generation):
            self._latched.generated(outcome)
        self._board.generated(outcome)
        self.publish()
        tell(self._node.get_logger(), outcome)

    def _on_check(self, _: Any, response: Any) -> Any:
        """Serve ~/check."""
        from robot_model_check.sinks.diagnostics import ERROR, status

        outcome = self.watch.call_check()
        if isinstance(outcome, Checked):
            response.id = outcome.report.model['robot']
            response.passed = b'\1' if outcome.exit_code == EXIT_CLEAN else b'\0'
            response.status = self._board.statuses()
        else:
            response.passed = b'\0'
            response.status = [status('summary', ERROR, _text(outcome), name=self._name)]
        return response

    def _on_generate(self, _: Any, response: Any) -> Any:
        """Serve ~/generate_collision."""
        outcome = self.watch.call_generate()
        response.success = isinstance(outcome, Generation) and not outcome.failed
        response.message = _text(outcome)
        return response


def _text(outcome: Outcome) -> str:
    if isinstance(outcome, Generation):
        return in_utf8(outcome.text)
    return in_utf8(outcome.message) if isinstance(outcome, (Refused, Died)) else ''


def declare(node: Node) -> dict[str, Any]:
    """Declare all parameters and return their values; names that are none of them are told in the log.

    Raises UsageError where a value is refused.
    """
    from rcl_interfaces.msg import SetParametersResult
    from rclpy.exceptions import ParameterException

    given = node._parameter_overrides  # rclpy tells them nowhere else
    for why in filter(None, (parameters.unknown(name) for name in given if not name.startswith(OF_ROS))):
        node.get_logger().warning(why)
    empty = {name for name, parameter in given.items() if parameter.value is None}  # such as [] in YAML
    try:
        values = {
            row.name: node.declare_parameter(row.name, row.default, _descriptor(row), row.name in empty).value
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
