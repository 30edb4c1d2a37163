"""Tensor and COM of a link's solid, to write in place of those that were never computed or that slipped."""

from __future__ import annotations

import numpy as np

from robot_model_check.clues.fit import NAMES, own_solid
from robot_model_check.clues.groups import gaps
from robot_model_check.clues.mesh_units import suspect_links
from robot_model_check.context import Context
from robot_model_check.facts import Array
from robot_model_check.finding import Correction, Suggestion
from robot_model_check.generation.element_xml import TENSOR, changed, inertial_xml, with_attributes
from robot_model_check.inertia import inertial_in_link, rotate, tensor_of
from robot_model_check.kinematics import rotation
from robot_model_check.model import Inertial, Link

DIGITS = 1e-3  # of the largest element, or of the radius of gyration: what digits and a tessellation leave


def typed_anew(link: Link, context: Context) -> Suggestion | None:
    """Return the suggestion to write the tensor of the solid for the declared mass, at the declared COM; to
    be put in unseen only where it is the part's own.
    """
    inertial, solid = link.inertial, own_solid(link, context)
    mass = inertial.element.find('mass') if inertial is not None else None
    if inertial is None or solid is None or mass is None:
        return None
    xml = inertial_xml(mass.attributes['value'], inertial.origin.xyz, inertial.mass * solid.inertia)
    return Suggestion(f'the tensor of the {NAMES[solid.method]} for the mass as declared', xml,
                      (Correction(inertial.element, xml),) if solid.is_solid else ())


def instead_of_no_body(link: Link, context: Context) -> Suggestion | None:
    """Return what to write in place of a tensor that no body has: the one element that is not that of the
    solid where the other five are, which is certain; else the tensor of the solid, which is to be looked at.
    """
    inertial, solid = link.inertial, own_solid(link, context)
    doubtful = bool(gaps(link.name, context)) or link.name in suspect_links(context)
    if inertial is None or inertial.mass <= 0 or solid is None or doubtful:
        return None
    slip = _slip(inertial, solid.inertia) if solid.is_solid else None
    if slip is not None:
        return slip
    whole = typed_anew(link, context)
    return whole and Suggestion(whole.text, whole.xml)


def _slip(inertial: Inertial, meant: Array) -> Suggestion | None:
    """Return the suggestion to correct one element; `meant` (3, 3) is per unit mass in link axes."""
    element = inertial.element.find('inertia')
    R = rotation(inertial.origin.rpy)
    inertia = inertial.mass * rotate(R.T, meant)
    off = np.abs(tensor_of(inertial) - inertia) / np.abs(inertia).max()
    wrong = [name for name, place in TENSOR.items() if off[place] > DIGITS]
    if len(wrong) != 1 or element is None:
        return None
    return changed(f'the {wrong[0]} of the solid, whose other five elements these are', element,
                   {wrong[0]: f'{float(inertia[TENSOR[wrong[0]]]):.9g}'})


def com_of_solid(link: Link, context: Context) -> Suggestion | None:
    """Return the COM of the solid where the declared tensor is that of the solid, for one that cannot be
    right: certain where one coordinate alone differs, else to be looked at.
    """
    inertial, solid = link.inertial, own_solid(link, context)
    doubtful = bool(gaps(link.name, context)) or link.name in suspect_links(context)
    if inertial is None or inertial.mass <= 0 or solid is None or doubtful or not solid.is_solid:
        return None
    body, meant = inertial_in_link(inertial), inertial.mass * solid.inertia
    origin = inertial.origin.element
    if origin is None or np.abs(body.inertia - meant).max() > DIGITS * np.abs(meant).max():
        return None
    radius = float(np.sqrt(np.trace(solid.inertia)))
    wrong = [k for k in range(3) if abs(body.com[k] - solid.com[k]) > DIGITS * radius]
    right = [float(solid.com[k] if k in wrong else body.com[k]) for k in range(3)]
    xyz = {'xyz': ' '.join(f'{value:.9g}' for value in right)}
    if len(wrong) == 1:
        return changed(f'the {"xyz"[wrong[0]]} of the COM of the solid, whose tensor and other two '
                       'coordinates these are', origin, xyz)
    return Suggestion('the COM of the solid, whose tensor this is', with_attributes(origin, xyz))
