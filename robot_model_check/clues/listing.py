"""One finding in place of many of one cause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from robot_model_check.finding import Finding, Level, NotChecked, Subject
from robot_model_check.model import Joint, Link, Robot

Said = Finding | NotChecked
Words = Callable[[Sequence[Finding], str], str]
Owner = TypeVar('Owner', Link, Joint)
Values = Callable[[Sequence[Finding]], Mapping[str, Any]]

APART = 2  # findings that `gathered` tells one by one; more of them become one
MANY = APART + 1
NAMED = 6  # subjects named in its message; `values` has them all


def per_link(robot: Robot, part: str, look: Callable[[Link], Iterable[Said]]) -> Iterator[Said]:
    """Yield what `look` says of every link, the link as subject; one whose `part` is unreadable is not
    checked.
    """
    for link in robot.links:
        yield from _of('link', link, part, look)


def per_joint(robot: Robot, part: str, look: Callable[[Joint], Iterable[Said]]) -> Iterator[Said]:
    """Yield what `look` says of every joint, as `per_link` does."""
    for joint in robot.joints:
        yield from _of('joint', joint, part, look)


def _of(kind: str, owner: Owner, part: str, look: Callable[[Owner], Iterable[Said]]) -> Iterator[Said]:
    subject = Subject(kind, owner.name)
    if part in owner.damaged:
        yield NotChecked(f'its <{part}> could not be read', subject)
    else:
        yield from (replace(said, subject=said.subject or subject) for said in look(owner))


def names_of(found: Iterable[Finding]) -> list[str]:
    """Return the names of the subjects, each once."""
    return list(dict.fromkeys(one.subject.name for one in found if one.subject is not None))


def each(found: Sequence[Finding]) -> dict[str, Any]:
    """Return the links, and the values of each where there are any."""
    values = [dict(one.values) for one in found]
    return {'links': names_of(found), **({'each': values} if any(values) else {})}


def together(found: Sequence[Finding], message: str, values: Mapping[str, Any],
             at_first: bool = True) -> Finding:
    """Return one finding on the model that stands for `found`: these are its parts, so that each can be
    accepted by itself.

    They must have one level. A cause that all have is told, with the rivals that all have. The first lends
    its site, unless `at_first` is False.
    """
    first = found[0]
    same = len({one.cause for one in found}) == 1
    rivals = tuple(code for code in first.rivals if same and all(code in one.rivals for one in found))
    told = first.rivals and not rivals  # what one leaves open another settles
    return Finding(message=message, level=first.level, values=values, parts=tuple(found),
                   site=first.site if at_first else None, attribute=first.attribute if at_first else None,
                   cause=first.cause if same else None, rivals=rivals,
                   cause_state=None if not same else 'named' if told else first.cause_state)


def same_on(found: Sequence[Finding], where: str = '') -> Finding:
    """Return one finding on the model for findings of one rule and level that need no words of their own.

    Where all ask for the same to be written, so does it.
    """
    kinds = {one.subject.kind for one in found if one.subject is not None}
    kind = f'{kinds.pop()}s' if len(kinds) == 1 else 'elements'
    names = names_of(found)
    same = len({one.message for one in found}) == 1
    fixes = [one.suggestion for one in found if one.suggestion is not None]
    whole = together(found, f'on {len(names)} {kind}{where} ({shown(names)}){"" if same else ", the first"}: '
                            f'{found[0].message}',
                     {kind: names, 'each': [dict(one.values) for one in found],
                      'corrected': [fix.xml for fix in fixes]})
    one = len(fixes) == len(found) and len({fix.xml for fix in fixes}) == 1
    return replace(whole, suggestion=replace(fixes[0], corrections=()) if one else None)


def shown(names: Sequence[str]) -> str:
    """Return the first of many names."""
    return ', '.join(names[:NAMED]) + (f' and {len(names) - NAMED} more' if len(names) > NAMED else '')


def listed(said: Iterable[Said], many: int, message: Words, values: Values = each) -> Iterator[Said]:
    """Yield what was said; from `many` findings on, one for the model that lists them.

    `message` gets the findings and the names of their subjects, separated by commas.
    """
    found = []
    for one in said:
        if isinstance(one, Finding):
            found.append(one)
        else:
            yield one
    if len(found) < many:
        yield from found
    else:
        yield together(found, message(found, ', '.join(names_of(found))), values(found))


def by_cause(said: Iterable[Said], many: int, message: Words) -> Iterator[Said]:
    """Yield as `listed` does, each cause and level by itself."""
    groups: dict[tuple[str | None, Level | None] | None, list[Said]] = {}
    for one in said:
        groups.setdefault((one.cause, one.level) if isinstance(one, Finding) else None, []).append(one)
    for group in groups.values():
        yield from listed(group, many, message)


def gathered(found: Sequence[Finding], what: str, subjects: str = 'links') -> Iterator[Finding]:
    """Yield the findings, or where they are many a single one on the model: `what` and the links (joints)."""
    if len(found) <= APART:
        yield from found
        return
    names = sorted(names_of(found))
    yield together(found, f'{what} on {len(names)} {subjects}: {shown(names)}',
                   {subjects: names, 'details': [one.message for one in found]}, at_first=False)
