"""The node under test and a client beside it, on one executor and a domain of their own."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from domain import own_domain
from processes import PATIENCE
from rclpy.executors import ExternalShutdownException, MultiThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from rclpy.qos import DurabilityPolicy, QoSProfile
from std_msgs.msg import String

from robot_model_check.node import Checker, settle

os.environ['ROS_AUTOMATIC_DISCOVERY_RANGE'] = 'LOCALHOST'
LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class Bench:
    """A running node with these parameters; messages are kept with the time at which they arrived."""

    def __init__(self, use_sim_time: bool = False, **parameters: Any) -> None:
        self.context = rclpy.Context()
        self.kept = contextlib.ExitStack()
        rclpy.init(context=self.context, domain_id=self.kept.enter_context(own_domain()))
        overrides = [Parameter(name, value=value) for name, value in parameters.items()]
        overrides.append(Parameter('use_sim_time', value=use_sim_time))
        self.node = rclpy.create_node('robot_model_check', context=self.context,
                                      parameter_overrides=overrides)
        self.client = rclpy.create_node('client', context=self.context)
        self.received: list[tuple[float, DiagnosticArray]] = []
        self.reports: list[str] = []
        self.client.create_subscription(DiagnosticArray, '/diagnostics', self._keep, 10)
        self.subscribe(String, '/robot_model_check/report', lambda message: self.reports.append(message.data))
        self.descriptions = self.client.create_publisher(String, 'robot_description', LATCHED)
        self.executor = MultiThreadedExecutor(10, context=self.context)
        self.executor.add_node(self.client)
        self.thread = threading.Thread(target=self._spin, daemon=True)
        self.thread.start()
        self.ends: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.checker = Checker(self.node, self.ends)
        self.executor.add_node(self.node)
        self.others: list[tuple[Node, Checker]] = []

    def another(self, namespace: str) -> None:
        """Start a second node in a namespace."""
        node = rclpy.create_node('robot_model_check', namespace=namespace, context=self.context)
        self.others.append((node, Checker(node, self.ends)))
        self.executor.add_node(node)

    def _spin(self) -> None:
        with contextlib.suppress(ExternalShutdownException, RuntimeError):  # no callback begins any more
            self.executor.spin()

    def _keep(self, message: DiagnosticArray) -> None:
        self.received.append((time.monotonic(), message))

    def subscribe(self, kind: type, topic: str, callback: Callable[[Any], None]) -> None:
        """Subscribe as a late joiner would."""
        self.client.create_subscription(kind, topic, callback, LATCHED)

    def publish(self, text: str, namespace: str = '') -> None:
        """Publish a robot description."""
        if namespace:
            self.client.create_publisher(String, f'{namespace}/robot_description', LATCHED).publish(
                String(data=text))
        else:
            self.descriptions.publish(String(data=text))

    def wait(self, condition: Callable[[], Any], what: str = 'condition') -> Any:
        """Return the first true value of the condition."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.02)
        raise AssertionError(f'no {what} within {PATIENCE} s; the last diagnostics were {self.statuses()}')

    def statuses(self) -> Mapping[str, DiagnosticStatus]:
        """Return the newest diagnostics by name."""
        return {status.name: status for status in self.received[-1][1].status} if self.received else {}

    def status(self, what: str) -> DiagnosticStatus | None:
        """Return the newest status of `robot_model_check: <what>`."""
        return self.statuses().get(f'robot_model_check: {what}')

    def wait_status(self, what: str, level: bytes, part: str = '') -> DiagnosticStatus:
        """Return the status once it has this level and its message holds this part."""
        def found() -> DiagnosticStatus | None:
            status = self.status(what)
            return status if status and status.level == level and part in status.message else None
        return self.wait(found, f'{what} of level {level!r} with {part!r}')

    def report(self, robot: str) -> Mapping[str, Any]:
        """Return the newest report once it is about this robot."""
        def found() -> Mapping[str, Any] | None:
            if not self.reports or f'"robot": "{robot}"' not in self.reports[-1]:
                return None  # to read a large one again and again would hold up the node in this process
            data = json.loads(self.reports[-1])
            return data if data['model']['robot'] == robot else None
        return self.wait(found, f'report on {robot}')

    def call(self, kind: type, service: str) -> Any:
        """Start a call of ~/<service> and return its future."""
        client = self.client.create_client(kind, f'/robot_model_check/{service}')
        assert client.wait_for_service(PATIENCE)
        return client.call_async(kind.Request())

    def answer(self, future: Any) -> Any:
        """Return the response of a call."""
        self.wait(future.done, 'answer of the service')
        return future.result()

    def close(self) -> None:
        """End the node and its workers."""
        for checker in [self.checker, *(checker for _, checker in self.others)]:
            checker.watch.close()
        settle(self.executor)
        self.executor.shutdown(timeout_sec=1.0)
        self.thread.join(2.0)
        for node in [self.node, *(node for node, _ in self.others)]:
            node.destroy_node()
        self.client.destroy_node()
        rclpy.shutdown(context=self.context)
        self.kept.close()
