"""Optical frames are turned as REP 103 has it: z forward, x right, y down.

Checks
    Links named `..._optical_frame` (or `..._optical`, `..._optical_link`): their rotation from the camera
    link that carries them, through all fixed joints between, is rpy = (-pi/2, 0, -pi/2). The camera link is
    an ancestor over fixed joints that shares the camera's name or is called a camera; it suffices that one of
    them fits. An optical frame below another one must have its orientation. Frames that no such link carries
    (a camera straight on a flange) are left alone, since nothing says where that camera looks.

Who breaks
    Point clouds and detections appear turned: depth images point at the ceiling, ArUco poses and visual
    servoing are off by 90 degrees. The drivers publish in the optical frame whatever the description says.

Bad
    <joint name="optical" type="fixed">
      <parent link="camera_link"/><child link="camera_optical_frame"/>
    </joint>

Good
    the same with <origin xyz="0 0 0" rpy="-1.5708 0 -1.5708"/>

References
    REP 103, Standard Units of Measure and Coordinate Conventions, suffix frames.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.angles import in_degrees
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Suggestion
from robot_model_check.model import Link
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import Array

ID = 'frame-optical'
AREA = 'frames'
SCOPE = 'link'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'tolerance': Option(0.2, 'rad', 0.0, 1.0, 'a calibrated camera is off its nominal axes by a few degrees, '
                                              'a wrong convention by 90'),
}
SOURCES = ('REP 103: suffix frames',)

OPTICAL = re.compile(r'^(.*?)_?optical(?:_frame|_link)?$', re.IGNORECASE)
CAMERA = re.compile(r'cam|rgb|depth|colou?r|infra|stereo|realsense|kinect|zed|d4\d\d|imager', re.IGNORECASE)
SUFFIX = re.compile(r'_?(frame|link|body|mount)?$', re.IGNORECASE)
RIGHT = (-1.5707963267948966, 0.0, -1.5707963267948966)


def check(link: Link, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding when no camera link carries the frame as REP 103 has it."""
    from robot_model_check.kinematics import rotation
    match = OPTICAL.match(link.name)
    joint = context.tree.parent_joint.get(link.name)
    if match is None or joint is None:
        return
    if 'origin' in joint.damaged:
        yield NotChecked(f'the origin of joint {joint.name} could not be read')
        return
    if in_degrees(joint.origin):
        yield NotChecked(f'the angles of joint {joint.name} are in degrees')
        return
    carriers = list(_carriers(link.name, match.group(1), context))
    wanted = [(name, R, _identity() if OPTICAL.match(name) else rotation(RIGHT)) for name, R in carriers]
    if wanted and all(_angle(R, right) > options['tolerance'] for _, R, right in wanted):
        name, R, right = wanted[0]
        element = joint.origin.element or joint.element
        yield Finding(
            message=f'seen from {name}, z of this optical frame points along {_words(R[:, 2])} and x along '
                    f'{_words(R[:, 0])}; REP 103 wants z along {_words(right[:, 2])} and x along '
                    f'{_words(right[:, 0])}: rpy="-1.5708 0 -1.5708" from the camera link',
            site=element.site, attribute='rpy' if joint.origin.element else None,
            values={'camera link': name, 'angle [rad]': _angle(R, right), 'rotation [1]': R.tolist()},
            suggestion=Suggestion(f'if joint {joint.name} starts at the camera link',
                                  '<origin rpy="-1.5708 0 -1.5708"/>'))


def _carriers(name: str, stem: str, context: Context) -> Iterator[tuple[str, Array]]:
    """Yield (ancestor, R_ancestor_optical) of the ancestors over fixed joints that are this camera's; an
    optical frame right above is the only one that counts."""
    from robot_model_check.kinematics import rotation
    R = _identity()
    while (joint := context.tree.parent_joint.get(name)) is not None and joint.type == 'fixed':
        R = rotation(joint.origin.rpy) @ R
        name = joint.parent
        if OPTICAL.match(name):
            yield name, R
            return
        if _is_of_camera(name, stem):
            yield name, R


def _is_of_camera(name: str, stem: str) -> bool:
    """Return whether the link is called a camera, or shares the beginning of the optical frame's name."""
    own = SUFFIX.sub('', name)
    return bool(CAMERA.search(name)) or (len(own) > 2 and stem.startswith(own))


def _identity() -> Array:
    import numpy as np
    return np.eye(3)


def _angle(R: Array, right: Array) -> float:
    import numpy as np
    return float(np.arccos(np.clip((np.trace(R.T @ right) - 1) / 2, -1, 1)))


def _words(vector: Array) -> str:
    from robot_model_check.clues.directions import direction
    return direction(vector.tolist(), signed=True)
