"""The description as MuJoCo is shown it: without visuals, and a box for each collision mesh.

MuJoCo reads neither Collada nor package:// and looks for meshes in folders of its own, so that a load of the
text as it stands ends at the first mesh whatever else is right. For mass, inertia, joints and limits it needs
a mesh only where a link has no <inertial>: it then takes 1000 kg/m^3 of the collision. There the box, of any
size, keeps it from refusing what it would not refuse.
"""

from __future__ import annotations

from collections.abc import Iterator

from robot_model_check.document import Document, Element
from robot_model_check.model import Link, Mesh, Robot

STAND_IN = b'<box size="0.1 0.1 0.1"/>'


def without_meshes(document: Document) -> bytes:
    """Return the text of a description that was read; every line keeps its number."""
    pieces, position = [], 0
    for element in _hidden(document.root) if document.root is not None else ():
        start, end = element.span.start, element.span.end
        pieces += [document.text[position:start], STAND_IN if element.tag == 'mesh' else b'',
                   b'\n' * document.text.count(b'\n', start, end)]
        position = end
    return b''.join([*pieces, document.text[position:]])


def _hidden(root: Element) -> Iterator[Element]:
    for link in root.find_all('link'):
        for shape in link.children:
            if shape.tag == 'visual':
                yield shape
            elif shape.tag == 'collision':
                yield from (mesh for geometry in shape.find_all('geometry')
                            for mesh in geometry.find_all('mesh'))


def has_hidden_mass(link: Link, robot: Robot) -> bool:
    """Return whether MuJoCo takes the mass of the link from a mesh that it was not shown."""
    if not any(isinstance(shape.geometry, Mesh) for shape in link.collisions):
        return False
    return link.inertial is None or any(
        element.tag == 'compiler' and element.attributes.get('inertiafromgeom') == 'true'
        for extension in robot.extensions for element in extension.walk())
