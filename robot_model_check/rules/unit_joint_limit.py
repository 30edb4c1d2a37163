"""Joint limits are in radians and metres.

Checks
    Limits of revolute joints beyond one turn that look like degrees: whole numbers of at most 720, such as
    90, -170 or 360. Wrists that turn several times (multiples of pi to any digits) and huge numbers that mean
    "no limit" are left alone, and so are wrists of a turn and a half; other numbers are a warning, or an info
    where the joint drives or follows another through a gear or a tendon, or moves no more than a point that
    stands for a shaft; where half of the joints have such limits, one info tells all. A velocity in degrees
    per second is told where other joints show what is usual, or where a joint that has stops would turn at a
    multiple of 15 rad/s from 90 on. Limits of prismatic joints that exceed the whole robot 20 times and fit
    it as millimetres are millimetres, or centimetres where they fit it as such, too: then both are told and
    nothing is corrected.

Who breaks
    Nobody says anything. MoveIt samples a range of 29 turns, so plans wind the arm up and almost every goal
    is found in another turn; the real joint runs into its stop.

Bad
    <limit lower="-90" upper="90" effort="20" velocity="2"/>

Good
    <limit lower="-1.5708" upper="1.5708" effort="20" velocity="2"/>

References
    REP 103, Standard Units of Measure. URDF XML specification, joint, <limit>.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isclose, pi, radians
from statistics import median
from typing import Any

from robot_model_check.clues.listing import listed, names_of, per_joint
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked
from robot_model_check.generation.element_xml import changed
from robot_model_check.model import Joint, Limit, Robot
from robot_model_check.rules import Option

ID = 'unit-joint-limit'
AREA = 'units'
SCOPE = 'robot'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'turns': Option(4.0, 'turns', 1.0, 100.0, 'more than any wrist or cable allows: degrees are likelier'),
    'certain': Option(30.0, 'degrees', 7.0, 90.0, 'smaller whole numbers may be turns of a winch or a screw'),
}
SOURCES = ('REP 103', 'URDF XML: joint/limit')

TWIST = 1.5  # turns: the last axis of industrial arms has up to 455 degrees to either side
LARGEST = 720.0  # degrees; beyond, a number stands for "no limit"
FAR = 20.0  # times the whole robot
FAST = 20.0  # times the median of the other joints
POINT = 0.01  # of the largest link: smaller is drawn as a stand-in, not as a part
TYPED = 100.0  # rad/s: what is typed where no speed is known
SWIFT = 90.0  # rad/s: no joint with stops of a public robot states a multiple of 15 from here on
STEP = 15.0  # degrees/s: what data sheets round to
OTHERS = 3  # joints that it takes to know what is usual


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield at most one finding on the range and one on the velocity of a joint; where half of the joints
    turn often, one for all of these.
    """
    turning = list[Finding]()
    for said in per_joint(robot, 'limit', lambda joint: _look(joint, context, options)):
        if isinstance(said, Finding) and said.cause is None:
            turning.append(said)
        else:
            yield said
    limited = [joint for joint in robot.joints if joint.type == 'revolute' and joint.limit is not None]
    if len(limited) > 2 and 2 * len(turning) >= len(limited):
        habit = [replace(one, level=Level.INFO) for one in turning]
        yield from listed(habit, 2, _together, _values)
    else:
        yield from turning


def _together(found: Sequence[Finding], names: str) -> str:
    return (f'{len(found)} joints turn more often than one with a stop or a cable does: {names}. The first: '
            f'{found[0].message}')


def _values(found: Sequence[Finding]) -> Mapping[str, Any]:
    return {**found[0].values, 'joints': names_of(found)}


def _look(joint: Joint, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    limit = joint.limit
    if limit is None:
        return
    if joint.type == 'revolute':
        yield from _degrees(joint, limit, context, options)
    if joint.type in ('revolute', 'continuous'):
        yield from _fast(joint, limit, context)
    if joint.type == 'prismatic':
        yield from _millimetres(limit, context)


def _ends(limit: Limit) -> list[tuple[str, float]]:
    ends = (('lower', limit.lower), ('upper', limit.upper))
    return [(name, value) for name, value in ends if value is not None]


def _beyond(limit: Limit) -> list[tuple[str, float]]:
    """Return the ends that lie beyond a turn, are no multiple of half a turn and do not mean "no limit"."""
    return [(name, value) for name, value in _ends(limit)
            if 2 * pi * 1.01 < abs(value) <= LARGEST and not _is_of_pi(value)]


def _degrees(joint: Joint, limit: Limit, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    beyond = _beyond(limit)
    whole = [(name, value) for name, value in beyond if value == round(value)]
    turns = max((abs(value) for _, value in beyond), default=0.0) / (2 * pi)
    largest = max((abs(value) for _, value in whole), default=0.0)
    ends_whole = all(value == round(value) for _, value in _ends(limit))
    if whole and (largest >= options['certain'] or turns > options['turns']):
        certain = largest >= options['certain'] and ends_whole
        yield _as_degrees(limit, whole, turns, Level.ERROR if certain else Level.WARNING)
    elif turns > options['turns']:
        yield _as_degrees(limit, beyond, turns, Level.WARNING)
    elif turns > TWIST:
        yield from _turning(joint, limit, beyond, context)


def _turning(joint: Joint, limit: Limit, ends: list[tuple[str, float]],
             context: Context) -> Iterator[Finding]:
    """Yield a finding on less than four turns."""
    written = ' and '.join(f'{name} {value:g}' for name, value in ends)
    turns = max(abs(value) for _, value in ends) / (2 * pi)
    yield Finding(
        message=f'{written} rad are {turns:.3g} turns, more than a joint with a stop or a cable makes. '
                'Write the range of the data sheet, or type="continuous" where nothing stops it',
        site=limit.element.site, attribute=ends[0][0],
        level=Level.INFO if _is_coupled(joint, context) else Level.WARNING,
        values={**{f'{name} [rad]': value for name, value in _ends(limit)}, 'joints': [joint.name]})


def _is_coupled(joint: Joint, context: Context) -> bool:
    """Return whether a joint drives or follows another, or moves no more than a point that stands for a
    shaft: through a gear or a tendon it may turn often.
    """
    from robot_model_check.clues.sizes import link_sizes
    sizes = link_sizes(context)
    moved = max((sizes.get(name, 0.0) for name in context.tree.subtree(joint.child)), default=0.0)
    return joint.mimic is not None or moved <= POINT * max(sizes.values(), default=0.0) or any(
        other.mimic is not None and other.mimic.joint == joint.name for other in context.robot.joints)


def _as_degrees(limit: Limit, ends: list[tuple[str, float]], turns: float, level: Level) -> Finding:
    values = dict(_ends(limit))
    right = {name: f'{radians(value):.9g}' for name, value in values.items()}
    words = ' '.join(f'{name}="{text}"' for name, text in right.items())
    return Finding(
        message=f'{" and ".join(f"{name} {value:g}" for name, value in ends)} rad are {turns:.3g} turns; '
                f'written in degrees? Then write {words}',
        site=limit.element.site, attribute=ends[0][0], level=level, cause='unit:joint-deg',
        cause_state='named' if level is Level.ERROR else 'ambiguous',
        values={f'{name} [rad]': value for name, value in values.items()},
        suggestion=changed('the limits read as degrees', limit.element, right))


def _is_of_pi(value: float) -> bool:
    """Return whether a number with a fraction is a multiple of half a turn, to the digits people write."""
    halves = value / pi
    return value != round(value) and isclose(halves, round(halves), abs_tol=0.01)


def _fast(joint: Joint, limit: Limit, context: Context) -> Iterator[Finding]:
    others = [other.limit.velocity for other in context.robot.joints
              if other is not joint and other.type in ('revolute', 'continuous') and other.limit is not None
              and other.limit.velocity]
    usual = median(others) if len(others) >= OTHERS else 0.0
    speed = limit.velocity or 0.0
    if usual > 0 and speed == round(speed) != TYPED and speed >= max(45.0, FAST * usual) \
            and usual / 6 <= radians(speed) <= usual * 6:
        yield _as_degrees_per_second(limit, speed, f'the other joints have {usual:.3g}', usual)
    elif joint.type == 'revolute' and _has_stops(limit) and SWIFT <= speed <= LARGEST and speed % STEP == 0:
        yield _as_degrees_per_second(limit, speed, 'a joint with stops is through its range at once', None)


def _has_stops(limit: Limit) -> bool:
    ends = [value for _, value in _ends(limit)]
    return bool(ends) and any(ends) and max(map(abs, ends)) <= 2 * pi * 1.01


def _as_degrees_per_second(limit: Limit, speed: float, against: str, usual: float | None) -> Finding:
    right = f'{radians(speed):.9g}'
    suggestion = changed('the velocity read as degrees per second', limit.element, {'velocity': right})
    return Finding(
        message=f'velocity {speed:g} rad/s, where {against}; written in degrees per second? Then write '
                f'velocity="{right}"',
        site=limit.element.site, attribute='velocity', level=Level.WARNING, cause='unit:joint-deg',
        cause_state='named' if usual else 'ambiguous',
        values={'velocity [rad/s]': speed, 'other joints [rad/s]': usual},
        suggestion=suggestion if usual else replace(suggestion, corrections=()))


def _millimetres(limit: Limit, context: Context) -> Iterator[Finding]:
    extent = extent_of(context)
    travel = max((abs(value) for _, value in _ends(limit)), default=0.0)
    if extent is None or travel <= FAR * extent or travel / 1000 > 2 * extent:
        return
    # A stroke is any share of a robot, so only centimetres that exceed it are left out.
    units = [unit for unit in (1000, 100) if travel / unit <= 2 * extent]
    readings = [{name: f'{value / unit:.9g}' for name, value in _ends(limit)} for unit in units]
    words = ' or '.join(' '.join(f'{name}="{text}"' for name, text in right.items()) for right in readings)
    suggestion = changed('the limits read as millimetres', limit.element, readings[0])
    two = len(units) > 1
    names = 'millimetres or centimetres' if two else 'millimetres'
    yield Finding(
        message=f'the joint moves {travel:g} m, and the largest link and joint origin together are '
                f'{extent:.3g} m; written in {names}? Then write {words}',
        site=limit.element.site, attribute='upper', cause='unit:joint-mm',
        cause_state='ambiguous' if two else 'named', rivals=('unit:joint-cm',) if two else (),
        values={'travel [m]': travel, 'largest link and joint origin [m]': extent},
        suggestion=replace(suggestion, corrections=()) if two else suggestion)


def extent_of(context: Context) -> float | None:
    """Return the largest link plus the longest joint origin [m], or None without either."""
    from robot_model_check.clues.joint_units import misread_joints, reach, yardstick
    wrong = misread_joints(context)
    offsets = [reach(joint) for joint in context.robot.joints if joint.name not in wrong]
    total = (yardstick(context) or 0.0) + max(offsets, default=0.0)
    return total if total > 0 else None
