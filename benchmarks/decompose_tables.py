"""The tables of benchmarks/decompose.py: what was measured on the parts of each method, side by side."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Measured = Mapping[str, float]
Found = Mapping[str, Mapping[str, Measured]]  # by method and case

MAX_EXCESS, MAX_PARTS, LEAST_COVERAGE = 0.05, 32, 0.995
LIMITS = (0.05, 0.10)
PEERED = 10
OURS = 'split'
COLUMNS = ('method', f'excess ≤ {MAX_EXCESS:.0%}', 'parts: median', 'sum', 'excess: median', 'least coverage',
           'contacts within tolerance: median', 'contact error at 99 %: median', 'CPU')
AS_COACD = ('link', 'CoACD: parts', 'excess', 'coverage', 'plane cuts: parts', 'excess', 'coverage',
            'CPU of CoACD')


def tables(found: Found, references: Sequence[str], links: Sequence[str]) -> Iterator[str]:
    """Yield Markdown, line by line. CPU time is told as a multiple of that of the plane cuts on the same
    solids.
    """
    yield '## Reference parts'
    yield ''
    yield from _table(('part', 'method', 'parts', 'excess', 'coverage', 'contact error at 95 / 99 %', 'CPU'),
                      (_single(case, method, found) for case in references for method in found
                       if _done(found, method, [case])))
    yield ''
    yield '## Links'
    yield ''
    ours = _done(found, OURS, links)
    yield f'The plane cuts on {len(ours)} links, at most {MAX_PARTS} parts:'
    yield ''
    yield from _table(('', 'links'), _shares(found, ours))
    peers = [method for method in found if method not in (OURS, 'split-as-coacd')]
    for method in peers:
        both = [case for case in _done(found, method, links) if case in ours]
        if both:
            failed = sum('failed' in found[method].get(case, {}) for case in links)
            yield ''
            yield f'{method} and the plane cuts on the same {len(both)} links' + (
                f' ({method} failed on {failed} more):' if failed else ':')
            yield ''
            yield from _table(COLUMNS, (_row(name, both, found) for name in (OURS, method)))
    yield ''
    yield from _as_coacd(found, links)


def _done(found: Found, method: str, cases: Iterable[str]) -> list[str]:
    return [case for case in cases if 'seconds' in found.get(method, {}).get(case, {})]


def _single(case: str, method: str, found: Found) -> tuple[Any, ...]:
    one = found[method][case]
    ours = found[OURS][case]['seconds']
    return (case, method, f'{one["parts"]:.0f}', f'{one["excess"]:.2%}', f'{one["coverage"]:.2%}',
            f'{one["p95"]:.2%} / {one["p99"]:.2%}' if 'p95' in one else '', _times(one['seconds'] / ours))


def _times(ratio: float) -> str:
    return f'{ratio:.0f} x' if ratio >= 10 else f'{ratio:.1f} x'


def _shares(found: Found, ours: Sequence[str]) -> Iterator[tuple[str, str]]:
    results = [found[OURS][case] for case in ours]
    for limit in LIMITS:
        yield f'excess ≤ {limit:.0%}', str(sum(one['excess'] <= limit for one in results))
    within = sum(one['excess'] <= MAX_EXCESS and one['hull'] <= MAX_EXCESS for one in results)
    yield 'of those at 5 %, with a hull that does already', str(within)
    yield f'coverage ≥ {LEAST_COVERAGE:.1%}', str(sum(one['coverage'] >= LEAST_COVERAGE for one in results))


def _row(method: str, cases: Sequence[str], found: Found) -> tuple[Any, ...]:
    results = [found[method][case] for case in cases]
    seconds = sum(one['seconds'] for one in results)
    ours = sum(found[OURS][case]['seconds'] for case in cases)

    def median(name: str) -> float:
        return statistics.median(one[name] for one in results if name in one)

    return (method, sum(one['excess'] <= MAX_EXCESS for one in results), f'{median("parts"):g}',
            f'{sum(one["parts"] for one in results):.0f}', f'{median("excess"):.1%}',
            f'{min(one["coverage"] for one in results):.2%}', f'{median("within"):.1%}',
            f'{median("p99"):.2%}', _times(seconds / ours))


def _as_coacd(found: Found, links: Sequence[str]) -> Iterator[str]:
    cases = _done(found, 'split-as-coacd', links)[:PEERED]
    if not cases:
        return
    pairs = [(case, found['coacd'][case], found['split-as-coacd'][case]) for case in cases]
    total = sum(peer['seconds'] for _, peer, _ in pairs) / sum(one['seconds'] for _, _, one in pairs)
    fewer = sum(one['parts'] <= peer['parts'] for _, peer, one in pairs)
    yield (f'The plane cuts at the excess that CoACD left: CoACD takes {_times(total)} their CPU time, and '
           f'they make no more parts on {fewer} of {len(pairs)} links.')
    yield ''
    yield from _table(AS_COACD,
                      ((case.removeprefix('robots/'), f'{peer["parts"]:.0f}', f'{peer["excess"]:.2%}',
                        f'{peer["coverage"]:.2%}', f'{one["parts"]:.0f}', f'{one["excess"]:.2%}',
                        f'{one["coverage"]:.2%}', _times(peer['seconds'] / one['seconds']))
                       for case, peer, one in pairs))


def _table(head: Sequence[str], body: Iterable[Sequence[Any]]) -> Iterator[str]:
    yield '| ' + ' | '.join(head) + ' |'
    yield '| ' + ' | '.join('---' for _ in head) + ' |'
    for cells in body:
        yield '| ' + ' | '.join(str(cell) for cell in cells) + ' |'
