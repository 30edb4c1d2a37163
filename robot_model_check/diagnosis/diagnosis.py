"""Which mistake explains a declared inertial best.

Every mistake of `hypotheses` is undone, and what comes out is held against the bodies that the geometry
allows (`candidates`) by `evidence`. A mistake is told only where it explains the inertial better than 'as
declared' by a margin and leaves a small misfit; what cannot be told apart from it is listed. """

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, log

import numpy as np

from robot_model_check.diagnosis.candidates import Candidate
from robot_model_check.diagnosis.evidence import Table, apart, distances, is_possible, score
from robot_model_check.diagnosis.hypotheses import Declared
from robot_model_check.facts import Array
from robot_model_check.inertia import Body

LEAST = 0.02  # misfit below which nothing is wrong: meshes are simplified, densities are rounded
EXACT = 0.01  # misfit below which two tensors came out of the same numbers
BORROWED = 0.05  # misfit to the solid from which it matters that the body is another one,
HULL = 0.03  # and of the hull, which a part does not come near by chance
ELSEWHERE = 0.75  # radii of gyration: a body whose COM is that far off is not the one
FAR = 1.0  # radii of gyration: no lump that the geometry holds moves the COM so far
ROUGH = 1.0  # misfit that another link must explain: open meshes and what is not drawn make such
SAME = 0.005  # misfit below which two mistakes ask for the same numbers
AS_GOOD = 1.0  # nats: the plainer of two mistakes with the same correction may be that much less likely
FAMILIES = (  # plainest first
    'origin', 'unit', 'sign:i', 'sign', 'mirror', 'frame:r', 'axes', 'moments', 'products', 'decimal',
    'frame')


@dataclass(frozen=True)
class Thresholds:
    """`margin` [nats] by which a mistake must beat 'as declared'. `left`: misfit above which nothing is
    explained. `factor` on the tensor beyond which it is wrong even where nothing explains it. `rival` [nats]:
    how far behind the best a mistake must lie to be excluded. """

    margin: float = 2.0
    left: float = 0.2
    factor: float = 5.0
    rival: float = 3.0


DEFAULT = Thresholds()


@dataclass(frozen=True, eq=False)
class Diagnosis:
    """What is wrong with an inertial.

    `cause`: code, None where nothing explains a tensor that does not fit. `state`: 'named' (also where the
    rivals come to the same correction), 'ambiguous' or 'unknown'. `told`: what was done wrong, in words.
    `before`, `after`: misfit of the tensor as declared and with the mistake undone, against the same
    `reference`; `com_before`: that of the declared COM. `margin` [nats] by which the cause beats 'as
    declared'. `fixed`: the body meant, in link axes. `taken`: the body that tensor and COM were taken from.
    `losses`: code -> nats behind the best, of all that may be told, and `rivals`, those of them not told
    apart from the cause; `others`: code -> the diagnosis with that cause. `not_testable`: codes whose effect
    on this part is below the misfit that is left. `like`: the link that shows the mistake more plainly. """

    cause: str | None
    state: str
    told: str
    before: float
    after: float
    reference: Candidate
    com_before: float = 0.0
    margin: float = 0.0
    fixed: Body | None = None
    taken: Candidate | None = None
    losses: Mapping[str, float] = field(default_factory=dict)
    rivals: tuple[str, ...] = ()
    others: Mapping[str, Diagnosis] = field(default_factory=dict)
    not_testable: tuple[str, ...] = ()
    like: str = ''

    @property
    def is_com_alone(self) -> bool:
        """Whether only the COM was left at the link origin, and the tensor is about the true one."""
        return self.cause == 'origin:omitted' and self.before == self.after


def examine(declared: Declared, columns: Sequence[Candidate], turns: Sequence[Array] = (),
            limits: Thresholds = DEFAULT, copies: Collection[str] = ()
            ) -> tuple[Diagnosis | None, Mapping[str, Diagnosis]]:
    """Return (what is wrong with an inertial or None, suspicions): code -> diagnosis of what only other links
    can confirm.

    `columns` as from `candidates`, not empty; `turns` and `copies` as in `hypotheses`. The declared tensor
    must be positive definite."""
    table = score(declared, columns, turns, copies)
    told, other = _told(table, limits), _other_body(table, declared)
    if told and (other is None or _misfits(table, next(iter(told.values())))[1] < EXACT):
        return _best(table, told, declared, limits), {}
    suspected = {code: _suspect(table, row, declared) for code, row in table.by_code().items()
                 if _suspicious(table, row, limits)}
    return other or _unknown(table, limits), suspected


def best_score(table: Table, factor: float, limits: Thresholds = DEFAULT) -> float:
    """Return how well an inertial is explained, as declared (within a factor) or by a mistake [nats]; -inf
    where it is not. A slip of the decimal point is no explanation: it undoes any unit it is read in."""
    explained = max((table.top(row) for code, row in _told(table, limits).items()
                     if not code.startswith('decimal:')), default=-inf)
    fits = bool(table.misfit[0].min() <= log(factor))
    return max(explained, table.top(0) if fits else -inf)


def _told(table: Table, limits: Thresholds) -> dict[str, int]:
    """Return code -> row of the mistakes that explain the inertial, best first; none where a better one does
    not."""
    best = table.by_code()
    told = {code: row for code, row in best.items() if _credible(table, row, limits)}
    first = next(iter(told.values()), None)
    if first is None or table.top(next(iter(best.values()))) - table.top(first) > limits.margin:
        return {}
    return told


def _credible(table: Table, row: int, limits: Thresholds) -> bool:
    before, after = _misfits(table, row)
    if table.top(row) - table.top(0) < limits.margin or after > limits.left or _is_elsewhere(table, row):
        return False
    if table.moved(row) and before == after:  # the tensor says nothing
        return bool(table.com_misfit[0, table.column(row)] > (LEAST if after < EXACT else FAR))
    return before >= LEAST


def _suspicious(table: Table, row: int, limits: Thresholds) -> bool:
    """Return whether a mistake explains much of a misfit, too little to be told on this link alone.

    That the mistake is rare, or the solid unknown, does not count: other links must show it.
    """
    before, after = _misfits(table, row)
    small = after <= 2 * limits.left or after <= min(0.4 * before, ROUGH)
    likely = _gain(table, row) + table.rows[row].odds >= limits.margin
    return small and after < 0.7 * before and likely


def _gain(table: Table, row: int) -> float:
    """Return by how much a row beats 'as declared' [nats], as if the solid were known."""
    return table.top(row) - table.top(0) + table.columns[table.column(row)].doubt


def _suspect(table: Table, row: int, declared: Declared) -> Diagnosis:
    return replace(_named(table, row, declared), margin=_gain(table, row))


def _misfits(table: Table, row: int) -> tuple[float, float]:
    column = table.column(row)
    return float(table.misfit[0, column]), float(table.misfit[row, column])


def _is_elsewhere(table: Table, row: int) -> bool:
    return bool(table.com_misfit[row, table.column(row)] > ELSEWHERE)


def _best(table: Table, told: Mapping[str, int], declared: Declared, limits: Thresholds) -> Diagnosis:
    first = next(iter(told.values()))
    losses = {code: table.top(first) - table.top(row) for code, row in told.items()}
    each = {code: _named(table, row, declared) for code, row in told.items()}
    cause = table.rows[_plainest(table, list(told.values()))].code
    hopeless = not_testable(table)
    return with_rivals(replace(each[cause], losses=losses, others=each, not_testable=hopeless), limits)


def with_rivals(found: Diagnosis, limits: Thresholds) -> Diagnosis:
    """Return a diagnosis with the rivals that its losses leave."""
    near = (code for code, loss in found.losses.items() if loss < limits.rival)
    rivals = tuple(code for code in near if code != found.cause)
    same = all(same_correction(found, found.others[code]) for code in rivals)
    return replace(found, rivals=rivals, state='named' if same else 'ambiguous')


def same_correction(one: Diagnosis, other: Diagnosis) -> bool:
    """Return whether two mistakes come to the same on a part: the same is to be written instead."""
    if one.fixed is None or other.fixed is None or one.fixed.mass != other.fixed.mass \
            or not np.allclose(one.fixed.com, other.fixed.com):
        return False
    return apart(one.fixed.inertia, other.fixed.inertia) < LEAST


def _plainest(table: Table, rows: Sequence[int]) -> int:
    """Return the best row, or that of the plainest mistake whose correction is the same."""
    same = [row for row in rows if table.top(rows[0]) - table.top(row) < AS_GOOD
            and apart(table.rows[rows[0]].inertia, table.rows[row].inertia) < SAME]
    return min(same, key=lambda row: (_family(table.rows[row].code), -table.top(row)))


def _family(code: str) -> int:
    return next(k for k, family in enumerate(FAMILIES) if code.startswith(family))


def _named(table: Table, row: int, declared: Declared) -> Diagnosis:
    hypothesis, column = table.rows[row], table.column(row)
    before, after = _misfits(table, row)
    return Diagnosis(hypothesis.code, 'named', hypothesis.told, before, after, table.columns[column],
                     com_before=float(table.com_misfit[0, column]), margin=table.top(row) - table.top(0),
                     fixed=hypothesis.body(declared.mass))


def not_testable(table: Table) -> tuple[str, ...]:
    """Return the codes of which no variant differs enough from 'as declared' to be seen on this part."""
    least = max(LEAST, float(table.misfit.min()))
    first, rows = table.rows[0].inertia, table.rows[1:]
    if not rows or not is_possible(first):
        return ()
    largest: dict[str, float] = {}
    for row, effect in zip(rows, distances(first, np.array([row.inertia for row in rows])), strict=True):
        largest[row.code] = max(largest.get(row.code, 0.0), float(effect))
    return tuple(code for code, effect in largest.items() if effect < least)


def _other_body(table: Table, declared: Declared) -> Diagnosis | None:
    """Return the finding that the tensor is, to the digit, that of another body than the solid, and the COM
    that of either."""
    solid, before = table.columns[0], float(table.misfit[0, 0])
    com = np.minimum(table.com_misfit[0], table.com_misfit[0, 0])
    equal = [k for k, column in enumerate(table.columns)
             if column.culprit and max(table.misfit[0, k], com[k]) < EXACT
             and before >= (HULL if column.culprit == 'from:hull' else BORROWED)]
    if not equal or 'solid' not in solid.name:
        return None
    found = table.columns[max(equal, key=lambda k: float(table.score[0, k]))]
    whose = 'tensor and COM are those' if table.com_misfit[0, 0] >= EXACT else 'the tensor is that'
    return Diagnosis(found.culprit, 'named', f'{whose} of the {found.name}, not of the solid', before, 0.0,
                     solid, com_before=float(table.com_misfit[0, 0]),
                     margin=max(table.top(0) - float(table.score[0, 0]), 0.0),
                     fixed=Body(declared.mass, solid.com, declared.mass * solid.inertia), taken=found)


def _unknown(table: Table, limits: Thresholds) -> Diagnosis | None:
    column = int(np.argmin(table.misfit[0]))
    before = float(table.misfit[0, column])
    if not before > log(limits.factor):
        return None
    return Diagnosis(None, 'unknown', 'no known mistake explains it', before, before, table.columns[column])
