"""Small robots for tests, and the whole checker as one call."""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest import mock
from xml.parsers.expat import ParserCreate

import numpy as np

from robot_model_check import rules
from robot_model_check.check import check_document
from robot_model_check.facts import LinkFacts, MeshFile
from robot_model_check.finding import Finding, NotChecked
from robot_model_check.measuring import measure_task
from robot_model_check.model import Link
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import read_plain, read_text
from robot_model_check.report import Report
from robot_model_check.settings.config import Config
from robot_model_check.settings.config_file import load_config
from robot_model_check.simulators.answer import LABELS

# Two boxes and a cylinder of 1000 kg/m^3, closed-form inertials, every collision equal to its visual.
GOOD = '''<?xml version="1.0"?>
<robot name="good">
  <link name="base_link">
    <visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual>
    <collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision>
  </link>
  <link name="arm">
    <inertial>
      <origin xyz="0.02 0.01 0.1" rpy="0 0 0"/>
      <mass value="0.48"/>
      <inertia ixx="0.001664" ixy="0" ixz="0" iyy="0.001744" iyz="0" izz="0.000208"/>
    </inertial>
    <visual><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></visual>
    <collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial>
      <origin xyz="0 0 0.05"/>
      <mass value="0.125663706"/>
      <inertia ixx="0.000117286" ixy="0" ixz="0" iyy="0.000117286" iyz="0" izz="0.0000251327"/>
    </inertial>
    <visual><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry></visual>
    <collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.02" length="0.1"/></geometry></collision>
  </link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.051"/>
    <parent link="base_link"/>
    <child link="arm"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>
  </joint>
  <joint name="wrist" type="revolute">
    <origin xyz="0.02 0.01 0.201"/>
    <parent link="arm"/>
    <child link="hand"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.2" upper="1.2" effort="10" velocity="2"/>
  </joint>
</robot>
'''


def edit(text: str, *changes: tuple[str, str]) -> str:
    """Return the text with each (old, new) applied; old must occur exactly once."""
    for old, new in changes:
        assert text.count(old) == 1, f'{text.count(old)} times in the text: {old}'
        text = text.replace(old, new)
    return text


def add(text: str, xml: str) -> str:
    """Return the robot with more elements at its end."""
    return edit(text, ('</robot>', xml + '\n</robot>'))


@dataclass(frozen=True)
class Case:
    """A robot and exactly what must be found on it, by all rules together.

    `expected` rows are (rule, subject name, level) or (rule, subject name, level, cause). `files` are written
    beside the robot. `steady` names the metamorphic changes that must not alter the findings; take one out
    only where the change alters what the rule is about (a rule on names and 'renamed', a rule on absolute
    size and 'rescaled'). `says` are words of which each stands in the message, values, rivals or suggestion
    of a finding ('repair <mass value="1"/>' where the repair is computed). `unchecked` rows are (rule,
    subject name) that must be told as not checked. `topic`: the text comes without a file. `running` is the
    description that runs. `config` is the text of its configuration. `simulated` are rows that a simulator
    adds where it is installed. `alone` are rows of rules that say more by themselves: in the report their
    findings are evidence in another one.
    """

    name: str
    xml: str
    expected: Sequence[tuple[str, ...]] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    steady: frozenset[str] = frozenset({'renamed', 'reposed', 'rescaled', 'reordered', 'xacro'})
    says: Sequence[str] = ()
    unchecked: Sequence[tuple[str, str]] = ()
    topic: bool = False
    running: str | None = None
    config: str = ''
    simulated: Sequence[tuple[str, ...]] = ()
    alone: Sequence[tuple[str, ...]] = ()

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """All that must be found with what is installed here, sorted."""
        return sorted(tuple(row) for row in (*self.expected, *self.simulated) if can_run(row[0]))

    def rows_of(self, rule: str) -> list[tuple[str, ...]]:
        """Return what a rule must find by itself, sorted."""
        by_itself = sorted(tuple(row) for row in self.alone if row[0] == rule)
        return by_itself or [row for row in self.rows if row[0] == rule]


def can_run(rule: str) -> bool:
    """Return whether the simulator that a rule needs is installed, if it needs one."""
    return all(find_spec(name) for name in LABELS if name in rules.load(rule).NEEDS)


def run(folder: Path, xml: str, files: Mapping[str, bytes] | None = None, config: Config | None = None,
        arguments: Mapping[str, str] | None = None, suffix: str = '.urdf') -> Report:
    """Write the robot into the folder and check it in this process."""
    return run_case(folder, Case('', xml, files=files or {}), config, arguments, suffix)


def run_case(folder: Path, case: Case, config: Config | None = None,
             arguments: Mapping[str, str] | None = None, suffix: str = '.urdf') -> Report:
    """Write the case into the folder and check it in this process."""
    for name, data in case.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    finder = Finder.from_environment((), {})
    model = folder / f'robot{suffix}'
    model.write_text(case.xml, encoding='utf-8')
    document = read_text(case.xml.encode(), arguments or {}, finder, None if case.topic else str(model))
    if case.config:
        (folder / 'check.yaml').write_text(case.config, encoding='utf-8')
        config = load_config(str(folder / 'check.yaml'))
    running = read_plain(case.running.encode()) if case.running is not None else None
    with mock.patch('robot_model_check.measuring.measure_task', measured_once):
        return check_document(document, finder, config or Config(), 0, running)


_measured: dict[tuple[Any, ...], LinkFacts] = {}


def measured_once(link: Link, paths: Mapping[str, str], files: Sequence[str],
                  triangles: bool) -> tuple[LinkFacts, list[MeshFile]]:
    """Measure as the engine does, but equal primitives once per process: most cases hold the links of `GOOD`.
    """
    if paths:
        return measure_task(link, paths, files, triangles)
    key = tuple((shape.kind, shape.origin.xyz, shape.origin.rpy, shape.geometry) for shape in link.shapes)
    if key not in _measured:
        _measured[key] = measure_task(link, paths, files, triangles)[0]
    return replace(_measured[key], link=link.name, problems=dict(_measured[key].problems)), []


def told(findings: Sequence[Finding], with_cause: bool = True) -> list[tuple[str, ...]]:
    """Return the findings as sorted (rule, subject name, level[, cause]) rows."""
    return sorted((f.rule, f.subject.name, str(f.level), *([f.cause] if f.cause and with_cause else []))
                  for f in findings if f.subject is not None)


def lacking(findings: Sequence[Finding], gaps: Sequence[NotChecked], case: Case) -> list[Any]:
    """Return the words that no message holds, and the rows that are not told as not checked."""
    told_so = {(gap.rule, gap.subject.name if gap.subject else '') for gap in gaps}
    said = ''.join(f'{words}\n' for found in findings
                   for words in (found.message, found.values, f'rivals {found.rivals}', *_suggested(found)))
    return [*(words for words in case.says if words not in said),
            *(row for row in case.unchecked if row not in told_so)]


def _suggested(finding: Finding) -> list[str]:
    """Return the words of a suggestion, and 'repair' with all elements to write where they are computed."""
    suggestion = finding.suggestion
    if suggestion is None:
        return []
    repair = ' '.join(correction.xml for correction in suggestion.corrections)
    return [suggestion.text, *([f'repair {repair}'] if repair else [])]


def misplaced(findings: Sequence[Finding], xml: str) -> list[tuple[str, int, str]]:
    """Return (rule, line, attribute) of the findings whose place is no element that has the attribute."""
    placed = [found for found in findings if found.attribute and found.site]
    if not placed:
        return []
    starts: dict[tuple[int, int], Collection[str]] = {}

    def start(tag: str, attributes: dict[str, str]) -> None:
        starts[parser.CurrentLineNumber, parser.CurrentColumnNumber + 1] = attributes
    parser = ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(xml, True)
    return [(found.rule, found.site.line, found.attribute) for found in placed
            if found.attribute not in starts.get((found.site.line, found.site.column), ())]


def stl(vertices: np.ndarray, faces: np.ndarray, header: bytes = b'test') -> bytes:
    """Return a binary STL of vertices (n, 3) and faces (m, 3)."""
    rows = np.zeros(len(faces), [('normal', '<f4', 3), ('corners', '<f4', (3, 3)), ('flags', '<u2')])
    rows['corners'] = np.asarray(vertices, float)[np.asarray(faces)]
    return header.ljust(80, b'\0')[:80] + struct.pack('<I', len(rows)) + rows.tobytes()


def box_mesh(size: Sequence[float], centre: Sequence[float] = (0, 0, 0)) -> tuple[np.ndarray, np.ndarray]:
    """Return vertices (8, 3) and outward faces (12, 3) of a box."""
    corners = np.array([[x, y, z] for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)])
    faces = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
                      [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])
    return corners * np.asarray(size) + np.asarray(centre), faces


def channel_mesh(width: float = 0.06, length: float = 0.08, height: float = 0.04,
                 wall: float = 0.006) -> tuple[np.ndarray, np.ndarray]:
    """Return vertices (16, 3) and outward faces (28, 3) of a U channel along y, floor at z = 0 [m]."""
    x, w, h = width / 2, wall, height
    section = np.array([[-x, 0], [x, 0], [x, h], [x - w, h], [x - w, w], [-x + w, w], [-x + w, h], [-x, h]])
    front = np.column_stack([section[:, 0], np.full(8, -length / 2), section[:, 1]])
    back = front + np.array([0, length, 0])
    caps = [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)]
    faces = [face for a, b, c in caps for face in ((a, b, c), (a + 8, c + 8, b + 8))]
    for i in range(8):
        j = (i + 1) % 8
        faces += [(i, i + 8, j), (j, i + 8, j + 8)]
    return np.vstack([front, back]), np.array(faces)
