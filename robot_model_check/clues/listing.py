"""One finding in place of many of one cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Link, Robot

Said = Finding | NotChecked


def per_link(robot: Robot, part: str, look: Callable[[Link], Iterable[Said]]) -> Iterator[Said]:
    """Yield what `look` says of every link, the link as subject; one whose `part` is unreadable is not
    checked.
    """
    for link in robot.links:
        subject = Subject('link', link.name)
        if part in link.damaged:
            yield NotChecked(f'its <{part}> could not be read', subject)
        else:
            yield from (replace(said, subject=said.subject or subject) for said in look(link))


def by_cause(said: Iterable[Said], many: int,
             message: Callable[[Sequence[Finding], str], str]) -> Iterator[Said]:
    """Yield as `listed` does, each cause and level by itself."""
    groups: dict[tuple[str | None, Level | None] | None, list[Said]] = {}
    for one in said:
        groups.setdefault((one.cause, one.level) if isinstance(one, Finding) else None, []).append(one)
    for group in groups.values():
        yield from listed(group, many, message)


def listed(said: Iterable[Said], many: int,
           message: Callable[[Sequence[Finding], str], str]) -> Iterator[Said]:
    """Yield what was said; from `many` findings on, one for the model that lists them.

    `message` gets the findings and the names of their subjects, separated by commas. The first one lends its
    site, level and cause.
    """
    found = []
    for one in said:
        if isinstance(one, Finding):
            found.append(one)
        else:
            yield one
    if len(found) < many:
        yield from found
        return
    names = [one.subject.name for one in found if one.subject is not None]
    yield replace(found[0], message=message(found, ', '.join(names)), subject=None, suggestion=None,
                  attribute=None, parts=tuple(found),
                  values={'links': names, 'each': [dict(one.values) for one in found]})
