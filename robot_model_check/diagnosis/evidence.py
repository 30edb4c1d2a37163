"""How well each mistake explains a declared inertial.

The misfit of a tensor is the affine-invariant distance per axis, the root mean square logarithm of the
eigenvalues of K_ref^-1/2 K K_ref^-1/2; that of a COM is its distance in radii of gyration. How uneven the
density of a part is nobody knows, so its scale is integrated out: nine normal residuals of one unknown scale
(Jeffreys' prior) have the likelihood

    (6 r^2 + d^2 + 9 f^2)^(-9/2),

r being the misfit of the tensor, d that of the COM and f a floor. So a COM in the right place says that the
density is even, and then a small misfit of the tensor counts; a part whose COM is off proves little. """

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from robot_model_check.diagnosis.candidates import Candidate
from robot_model_check.diagnosis.hypotheses import Declared, Hypothesis, hypotheses
from robot_model_check.facts import Array
from robot_model_check.inertia import second_moment

DIGITS = 0.002  # misfit of printed digits and of a tessellated surface
EQUAL = 45.0  # nats of a perfect fit: against an uneven part it wins below a misfit of 0.006
CENTRED = 0.01  # radii of gyration: how well the COM of a symmetric part of uneven density keeps its place
SECOND = 3.0  # nats: a mistake made on another body than the solid
COM_WEIGHT = 0.15  # of the squared COM misfit that a lump explains: the lump was made to fit it
NO_BODY = 10.0  # misfit of what is not positive definite: that of a factor 20000
TRIANGLE = 1e-3  # of C: how far rounding may break A + B >= C


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
        return int(self._columns[row])

    def top(self, row: int) -> float:
        """Return the best score of a row."""
        return float(self._tops[row])

    @cached_property
    def _columns(self) -> NDArray[np.intp]:
        return np.asarray(np.argmax(self.score, axis=1))

    @cached_property
    def _tops(self) -> Array:
        return np.asarray(self.score.max(axis=1))

    def moved(self, row: int) -> bool:
        """Return whether the hypothesis puts the COM where the geometry has it."""
        return self.rows[row].com is not self.rows[0].com

    def by_code(self) -> dict[str, int]:
        """Return code -> its best row, best code first, 'as declared' left out."""
        best: dict[str, int] = {}
        for row in sorted(range(1, len(self.rows)), key=lambda row: -self.top(row)):
            if self.misfit[row, self.column(row)] <= self.rows[row].most:
                best.setdefault(self.rows[row].code, row)
        return best


def score(declared: Declared, columns: Sequence[Candidate], turns: Sequence[Array] = (),
          copies: Collection[str] = ()) -> Table:
    """Return all hypotheses against all candidates; `turns` and `copies` as in `hypotheses`."""
    solid = columns[0]
    heavy = [column.inertia for column in columns if column.lumped]
    tried = hypotheses(declared, solid.com, solid.inertia, turns, heavy, copies)
    possible = are_possible(np.array([hypothesis.inertia for hypothesis in tried]))
    rows = [hypothesis for k, hypothesis in enumerate(tried) if k == 0 or possible[k]]
    r = misfits(np.array([row.inertia for row in rows]) / declared.mass, columns)
    d = com_misfits(np.array([row.com for row in rows]), columns)
    lumped = np.array([column.lumped > 0 for column in columns])
    moved = np.array([row.com is not declared.com for row in rows])[:, None]
    floor = np.array([column.floor for column in columns])
    d_lumped, first = COM_WEIGHT**0.5 * d[:, :1], np.arange(len(columns)) == 0
    found = np.where(lumped, evidence(r, d_lumped, floor, exact=False), evidence(r, d, floor))
    found = np.where(moved, np.where(first, evidence_without_com(r, floor), -np.inf), found)
    odds = np.array([row.odds for row in rows])[:, None] + np.array([column.odds for column in columns])
    odds[1:, 1:] += np.where(lumped[1:], 0.0, SECOND)
    odds[1:] += np.array([column.doubt for column in columns])
    odds[np.ix_([row.heavy != 1 for row in rows], ~first)] = np.inf  # a motor has the same effect
    return Table(rows, columns, found - odds, r, d)


def misfits(inertias: Array, columns: Sequence[Candidate]) -> Array:
    """Return (h, c) the distance per axis of tensors (h, 3, 3) per unit mass; NO_BODY where not
    positive definite."""
    W = whitening(np.array([candidate.inertia for candidate in columns]))
    ratios = np.linalg.eigvalsh(W[None] @ inertias[:, None] @ W[None])
    with np.errstate(divide='ignore', invalid='ignore'):
        away = np.sqrt((np.log(ratios) ** 2).mean(axis=-1))
    return np.where(ratios[..., 0] > 0, away, NO_BODY)


def com_misfits(coms: Array, columns: Sequence[Candidate]) -> Array:
    """Return (h, c) the distance of COMs (h, 3) in radii of gyration."""
    W = whitening(np.array([second_moment(candidate.inertia) for candidate in columns]), 0.01)
    apart = coms[:, None, :] - np.array([candidate.com for candidate in columns])
    return np.asarray(np.linalg.norm(np.einsum('cij,hcj->hci', W, apart), axis=-1))


def whitening(matrices: Array, slack: float = 0.0) -> Array:
    """Return matrix^-1/2 of matrices (..., 3, 3); `slack` of the trace is added to one that may be
    singular."""
    moments, axes = np.linalg.eigh(matrices)
    scales = 1 / np.sqrt(np.maximum(moments, 0) + slack * moments.sum(axis=-1, keepdims=True))
    return np.asarray(axes * scales[..., None, :] @ np.swapaxes(axes, -1, -2))


def evidence(r: Array, d: Array, floor: Array, exact: bool = True) -> Array:
    """Return the log likelihood [nats], up to a constant, of misfits of tensor `r` and COM `d`.

    There are three ways to come by them: the density is uneven; it is, and the part is symmetric, so that the
    COM shows nothing of it; the numbers are those of the body itself (only where `exact`). """
    squares = 6 * r**2 + d**2
    symmetric = evidence_without_com(r, floor) - 3 * np.log(CENTRED) - d**2 / (2 * CENTRED**2)
    found = np.logaddexp(-4.5 * np.log(squares + 9 * floor**2), symmetric)
    return np.asarray(np.logaddexp(found, EQUAL - squares / (2 * DIGITS**2)) if exact else found)


def evidence_without_com(r: Array, floor: Array) -> Array:
    """Return the same of the tensor alone."""
    return np.asarray(-3 * np.log(6 * r**2 + 6 * floor**2))


def is_possible(inertia: Array) -> bool:
    """Return whether some body has the tensor: positive definite, A + B >= C within rounding."""
    return bool(are_possible(inertia[None])[0])


def are_possible(inertias: Array) -> NDArray[np.bool_]:
    """Return the same of tensors (n, 3, 3)."""
    moments = np.linalg.eigvalsh(inertias)
    return np.asarray((moments[:, 0] > 0) & (moments[:, 0] + moments[:, 1] >= moments[:, 2] * (1 - TRIANGLE)))


def apart(one: Array, other: Array) -> float:
    """Return the affine-invariant distance per axis of two tensors (3, 3)."""
    return float(distances(one, other[None])[0])


def distances(one: Array, others: Array) -> Array:
    """Return the same of one tensor (3, 3) and others (n, 3, 3)."""
    W = whitening(one)
    return np.asarray(np.sqrt((np.log(np.linalg.eigvalsh(W @ others @ W)) ** 2).mean(axis=-1)))
