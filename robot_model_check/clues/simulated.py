"""All that is told of what a simulator made of a model."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from robot_model_check.clues.listing import gathered
from robot_model_check.clues.refusal import refusal
from robot_model_check.clues.reread import body_differences, joint_differences
from robot_model_check.context import Context
from robot_model_check.finding import Finding
from robot_model_check.simulators.answer import LABELS


def told(context: Context, name: str, share: float, unseen: Collection[str] = ()) -> Iterator[Finding]:
    """Yield the refusal, or where the simulator read another model than the file declares.

    The masses of the links `unseen` depend on what it was not shown.
    """
    answer, label = context.answers[name], LABELS[name]
    if answer.refusal is not None:
        yield refusal(context, label, answer)
        return
    words = {'version': answer.version, **({'words': answer.said} if answer.said else {})}
    bodies = [replace(found, values={**found.values, **words})
              for found in body_differences(context, label, answer, share, unseen)]
    joints = [replace(found, values={**found.values, **words})
              for found in joint_differences(context, label, answer, share)]
    yield from gathered(bodies, f'{label} reads another mass, COM or inertia than the file says')
    yield from gathered(joints, f'{label} reads another joint than the file says', 'joints')
