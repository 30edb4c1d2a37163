"""What the advised collisions would cost, worked out on demand: every link that could do with another one is
decomposed, and MuJoCo, where it is installed, is timed with what there is and with what there would be.

Nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from robot_model_check.context import Context
from robot_model_check.model import Box, Cylinder, Link, Mesh, Sphere
from robot_model_check.reading.packages import found_paths

if TYPE_CHECKING:
    from robot_model_check.decompose.choose import Choice
    from robot_model_check.simulators.step_time import Body, Geom

POSTURES = 8  # besides the zero pose
Rows = Mapping[str, Mapping[str, Any]]


def costs(rows: Rows, context: Context, jobs: int) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return the rows of the links with the cost of what is advised filled in, and that of the whole model.

    `jobs` is the number of worker processes (0: all in this one).
    """
    from robot_model_check.decompose.choose import Wish
    from robot_model_check.decompose.workers import choices
    wanted = [context.tree.links[name] for name, row in rows.items()
              if (row.get('collision_advice') or {'keep': True})['keep'] is False]
    made = choices(wanted, found_paths(context.resolutions), [Wish()] * len(wanted), jobs)
    filled = {name: {**row, 'collision_advice': _filled(row['collision_advice'], made[name])}
              if name in made else dict(row) for name, row in rows.items()}
    times = _step_times(context, made, jobs)
    return filled, {'collision_step_time [s]': times} if times is not None else {}


def _filled(row: Mapping[str, Any], choice: Choice) -> dict[str, Any]:
    """Return the advice with what the decomposition came to."""
    now = row['parts [1]']['now']
    count = len(choice.parts) if choice.parts else now
    pairs = row['candidate_pairs [1]']['now']
    others = None if pairs is None else pairs // now if now else row['candidate_pairs [1]']['then']
    return {**row, 'method': choice.method, 'parts [1]': {'now': now, 'then': count},
            'excess [1]': {**row['excess [1]'], 'then': choice.now.excess if choice.now else None},
            'candidate_pairs [1]': {'now': pairs, 'then': count * others if others is not None else None}}


def _step_times(context: Context, made: Mapping[str, Choice], jobs: int) -> dict[str, float] | None:
    """Return the time of a step with the present and the advised collisions, None where it cannot be told."""
    if find_spec('mujoco') is None or len(context.tree.order) < len(context.tree.links):
        return None
    from robot_model_check.clues.postures import sampled, zero_pose
    from robot_model_check.parallel import run
    from robot_model_check.simulators.step_time import TIME_LIMIT, step_time
    postures = [zero_pose(context.tree), *sampled(context.tree, POSTURES, 0)]
    sets = [_bodies(context, {}), _bodies(context, made)]
    outcomes = run(step_time, [(bodies, postures) for bodies in sets], min(jobs, 1), TIME_LIMIT)
    if any(outcome.error is not None for outcome in outcomes):
        return None
    return dict(zip(('now', 'then'), (outcome.value for outcome in outcomes), strict=True))


def _bodies(context: Context, made: Mapping[str, Choice]) -> list[Body]:
    from robot_model_check.decompose.drop import of_parts
    from robot_model_check.simulators.step_time import Body
    return [Body(name, context.tree.parent_joint.get(name), of_parts(made[name].parts)
                 if name in made and made[name].parts else _present(context.tree.links[name], context))
            for name in context.tree.order]


def _present(link: Link, context: Context) -> tuple[Geom, ...]:
    from robot_model_check.geometry.triangles import is_flat
    from robot_model_check.simulators.step_time import Geom, corners
    facts = context.facts.get(link.name)
    geoms = []
    for shape in facts.of('collision') if facts is not None else ():
        declared = link.collisions[shape.index]
        if isinstance(declared.geometry, (Box, Cylinder, Sphere)):
            geoms.append(Geom(declared.geometry, declared.origin))
        elif isinstance(declared.geometry, Mesh) and not is_flat(shape.hull):
            geoms.append(Geom(corners(shape.hull)))
    return tuple(geoms)
