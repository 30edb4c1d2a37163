"""A simulator's refusal in its own words: whom they mean, and where that stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robot_model_check.context import Context
from robot_model_check.document import Element
from robot_model_check.finding import Finding, Subject
from robot_model_check.model import Joint, Link, Robot
from robot_model_check.simulators.answer import Answer

# "Element 'mass', line 5"; "Joint [j] is of type ...", "link 'a' is not unique"; "Element name 'a', id 2".
_PLACE = re.compile(r"Element '([^']+)', line (\d+)")
_NAMED = re.compile(r"\b(link|joint) (?:xml )?(?:\[([^\]]*)\]|'([^']*)')", re.IGNORECASE)
_ELEMENT = re.compile(r"Element name '([^']+)'")


def refusal(context: Context, label: str, answer: Answer) -> Finding:
    """Return the finding that the simulator does not take the model."""
    found = _placed(answer.said, context) or _named(answer.said, context.robot)
    owner, element = found if found is not None else (None, context.robot.element)
    return Finding(message=f'{label} refuses the model: {answer.refusal}', site=element.site,
                   subject=_subject(owner), values={'version': answer.version, 'words': answer.said})


def _subject(owner: Link | Joint | None) -> Subject | None:
    if owner is None:
        return None
    return Subject('link' if isinstance(owner, Link) else 'joint', owner.name)


def _placed(said: str, context: Context) -> tuple[Link | Joint | None, Element] | None:
    """Return the element on the line named, and the link or joint that it belongs to."""
    named = _PLACE.search(said)
    if named is None:
        return None
    text, robot = context.document.text, context.robot
    element = next((element for element in robot.element.walk() if element.tag == named[1]
                    and text.count(b'\n', 0, element.span.start) + 1 == int(named[2])), None)
    if element is None:
        return None
    owners: tuple[Link | Joint, ...] = (*robot.links, *robot.joints)
    return next((owner for owner in owners if element in owner.element.walk()), None), element


def _named(said: str, robot: Robot) -> tuple[Link | Joint, Element] | None:
    """Return the first link or joint of the model that the words name."""
    for kind, name in _names(said):
        owner = robot.joint(name) if kind == 'joint' else robot.link(name)
        if owner is not None:
            return owner, owner.element
    return None


def _names(said: str) -> Iterator[tuple[str, str]]:
    for match in _NAMED.finditer(said):
        yield match[1].lower(), match[2] or match[3] or ''
    for match in _ELEMENT.finditer(said):
        kinds = ('joint', 'link') if 'joint' in said else ('link', 'joint')
        yield from ((kind, match[1]) for kind in kinds)
