"""What MuJoCo itself makes of new parts, where it is installed: balls on slides come to rest on them, and on
the collision that was there. A link whose new collision does worse keeps the old.

The contact probe is exact and says more; this says whether the engine takes the parts, and feels them where
they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from robot_model_check.decompose.parts import Part
from robot_model_check.decompose.probe import is_worse, percentiles
from robot_model_check.facts import Array
from robot_model_check.geometry.placed import Placed
from robot_model_check.model import Box, Cylinder, Sphere
from robot_model_check.parallel import run
from robot_model_check.simulators.slide import Slides, travelled
from robot_model_check.simulators.step_time import Geom, corners

TOLERANCE = 0.01  # of the diagonal: five times what the soft contact lets a ball in
LEAST = 1e-3  # m: MuJoCo looks for contacts to the micrometre, too coarse for what is smaller
TIME_LIMIT = 60.0  # s; one link takes 0.2 s, the start of a worker on a loaded machine more
NOT_INSTALLED = 'MuJoCo is not installed'


@dataclass(frozen=True, eq=False)
class Trial:
    """What new parts are to be dropped on: the visuals let balls on `slides` go as far as `stops` (n,) [m];
    `old` is the collision there was. The link `needs` another one, or it was asked for.
    """

    slides: Slides
    stops: Array
    old: tuple[Geom, ...]
    needs: bool


@dataclass(frozen=True)
class Drop:
    """How `balls` came to rest: `within` is the share of them at most `tolerance` [m] off from where the
    visual would have stopped them, `error` [m] by how much they are off, at PERCENTILES.
    """

    balls: int
    tolerance: float
    within: float
    error: tuple[float, ...]


@dataclass(frozen=True)
class Dropped:
    """What came of the drop on the new and the old collision, None where there is none or MuJoCo does not
    take it; `refusal` is what it says of the new one. `not_checked` says why there was no drop.
    """

    now: Drop | None = None
    before: Drop | None = None
    refusal: str = ''
    not_checked: str = ''

    @property
    def is_worse(self) -> bool:
        """Whether the new collision does clearly worse than the old."""
        if self.before is None:
            return False
        return bool(self.refusal) or (self.now is not None and is_worse(self.now, self.before))


def dropped(trials: Sequence[tuple[Trial, Sequence[Part]]], jobs: int) -> list[Dropped]:
    """Return what comes of dropping balls on parts, in workers, since a simulator may crash."""
    if trials and find_spec('mujoco') is None:
        return [Dropped(not_checked=NOT_INSTALLED)] * len(trials)
    outcomes = run(drop_on, [(trial, of_parts(parts)) for trial, parts in trials], jobs, TIME_LIMIT)
    return [outcome.value if outcome.error is None else
            Dropped(not_checked=f'MuJoCo gave no answer: {outcome.error.strip().splitlines()[-1]}')
            for outcome in outcomes]


def drop_on(trial: Trial, new: Sequence[Geom]) -> Dropped:
    """Drop balls on the new and the old collision of a link."""
    if trial.slides.size < LEAST:
        return Dropped(not_checked='it is too small for MuJoCo')
    if not len(trial.stops):
        return Dropped(not_checked='no line meets it squarely')
    before, _ = _dropped(trial, trial.old) if trial.old else (None, '')
    now, refusal = _dropped(trial, new)
    return Dropped(now, before, refusal)


def _dropped(trial: Trial, geoms: Sequence[Geom]) -> tuple[Drop | None, str]:
    """Return what came of a drop, or why MuJoCo does not take the collisions."""
    try:
        gone = travelled(geoms, trial.slides)
    except ValueError as error:
        return None, (str(error).strip() or repr(error)).splitlines()[0]
    tolerance = TOLERANCE * trial.slides.size
    met = np.minimum(gone, trial.stops) < trial.slides.lengths - tolerance
    if not met.any():
        return None, ''
    off = np.abs(gone - trial.stops)[met]
    return Drop(len(off), tolerance, float((off <= tolerance).mean()), percentiles(off) or ()), ''


def of_parts(parts: Sequence[Part]) -> tuple[Geom, ...]:
    """Return parts as MuJoCo gets them."""
    return tuple(Geom(part.fitted.geometry, part.fitted.pose) if part.fitted is not None
                 else Geom(corners(part.hull.vertices)) for part in parts)


def of_shapes(shapes: Sequence[Placed]) -> tuple[Geom, ...]:
    """Return collisions as MuJoCo takes them: of a mesh its hull, nothing of what is flat."""
    return tuple(Geom(shape.primitive, shape.shape.origin)
                 if isinstance(shape.primitive, (Box, Cylinder, Sphere)) else Geom(corners(shape.hull[0]))
                 for shape in shapes if shape.hull is not None)
