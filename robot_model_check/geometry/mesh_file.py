"""Read mesh files: triangles in the file's own numbers, with what the format says about unit and axes.

Binary STL is read here, since its one record fits a numpy dtype and many robots need nothing else; trimesh
reads the other formats.
"""

from __future__ import annotations

import io
import logging
import os
import re
import warnings
from dataclasses import dataclass
from typing import Any, BinaryIO
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

FORMATS = ('.stl', '.dae', '.obj', '.glb', '.gltf', '.ply')
STL_HEADER = 84
STL_RECORD = np.dtype([('normal', '<f4', 3), ('vertices', '<f4', (3, 3)), ('attribute', '<u2')])
# pycollada drops the triangles that are bound to a material which is not there.
BIND_MATERIAL = re.compile(rb'(?s)<((?:\w+:)?bind_material)\b.*?</\1\s*>')
MAX_COORDINATE = 1e30  # beyond it, volumes and squares of lengths leave double precision


class MeshError(Exception):
    """The file holds no mesh that can be used; the message says why in the user's words."""


@dataclass(frozen=True, eq=False)
class RawMesh:
    """`vertices` (n, 3), `faces` (m, 3) as the file has them, not welded; the rest as in `facts.MeshFile`."""

    format: str
    vertices: NDArray[np.float64]
    faces: NDArray[np.int64]
    unit: float | None = None
    up_axis: str | None = None
    solid_header: bool = False


def read(path: str) -> RawMesh:
    """Read an STL, Collada, OBJ, glTF or PLY file; the extension (any case) chooses the format.

    Collada and glTF node transforms are applied, Collada's unit and up-axis are not. Raises MeshError for a
    file that is missing, empty, truncated, malformed, or without finite triangles.
    """
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in FORMATS:
        raise MeshError(f'unknown mesh format {suffix!r}; known are {", ".join(FORMATS)}')
    try:
        size = os.path.getsize(path)
        if size == 0:
            raise MeshError('the file is empty')
        raw = _read_stl(path, size) if suffix == '.stl' else _read_other(path, suffix)
    except OSError as error:
        raise MeshError(f'the file cannot be read: {error.strerror or error}') from error
    _require_sound(raw)
    return raw


def _require_sound(raw: RawMesh) -> None:
    if len(raw.faces) == 0:
        raise MeshError('the file holds no triangles')
    if raw.faces.min() < 0 or raw.faces.max() >= len(raw.vertices):
        raise MeshError(f'a face refers to a vertex that is not there (the file has {len(raw.vertices)})')
    is_used = np.zeros(len(raw.vertices), dtype=bool)
    is_used[raw.faces] = True
    used = raw.vertices[is_used]
    bad = int((~np.isfinite(used).all(axis=1)).sum())
    if bad:
        raise MeshError(f'{bad} of {len(used)} vertices are not finite numbers')
    if np.abs(used).max() > MAX_COORDINATE:
        raise MeshError(f'a coordinate is {np.abs(used).max():.3g}, beyond {MAX_COORDINATE:g}')


def _read_stl(path: str, size: int) -> RawMesh:
    """The size decides: a binary file has 84 + 50 n bytes, and its header may well begin with 'solid'."""
    with open(path, 'rb') as stream:
        head = stream.read(4096)
    solid = head.lstrip().lower().startswith(b'solid')
    count = int.from_bytes(head[80:84], 'little') if size >= STL_HEADER else -1
    expected = STL_HEADER + STL_RECORD.itemsize * count
    text = solid and b'\0' not in head and (b'facet' in head.lower() or b'endsolid' in head.lower())
    if count >= 0 and (size == expected or (size > expected and count > 0 and not text)):
        return _read_binary_stl(path, count, solid)
    if text:
        return _read_ascii_stl(path)
    if count < 0:
        raise MeshError(f'the file is neither ASCII nor binary STL ({size} bytes)')
    raise MeshError(f'the file is truncated: its header announces {count} triangles ({expected} bytes), '
                    f'it has {size} bytes')


def _read_binary_stl(path: str, count: int, solid_header: bool) -> RawMesh:
    records = np.fromfile(path, dtype=STL_RECORD, count=count, offset=STL_HEADER)
    with np.errstate(invalid='ignore'):  # a signalling NaN is reported like any other, later
        vertices = records['vertices'].reshape(-1, 3).astype(np.float64)
    return RawMesh('stl', vertices, np.arange(len(vertices)).reshape(-1, 3), solid_header=solid_header)


def _read_ascii_stl(path: str) -> RawMesh:
    """Count the vertices written, too: with some numpy the reader stops at a bad number without a word."""
    raw = _read_trimesh(path, 'stl')
    with open(path, 'rb') as stream:
        written = len(re.findall(rb'(?im)^\s*vertex\s', stream.read()))
    found = 3 * len(raw.faces)
    if written != found:
        raise MeshError(f'the file is malformed: {written} vertices are written, {found} can be read')
    return raw


def _read_other(path: str, suffix: str) -> RawMesh:
    if suffix != '.dae':
        return _read_trimesh(path, suffix[1:])
    with open(path, 'rb') as stream:
        raw = _read_trimesh(io.BytesIO(BIND_MATERIAL.sub(b'', stream.read())), 'dae')
    unit, up_axis = _collada_asset(path)
    return RawMesh('dae', raw.vertices, raw.faces, unit, up_axis)


def _read_trimesh(source: str | BinaryIO, file_type: str) -> RawMesh:
    """trimesh raises anything at all on malformed input, so anything is caught."""
    import trimesh
    logging.getLogger('trimesh').setLevel(logging.CRITICAL)  # what matters comes back as MeshError
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            loaded: Any = trimesh.load(source, file_type=file_type, force='mesh', process=False,
                                       skip_materials=True)
        vertices = np.asarray(loaded.vertices, dtype=np.float64).reshape(-1, 3)
        faces = np.asarray(loaded.faces, dtype=np.int64).reshape(-1, 3)
    except FileNotFoundError as error:  # a glTF keeps its numbers in another file
        raise MeshError(f'it needs {error.filename or error}, which does not exist') from error
    except Exception as error:
        raise MeshError(f'the file is malformed: {_one_line(error)}') from error
    return RawMesh(file_type, vertices, faces)


def _one_line(error: Exception) -> str:
    text = ' '.join(str(error).split())
    return f'{type(error).__name__}: {text[:200]}' if text else type(error).__name__


def _collada_asset(path: str) -> tuple[float | None, str | None]:
    """Return (<unit meter>, <up_axis>) of the document's own <asset>, None where not written."""
    try:
        for _, element in ElementTree.iterparse(path, events=('end',)):
            if element.tag.rpartition('}')[2] == 'asset':
                return _unit(element), _child_text(element, 'up_axis')
    except ElementTree.ParseError as error:
        raise MeshError(f'the file is malformed: {error}') from error
    return None, None


def _unit(asset: ElementTree.Element) -> float | None:
    for child in asset:
        if child.tag.rpartition('}')[2] == 'unit' and 'meter' in child.attrib:
            return _positive(child.attrib['meter'])
    return None


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < np.inf:
        raise MeshError(f'<unit meter="{text}"> is not a positive number')
    return value


def _child_text(asset: ElementTree.Element, tag: str) -> str | None:
    for child in asset:
        if child.tag.rpartition('}')[2] == tag and child.text:
            return child.text.strip()
    return None
