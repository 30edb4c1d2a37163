"""The node's latched topics: report, markers, generated description; a late joiner gets what holds now."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from std_msgs.msg import String
from visualization_msgs.msg import MarkerArray

from robot_model_check.bringup.worker import Checked, Died, Generation, Refused, Source
from robot_model_check.no_result import no_result
from robot_model_check.sinks import json_text
from robot_model_check.sinks.figures import Figures, Part
from robot_model_check.sinks.markers import markers
from robot_model_check.words import in_utf8


class Latched:
    """The publishers, made with a latched `qos`, and what they showed last."""

    def __init__(self, node: Any, qos: Any) -> None:
        self._report = node.create_publisher(String, '~/report', qos)
        self._markers = node.create_publisher(MarkerArray, '~/markers', qos)
        self._generated = node.create_publisher(String, '~/robot_description', qos)
        self._lock = threading.Lock()  # outcomes come from the threads that wait for workers
        self._robot = ''
        self._figures = Figures()
        self._parts: Sequence[Part] = ()

    def checked(self, outcome: Checked | Refused | Died, source: Source) -> None:
        """Show the outcome of a check of `source`; one without result takes the place of an older report."""
        with self._lock:
            if isinstance(outcome, Checked):
                self._robot = outcome.report.model['robot']
                text, self._figures = outcome.json, outcome.figures
            else:
                text, self._figures = json_text.render([no_result(outcome, source, self._robot)]), Figures()
            self._report.publish(String(data=in_utf8(text)))
            self._markers.publish(markers(self._figures, self._parts))

    def generated(self, outcome: Generation) -> None:
        """Show what was generated."""
        with self._lock:
            self._parts = outcome.parts
            self._generated.publish(String(data=in_utf8(outcome.description)))
            self._markers.publish(markers(self._figures, self._parts))

    def forget_parts(self) -> None:
        """Show no generated parts from the next check on: the description they were made for is gone."""
        with self._lock:
            self._parts = ()
