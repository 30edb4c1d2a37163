"""An element written again with other attributes."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

from robot_model_check.document import Element
from robot_model_check.finding import Correction, Suggestion


def with_attributes(element: Element, new: Mapping[str, str | None]) -> str:
    """Return the start tag of an element, closed, with these attributes set (None: taken out)."""
    attributes = {**element.attributes, **new}
    words = (f' {name}={quoteattr(value)}' for name, value in attributes.items() if value is not None)
    return f'<{element.tag}{"".join(words)}/>'


def changed(text: str, element: Element, new: Mapping[str, str | None]) -> Suggestion:
    """Return the suggestion to set these attributes of an element (None: to take them out)."""
    xml = with_attributes(element, new)
    return Suggestion(text, xml, (Correction(element, xml),))
