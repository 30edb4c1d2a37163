"""Find packages and the files that URIs mean, with or without a sourced ROS."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Resolution:
    """The outcome of looking for a URI.

    `path` is the existing file (absolute), or None. `tried` are the places looked at, in order; `candidates` are
    existing files that were probably meant (wrong case, near name, other package root). `remark` says in words what is
    wrong with the URI's form ('' when nothing): empty package, absolute path of one machine, other case.
    """

    uri: str
    path: str | None
    tried: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    remark: str = ''
    package: str | None = None
