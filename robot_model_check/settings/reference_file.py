"""Read the references of a configuration.

    references:
      robot: {mass: 18.4, tolerance: 0.2}                  # weighed [kg]
      links:
        - {link: forearm, mass: 0.48, tolerance: 0.005}    # weighed [kg]
        - {link: 'finger_*', density: 1240}                # one solid part [kg/m^3]
        - {link: bracket, material: aluminium}
      tables:
        - {file: cad/mass_properties.csv, units: {mass: g, length: mm}, about: com, products: positive}
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.settings.reference_table import read_table
from robot_model_check.settings.references import MATERIALS, Dense, LinkRow, References, Weighed
from robot_model_check.settings.strict import known, mapping, positive, rows

KEYS = ('robot', 'links', 'tables')
ROW = '{link, mass or density or material}'


def references(content: Any, name: str) -> References:
    """Return the references of the configuration file `name`, to whose folder the paths of tables refer.

    Raises UsageError for anything unknown or malformed, in a table with file, row and column.
    """
    where = f'{name}: references'
    content = mapping(content, where, KEYS)
    robot = _weighed(content['robot'], f'{where}: robot') if content.get('robot') is not None else None
    links = (_link(row, f'{where}: links: row {number}', name)
             for number, row in enumerate(rows(content.get('links'), f'{where}: links', ROW), 1))
    tables = (read_table(table, f'{where}: tables', Path(name).parent)
              for table in rows(content.get('tables'), f'{where}: tables', '{file, units, about, products}'))
    return References(robot, tuple(links), tuple(tables))


def _weighed(value: Any, where: str) -> Weighed:
    row = mapping(value, where, ('mass', 'tolerance'))
    if 'mass' not in row:
        raise UsageError(f'{where}: needs a mass')
    return Weighed(positive(row['mass'], f'{where}: mass', 'kg'), _tolerance(row, where, 'kg'), where)


def _link(value: Any, where: str, name: str) -> LinkRow:
    row = mapping(value, where, ('link', 'mass', 'density', 'material', 'tolerance'))
    kinds = [kind for kind in ('mass', 'density', 'material') if kind in row]
    if not isinstance(row.get('link'), str) or len(kinds) != 1:
        raise UsageError(f'{where}: needs a link and one of mass, density and material')
    if kinds[0] == 'mass':
        mass = positive(row['mass'], f'{where}: mass', 'kg')
        return LinkRow(row['link'], Weighed(mass, _tolerance(row, where, 'kg'), name))
    if kinds[0] == 'material':
        known('material', row['material'], MATERIALS, where)
    density = MATERIALS[row['material']] if kinds[0] == 'material' else row['density']
    density = positive(density, f'{where}: density', 'kg/m^3')
    return LinkRow(row['link'], Dense(density, _tolerance(row, where, 'kg/m^3'), name))


def _tolerance(row: Mapping[str, Any], where: str, unit: str) -> float | None:
    return positive(row['tolerance'], f'{where}: tolerance', unit) if 'tolerance' in row else None
