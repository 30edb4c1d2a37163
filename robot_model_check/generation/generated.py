"""What a generation came to, per link, and how it is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class LinkResult:
    """What became of a link's collision.

    `method` is 'kept' or that which made the `parts` (a count). `coverage` and `excess` are shares of the
    visual's volume as it is now, None where unknown, `bare` the share of its surface that sticks out,
    `measured` the method and `uncertainty` the standard error of the shares of volume; `certificate` bounds
    the excess from above. `contacts` says how spheres touch the new collision, and the old, `not_dropped` why
    none were dropped on it in MuJoCo. `failed` means that the link needs another collision and got none.
    """

    method: str
    parts: int
    coverage: float | None
    excess: float | None
    note: str
    failed: bool = False
    certificate: float | None = None
    measured: str | None = None
    uncertainty: float = 0.0
    refused: tuple[str, ...] = ()
    contacts: str = ''
    bare: float | None = None
    not_dropped: str = ''


@dataclass(frozen=True, eq=False)
class Generated:
    """`urdf` and `manifest` are the files written. `description` is the same URDF with absolute mesh URIs,
    for a topic. `unmatched` are globs of the configuration that match no link.
    """

    robot: str
    urdf: str
    manifest: str
    links: Mapping[str, LinkResult]
    description: bytes
    unmatched: tuple[str, ...] = ()

    @property
    def incomplete(self) -> bool:
        """Return whether a link that needs another collision got none."""
        return any(result.failed for result in self.links.values())

    @property
    def _not_dropped(self) -> Counter[str]:
        return Counter(result.not_dropped for result in self.links.values() if result.not_dropped)

    def text(self) -> str:
        """Return a line per link with what was done and why, and what was written."""
        width = max((len(name) for name in self.links), default=0)
        lines = [f'{name.ljust(width)}  {line_of(result)}\n' for name, result in self.links.items()]
        lines += [f'note: no link matches {glob!r} of the configuration\n' for glob in self.unmatched]
        lines += [f'note: the drop in MuJoCo was not checked: {why} ({_count(number, "link")})\n'
                  for why, number in self._not_dropped.items()]
        made = [result for result in self.links.values() if result.parts]
        parts = sum(result.parts for result in made)
        lines.append(f'wrote {self.urdf}: {_count(parts, "part")} for {_count(len(made), "link")}, '
                     f'{len(self.links) - len(made)} kept\n')
        return ''.join(lines)


def line_of(result: LinkResult) -> str:
    """Return in one line what became of a link's collision."""
    if not result.parts:
        return f'{"FAILED" if result.failed else "kept"}: {result.note}'
    shares = [f'{name} {_share(value, result.uncertainty)}' for name, value in
              (('coverage', result.coverage), ('excess', result.excess)) if value is not None]
    if not shares and result.bare is not None:
        shares = [f'{1 - result.bare:.1%} of the surface covered']
    how = f' ({result.measured})' if shares and result.measured else ''
    measured = (', '.join(shares) or 'not measured') + how
    contacts = f', {result.contacts}' if result.contacts else ''
    note = f': {result.note}' if result.note else ''
    return f'{result.method}, {_count(result.parts, "part")}, {measured}{contacts}{note}'


def _share(value: float, uncertainty: float) -> str:
    error = f' +- {uncertainty:.2%}' if uncertainty else ''
    return f'{value:.2%}{error}'


def _count(number: int, word: str) -> str:
    return f'{number} {word}{"" if number == 1 else "s"}'
