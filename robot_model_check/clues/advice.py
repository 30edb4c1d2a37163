"""What kind of collision would suit a link, why, and what it would cost, from what was measured anyway.

Nothing is made for it: how many convex parts a hollow link takes is known only once it is decomposed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.clues.neighbours import are_neighbours, next_above
from robot_model_check.clues.overlap import Part, depth_of, meeting
from robot_model_check.clues.postures import zero_pose
from robot_model_check.context import Context
from robot_model_check.decompose.frame import own_axes
from robot_model_check.decompose.hull import Hull, convex_hull
from robot_model_check.facts import LinkFacts
from robot_model_check.geometry.triangles import diagonal, hull
from robot_model_check.model import Mesh
from robot_model_check.settings.link_options import MAX_EXCESS, MIN_COVERAGE

PRIMITIVE, HULL, PARTS, FIELD = 'primitive', 'hull', 'parts', 'signed_distance_field'

LOOSE = 0.5  # of the part's volume, the excess allowed where nothing is known to come near
SHALLOW = 0.05  # of the diagonal: hollows that are no deeper are dents
SKIN = 0.1  # wall over hollow: a channel has 0.2, a cover 0.05
SLACK = 1e-3  # differences of measured shares below this are none
REACHED = 0.002  # m that another link must come into the hull


@dataclass(frozen=True)
class Primitive:
    """A box (`size` [m] along its axes), cylinder (radius, length) or sphere (radius) around a part, and its
    volume [m^3].
    """

    shape: str
    size: tuple[float, ...]
    volume: float


@dataclass(frozen=True)
class Advice:
    """The kind of collision to `use` and why; `keep` where the present one is as good.

    `primitive` is the one that fits best, `hull_over_solid`, `hollow` [m] (the depth of what opens to the
    outside) and `thickness` [m] (mean, of a part taken as walls) are of the visuals together, `faces` of the
    present collision meshes, `reached_by` the links that come into the hull at q = 0. `parts`, `excess` and
    `pairs` (of parts that may come to touch those of other links) are (now, then), None where unknown.
    """

    use: str
    why: str
    keep: bool
    primitive: Primitive | None
    hull_over_solid: float | None
    hollow: float
    thickness: float | None
    faces: int
    reached_by: tuple[str, ...]
    parts: tuple[int, int | None]
    excess: tuple[float | None, float | None]
    pairs: tuple[int | None, int | None]


@dataclass(frozen=True, eq=False)
class _Look:
    """The visuals of a link together: their hull, the volume that they enclose [m^3] (None: unknown), how
    deep their hollows are [m], and whether the surface closes.
    """

    facts: LinkFacts
    around: Hull
    volume: float | None
    hollow: float
    closes: bool
    simple: bool

    @property
    def size(self) -> float:
        """The diagonal [m]."""
        return diagonal(self.around.vertices)

    @property
    def is_open(self) -> bool:
        """Whether something could get into it."""
        return self.hollow > SHALLOW * self.size

    @property
    def thickness(self) -> float | None:
        """The mean thickness [m] of a body taken as walls, None where the volume is unknown."""
        area = sum(shape.area for shape in self.facts.of('visual'))
        return 2 * self.volume / area if self.volume and area > 0 else None

    @property
    def is_skin(self) -> bool:
        """Whether its walls are thin for the hollows between them."""
        return self.thickness is not None and self.thickness < SKIN * self.hollow

    @property
    def ratio(self) -> float | None:
        """Hull over solid."""
        return self.around.volume / self.volume if self.volume else None


def advices(context: Context) -> dict[str, Advice]:
    """Return the advice for every link that is seen and was measured."""
    wrong = suspect_links(context)
    measured = [facts for name, facts in context.facts.items()
                if name in context.tree.links and name not in wrong]
    looks = {facts.link: look for facts in measured if (look := _look(facts, context)) is not None}
    reached, pairs = _reached(looks, context), _pairs(context)
    return {name: _advice(name, look, reached.get(name, ()), pairs.get(name), context)
            for name, look in looks.items()}


def _look(facts: LinkFacts, context: Context) -> _Look | None:
    visuals, link = facts.of('visual'), context.tree.links[facts.link]
    if not visuals or len(visuals) < len(link.visuals):
        return None
    try:
        around = convex_hull(np.concatenate([shape.hull for shape in visuals]))
    except ValueError:  # flat
        return None
    solid = next((body for body in facts.references if body.is_solid), None)
    simple = not any(isinstance(shape.geometry, Mesh) for shape in link.visuals)
    return _Look(facts, around, solid.volume if solid is not None else None,
                 max(shape.cavity or 0.0 for shape in visuals),
                 solid is not None and solid.method == 'exact', simple)


def _reached(looks: Mapping[str, _Look], context: Context) -> dict[str, tuple[str, ...]]:
    """Return for each link with open hollows those that come into its hull at q = 0, neighbours apart."""
    if len(context.tree.order) < len(context.tree.links) or not any(look.is_open for look in looks.values()):
        return {}
    parts = [Part(name, around) for name in context.tree.order
             if name in looks and (around := hull(looks[name].around.vertices)) is not None]
    found: dict[str, list[str]] = {}
    for one, other in meeting(parts, context.tree.poses(zero_pose(context.tree))):
        hollow = [name for name in (one.link, other.link) if looks[name].is_open]
        if hollow and not are_neighbours(one.link, other.link, context) and depth_of(one, other) > REACHED:
            for name in hollow:
                found.setdefault(name, []).append(other.link if name == one.link else one.link)
    return {name: tuple(others) for name, others in found.items()}


def _pairs(context: Context) -> dict[str, tuple[int, int]]:
    """Return for each link (its parts, the parts of all links that may come to touch it)."""
    if len(context.tree.order) < len(context.tree.links):
        return {}
    count = {name: _count(name, context) for name in context.tree.order}
    groups = {first: sum(count[name] for name in names) for first, names in context.tree.groups.items()}
    near = dict(groups)
    for first, above in next_above(context).items():
        near[first] += groups[above]
        near[above] += groups[first]
    total = sum(count.values())
    return {name: (own, total - near[context.tree.group_root[name]]) for name, own in count.items()}


def _count(name: str, context: Context) -> int:
    facts = context.facts.get(name)
    measured = facts.coverage.parts if facts is not None and facts.coverage is not None else ()
    return len(measured) or len(context.tree.links[name].collisions)


def _advice(name: str, look: _Look, reached: tuple[str, ...], pairs: tuple[int, int] | None,
            context: Context) -> Advice:
    fitted = None if look.simple else _primitive(look.around)
    use, why = _choice(look, fitted, reached, _is_last(name, context))
    then = None if use in (PARTS, FIELD) else len(look.facts.of('visual')) if look.simple else 1
    now = _count(name, context)
    excess = {PRIMITIVE: _over(fitted.volume if fitted is not None else look.volume, look),
              HULL: _over(look.around.volume, look)}.get(use)
    coverage = look.facts.coverage
    return Advice(
        use, why, _is_as_good(look, use, excess), fitted, look.ratio, look.hollow,
        look.thickness,
        sum(shape.faces for shape in look.facts.of('collision') if shape.mesh_path), reached, (now, then),
        (coverage.excess if coverage is not None else None, excess),
        (now * pairs[1], None if then is None else then * pairs[1]) if pairs is not None else (None, None))


def _primitive(around: Hull) -> Primitive:
    """Return the smallest of the box, cylinders and sphere along the own axes of a part, all in its middle:
    where one fits closely, that is where it stands.
    """
    along = around.vertices @ own_axes(around.vertices, around.faces).T
    size = np.ptp(along, axis=0)
    offsets = along - (along.min(axis=0) + size / 2)
    ball = float(np.linalg.norm(offsets, axis=1).max())
    found = [Primitive('box', tuple(size.tolist()), float(np.prod(size))),
             Primitive('sphere', (ball,), 4 / 3 * np.pi * ball ** 3)]
    for k in range(3):
        radius = float(np.linalg.norm(np.delete(offsets, k, axis=1), axis=1).max())
        found.append(Primitive('cylinder', (radius, float(size[k])), np.pi * radius ** 2 * float(size[k])))
    return min(found, key=lambda one: one.volume)


def _over(volume: float | None, look: _Look) -> float | None:
    """Return the volume that a shape adds, as a share of that of the part."""
    return max(0.0, volume / look.volume - 1) if volume and look.volume else None


def _is_last(name: str, context: Context) -> bool:
    """Return whether nothing moves on the link and it moves itself: it touches what the robot handles."""
    group = context.tree.group(name)
    return context.tree.is_moving(name) and all(
        joint.type == 'fixed' for member in group for joint in context.tree.child_joints[member])


def _choice(look: _Look, fitted: Primitive | None, reached: Sequence[str], last: bool) -> tuple[str, str]:
    if fitted is None:
        return PRIMITIVE, 'its visual is made of primitives'
    body = look.volume if look.is_open else look.around.volume  # what nothing gets into counts as full
    if body and fitted.volume <= (1 + MAX_EXCESS) * body:
        return PRIMITIVE, f'a {fitted.shape} fills {fitted.volume / body - 1:.1%} more than it'
    if not look.is_open:
        return HULL, f'no hollow of it that opens to the outside is deeper than {1e3 * look.hollow:.2g} mm'
    over = _over(look.around.volume, look)
    if over is not None and over <= MAX_EXCESS:
        return HULL, f'the hull fills {over:.1%} more than it'
    deep = f'it has hollows {1e3 * look.hollow:.2g} mm deep'
    if look.is_skin:
        deep += f' in walls of {1e3 * (look.thickness or 0):.2g} mm'
    elif over is not None:
        deep += f', and the hull fills {over:.0%} more than it'
    if reached or last:
        comes = (f'"{reached[0]}" comes into them' if reached
                 else 'it is last in its chain, where things are handled')
        if look.is_skin and look.closes:
            return FIELD, f'{deep}; {comes}, and convex parts of such walls are many'
        return PARTS, f'{deep}; {comes}'
    if look.is_skin or over is None or over <= LOOSE:
        return HULL, f'{deep}; no link is known to come into them'
    return PARTS, deep


def _is_as_good(look: _Look, use: str, excess: float | None) -> bool:
    """Return whether the present collision covers the visual and fills no more than the advised one would, or
    than the budget allows; where that is unknown, whether it stays near the hull of the visual.
    """
    coverage = look.facts.coverage
    if coverage is None:
        return False
    bare = (1 - coverage.coverage - coverage.uncertainty if coverage.coverage is not None
            else coverage.uncovered_area)
    if coverage.excess is not None:
        tight = coverage.excess <= max(MAX_EXCESS, excess or 0.0) + coverage.uncertainty + SLACK
    else:
        tight = use in (PRIMITIVE, HULL) and coverage.protrusion <= MAX_EXCESS * look.size
    return bool(bare <= 1 - MIN_COVERAGE and tight)
