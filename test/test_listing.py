"""One finding in place of many."""

from __future__ import annotations

from collections.abc import Sequence

from robot_model_check.clues.listing import by_cause, listed, per_link
from robot_model_check.finding import Finding, NotChecked, Subject
from robot_model_check.model import Link
from robot_model_check.reading.parse import parse
from robot_model_check.reading.xml_tree import build

XML = b'<robot name="r"><link name="a"/><link name="b"><inertial/></link><link name="c"/></robot>'
ROBOT = parse(build(XML, None))


def look(link: Link) -> list[Finding | NotChecked]:
    return [Finding(message=link.name)]


def told(found: Sequence[Finding], names: str) -> str:
    return f'{len(found)}: {names}'


def test_every_link_is_looked_at_but_the_unreadable() -> None:
    said = list(per_link(ROBOT, 'inertial', look))
    assert [type(one) for one in said] == [Finding, NotChecked, Finding]
    assert [one.subject for one in said] == [Subject('link', name) for name in 'abc']


def test_few_stay_and_many_become_one() -> None:
    said = list(per_link(ROBOT, '', look))
    assert list(listed(said, 4, told)) == said
    one, = listed(said, 3, told)
    assert isinstance(one, Finding)
    assert one.message == '3: a, b, c'
    assert one.subject is None
    assert one.values['links'] == ['a', 'b', 'c']


def test_what_was_not_checked_is_kept() -> None:
    gap = NotChecked('no mesh')
    found = [Finding(message=str(k), subject=Subject('link', str(k))) for k in range(3)]
    assert gap in list(listed([gap, *found], 2, told))


def test_causes_are_counted_apart() -> None:
    found = [Finding(message=str(k), subject=Subject('link', str(k)), cause='odd' if k % 2 else None)
             for k in range(5)]
    said = [one.message for one in by_cause(found, 3, told) if isinstance(one, Finding)]
    assert said == ['3: 0, 2, 4', '1', '3']
