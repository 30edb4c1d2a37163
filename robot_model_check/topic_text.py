"""A description as it may go onto a topic: every mesh reference readable wherever the text is received."""

from __future__ import annotations

import os
from pathlib import Path

from robot_model_check.document import Document
from robot_model_check.packages import Finder
from robot_model_check.urdf_edit import apply, mesh_edits
from robot_model_check.uri_form import scheme_of


def topic_text(document: Document, finder: Finder) -> str:
    """Return the description with each path of a mesh as a file:// URI.

    RViz resolves nothing relative: a text on a topic lies in no folder. URIs with a scheme stay as they are.
    """

    def new_uri(uri: str) -> str | None:
        if not uri.strip() or scheme_of(uri):
            return None
        folder = os.path.dirname(document.file or '')
        return Path(
            os.path.abspath(finder.resolve(uri, document.file).path or os.path.join(folder, uri))
        ).as_uri()

    return apply(document.text, mesh_edits(document, lambda _: True, new_uri)).decode()
