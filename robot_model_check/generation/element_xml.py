"""An element written again with other attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from robot_model_check.document import Element
from robot_model_check.finding import Correction, Suggestion

if TYPE_CHECKING:
    from robot_model_check.facts import Array

TENSOR = {'ixx': (0, 0), 'ixy': (0, 1), 'ixz': (0, 2), 'iyy': (1, 1), 'iyz': (1, 2), 'izz': (2, 2)}


def with_attributes(element: Element, new: Mapping[str, str | None]) -> str:
    """Return the start tag of an element, closed, with these attributes set (None: taken out)."""
    attributes = {**element.attributes, **new}
    words = (f' {name}={quoteattr(value)}' for name, value in attributes.items() if value is not None)
    return f'<{element.tag}{"".join(words)}/>'


def changed(text: str, element: Element, new: Mapping[str, str | None]) -> Suggestion:
    """Return the suggestion to set these attributes of an element (None: to take them out)."""
    xml = with_attributes(element, new)
    return Suggestion(text, xml, (Correction(element, xml),))


def inertial_xml(mass: str, com: Sequence[float] | Array, tensor: Array) -> str:
    """Return an <inertial> in link axes: mass as written, COM (3,) [m], tensor (3, 3) about it [kg m^2]."""
    numbers = ' '.join(f'{name}="{tensor[place] + 0.0:.9g}"' for name, place in TENSOR.items())
    xyz = ' '.join(f'{value + 0.0:.9g}' for value in com)
    origin = f'<origin xyz="{xyz}" rpy="0 0 0"/>'
    return f'<inertial>{origin}<mass value="{mass}"/><inertia {numbers}/></inertial>'
