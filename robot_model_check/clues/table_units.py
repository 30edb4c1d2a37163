"""In which units the numbers of a CAD table are, where those that are said for it do not fit the robot.

Who says what the numbers of a table mean makes mistakes as well. One wrong word puts off every link that the
table has, all by one factor, and in other units its numbers are those of the robot. Then no number of the
table is a reference. It may also be the robot that is in other units throughout; the geometry tells which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from robot_model_check.clues.fit import distance, relative
from robot_model_check.clues.plausible import is_plausible
from robot_model_check.context import Context
from robot_model_check.finding import Finding, NotChecked, Suggestion
from robot_model_check.inertia import Body, inertial_in_link, is_definite, tensor
from robot_model_check.settings.reference_table import INERTIAS, LENGTHS, MASSES
from robot_model_check.settings.references import Table, TableRow, TableUnits

NEAR = 0.05  # relative difference of masses, misfit of tensors, radii of gyration between COMs
LEAST = 2  # links without geometry: one may be right by chance


@dataclass(frozen=True)
class Misread:
    """A table whose units are not those that are said: `units` are those in which it has the numbers of
    `links`. `certain`: the geometry of these fits them in those units only.
    """

    table: Table
    units: TableUnits
    links: tuple[str, ...]
    certain: bool


@lru_cache(maxsize=4)
def misread_tables(context: Context) -> Mapping[str, Misread]:
    """Return file -> in which units a table is, for those that are not in the units said."""
    found = (_misread(table, context) for table in context.references.tables)
    return {one.table.file: one for one in found if one is not None}


def _misread(table: Table, context: Context) -> Misread | None:
    """Return the units in which a table has the numbers of most of its links, if as said it has none."""
    known = [row for row in table.rows if _is_known(row, context)]
    if any(_agrees(row, context) for row in known):
        return None
    fitting: dict[TableUnits, list[TableRow]] = {}
    for units in _others(table.units):
        rows = [row for row in table.read_in(units) if _is_known(row, context) and _agrees(row, context)]
        if rows and len(rows) >= len(known) / 2:
            fitting[units] = rows
    if not fitting:
        return None
    best = max(fitting, key=lambda units: (len(fitting[units]), units.inertia is None))
    names = tuple(row.link for row in fitting[best])
    said = sum(_is_plausible(row, context) for row in known if row.link in names)
    read = sum(_is_plausible(row, context) for row in fitting[best])
    known_well = read > said or (read == said and len(names) >= LEAST)
    return Misread(table, best, names, read > said) if known_well else None


def _others(said: TableUnits) -> Iterator[TableUnits]:
    """Yield all units but those said: of masses and lengths, or of the tensor alone."""
    for mass, length in product(MASSES, LENGTHS):
        yield from (units for units in {TableUnits(mass, length), TableUnits(mass, length, said.inertia)}
                    if units != said)
    yield from (TableUnits(said.mass, said.length, inertia) for inertia in INERTIAS)


def _is_known(row: TableRow, context: Context) -> bool:
    """Return whether a row is of a link whose numbers can be compared."""
    link = context.tree.links.get(row.link)
    return link is not None and link.inertial is not None and link.inertial.mass > 0


def _agrees(row: TableRow, context: Context) -> bool:
    """Return whether a row has the numbers that the link of its name declares."""
    body = inertial_in_link(context.tree.links[row.link].inertial)  # type: ignore[arg-type]
    if abs(row.mass / body.mass - 1) > NEAR:
        return False
    if row.com is None:
        return True
    far = float(np.linalg.norm(body.com - row.com))
    if row.tensor is None:
        return far <= NEAR * float(np.linalg.norm(body.com))
    return _is_same(body, tensor(*row.tensor), far)


def _is_same(body: Body, inertia: np.ndarray, far: float) -> bool:
    if not is_definite(body.inertia) or not is_definite(inertia):
        return False
    radius = float(np.sqrt(np.trace(inertia) / body.mass))
    return far <= NEAR * radius and distance(relative(body.inertia, inertia)) <= NEAR


def _is_plausible(row: TableRow, context: Context) -> bool:
    """Return whether the geometry of a link allows the numbers of a row."""
    inertia = tensor(*row.tensor) / row.mass if row.tensor is not None else None
    com = np.array(row.com) if row.com is not None else None
    return bool(is_plausible(context.tree.links[row.link], row.mass, com, inertia, context))


def misread_findings(context: Context, with_mass: bool) -> Iterator[Finding | NotChecked]:
    """Yield for each such table that none of it is compared; and a finding, if it is the masses that are in
    another unit, or if it is not (`with_mass`).
    """
    for misread in misread_tables(context).values():
        yield NotChecked(f'the units of the CAD table {misread.table.file} are in doubt')
        if with_mass == (misread.units.mass != misread.table.units.mass):
            yield _finding(misread)


def _finding(misread: Misread) -> Finding:
    table, units, number = misread.table, misread.units, len(misread.links)
    rest = len(table.rows) - number
    doubt = 'its units are wrong in the configuration' if misread.certain else \
        'either its units are wrong or those of the description'
    has_com = any(row.com is not None for row in table.rows)
    written = {'mass': units.mass, **({'length': units.length} if has_com else {}),
               **({'inertia': units.inertia} if units.inertia else {})}
    line = ', '.join(f'{key}: {word}' for key, word in written.items())
    said, read = _words(table.units, has_com), _words(units, has_com)
    return Finding(
        message=f'the CAD table {table.file} is said to be in {said}; in {read} it has the numbers of '
                f'{number} link{"s" * (number > 1)}' + (f', all but {rest}' if rest else '') + f': {doubt}. '
                'Until then none of it is compared',
        cause='reference:unit', cause_state='named' if misread.certain else 'ambiguous',
        suggestion=Suggestion(f'in the configuration, units: {{{line}}}'),
        values={'table': table.file, 'said': said, 'fits': read, 'rows': list(misread.links)})


def _words(units: TableUnits, has_com: bool) -> str:
    inertia = units.inertia or f'{units.mass}*{units.length}^2'
    return f'{units.mass}, {units.length} and {inertia}' if has_com else units.mass
