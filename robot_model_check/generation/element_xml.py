"""An element written again with other attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from robot_model_check.document import Element
from robot_model_check.finding import Correction, Suggestion

if TYPE_CHECKING:
    from robot_model_check.facts import Array
    from robot_model_check.model import Inertial

ROUNDING = 1e-12  # m, and of the largest element of a tensor: less is what sums left
ESCAPES = str.maketrans({'&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '&#10;', '\r': '&#13;', '\t': '&#9;'})
TENSOR = {'ixx': (0, 0), 'ixy': (0, 1), 'ixz': (0, 2), 'iyy': (1, 1), 'iyz': (1, 2), 'izz': (2, 2)}


def quoted(value: str) -> str:
    """Return the value of an attribute, escaped and in quotes, as `xml.sax.saxutils.quoteattr` does, whose
    import would load urllib and ssl: a fifth of all that a check imports.
    """
    text = value.translate(ESCAPES)
    if '"' not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else '"' + text.replace('"', '&quot;') + '"'


def with_attributes(element: Element, new: Mapping[str, str | None]) -> str:
    """Return the start tag of an element, closed, with these attributes set (None: taken out)."""
    attributes = {**element.attributes, **new}
    words = (f' {name}={quoted(value)}' for name, value in attributes.items() if value is not None)
    return f'<{element.tag}{"".join(words)}/>'


def changed(text: str, element: Element, new: Mapping[str, str | None]) -> Suggestion:
    """Return the suggestion to set these attributes of an element (None: to take them out)."""
    xml = with_attributes(element, new)
    return Suggestion(text, xml, (Correction(element, xml),))


def with_child(element: Element, child: str) -> str:
    """Return an element that holds nothing but a new child."""
    return f'{with_attributes(element, {}).removesuffix("/>")}>{child}</{element.tag}>'


def divided(inertial: Inertial, factor: float) -> dict[str, str | None]:
    """Return the six elements of a tensor divided by a factor, as they are written."""
    return {name: f'{getattr(inertial, name) / factor:.9g}' for name in TENSOR}


def inertial_xml(mass: str, com: Sequence[float] | Array, tensor: Array) -> str:
    """Return an <inertial> in link axes: mass as written, COM (3,) [m], tensor (3, 3) about it [kg m^2]."""
    values = {name: float(tensor[place]) for name, place in TENSOR.items()}
    noise = ROUNDING * max(abs(value) for value in values.values())
    numbers = ' '.join(f'{name}="{_written(value, noise)}"' for name, value in values.items())
    xyz = ' '.join(_written(float(value), ROUNDING) for value in com)
    origin = f'<origin xyz="{xyz}" rpy="0 0 0"/>'
    return f'<inertial>{origin}<mass value="{mass}"/><inertia {numbers}/></inertial>'


def _written(value: float, noise: float) -> str:
    return f'{value:.9g}' if abs(value) > noise else '0'
