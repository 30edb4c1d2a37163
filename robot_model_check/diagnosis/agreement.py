"""What the links of a robot say together: who makes a mistake on one link makes it on others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf

from robot_model_check.diagnosis.diagnosis import Diagnosis, Thresholds, same_correction, with_rivals

PLAIN = 6.0  # nats, summed over parts with the mistake
WIDESPREAD = 3  # parts with the mistake


def agreed(found: Mapping[str, Diagnosis], limits: Thresholds, judged: int = 0) -> dict[str, Diagnosis]:
    """Return the diagnoses with one cause where one mistake explains several links.

    A code that is not excluded on several links is taken on all of them, the most widespread first; what one
    of them excludes is excluded on all. A link whose own cause comes to the same keeps it, unless the code is
    on most of the `judged` links. """
    left, settled = dict(found), dict(found)
    while left:
        places = _places(left, limits)
        most = max((len(links) for links in places.values()), default=0)
        if most < 2:
            break
        shared = {code: links for code, links in places.items() if len(links) == most}
        code = min(shared, key=lambda one: (-_causes(one, left), _loss(one, left, shared[one])))
        habit = 2 * most > judged
        for name in shared[code]:
            settled[name] = _settled(code, left[name], shared[code], left, limits, habit)
        left = {name: said for name, said in left.items() if name not in shared[code]}
    return settled


def _places(found: Mapping[str, Diagnosis], limits: Thresholds) -> dict[str, list[str]]:
    """Return code -> the links on which it is the cause or a rival."""
    places: dict[str, list[str]] = {}
    for name, said in found.items():
        for code, loss in said.losses.items():
            if loss < limits.rival:
                places.setdefault(code, []).append(name)
    return places


def _causes(code: str, found: Mapping[str, Diagnosis]) -> int:
    return sum(said.cause == code for said in found.values())


def _loss(code: str, found: Mapping[str, Diagnosis], links: Sequence[str]) -> float:
    return sum(found[name].losses.get(code, inf) for name in links)


def _settled(code: str, said: Diagnosis, links: Sequence[str], found: Mapping[str, Diagnosis],
             limits: Thresholds, habit: bool) -> Diagnosis:
    if not habit and code != said.cause and same_correction(said, said.others[code]):
        return said
    losses = {other: _loss(other, found, links) for other in said.losses}
    least = min(losses.values())
    behind = {other: loss - least for other, loss in losses.items()}
    chosen = replace(said.others[code], losses=behind, not_testable=said.not_testable, others=said.others)
    return with_rivals(chosen, limits)


def seconded(found: Mapping[str, Diagnosis], suspected: Mapping[str, Mapping[str, Diagnosis]],
             limits: Thresholds) -> dict[str, Diagnosis]:
    """Return diagnoses of links on which a mistake is suspected that other links show.

    `found`: what is told of other links; `suspected`: link -> code -> diagnosis. A mistake that is plain on
    one link confirms a suspicion that only leaves too large a misfit; one that is on several parts confirms
    any. """
    strong = {name: {code: said for code, said in codes.items() if said.margin >= limits.rival}
              for name, codes in suspected.items()}
    first = _confirmed(strong, _plain(found), limits)
    left = {name: codes for name, codes in suspected.items() if name not in first}
    return {**first, **_confirmed(left, _widespread({**found, **first}), limits)}


def _confirmed(suspected: Mapping[str, Mapping[str, Diagnosis]], shown: Mapping[str, str],
               limits: Thresholds) -> dict[str, Diagnosis]:
    confirmed = {}
    for name, codes in suspected.items():
        known = sorted((code for code in codes if code in shown), key=lambda code: -codes[code].margin)
        if known:
            best = codes[known[0]]
            rivals = tuple(code for code in known[1:] if best.margin - codes[code].margin < limits.rival)
            state = 'ambiguous' if rivals else 'named'
            confirmed[name] = replace(best, rivals=rivals, state=state, like=shown[known[0]])
    return confirmed


def _plain(found: Mapping[str, Diagnosis]) -> dict[str, str]:
    return {cause: links[max(links)] for cause, links in _parts(found).items() if sum(links) >= PLAIN}


def _widespread(found: Mapping[str, Diagnosis]) -> dict[str, str]:
    return {cause: links[max(links)] for cause, links in _parts(found).items() if len(links) >= WIDESPREAD}


def _parts(found: Mapping[str, Diagnosis]) -> dict[str, dict[float, str]]:
    """Return cause -> margin -> link; copies of one part have the same margin and count once."""
    by_cause: dict[str, dict[float, str]] = {}
    for name, said in found.items():
        if said.cause is not None:
            by_cause.setdefault(said.cause, {}).setdefault(round(said.margin, 1), name)
    return by_cause
