"""Whether a tensor is the sum of those of a link's parts, each about its own COM: the parallel-axis terms to
the common COM are missing, as an exporter of assemblies left them out."""

from __future__ import annotations

import numpy as np

from robot_model_check.clues.part_tensors import part_tensors
from robot_model_check.diagnosis.candidates import Candidate
from robot_model_check.diagnosis.diagnosis import BORROWED, EXACT, Diagnosis
from robot_model_check.diagnosis.evidence import apart, com_misfits
from robot_model_check.diagnosis.hypotheses import Declared
from robot_model_check.facts import LinkFacts
from robot_model_check.inertia import Body, rotate

CAUSE = 'origin:parts'
TOLD = ('the tensor is the sum of those of its parts, each about its own COM: the parallel-axis terms to the '
        'common COM were left out')


def unshifted(declared: Declared, facts: LinkFacts | None, solid: Candidate) -> Diagnosis | None:
    """Return that diagnosis where tensor and COM are those of the parts to the digits, and the tensor is not
    that of the solid.
    """
    parts = part_tensors(facts)
    if parts is None or np.linalg.eigvalsh(parts.added)[0] <= 0:
        return None
    inertia = rotate(declared.R_link_inertial, declared.tensor) / declared.mass
    far = float(com_misfits(declared.com[None], [solid])[0, 0])
    before, after = apart(solid.inertia, inertia), apart(solid.inertia, parts.shifted)
    at = float(np.linalg.norm(declared.com - parts.com)) / float(np.sqrt(np.trace(parts.shifted)))
    if before < BORROWED or max(apart(parts.added, inertia), at) > EXACT:
        return None
    fixed = Body(declared.mass, declared.com, declared.mass * (inertia + parts.shifted - parts.added))
    return Diagnosis(CAUSE, 'named', TOLD, before, after, solid, com_before=far, fixed=fixed)
