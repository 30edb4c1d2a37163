"""What may have gone wrong with an inertial, and the inertial that each mistake started from.

Each hypothesis undoes one mistake: it turns the declared numbers into the body that was meant. Codes are
those of the report's `cause`. """

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import inf

import numpy as np

from robot_model_check.facts import Array
from robot_model_check.inertia import Body, parallel_axis, principal_axes, rotate, tensor_of
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial
from robot_model_check.settings.references import POUND

AS_DECLARED = ''
PRODUCTS = ((0, 1), (0, 2), (1, 2))
NAMES = ('ixy', 'ixz', 'iyz')
MOMENTS = ('ixx', 'iyy', 'izz')
EVEN = (
    (1, 1, 1),
    (-1, -1, 1),
    (-1, 1, -1),
    (1, -1, -1),
)  # signs that turning an axis by 180 deg gives the products
Y_UP = ((-1, 1, -1), (1, -1, -1))  # of x y z -> x z y: those of a turn by +-90 deg about x
ABOUT_ORIGIN = 'the tensor is about the link origin: the parallel-axis term was not taken off'
NO_COM = 'the COM was left at the link origin'
IN_LINK_AXES = 'the tensor is in link axes already: the rpy of its origin was left out of it'
IN_MESH_AXES = 'the tensor is in the axes of the mesh: the rpy of the mesh was left out'
TRANSPOSED = 'the rpy of its origin is that of the inverse rotation'
MESH_TRANSPOSED = 'the tensor was turned out of the axes of the mesh by the inverse of its rpy'
LOST_AXES = 'the moments fit and the axes do not: the rotation of the tensor was lost'
IN_POUNDS = 'the mass is in pounds, and the tensor is in kg m^2'
NO_PRODUCTS = 'the moments fit, but the products were left out: ixy, ixz and iyz are written as 0'
ALL_PRODUCTS = 'all three products have the wrong sign: URDF wants tensor elements, -integral(xy dm)'
MIRRORED = 'the products are those of the part mirrored along {}, as of a twin that was copied'
FLIPPED = 3.3  # nats: each set of signs is about as likely as the next, so that the tensor decides
UNMATCHED = FLIPPED + 2.5  # nats: a mirror image without the twin that it would be of
COPIED = 0.0  # nats: one of two twins is wrong that have the same numbers and mirrored shapes
SIGNS = (  # code, what was done wrong, signs of the products, odds
    ('sign:ixy', 'ixy has the wrong sign', (-1, 1, 1), FLIPPED),
    ('sign:ixz', 'ixz has the wrong sign', (1, -1, 1), FLIPPED),
    ('sign:iyz', 'iyz has the wrong sign', (1, 1, -1), FLIPPED),
    ('sign:products', ALL_PRODUCTS, (-1, -1, -1), FLIPPED + 0.1),
    ('mirror:x', MIRRORED.format('x'), (-1, -1, 1), UNMATCHED),
    ('mirror:y', MIRRORED.format('y'), (-1, 1, -1), UNMATCHED),
    ('mirror:z', MIRRORED.format('z'), (1, -1, -1), UNMATCHED),
)
CLOSE, EXACT = 0.1, 0.01  # misfits
TENS = (-2, -1, 1, 2)  # larger slips are units
NOTHING = 0.05  # of the moments: a product that small is no better than none, so no slip made it
SAME_PLACE = 1e-9  # m
POUNDS = 6.0  # nats: a motor in the middle of a part makes the tensor small, too
LOST = 9.0  # nats: it has three freedoms
DROPPED = 4.5  # nats: it has as many, but nothing else makes all products of an oblique part exactly 0
PERMUTED = 4.5  # nats
TURNED = 5.5  # nats: permuted, and some axes turned round, of which there are three ways
SWAPPED = 4.1  # nats: two moments exchanged
CYCLED = 6.0  # nats: all three in another order
ORIGIN = 1.3  # nats
ALONG = 0.8  # cosine within which a principal axis is that of the frame


@dataclass(frozen=True, eq=False)
class Declared:
    """An inertial as written: mass [kg], COM `com` (3,) in link axes [m], `R_link_inertial` (3, 3) and the
    tensor (3, 3) about the COM in the axes of the inertial frame [kg m^2]. """

    mass: float
    com: Array
    R_link_inertial: Array
    tensor: Array


def declared_of(inertial: Inertial) -> Declared:
    """Return an <inertial> as the diagnosis takes it."""
    return Declared(
        inertial.mass, np.array(inertial.origin.xyz), rotation(inertial.origin.rpy), tensor_of(inertial)
    )


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """One mistake undone: `com` (3,) and the tensor `inertia` (3, 3) about it in link axes that were meant.

    `told` says what was done wrong. `odds` is how much rarer than a correct inertial the mistake is taken to
    be, in nats. `most`: misfit left above which it is not believed: what has much freedom is proven by a
    close fit only. `heavy`: the mass as written over that meant; `inertia` is for the mass as written. """

    code: str
    told: str
    inertia: Array
    com: Array
    odds: float
    most: float = inf
    heavy: float = 1.0

    def body(self, mass: float) -> Body:
        """Return the body that was meant by a mass as written."""
        return Body(mass / self.heavy, self.com, self.inertia / self.heavy)


def hypotheses(declared: Declared, com_reference: Array, inertia_reference: Array,
               turns: Sequence[Array] = (), lumped: Sequence[Array] = (),
               copies: Collection[str] = ()) -> list[Hypothesis]:
    """Return 'as declared' and every mistake that the numbers allow.

    `com_reference` (3,) and `inertia_reference` (3, 3, per unit mass) are those of the geometry in link axes,
    `lumped` the tensors of the same with a share of the mass lumped; `turns` are the rotations R_link_shape
    (3, 3) of its shapes, in whose axes a tensor may have been computed; `copies` are the codes of mirror
    images that a twin bears out. """
    R = declared.R_link_inertial
    in_link = rotate(R, declared.tensor)
    found = [Hypothesis(AS_DECLARED, 'as declared', in_link, declared.com, 0.0)]
    for code, told, tensor, odds, most in _as_written(declared.tensor, copies):
        found.append(Hypothesis(code, told, rotate(R, tensor), declared.com, odds, most))
    for code, told, inertia, odds in _frames(declared, turns):
        found.append(Hypothesis(code, told, inertia, declared.com, odds))
    found.append(
        Hypothesis('unit:mass-lb', IN_POUNDS, in_link / POUND, declared.com, POUNDS, CLOSE, 1 / POUND)
    )
    found += _lost(declared, in_link, inertia_reference)
    for inertia in (inertia_reference, *lumped):
        found += _dropped(declared, inertia, turns)
    return found + list(_origins(declared, in_link, com_reference))


def _as_written(tensor: Array, copies: Collection[str]) -> Iterator[tuple[str, str, Array, float, float]]:
    """Yield (code, told, tensor meant, odds, most) for mistakes made on the six numbers."""
    for code, told, signs, odds in SIGNS:
        yield code, told, _signed(tensor, signs), COPIED if code in copies else odds, inf
    for order in permutations(range(3)):
        if order != (0, 1, 2):
            yield from _permuted(tensor, order)
            yield from _swapped(tensor, order)
    yield from _slips(tensor)


def _signed(tensor: Array, signs: Sequence[int]) -> Array:
    changed = tensor.copy()
    for (i, j), sign in zip(PRODUCTS, signs, strict=True):
        changed[i, j] = changed[j, i] = sign * tensor[i, j]
    return changed


def _permuted(tensor: Array, order: tuple[int, ...]) -> Iterator[tuple[str, str, Array, float, float]]:
    letters = ''.join('xyz'[k] for k in order)
    permuted = tensor[np.ix_(order, order)]
    for signs in EVEN:
        if order == (0, 2, 1) and signs in Y_UP:
            yield 'axes:y-up', 'the tensor is in axes with y up: it was turned by 90 deg about x', \
                _signed(permuted, signs), 4.0, inf
        else:
            told = f'its axes are permuted: what belongs to x y z is written as {" ".join(letters)}'
            odds = PERMUTED if signs == EVEN[0] else TURNED
            yield f'axes:{letters}', told, _signed(permuted, signs), odds, inf


def _swapped(tensor: Array, order: tuple[int, ...]) -> Iterator[tuple[str, str, Array, float, float]]:
    """Yield the moments in another order, the products in their places; without products the axes tell it."""
    if any(tensor[place] for place in PRODUCTS):
        swapped = tensor.copy()
        np.fill_diagonal(swapped, np.diag(tensor)[list(order)])
        told = f'ixx iyy izz are written as {" ".join(MOMENTS[k] for k in order)}, and the products are in ' \
               'their places'
        odds = SWAPPED if any(order[k] == k for k in range(3)) else CYCLED
        yield f'moments:{"".join("xyz"[k] for k in order)}', told, swapped, odds, inf


def _slips(tensor: Array) -> Iterator[tuple[str, str, Array, float, float]]:
    """Yield slips of the decimal point: of the whole tensor, or of one of its elements."""
    for k in TENS:
        yield f'decimal:x10^{k}', f'the tensor is 10^{k} times what was meant', tensor * 10.0**-k, 5.0, CLOSE
    for k, (i, j) in product(TENS, (*PRODUCTS, (0, 0), (1, 1), (2, 2))):
        name = MOMENTS[i] if i == j else NAMES[PRODUCTS.index((i, j))]
        slipped = tensor.copy()
        slipped[i, j] = slipped[j, i] = tensor[i, j] * 10.0**-k
        if slipped[i, j]**2 < NOTHING**2 * tensor[i, i] * tensor[j, j]:
            continue
        yield f'decimal:x10^{k}', f'{name} is 10^{k} times what was meant', slipped, 7.0, EXACT


def _frames(declared: Declared, turns: Sequence[Array]) -> Iterator[tuple[str, str, Array, float]]:
    R, one = declared.R_link_inertial, np.eye(3)
    if not np.allclose(R, one, atol=1e-6):
        yield 'frame:rpy-omitted', IN_LINK_AXES, declared.tensor, 3.0
        yield 'frame:rpy-transposed', TRANSPOSED, rotate(R.T, declared.tensor), 4.0
    for turn in turns:
        if not np.allclose(turn, one, atol=1e-6) and not np.allclose(turn, R, atol=1e-6):
            yield 'frame:rpy-omitted', IN_MESH_AXES, rotate(turn, declared.tensor), 3.0
            yield 'frame:rpy-transposed', MESH_TRANSPOSED, rotate(turn @ turn, declared.tensor), 4.0


def _lost(declared: Declared, in_link: Array, inertia_reference: Array) -> Iterator[Hypothesis]:
    """Yield the tensor with its own moments about the axes of the geometry."""
    axes = principal_axes(inertia_reference)[1]
    inertia = np.asarray(axes * np.linalg.eigvalsh(in_link) @ axes.T)
    told = LOST_AXES
    order = _order(declared.tensor, rotate(declared.R_link_inertial.T, inertia))
    if order is not None and order != (0, 1, 2):
        letters = ''.join('xyz'[k] for k in order)
        swapped = ' '.join(MOMENTS[k] for k in order)
        told = f'the moments fit, but ixx iyy izz are written as {swapped}, and the products are missing'
        for code in (f'axes:{letters}', *(('axes:y-up',) if order == (0, 2, 1) else ())):
            yield Hypothesis(code, told, inertia, declared.com, LOST)
    yield Hypothesis('frame:lost', told, inertia, declared.com, LOST)


def _dropped(declared: Declared, inertia_reference: Array, turns: Sequence[Array]) -> Iterator[Hypothesis]:
    """Yield the tensor with the products of the geometry, where all of its own are 0: so they should be in
    principal axes, for which axes askew to link and meshes are taken unless the rest fits closely. """
    if any(declared.tensor[place] for place in PRODUCTS):
        return
    R = declared.R_link_inertial
    meant = declared.mass * rotate(R.T, inertia_reference)
    np.fill_diagonal(meant, np.diag(declared.tensor))
    askew = not any(_is_permutation(turn.T @ R) for turn in (np.eye(3), *turns))
    most = EXACT if askew else inf
    yield Hypothesis('products:dropped', NO_PRODUCTS, rotate(R, meant), declared.com, DROPPED, most)


def _is_permutation(turn: Array) -> bool:
    return bool(np.allclose(np.abs(turn), np.round(np.abs(turn)), atol=1e-3))


def _order(tensor: Array, meant: Array) -> tuple[int, ...] | None:
    """Return where the diagonal of `meant` stands in a diagonal tensor; None unless it is plain."""
    if any(tensor[i, j] for i, j in PRODUCTS):
        return None
    axes = np.linalg.eigh(meant)[1]
    along = [int(np.argmax(np.abs(axes[:, k]))) for k in range(3)]
    if sorted(along) != [0, 1, 2] or np.abs(axes[along, range(3)]).min() < ALONG:
        return None
    written = np.argsort(np.diag(tensor), kind='stable')
    return tuple(int(written[along.index(k)]) for k in range(3))


def _origins(declared: Declared, in_link: Array, com_reference: Array) -> Iterator[Hypothesis]:
    mass, com = declared.mass, declared.com
    if np.linalg.norm(com) > SAME_PLACE:
        yield Hypothesis('origin:link', ABOUT_ORIGIN, in_link - parallel_axis(mass, com), com, ORIGIN)
    elif np.linalg.norm(com_reference) > SAME_PLACE:
        about_com = in_link - parallel_axis(mass, com_reference)
        yield Hypothesis('origin:omitted', NO_COM, in_link, com_reference, 5.0)
        yield Hypothesis('origin:omitted', f'{NO_COM}, the tensor is about it', about_com, com_reference, 5.0)
