"""Read a table of CAD mass properties, CSV or JSON.

One row per link. Columns: link, mass, and where the table has them com_x com_y com_z and ixx ixy ixz iyy iyz
izz; frame names the frame of the row. What the numbers mean is said in the configuration, nothing is guessed:

    file: cad/mass_properties.csv         # beside the configuration
    units: {mass: g, length: mm}          # the tensor is then in g mm^2; else inertia: 'kg*m^2'
    about: com                            # the tensor is about the COM, or about the origin of the frame
    products: positive                    # ixy is +integral(x y dm); tensor, also called negative:
                                          # -integral(x y dm), as in URDF
    frame: cad                            # axes and origin of COM and tensor; left out: those of the link
    frames: {cad: {xyz: [0, 0, 0.1], rpy: [0, 0, 1.5708]}}    # pose in the link, as an <origin>
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.model import Pose, Vector3
from robot_model_check.settings.references import INCH, POUND, Table, TableRow, TableUnits
from robot_model_check.settings.strict import known, mapping, number, positive, text_of

KEYS = ('file', 'units', 'about', 'products', 'frame', 'frames')
COM = ('com_x', 'com_y', 'com_z')
TENSOR = ('ixx', 'ixy', 'ixz', 'iyy', 'iyz', 'izz')
COLUMNS = ('link', 'mass', *COM, *TENSOR, 'frame')
MASSES = {'kg': 1.0, 'g': 1e-3, 'lb': POUND}
LENGTHS = {'m': 1.0, 'cm': 1e-2, 'mm': 1e-3, 'in': INCH}
INERTIAS = {f'{mass}*{length}^2': factor * metres**2
            for mass, factor in MASSES.items() for length, metres in LENGTHS.items()}
PRODUCTS = {'tensor': 1.0, 'negative': 1.0, 'positive': -1.0}  # as CAD programs call their notations
LINK = 'link'  # the frame that needs no definition
SLACK = 1e-3  # of the largest moment: how far printed digits may break A + B >= C


@dataclass(frozen=True)
class Meaning:
    """What the numbers of a table mean: factors to kg, m and kg m^2, the point the tensor is `about`
    ('com' or 'origin'), the `sign` of its products, the usual frame, and the pose of each frame in the link.
    """

    mass: float
    length: float
    inertia: float
    about: str
    sign: float
    frame: str
    frames: Mapping[str, Pose]


Cells = Sequence[tuple[str, Mapping[str, Any]]]


def read_table(value: Any, where: str, folder: Path) -> Table:
    """Return a table, its rows in SI units and link axes, given its entry in the configuration.

    Raises UsageError with file, row and column for what is malformed, and for a tensor that no body has.
    """
    entry = mapping(value, where, KEYS)
    if not isinstance(entry.get('file'), str):
        raise UsageError(f'{where}: each entry needs a file')
    path = folder / entry['file']
    cells = _cells(path)
    if not cells:
        raise UsageError(f'{path}: the table has no rows')
    columns = tuple(dict.fromkeys(key for _, row in cells for key in row))
    _require_columns(columns, str(path))
    units = _units(entry, columns, f'{where}: {entry["file"]}')
    meaning = _meaning(entry, units, columns, f'{where}: {entry["file"]}')
    found: dict[str, TableRow] = {}
    for place, row in cells:
        one = _row(row, columns, meaning, f'{path}, {place}')
        if one.link in found:
            raise UsageError(f'{path}, {place}: link {one.link!r} is given twice')
        found[one.link] = one
    return Table(str(path), units, tuple(found.values()), partial(_read_in, cells, columns, meaning))


def _read_in(cells: Cells, columns: Sequence[str], said: Meaning, units: TableUnits) -> tuple[TableRow, ...]:
    """Return the rows in other units than those said; what no body has is left out."""
    mass, length, inertia = _factors(units)
    meaning = replace(said, mass=mass, length=length, inertia=inertia)
    found = []
    for place, row in cells:
        with suppress(UsageError):
            found.append(_row(row, columns, meaning, place))
    return tuple(found)


def _cells(path: Path) -> Cells:
    """Return ('row n', column -> cell) of each row, as written."""
    text = text_of(path, 'the table', 'utf-8-sig')
    return _json_cells(text, path) if path.suffix.lower() == '.json' else _csv_cells(text, path)


def _csv_cells(text: str, path: Path) -> Cells:
    head = text.partition('\n')[0]
    delimiter = max(',;\t', key=head.count)
    lines = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        table = [(f'row {lines.line_num}', [cell.strip() for cell in line]) for line in lines if any(line)]
    except csv.Error as error:
        raise UsageError(f'{path}, row {lines.line_num}: {error}') from None
    names = table[0][1] if table else []
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f'{path}, row 1: column {name!r} is there twice')
    for place, line in table[1:]:
        if len(line) != len(names):
            raise UsageError(f'{path}, {place}: {len(line)} cells, but {len(names)} columns')
    return [(place, dict(zip(names, line, strict=True))) for place, line in table[1:]]


def _json_cells(text: str, path: Path) -> Cells:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f'{path} is no JSON: {error}') from None
    if not isinstance(table, list) or not all(isinstance(row, dict) for row in table):
        raise UsageError(f'{path}: expected a list of objects with {", ".join(COLUMNS)}')
    return [(f'row {number}', row) for number, row in enumerate(table, 1)]


def _require_columns(columns: Sequence[str], path: str) -> None:
    for column in columns:
        known('column', column, COLUMNS, path)
    for group in (('link', 'mass'), *(group for group in (COM, TENSOR) if set(group) & set(columns))):
        missing = [name for name in group if name not in columns]
        if missing:
            raise UsageError(f'{path}: there is no column {missing[0]}')
    if 'ixx' in columns and 'com_x' not in columns:
        raise UsageError(f'{path}: a tensor needs its COM, but there is no column com_x')


def _meaning(entry: Mapping[str, Any], units: TableUnits, columns: Sequence[str], where: str) -> Meaning:
    if 'ixx' in columns:
        _require_said(entry, ('about', 'products'), where)
    about = known('word', entry.get('about', 'com'), ('com', 'origin'), f'{where}: about')
    products = known('word', entry.get('products', 'tensor'), PRODUCTS, f'{where}: products')
    frames = {LINK: Pose(), **{str(name): _pose(pose, f'{where}: frames: {name}') for name, pose in
                               mapping(entry.get('frames'), f'{where}: frames').items()}}
    frame = known('frame', entry.get('frame', LINK), frames, f'{where}: frame')
    return Meaning(*_factors(units), about, PRODUCTS[products], frame, frames)


def _require_said(entry: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in keys:
        if key not in entry:
            raise UsageError(f'{where}: {key} must be said and cannot be guessed')


def _units(entry: Mapping[str, Any], columns: Sequence[str], where: str) -> TableUnits:
    """Return the units that are said for a table."""
    _require_said(entry, ('units',), where)
    where = f'{where}: units'
    units = mapping(entry['units'], where, ('mass', 'length', 'inertia'))
    _require_said(units, ('mass', *(('length',) if 'com_x' in columns else ())), where)
    mass = known('unit', units['mass'], MASSES, f'{where}: mass')
    length = known('unit', units.get('length', 'm'), LENGTHS, f'{where}: length')
    inertia = units.get('inertia')
    if inertia is not None:
        known('unit', inertia, INERTIAS, f'{where}: inertia')
    return TableUnits(mass, length, inertia)


def _factors(units: TableUnits) -> tuple[float, float, float]:
    """Return the factors to kg, m and kg m^2."""
    inertia = units.inertia or f'{units.mass}*{units.length}^2'
    return MASSES[units.mass], LENGTHS[units.length], INERTIAS[inertia]


def _pose(value: Any, where: str) -> Pose:
    pose = mapping(value, where, ('xyz', 'rpy'))
    return Pose(_vector(pose.get('xyz', [0, 0, 0]), f'{where}: xyz', 'm'),
                _vector(pose.get('rpy', [0, 0, 0]), f'{where}: rpy', 'rad'))


def _vector(value: Any, where: str, unit: str) -> Vector3:
    if not isinstance(value, list) or len(value) != 3:
        raise UsageError(f'{where}: expected three numbers [{unit}]')
    x, y, z = (number(part, where, unit) for part in value)
    return x, y, z


def _row(row: Mapping[str, Any], columns: Sequence[str], meaning: Meaning, where: str) -> TableRow:
    name = row.get('link')
    if not isinstance(name, str) or not name:
        raise UsageError(f'{where}, column link: the name of a link is missing')
    mass = meaning.mass * positive(_number(row, 'mass', where), f'{where}, column mass', 'kg')
    if 'com_x' not in columns:
        return TableRow(name, mass, None, None, where)
    com = [meaning.length * _number(row, column, where) for column in COM]
    given = TENSOR if 'ixx' in columns else ()
    tensor = [meaning.inertia * _number(row, column, where) for column in given]
    frame = known('frame', row.get('frame') or meaning.frame, meaning.frames, f'{where}, column frame')
    return _in_link(name, mass, com, tensor, meaning, meaning.frames[frame], where)


def _number(row: Mapping[str, Any], column: str, where: str) -> float:
    return number(row.get(column), f'{where}, column {column}', '')


def _in_link(name: str, mass: float, com: Sequence[float], written: Sequence[float], meaning: Meaning,
             pose: Pose, where: str) -> TableRow:
    """Return a row in link axes, its tensor about the COM."""
    import numpy as np

    from robot_model_check.inertia import parallel_axis, rotate, tensor, triangle_excess
    from robot_model_check.kinematics import transform
    T_link_frame = transform(pose)
    R = T_link_frame[:3, :3]
    x, y, z = (float(value) for value in R @ np.array(com) + T_link_frame[:3, 3])
    if not written:
        return TableRow(name, mass, (x, y, z), None, where)
    xx, xy, xz, yy, yz, zz = written
    inertia = tensor(xx, meaning.sign * xy, meaning.sign * xz, yy, meaning.sign * yz, zz)
    if meaning.about == 'origin':
        inertia = inertia - parallel_axis(mass, np.array(com))
    moments, excess = triangle_excess(inertia)
    if moments[0] <= 0 or excess > SLACK:
        told = ', '.join(f'{moment:.4g}' for moment in moments)
        raise UsageError(f'{where}, columns ixx to izz: no body has the principal moments {told} kg m^2: are '
                         'about, products and units right?')
    ixx, ixy, ixz, iyy, iyz, izz = (float(value) for value in rotate(R, inertia)[np.triu_indices(3)])
    return TableRow(name, mass, (x, y, z), (ixx, ixy, ixz, iyy, iyz, izz), where)
