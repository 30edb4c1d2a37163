"""Pure tensor mathematics of rigid bodies.

A tensor is I (3, 3) [kg m^2] with I[0, 1] = -integral(x y dm), as URDF's `ixy` is. Geometry gives tensors per
unit mass [m^2]. Unless said otherwise a tensor is about the centre of mass.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

import numpy as np

from robot_model_check.facts import Array, MassProperties
from robot_model_check.geometry.triangles import Faces, normals
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial
from robot_model_check.reading.schema import LARGEST, NUMBER

TOO_LIGHT = 'its mass is too small to divide the tensor by'


class Body(NamedTuple):
    """Mass [kg], centre of mass `com` (3,) [m] and `inertia` (3, 3) about it [kg m^2], all in one set of
    axes.
    """

    mass: float
    com: Array
    inertia: Array


class TriangleExcess(NamedTuple):
    """Principal moments A <= B <= C as `moments` (3,), and `excess` = (C - A - B) / C.

    Above 0 no body has such moments; a lamina has exactly 0. Without a positive moment it is 0 for a zero
    tensor, else inf.
    """

    moments: Array
    excess: float


def tensor(ixx: float, ixy: float, ixz: float, iyy: float, iyz: float, izz: float) -> Array:
    """Return I (3, 3) from the six numbers of URDF."""
    return np.array([[ixx, ixy, ixz], [ixy, iyy, iyz], [ixz, iyz, izz]], dtype=np.float64)


def tensor_of(inertial: Inertial) -> Array:
    """Return the tensor (3, 3) as written: about the COM, in the axes of the inertial frame."""
    return tensor(inertial.ixx, inertial.ixy, inertial.ixz, inertial.iyy, inertial.iyz, inertial.izz)


def inertial_in_link(inertial: Inertial) -> Body:
    """Return what an <inertial> declares, in link axes: the tensor turned by the origin's rpy, about the COM.
    """
    return Body(inertial.mass, np.array(inertial.origin.xyz),
                rotate(rotation(inertial.origin.rpy), tensor_of(inertial)))


def written_resolution(inertial: Inertial) -> float:
    """Return the coarsest unit in the last digit of the tensor's elements as written; zeros are exact."""
    written = inertial.element.find('inertia')
    texts = written.attributes.values() if written is not None else ()
    numbers = [Decimal(text.strip()) for text in texts if NUMBER.fullmatch(text.strip())]
    return max((float(Decimal(1).scaleb(int(number.as_tuple().exponent))) for number in numbers if number),
               default=0.0)


def principal_moments(inertia: Array) -> Array:
    """Return the eigenvalues (3,), ascending."""
    return np.asarray(np.linalg.eigvalsh(inertia))


def too_light(inertia: Array, mass: float) -> bool:
    """Return whether a positive mass gives radii of gyration that no length has: their powers leave the
    doubles.
    """
    return float(np.abs(inertia).max()) / mass > LARGEST**2


def is_definite(inertia: Array, slack: float = 1e-9) -> bool:
    """Return whether the smallest eigenvalue is above zero by more than rounding, `slack` of the largest."""
    moments = principal_moments(inertia)
    return bool(moments[0] > slack * abs(moments).max())


def principal_axes(inertia: Array) -> tuple[Array, Array]:
    """Return moments (3,), ascending, and a right-handed R (3, 3) with their axes as columns."""
    moments, axes = np.linalg.eigh(inertia)
    return moments, axes * np.sign(np.linalg.det(axes))


def equivalent_box(inertia: Array, mass: float) -> Array:
    """Return the sides (3,) [m], ascending, of the homogeneous box of this mass and inertia.

    Side i is sqrt(6 (a + b - d_i) / m), with a, b the other two moments; 0 where no real box exists. The
    sides lie along the principal axes in reverse order: the longest is the axis of the smallest moment.
    """
    if mass <= 0:
        return np.zeros(3)
    moments = principal_moments(inertia)[::-1]
    return np.asarray(np.sqrt(np.maximum(6 * (moments.sum() - 2 * moments) / mass, 0.0)))


def triangle_excess(inertia: Array) -> TriangleExcess:
    """Test A + B >= C on the principal moments; a passing diagonal proves nothing."""
    moments = principal_moments(inertia)
    if moments[2] <= 0:
        return TriangleExcess(moments, np.inf if moments.any() else 0.0)
    return TriangleExcess(moments, float((moments[2] - moments[0] - moments[1]) / moments[2]))


def rotate(R_new_old: Array, inertia_old: Array) -> Array:
    """Return the same tensor in other axes."""
    return R_new_old @ inertia_old @ R_new_old.T


def parallel_axis(mass: float, offset: Array) -> Array:
    """Return m (d.d E - d d^T), the tensor of a point mass at `offset` d (3,)."""
    offset = np.asarray(offset, dtype=np.float64)
    return mass * (offset @ offset * np.eye(3) - np.outer(offset, offset))


def shift(inertia_com: Array, mass: float, offset: Array) -> Array:
    """Return the tensor about a point, from that about the COM, which lies `offset` (3,) away
    (Huygens-Steiner).
    """
    return inertia_com + parallel_axis(mass, offset)


def moved(body: Body, T_new_old: Array) -> Body:
    """Return the body in other axes, given T (4, 4)."""
    R = T_new_old[:3, :3]
    return Body(body.mass, R @ body.com + T_new_old[:3, 3], rotate(R, body.inertia))


def compose(bodies: Iterable[Body]) -> Body:
    """Return the rigid union of bodies given in one set of axes; the COM of no mass at all is the origin."""
    parts = list(bodies)
    mass = float(sum(part.mass for part in parts))
    moment = sum((part.mass * part.com for part in parts), np.zeros(3))
    com = moment / mass if mass != 0 else np.zeros(3)
    inertia = sum((shift(part.inertia, part.mass, part.com - com) for part in parts), np.zeros((3, 3)))
    return Body(mass, com, inertia)


def second_moment(inertia: Array) -> Array:
    """Return S = integral(r r^T dm) = tr(I)/2 E - I, the covariance of the mass times the mass."""
    return np.asarray(np.trace(inertia) / 2 * np.eye(3) - inertia)


def from_second_moment(S: Array) -> Array:
    """Return I = tr(S) E - S."""
    return np.asarray(np.trace(S) * np.eye(3) - S)


def solid_properties(V: Array, F: Faces, method: str = 'exact') -> MassProperties:
    """Return the properties of a closed mesh by summing tetrahedra; a mesh turned inside out counts as
    positive.

    Source: Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor, 2004. Raises ValueError
    without volume.
    """
    origin = V.mean(axis=0)
    corners = (V - origin)[F]
    weight = np.einsum('ij,ij->i', corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    return _properties(method, origin, corners, weight, 4)


def shell_properties(V: Array, F: Faces) -> MassProperties:
    """Return the properties of a thin shell of uniform mass per area. Its `volume` is 0. Raises ValueError
    without area.
    """
    origin = V.mean(axis=0)
    area = np.linalg.norm(normals(V, F), axis=1) / 2
    found = _properties('shell', origin, (V - origin)[F], area, 3)
    return MassProperties('shell', 0.0, found.com, found.inertia)


def _properties(method: str, origin: Array, corners: Array, weight: Array, simplex: int) -> MassProperties:
    """Sum simplices of `weight` (m,) spanned by `corners` (m, 3, 3) and, where `simplex` is 4, the origin.

    A simplex of n corners has mean s/n and second moment w (sum(v v^T) + s s^T) / (n (n + 1)), s = sum(v).
    """
    total = weight.sum()
    if not abs(total) > 0:
        raise ValueError('nothing encloses a volume' if simplex == 4 else 'there is no area')
    s = corners.sum(axis=1)
    mean = weight @ s / simplex / total
    vectors = np.concatenate([corners, s[:, None]], axis=1)  # v1, v2, v3 and their sum, (m, 4, 3)
    square = (vectors * weight[:, None, None]).reshape(-1, 3).T @ vectors.reshape(-1, 3)
    S = square / (simplex * (simplex + 1)) / total - np.outer(mean, mean)
    return MassProperties(method, float(abs(total)), origin + mean, from_second_moment(S))


def box_properties(low: Array, high: Array) -> MassProperties:
    """Return the properties of a solid box between two corners (3,)."""
    size = np.asarray(high, dtype=np.float64) - low
    S = np.diag(size ** 2) / 12
    return MassProperties('box', float(np.prod(size)), low + size / 2, from_second_moment(S))


def placed(properties: MassProperties, T_link_shape: Array) -> MassProperties:
    """Return properties given in a shape's frame in link axes, T (4, 4)."""
    R = T_link_shape[:3, :3]
    return MassProperties(properties.method, properties.volume, R @ properties.com + T_link_shape[:3, 3],
                          rotate(R, properties.inertia))
