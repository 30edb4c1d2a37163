"""The ways to write the inertia of a body, to and fro: URDF, MJCF, and the pseudo-inertia matrix.

All tensors are I (3, 3) [kg m^2] about the COM with I[0, 1] = -integral(x y dm). What is written and read
again is the same tensor to 1e-14 of its largest element, at any scale, and where two moments nearly coincide:
the principal axes then mean nothing one by one, but together with the moments they do.
"""

from __future__ import annotations

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.inertia import Body, from_second_moment, principal_axes, rotate, second_moment, tensor
from robot_model_check.kinematics import rotation

RIGHT_ANGLE = 4e-16  # cosine of the pitch below which it is one but for rounding


def urdf_full(inertia: Array) -> Array:
    """Return (6,) ixx ixy ixz iyy iyz izz, as <inertia> has them with rpy 0; `inertia.tensor` reads it."""
    return inertia[np.triu_indices(3)]


def urdf_principal(inertia: Array) -> tuple[Array, Array]:
    """Return ixx iyy izz (3,), ascending, and the rpy (3,) [rad] of the inertial origin in whose axes the
    products are 0.
    """
    moments, axes = principal_axes(inertia)
    return moments, roll_pitch_yaw(axes)


def from_urdf_principal(moments: Array, rpy: Array) -> Array:
    """Return the tensor in link axes from its moments (3,) and the rpy (3,) [rad] of their axes."""
    roll, pitch, yaw = (float(angle) for angle in rpy)
    return rotate(rotation((roll, pitch, yaw)), np.diag(moments))


def mjcf_full(inertia: Array) -> Array:
    """Return MJCF's `fullinertia` (6,): ixx iyy izz ixy ixz iyz, in the axes of the body."""
    return inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]


def from_mjcf_full(fullinertia: Array) -> Array:
    """Return the tensor from MJCF's `fullinertia` (6,)."""
    ixx, iyy, izz, ixy, ixz, iyz = (float(number) for number in fullinertia)
    return tensor(ixx, ixy, ixz, iyy, iyz, izz)


def mjcf_principal(inertia: Array) -> tuple[Array, Array]:
    """Return MJCF's `diaginertia` (3,), ascending, and the `quat` (4,) of its axes: w x y z, w >= 0."""
    moments, axes = principal_axes(inertia)
    return moments, quaternion(axes)


def from_mjcf_principal(diaginertia: Array, quat: Array) -> Array:
    """Return the tensor in the axes of the body from `diaginertia` (3,) and `quat` (4,), w x y z of any
    length.
    """
    return rotate(from_quaternion(quat), np.diag(diaginertia))


def pseudo_inertia(body: Body) -> Array:
    """Return J (4, 4) = integral([r; 1] [r; 1]^T dm) about the origin: second moment, first moment, mass.

    Linear in the mass distribution, so the J of two bodies add up. Source: Wensing, Kim and Slotine, Linear
    matrix inequalities for physically consistent inertial parameter identification, RA-L 2018.
    """
    mean = np.append(body.com, 1.0)
    J = body.mass * np.outer(mean, mean)
    J[:3, :3] += second_moment(body.inertia)
    return J


def from_pseudo_inertia(J: Array) -> Body:
    """Return the body of a J (4, 4). Raises ValueError without mass, for then it has no COM.

    The tensor is a difference of second moments: its error is that of J, not that of the tensor, where the
    COM lies far off.
    """
    mass = float(J[3, 3])
    if mass == 0:
        raise ValueError('a pseudo-inertia without mass has no centre of mass')
    com = J[:3, 3] / mass
    return Body(mass, com, from_second_moment(J[:3, :3] - np.outer(J[:3, 3], com)))


def is_consistent(J: Array, slack: float = 1e-12) -> bool:
    """Return whether a distribution of mass has this J (4, 4), or comes as near as one likes: J >= 0.

    That is a mass of at least 0, and A + B >= C for the moments about the COM; a lamina lies on the border.
    `slack` is the rounding allowed, of the eigenvalues once J has a unit diagonal, so that no unit matters.
    """
    diagonal = np.diag(J)
    if (diagonal < 0).any():
        return False
    scale = np.where(diagonal > 0, np.sqrt(diagonal), 1.0)
    return bool(np.linalg.eigvalsh(J / np.outer(scale, scale))[0] >= -slack)


def quaternion(R: Array) -> Array:
    """Return (w, x, y, z) of a rotation (3, 3), w >= 0.

    Each row of 4 q q^T is a multiple of q; the longest loses no digits (Shepperd, Quaternion from rotation
    matrix, 1978).
    """
    xx, yy, zz = np.diag(R)
    rows = np.array([
        [1 + xx + yy + zz, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
        [R[2, 1] - R[1, 2], 1 + xx - yy - zz, R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
        [R[0, 2] - R[2, 0], R[0, 1] + R[1, 0], 1 - xx + yy - zz, R[1, 2] + R[2, 1]],
        [R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], 1 - xx - yy + zz]])
    row = rows[np.argmax(np.diag(rows))]
    return np.asarray(np.copysign(1.0, row[0]) * row / np.linalg.norm(row))


def from_quaternion(quat: Array) -> Array:
    """Return the rotation (3, 3) of a quaternion (4,), w x y z of any length. Raises ValueError for zero."""
    length = float(np.linalg.norm(quat))
    if length == 0:
        raise ValueError('a quaternion of length zero is no rotation')
    w, *v = np.asarray(quat) / length
    x, y, z = v
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray((w * w - np.dot(v, v)) * np.eye(3) + 2 * np.outer(v, v) + 2 * w * cross)


def roll_pitch_yaw(R: Array) -> Array:
    """Return rpy (3,) [rad] with R = Rz(yaw) Ry(pitch) Rx(roll), also where the pitch is a right angle.

    Roll is read off after yaw has been taken back: near a right angle each is noise, and they must be the
    same noise. At one yaw is 0.
    """
    level = np.hypot(R[1, 0], R[0, 0])
    yaw = np.arctan2(R[1, 0], R[0, 0]) if level > RIGHT_ANGLE else 0.0
    s, c = np.sin(yaw), np.cos(yaw)
    pitch = np.arctan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = np.arctan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return np.array([roll, pitch, yaw])
