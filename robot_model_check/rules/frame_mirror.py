"""Left and right twins are mirror images in mass, COM, tensor and limits.

Checks
    Links whose names differ in the side only (`arm_left_1`, `l_hip`, `FL_foot`), and the joints that hold
    them. Their geometry shows how the frame of one maps to the other: as a mirror image, a copy, or turned.
    Limits are compared where both stand as mirror images at zero, which tells the sense of each joint. Told
    is a twin whose numbers are those of the other with wrong signs: COM or products of inertia copied without
    mirroring them (mirror:y), or with one sign or all three wrong (sign:ixy, sign:products), or limits
    (lower, upper) where (-upper, -lower) is right; and twins of one geometry whose masses, efforts or
    velocities differ by more than 5 %. Ranges of another length are an info: stops may differ. Where the
    geometry is too symmetric to tell the map, every map that fits it is allowed. COM and tensors that differ
    in size are left alone: a motor sits on one side only. What inertia-geometry or inertia-impossible
    see of the same slip stands in the finding on the twin as evidence; where inertia-geometry names one wrong
    sign, the twin is its evidence.

Who breaks
    Nobody says anything. A walking robot drifts to one side, since one leg swings with the products of
    inertia of the other; a controller that is mirrored in software behaves differently on both sides.

Bad
    left  <inertia ixx="1e-4" ixy="2e-5" .../>
    right <inertia ixx="1e-4" ixy="2e-5" .../>   with the mesh mirrored in y

Good
    right <inertia ixx="1e-4" ixy="-2e-5" .../>

References
    REP 103, Standard Units of Measure and Coordinate Conventions. Under a mirror Q, a COM c becomes Q c, a
    tensor I becomes Q I Q^T, and the axis a of a turning joint becomes det(Q) Q a.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from robot_model_check.clues.listing import gathered
from robot_model_check.context import Context
from robot_model_check.finding import Correction, Finding, Level, Subject, Suggestion
from robot_model_check.generation.element_xml import inertial_xml, with_attributes
from robot_model_check.model import Inertial, Joint, Link, Robot
from robot_model_check.rules import Option

if TYPE_CHECKING:
    from robot_model_check.clues.twins import Twins
    from robot_model_check.facts import Array

ID = 'frame-mirror'
AREA = 'frames'
SCOPE = 'robot'
LEVEL = Level.WARNING
NEEDS: tuple[str, ...] = ()
OPTIONS = {
    'tolerance': Option(0.02, '1', 0.0, 0.5, 'of the diagonal, and of the largest element of the tensor: 145 '
                                             'of 178 pairs of public robots are exact'),
}
SOURCES = ('REP 103',)

EQUAL = 0.05  # relative; 259 pairs of public robots differ by 1.5 % at most, in mass, effort or velocity
DRIVE = ('effort', 'velocity')


def check(robot: Robot, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding per pair whose inertials, and per pair whose limits, are not mirror images."""
    from robot_model_check.clues.twins import twins
    pairs = list(twins(context))
    inertials = [finding for pair in pairs if (finding := _inertials(pair, context, options['tolerance']))]
    limits = [finding for pair in pairs if (finding := _limits(pair, context))]
    yield from gathered(inertials, 'COM or products of inertia copied from the other side without mirroring')
    yield from gathered(limits, 'limits copied from the other side without mirroring', 'joints')
    masses = [finding for pair in pairs if (finding := _masses(pair, context))]
    yield from gathered(masses, 'a mass that is not that of the other side')
    drives: dict[Level | None, list[Finding]] = {}
    for pair in pairs:
        if finding := _drives(pair, context):
            drives.setdefault(finding.level, []).append(finding)
    for same in drives.values():
        yield from gathered(same, 'limits that are not those of the other side', 'joints')


def _masses(pair: Twins, context: Context) -> Finding | None:
    from robot_model_check.clues.units import weight_in_doubt
    left, right = pair.left.inertial, pair.right.inertial
    if left is None or right is None or min(left.mass, right.mass) <= 0 \
            or not _apart(left.mass, right.mass) or any(weight_in_doubt(link, context)
                                                        for link in (pair.left, pair.right)):
        return None
    link, twin = _guilty(pair, context)
    own, other = (right.mass, left.mass) if link is pair.right else (left.mass, right.mass)
    element = link.inertial.element  # type: ignore[union-attr]
    return Finding(
        message=f'mass {own:g} kg is {own / other:.3g} times that of its twin {twin.name} ({other:g} kg), '
                'and their geometry is the same. Correct one, or draw what makes it heavier',
        site=(element.find('mass') or element).site, subject=Subject('link', link.name),
        values={'twin': twin.name, 'mass [kg]': own, 'mass of the twin [kg]': other})


def _drives(pair: Twins, context: Context) -> Finding | None:
    """Return a finding on twin joints whose effort, velocity or length of the range differ."""
    left, right = (context.tree.parent_joint.get(link.name) for link in (pair.left, pair.right))
    if left is None or right is None or left.type != right.type or left.limit is None or right.limit is None:
        return None
    strength = [(word, getattr(right.limit, word), getattr(left.limit, word)) for word in DRIVE]
    told = [(word, own, other) for word, own, other in strength if own and other and _apart(own, other)]
    level = Level.WARNING if told else Level.INFO
    if right.type in ('revolute', 'prismatic'):
        own, other = (high - low for low, high in (_range(right), _range(left)))
        told += [('range', own, other)] if min(own, other) > 0 and _apart(own, other) else []
    units = {'range': 'm' if right.type == 'prismatic' else 'rad'}
    words = ', '.join(f'{word} {own:g}{" " * (word in units)}{units.get(word, "")} (its twin {other:g})'
                      for word, own, other in told)
    return Finding(
        message=f'{words}: {right.name} is the twin of {left.name}, and their geometry is the same. Correct '
                'one, or leave it if the drives or the stops differ',
        site=right.limit.element.site, subject=Subject('joint', right.name), level=level,
        values={'twin': left.name, **{word: [own, other] for word, own, other in told}}) if told else None


def _apart(one: float, other: float) -> bool:
    return abs(one - other) > EQUAL * min(abs(one), abs(other))


def _inertials(pair: Twins, context: Context, tolerance: float) -> Finding | None:
    from robot_model_check.clues.twins import unmirrored
    found = unmirrored(pair, context, tolerance)
    if found is None:
        return None
    best, off = found
    return _unmirrored(pair, best, off, tolerance, context)


def _unmirrored(pair: Twins, best: int, off: tuple[float, float], tolerance: float,
                context: Context) -> Finding:
    link, twin = _guilty(pair, context)
    inertial: Inertial = link.inertial  # type: ignore[assignment]
    axis = pair.maps[best][0]
    said = zip(('the COM', 'the tensor'), off, strict=True)
    parts = [part for part, value in said if value > tolerance]
    written = {'the COM': inertial.origin.element, 'the tensor': inertial.element.find('inertia')}
    element = written[parts[-1]] or inertial.element
    cause = _cause(pair, best, link, off[0] > tolerance)
    product = (cause or '').removeprefix('sign:')
    return Finding(
        message=f'{" and ".join(parts)} of {link.name} must be that of its twin {twin.name} mirrored in '
                f'{axis or "nothing (a copy)"}, as its geometry is; the numbers are the same but for '
                f'signs (COM off by {off[0]:.1%} of the diagonal, tensor by {off[1]:.1%} of its largest '
                'element)',
        site=element.site, subject=Subject('link', link.name),
        attribute=product if product in element.attributes else None, cause=cause,
        cause_state='named' if axis else 'unknown',
        suggestion=_suggestion(pair, best, link, tolerance, context),
        values={'twin': twin.name, 'mirror': axis, 'com off [1]': off[0], 'tensor off [1]': off[1]})


def _cause(pair: Twins, best: int, link: Link, is_moved: bool) -> str | None:
    from robot_model_check.diagnosis.twin_signs import wrong_signs
    from robot_model_check.inertia import inertial_in_link
    axis = pair.maps[best][0]
    if not axis or axis[-1] not in 'xyz':
        return None
    mirror = f'mirror:{axis[-1]}'
    if is_moved or len(axis) > 1:
        return mirror
    own = inertial_in_link(link.inertial).inertia  # type: ignore[arg-type]
    return wrong_signs(own, _image(pair, best, link)[1], mirror)


def _suggestion(pair: Twins, best: int, link: Link, tolerance: float, context: Context) -> Suggestion:
    """Return the inertial of the twin mirrored, with the link's own mass.

    To be looked at where the geometry shows neither which of the two is right nor which mirror is meant.
    """
    import numpy as np
    images = [_image(pair, index, link) for index in range(len(pair.maps))]
    com, tensor = images[best]
    extent = float(np.sqrt(np.trace(context.facts[link.name].references[0].inertia))) \
        if context.facts[link.name].references else 0.0
    one = all(np.abs(other[0] - com).max() <= tolerance * extent
              and np.abs(other[1] - tensor).max() <= tolerance * np.abs(tensor).max() for other in images)
    mass = link.inertial.element.find('mass')  # type: ignore[union-attr]
    xml = inertial_xml(mass.attributes['value'] if mass else '', com, tensor)
    element = link.inertial.element  # type: ignore[union-attr]
    known = one and _differ(_misfit(pair.left, context), _misfit(pair.right, context))
    return Suggestion('the inertial of the twin, mirrored', xml, (Correction(element, xml),) if known else ())


def _image(pair: Twins, index: int, link: Link) -> tuple[Array, Array]:
    """Return COM (3,) and tensor (3, 3) that a map of the twins gives to one of them."""
    from robot_model_check.inertia import inertial_in_link
    _, Q, t = pair.maps[index]
    if link is pair.right:
        body = inertial_in_link(pair.left.inertial)  # type: ignore[arg-type]
        return Q @ body.com + t, Q @ body.inertia @ Q.T
    body = inertial_in_link(pair.right.inertial)  # type: ignore[arg-type]
    return Q.T @ (body.com - t), Q.T @ body.inertia @ Q


def _differ(one: float, other: float) -> bool:
    return max(one, other) > 1.05 * min(one, other)


def _guilty(pair: Twins, context: Context) -> tuple[Link, Link]:
    """Return (the twin that fits its own geometry worse, the other one); the right one if in doubt."""
    left, right = _misfit(pair.left, context), _misfit(pair.right, context)
    return (pair.left, pair.right) if left > 1.05 * right else (pair.right, pair.left)


def _misfit(link: Link, context: Context) -> float:
    import numpy as np

    from robot_model_check.inertia import inertial_in_link
    body = inertial_in_link(link.inertial)  # type: ignore[arg-type]
    references = context.facts[link.name].references
    if not references:
        return 0.0
    nearest = references[0]
    off = np.linalg.norm(body.inertia / body.mass - nearest.inertia) / np.linalg.norm(nearest.inertia)
    return float(off) + float(np.linalg.norm(body.com - nearest.com) / np.sqrt(np.trace(nearest.inertia)))


def _limits(pair: Twins, context: Context) -> Finding | None:
    left, right = (context.tree.parent_joint.get(link.name) for link in (pair.left, pair.right))
    if left is None or right is None or left.type != right.type \
            or left.type not in ('revolute', 'prismatic'):
        return None
    ends, others = _range(left), _range(right)
    signs = {_sign(left, right, Q) for word, Q, _ in pair.maps if word.startswith('world')}
    turned = (-ends[1], -ends[0])
    if len(signs) != 1 or 0 in signs or _same(ends, turned):
        return None
    same_sense = signs == {1}
    if not _same(others, turned if same_sense else ends):
        return None
    right_ends = ends if same_sense else turned
    words = f'lower="{right_ends[0]:g}" upper="{right_ends[1]:g}"'
    element = right.limit.element if right.limit else right.element
    return Finding(
        message=f'{right.name} moves {"in the" if same_sense else "against the"} sense of its twin '
                f'{left.name} by their axes and geometry, but its limits ({others[0]:g}, {others[1]:g}) are '
                f'those of ({ends[0]:g}, {ends[1]:g}) the other way round; the mirror image '
                f'has {words}',
        site=element.site, attribute='lower', subject=Subject('joint', right.name), cause='mirror:limits',
        cause_state='named',
        suggestion=Suggestion('the limits of the twin, mirrored', with_attributes(
            element, {'lower': f'{right_ends[0]:g}', 'upper': f'{right_ends[1]:g}'})),
        values={'twin': left.name, 'limits': list(others), 'limits of the twin': list(ends)})


def _range(joint: Joint) -> tuple[float, float]:
    return (joint.limit.lower or 0.0, joint.limit.upper or 0.0) if joint.limit else (0.0, 0.0)


def _same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    width = max(abs(one[0]), abs(one[1]), 1e-9)
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 0.02 * width


def _sign(left: Joint, right: Joint, Q: Array) -> int:
    """Return 1 where the right axis is the mirror image of the left one, -1 where it is opposite, else 0."""
    import numpy as np
    a, b = np.array(left.axis), np.array(right.axis)
    if not a.any() or not b.any():
        return 0
    image = Q @ a / np.linalg.norm(a) * (np.linalg.det(Q) if left.type == 'revolute' else 1.0)
    along = float(image @ b / np.linalg.norm(b))
    return round(along) if abs(abs(along) - 1) < 1e-3 else 0
