"""What a user knows of a robot from elsewhere: weighed masses, densities, CAD mass properties.

Plain data in kg, m and kg m^2, as read from a configuration; what follows for a link is in `clues/given.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from robot_model_check.model import Vector3
from robot_model_check.words import is_glob

Tensor = tuple[float, float, float, float, float, float]

POUND, INCH = 0.45359237, 0.0254  # kg, m

# kg/m^3, the middle of the range that Gere, Mechanics of Materials, 5th ed., table H-1 gives for the alloys.
MATERIALS: Mapping[str, float] = {
    'aluminium': 2750.0,
    'brass': 8500.0,
    'bronze': 8500.0,
    'cast-iron': 7200.0,
    'copper': 8900.0,
    'magnesium': 1795.0,
    'steel': 7850.0,
    'titanium': 4500.0,
}


@dataclass(frozen=True)
class Weighed:
    """A mass [kg] that somebody weighed, `tolerance` [kg] (None: that of the rule), and where it is given."""

    mass: float
    tolerance: float | None
    source: str


@dataclass(frozen=True)
class Dense:
    """A density [kg/m^3] of a solid part, and where it is given."""

    density: float
    tolerance: float | None
    source: str


@dataclass(frozen=True)
class TableRow:
    """A row of a CAD table: mass [kg], COM (3,) [m] and the tensor ixx ixy ixz iyy iyz izz [kg m^2] about it,
    in link axes; None where the table has none."""

    link: str
    mass: float
    com: Vector3 | None
    tensor: Tensor | None
    source: str


@dataclass(frozen=True)
class TableUnits:
    """The units of a table, as words; `inertia` None: that of mass times length squared."""

    mass: str
    length: str
    inertia: str | None = None


@dataclass(frozen=True)
class Table:
    """A CAD table: its file, the units that are said for it, its rows, and `read_in`, which reads those rows
    again in other units and leaves out what no body has.
    """

    file: str
    units: TableUnits
    rows: tuple[TableRow, ...]
    read_in: Callable[[TableUnits], tuple[TableRow, ...]]


@dataclass(frozen=True)
class LinkRow:
    """What is given for the links that a glob matches."""

    link: str
    given: Weighed | Dense


@dataclass(frozen=True)
class References:
    """All that a configuration gives; of several rows for one link, the last holds."""

    robot: Weighed | None = None
    links: tuple[LinkRow, ...] = ()
    tables: tuple[Table, ...] = ()

    def weighed(self, link: str) -> Weighed | None:
        """Return the weighed mass of a link."""
        return next((row.given for row in self._rows(link) if isinstance(row.given, Weighed)), None)

    def density(self, link: str) -> Dense | None:
        """Return the density of a link."""
        return next((row.given for row in self._rows(link) if isinstance(row.given, Dense)), None)

    def row(self, link: str, without: Container[str] = ()) -> TableRow | None:
        """Return the row for a link of the CAD tables, those of some files left out."""
        return next((row for table in reversed(self.tables) if table.file not in without
                     for row in table.rows if row.link == link), None)

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return (link, where it is given) for each link that is named in full."""
        exact = [(row.link, row.given.source) for row in self.links if not is_glob(row.link)]
        return (*exact, *((row.link, row.source) for table in self.tables for row in table.rows))

    def over(self, base: References) -> References:
        """Return these on top of others."""
        return References(self.robot or base.robot, base.links + self.links, base.tables + self.tables)

    def _rows(self, link: str) -> Iterable[LinkRow]:
        return (row for row in reversed(self.links) if fnmatchcase(link, row.link))
