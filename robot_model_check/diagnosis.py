"""Which mistake explains a declared inertial best.

Every mistake of `hypotheses` is undone, and what comes out is held against the bodies that the geometry
allows (`candidates`). The misfit of a tensor is the affine-invariant distance per axis, the root mean square
logarithm of the eigenvalues of K_ref^-1/2 K K_ref^-1/2; that of the COM is its distance in radii of gyration.
How uneven the density is nobody knows, so its scale is integrated out. The score of a hypothesis is

    -9/2 log(6 r^2 + d^2 + 9 f^2) - odds  [nats],

r being the misfit of the tensor, d that of the COM, f the floor below which a fit cannot be told from a
perfect one: the likelihood of nine normal residuals of one scale under Jeffreys' prior of that scale. So a
part whose COM and tensor fit to the printed digits betrays a flip that moves the tensor by two percent, and
on a part of uneven density the same flip proves nothing. """

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from robot_model_check.candidates import Candidate
from robot_model_check.facts import Array
from robot_model_check.hypotheses import AS_DECLARED, Declared, Hypothesis, hypotheses
from robot_model_check.inertia import Body, second_moment

LEAST = 0.02  # misfit below which nothing is wrong: meshes are simplified, densities are rounded
EXACT = 0.01  # misfit below which two tensors came out of the same numbers
FAR = 1.0  # radii of gyration: no lump that the geometry holds moves the COM so far
TRIANGLE = 1e-3  # of C: how far rounding may break A + B >= C
COM_WEIGHT = 0.15  # of the squared COM misfit that a lump explains: the lump was made to fit it
FAMILIES = ('origin', 'sign:i', 'sign', 'mirror', 'frame:r', 'axes', 'decimal', 'frame')  # plainest first


@dataclass(frozen=True)
class Thresholds:
    """`margin` [nats] by which a mistake must beat 'as declared', and a rival must lie behind it. `left`:
    misfit above which nothing is explained. `factor` on the tensor beyond which it is wrong even where
    nothing explains it. """

    margin: float = 3.0
    left: float = 0.15
    factor: float = 5.0


DEFAULT = Thresholds()


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """`cause`: code, None where nothing explains a tensor that does not fit. `state`: 'named', 'ambiguous' or
    'unknown'. `told`: what was done wrong, in words. `before`, `after`: misfit of the tensor as declared and
    with the mistake undone, against the same `reference`. `fixed`: the body meant, in link axes. `losses`:
    code -> nats behind the best, of all that may be told; `rivals`: those not told apart from the cause.
    `margin`: nats by which the cause beats 'as declared'. `not_testable`: codes whose effect on this part is
    below the misfit that is left. `com_before`: distance of the declared COM from that of the reference, in
    radii of gyration. `taken`: the body that tensor and COM were taken from. `others`: code -> the diagnosis
    with that cause. """

    cause: str | None
    state: str
    told: str
    before: float
    after: float
    reference: Candidate
    margin: float = 0.0
    fixed: Body | None = None
    rivals: tuple[str, ...] = ()
    not_testable: tuple[str, ...] = ()
    losses: Mapping[str, float] = field(default_factory=dict)
    com_before: float = 0.0
    taken: Candidate | None = None
    others: Mapping[str, Diagnosis] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Table:
    """Hypotheses (rows, 'as declared' first) against candidates (columns, the solid first).

    `score` [nats], `misfit` of the tensor and `com_misfit` are (rows, columns).
    """

    rows: Sequence[Hypothesis]
    columns: Sequence[Candidate]
    score: Array
    misfit: Array
    com_misfit: Array

    def column(self, row: int) -> int:
        """Return the column that fits a row best."""
        return int(np.argmax(self.score[row]))

    def top(self, row: int) -> float:
        """Return the best score of a row."""
        return float(self.score[row].max())

    def by_code(self) -> dict[str, int]:
        """Return code -> its best row."""
        best: dict[str, int] = {}
        for row, hypothesis in enumerate(self.rows):
            if hypothesis.exact_only and self.misfit[row, self.column(row)] > EXACT:
                continue
            if hypothesis.code not in best or self.top(row) > self.top(best[hypothesis.code]):
                best[hypothesis.code] = row
        return best


def whitening(matrix: Array, slack: float = 0.0) -> Array:
    """Return matrix^-1/2 (3, 3); `slack` of the trace is added to one that may be singular."""
    moments, axes = np.linalg.eigh(matrix)
    return np.asarray(axes / np.sqrt(np.maximum(moments, 0) + slack * moments.sum()) @ axes.T)


def misfits(inertias: Array, columns: Sequence[Candidate]) -> Array:
    """Return (h, c) the distance per axis of tensors (h, 3, 3) per unit mass; inf where not positive
    definite."""
    W = np.array([whitening(candidate.inertia) for candidate in columns])
    ratios = np.linalg.eigvalsh(W[None] @ inertias[:, None] @ W[None])
    with np.errstate(divide='ignore', invalid='ignore'):
        distances = np.sqrt((np.log(ratios) ** 2).mean(axis=-1))
    return np.where(ratios[..., 0] > 0, distances, np.inf)


def com_misfits(coms: Array, columns: Sequence[Candidate]) -> Array:
    """Return (h, c) the distance of COMs (h, 3) in radii of gyration."""
    W = np.array([whitening(second_moment(candidate.inertia), 0.01) for candidate in columns])
    apart = coms[:, None, :] - np.array([candidate.com for candidate in columns])
    return np.asarray(np.linalg.norm(np.einsum('cij,hcj->hci', W, apart), axis=-1))


def score(declared: Declared, columns: Sequence[Candidate], turns: Sequence[Array] = ()) -> Table:
    """Return all hypotheses against all candidates; `turns` as in `hypotheses`."""
    solid = columns[0]
    tried = hypotheses(declared, solid.com, solid.inertia, turns)
    rows = tried[:1] + [hypothesis for hypothesis in tried[1:] if _possible(hypothesis.inertia)]
    r = misfits(np.array([row.inertia for row in rows]) / declared.mass, columns)
    d = com_misfits(np.array([row.com for row in rows]), columns)
    lumped = np.array([column.lumped for column in columns])
    moved = np.array([row.com is not declared.com for row in rows])
    counted = np.where(lumped, np.where(moved[:, None], np.inf, COM_WEIGHT**0.5 * d[:, :1]), d)
    floor = np.array([column.floor for column in columns])
    odds = np.array([row.odds for row in rows])[:, None] + np.array([column.odds for column in columns])
    return Table(rows, columns, -4.5 * np.log(6 * r**2 + counted**2 + 9 * floor**2) - odds, r, d)


def _possible(inertia: Array) -> bool:
    a, b, c = np.linalg.eigvalsh(inertia)
    return bool(a > 0 and a + b >= c * (1 - TRIANGLE))


def diagnose(declared: Declared, columns: Sequence[Candidate], turns: Sequence[Array] = (),
             limits: Thresholds = DEFAULT) -> Diagnosis | None:
    """Return what is wrong with an inertial, or None where nothing is.

    `columns` as from `candidates`, not empty. The declared tensor must be positive definite.
    """
    table = score(declared, columns, turns)
    innocent = table.top(0)
    told = {code: row for code, row in table.by_code().items() if _credible(table, row, innocent, limits)}
    if not told:
        return _other_body(table, declared) or _unknown(table, limits)
    ranked = sorted(told, key=lambda code: -table.top(told[code]))
    best = _plainest(table, [told[code] for code in ranked], limits)
    hopeless = not_testable(table)
    losses = {code: table.top(told[ranked[0]]) - table.top(told[code]) for code in ranked}
    each = {code: _named(table, told[code], innocent, declared) for code in ranked}
    return with_cause(
        replace(each[table.rows[best].code], losses=losses, not_testable=hopeless, others=each), limits
    )


def with_cause(found: Diagnosis, limits: Thresholds) -> Diagnosis:
    """Return a diagnosis with the rivals that its losses leave."""
    rivals = tuple(
        code for code, loss in found.losses.items() if loss < limits.margin and code != found.cause
    )
    return replace(found, rivals=rivals, state='ambiguous' if rivals else 'named')


def _credible(table: Table, row: int, innocent: float, limits: Thresholds) -> bool:
    """Return whether a mistake explains the inertial, and better than 'as declared' does by the margin."""
    hypothesis, column = table.rows[row], table.column(row)
    if hypothesis.code == AS_DECLARED or table.top(row) - innocent < limits.margin:
        return False
    after, com = float(table.misfit[row].min()), float(table.com_misfit[0, column])
    if hypothesis.code == 'origin:omitted':
        return after <= limits.left and (com > FAR or (after < EXACT and com > LEAST))
    return after <= limits.left and float(table.misfit[0, column]) >= LEAST


def _plainest(table: Table, rows: Sequence[int], limits: Thresholds) -> int:
    """Return the best row, or that of the plainest mistake whose correction is the same."""
    same = [row for row in rows if table.top(rows[0]) - table.top(row) < limits.margin
            and _apart(table.rows[rows[0]].inertia, table.rows[row].inertia) < LEAST]
    return min(same, key=lambda row: (_family(table.rows[row].code), -table.top(row)))


def _family(code: str) -> int:
    return next(k for k, family in enumerate(FAMILIES) if code.startswith(family))


def _apart(one: Array, other: Array) -> float:
    W = whitening(one)
    return float(np.sqrt((np.log(np.linalg.eigvalsh(W @ other @ W)) ** 2).mean()))


def _named(table: Table, row: int, innocent: float, declared: Declared) -> Diagnosis:
    hypothesis = table.rows[row]
    column = int(np.argmin(np.where(np.array([c.lumped for c in table.columns]), np.inf, table.misfit[row])))
    if table.misfit[row, column] > 1.2 * table.misfit[row].min():
        column = table.column(row)
    return Diagnosis(hypothesis.code, 'named', hypothesis.told, float(table.misfit[0, column]),
                     float(table.misfit[row, column]), table.columns[column], table.top(row) - innocent,
                     Body(declared.mass, hypothesis.com, hypothesis.inertia),
                     com_before=float(table.com_misfit[0, column]))


def not_testable(table: Table) -> tuple[str, ...]:
    """Return the codes of which no variant differs enough from 'as declared' to be seen on this part."""
    least = max(LEAST, float(table.misfit.min()))
    largest: dict[str, float] = {}
    for row in table.rows[1:]:
        largest[row.code] = max(largest.get(row.code, 0.0), _apart(table.rows[0].inertia, row.inertia))
    return tuple(code for code, effect in largest.items() if effect < least)


def _other_body(table: Table, declared: Declared) -> Diagnosis | None:
    """Return the finding that tensor and COM are, to the digit, those of another body than the solid."""
    solid, column = table.columns[0], table.column(0)
    found = table.columns[column]
    equal = max(table.misfit[0, column], table.com_misfit[0, column]) < EXACT
    before = float(table.misfit[0, 0])
    if not found.culprit or not equal or before < LEAST or solid.name != 'solid':
        return None
    return Diagnosis(
        found.culprit,
        'named',
        f'tensor and COM are those of the {found.name}, not of the solid',
        before,
        0.0,
        solid,
        table.top(0) - float(table.score[0, 0]),
        Body(declared.mass, solid.com, declared.mass * solid.inertia),
        taken=found,
    )


def _unknown(table: Table, limits: Thresholds) -> Diagnosis | None:
    column = int(np.argmin(table.misfit[0]))
    before = float(table.misfit[0, column])
    if not before > np.log(limits.factor):
        return None
    return Diagnosis(None, 'unknown', 'no known mistake explains it', before, before, table.columns[column])
