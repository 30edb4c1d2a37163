"""A concave mesh as a collision is not what engines collide with.

Checks
    For every collision mesh: how deep the hollows are that its convex hull fills, and how many times the
    volume of the solid the hull has. A closed hollow inside does not count: nothing reaches it. Where a mesh
    does not close, only the depth is known.

Who breaks
    MuJoCo, PyBullet (unless told otherwise) and Isaac Sim (for moving bodies, by default) collide with the
    convex hull of a mesh, without a word: a channel, a hook or a cup is filled, and nothing can be put into
    it. Gazebo and MoveIt take the triangles, which is slow and lets small parts tunnel.

Bad
    <collision><geometry><mesh filename="package://arm/meshes/channel.stl"/></geometry></collision>

Good
    a collision per wall, or convex parts:
    robot_model_check decompose my_robot.urdf -o generated

References
    MuJoCo XML reference, asset/mesh. NVIDIA Isaac Sim, collision approximations. Wei et al., Approximate
    convex decomposition for 3D meshes with collision-aware concavity and tree search, SIGGRAPH 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import listed, names_of
from robot_model_check.context import Context
from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.facts import ShapeFacts

ID = 'collision-concave'
AREA = 'collision'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'depth': Option(0.05, '1', 0.0, 1.0, 'of the diagonal of the mesh: on 9 public robots, meshes made for '
                                         'collision stay '
                                         'below 0.01 and visual meshes used as collisions lie above 0.07'),
    'ratio': Option(1.2, '1', 1.0, None, 'hull volume over solid volume below which the filled part is no '
                                         'obstacle'),
    'many': Option(3, 'links', 2, None, 'two may be left and right, three are one habit: told at once'),
}
SOURCES = ('MuJoCo XML reference: asset/mesh', 'Isaac Sim: collision approximations')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding | NotChecked]:
    """Yield a finding per link with a concave collision mesh, or one that lists them."""
    found = (_finding(link, shape) for link in robot.links
             if (shape := _worst(link, context, options)) is not None)
    yield from listed(found, options['many'], _together, _values)


def _worst(link: Link, context: Context, options: Mapping[str, Any]) -> ShapeFacts | None:
    """Return the collision mesh with the deepest hollow beyond the thresholds, or None."""
    facts = context.facts.get(link.name)
    concave = [shape for shape in (facts.of('collision') if facts is not None else ())
               if shape.cavity is not None and shape.cavity > options['depth'] * shape.diagonal
               and (_ratio(shape) or options['ratio']) >= options['ratio']]
    return max(concave, key=lambda shape: shape.cavity or 0.0, default=None)


def _ratio(shape: ShapeFacts) -> float | None:
    return shape.hull_volume / shape.volume if shape.volume else None


def _told(shape: ShapeFacts) -> str:
    ratio = _ratio(shape)
    hull = f'the hull has {ratio:.3g} times the volume of the solid and' if ratio else 'its hull'
    return f'{hull} fills hollows at least {1e3 * (shape.cavity or 0):.3g} mm deep'


def _finding(link: Link, shape: ShapeFacts) -> Finding:
    element = link.collisions[shape.index]
    return Finding(
        message=f'one concave mesh as collision: {_told(shape)}. MuJoCo, PyBullet and Isaac Sim collide '
                f'with the hull. '
                'Replace it by convex parts: robot_model_check decompose',
        site=(element.geometry_element or element.element).site, attribute='filename',
        subject=Subject('link', link.name),
        values={'cavity [m]': shape.cavity, 'hull_over_solid [1]': _ratio(shape), 'file': shape.mesh_path})


def _together(found: Sequence[Finding], names: str) -> str:
    told = ', '.join(f'{one.subject.name} ({1e3 * (one.values["cavity [m]"] or 0):.0f} mm)'
                     for one in found if one.subject)
    return (f'{len(found)} links have a concave mesh as collision; MuJoCo, PyBullet and Isaac Sim fill its '
            f'hollows: {told}. Replace them by convex parts: robot_model_check decompose')


def _values(found: Sequence[Finding]) -> Mapping[str, Any]:
    return {'links': names_of(found), 'cavities [m]': [one.values['cavity [m]'] for one in found],
            'hull_over_solid [1]': [one.values['hull_over_solid [1]'] for one in found]}
