"""Words that stand for names: the nearest known ones of a mistyped one, globs, and what can be sent."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest(name: str, known: Iterable[str], count: int = 3, cutoff: float = 0.6) -> tuple[str, ...]:
    """Return up to `count` of the known names that `name` was probably meant to be, best first.

    `cutoff` is the share of letters [0, 1] that they must have in common.
    """
    by_folded: dict[str, str] = {}
    for word in sorted(set(known)):
        by_folded.setdefault(word.casefold(), word)
    folded = name.casefold()
    close = difflib.get_close_matches(folded, by_folded, n=count, cutoff=cutoff)
    begun = [word for word in by_folded if len(word) > 2 < len(folded) and _begins(folded, word)]
    return tuple(by_folded[word] for word in dict.fromkeys([*close, *begun]))[:count]


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def is_glob(name: str) -> bool:
    """Return whether a name may mean several ones."""
    return not set('*?[').isdisjoint(name)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `'; did you mean 'x' or 'y'?'` for the nearest names, or '' where none is near."""
    close = nearest(name, known)
    return f'; did you mean {" or ".join(repr(word) for word in close)}?' if close else ''


def in_utf8(text: str) -> str:
    """Return the text with what UTF-8 cannot hold, such as a byte of a file name that is no text, escaped."""
    return text.encode('utf-8', 'backslashreplace').decode()
