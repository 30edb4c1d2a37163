"""The robot as declared: frozen, without numpy, each part with the element it was read from.

Lengths in m, angles in rad, mass in kg, inertia in kg m^2, as URDF has them. Nothing here is corrected or
defaulted beyond what the URDF specification itself defaults (zero origin, axis (1, 0, 0), unit scale).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from robot_model_check.document import Element

Vector3 = tuple[float, float, float]


@dataclass(frozen=True)
class Pose:
    """xyz [m] and fixed-axis roll, pitch, yaw [rad]: R = Rz(yaw) Ry(pitch) Rx(roll)."""

    xyz: Vector3 = (0.0, 0.0, 0.0)
    rpy: Vector3 = (0.0, 0.0, 0.0)
    element: Element | None = None


@dataclass(frozen=True)
class Inertial:
    """Mass, COM pose and the six tensor elements about the COM in the inertial frame.

    `ixy` is the tensor element -integral(x y dm), as URDF defines it.
    """

    mass: float
    ixx: float
    ixy: float
    ixz: float
    iyy: float
    iyz: float
    izz: float
    origin: Pose
    element: Element


@dataclass(frozen=True)
class Box:
    """A box centred at its origin; `size` are full side lengths."""

    size: Vector3


@dataclass(frozen=True)
class Cylinder:
    """A cylinder along z, centred at its origin."""

    radius: float
    length: float


@dataclass(frozen=True)
class Sphere:
    """A sphere centred at its origin."""

    radius: float


@dataclass(frozen=True)
class Capsule:
    """A capsule along z; `length` is that of the cylindrical part."""

    radius: float
    length: float


@dataclass(frozen=True)
class Mesh:
    """A reference to a mesh file; `uri` as written."""

    uri: str
    scale: Vector3 = (1.0, 1.0, 1.0)


Geometry = Box | Cylinder | Sphere | Capsule | Mesh


@dataclass(frozen=True)
class Shape:
    """One <visual> or <collision>. `kind` is 'visual' or 'collision', `index` counts within the link and
    kind.

    `geometry` is None where it is absent or could not be read; `geometry_element` is the <box>, <mesh>, ...
    element.
    """

    kind: str
    index: int
    name: str | None
    origin: Pose
    geometry: Geometry | None
    element: Element
    geometry_element: Element | None = None
    material: str | None = None


@dataclass(frozen=True)
class Link:
    """`damaged` names the parts that are written but could not be read ('inertial', 'visual',
    'collision')."""

    name: str
    inertial: Inertial | None
    visuals: tuple[Shape, ...]
    collisions: tuple[Shape, ...]
    element: Element
    damaged: frozenset[str] = frozenset()

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Visuals, then collisions."""
        return self.visuals + self.collisions


@dataclass(frozen=True)
class Limit:
    """<limit>: None where the attribute is absent (URDF then reads 0)."""

    lower: float | None
    upper: float | None
    effort: float | None
    velocity: float | None
    element: Element


@dataclass(frozen=True)
class Mimic:
    """q = multiplier * q_of(joint) + offset."""

    joint: str
    multiplier: float
    offset: float
    element: Element


@dataclass(frozen=True)
class Joint:
    """A joint; `origin` is T_parent_child at q = 0, `axis` is in the child (joint) frame, as written (not
    normalised).

    `parent` and `child` are '' where not given. `damaged` names parts written but unreadable ('origin',
    'axis', 'limit', 'mimic', 'dynamics').
    """

    name: str
    type: str
    parent: str
    child: str
    origin: Pose
    axis: Vector3
    axis_element: Element | None
    limit: Limit | None
    mimic: Mimic | None
    element: Element
    damaged: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Robot:
    """All links and joints in document order, duplicates included; `extensions` are the tags URDF does not
    define (gazebo, ros2_control, transmission, ...); `materials` are those defined at the top level."""

    name: str
    links: tuple[Link, ...]
    joints: tuple[Joint, ...]
    materials: tuple[str, ...]
    extensions: tuple[Element, ...]
    element: Element
    damaged: frozenset[str] = field(default=frozenset())

    def link(self, name: str) -> Link | None:
        """Return the first link of this name, or None."""
        return next((link for link in self.links if link.name == name), None)

    def links_by_name(self) -> dict[str, Link]:
        """Return the first link of each name, in document order."""
        links: dict[str, Link] = {}
        for link in self.links:
            links.setdefault(link.name, link)
        return links

    def joint(self, name: str) -> Joint | None:
        """Return the first joint of this name, or None."""
        return next((joint for joint in self.joints if joint.name == name), None)

    def mesh_shapes(self) -> Iterator[tuple[Link, Shape, Mesh]]:
        """Yield every use of a mesh file."""
        for link in self.links:
            for shape in link.shapes:
                if isinstance(shape.geometry, Mesh):
                    yield link, shape, shape.geometry
