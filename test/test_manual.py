"""The manual pages: complete, with examples that are XML, and docs/RULES.md is made of them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from robot_model_check import manual
from robot_model_check.errors import UsageError
from robot_model_check.rules import TABLE, load
from robot_model_check.stages import STAGES

HANDBOOK = Path(__file__).parents[1] / 'docs' / 'RULES.md'
TITLES = ['', 'Checks', 'Who breaks', 'Bad', 'Good', 'References']
NO_XML_ON_PURPOSE = {('xml-syntax', 'Bad')}
OMITTED = re.compile(r' ?\.\.\.')  # a page may leave out attributes and children


def test_the_handbook_is_current() -> None:
    assert HANDBOOK.read_text(encoding='utf-8') == manual.handbook(), 'make it again: `make docs`'


@pytest.mark.parametrize('rule_id', TABLE)
def test_a_page_has_every_part(rule_id: str) -> None:
    rule = load(rule_id)
    parts = manual.sections(rule)
    assert [title for title, _ in parts if title != 'Options'] == TITLES
    assert all(text.strip() for _, text in parts)
    assert ('Options' in dict(parts)) == bool(rule.OPTIONS)
    assert rule.AREA in STAGES
    assert rule.SOURCES


@pytest.mark.parametrize(('rule_id', 'title'), [
    (rule_id, title) for rule_id in TABLE for title in ('Bad', 'Good')
    if (rule_id, title) not in NO_XML_ON_PURPOSE])
def test_examples_are_xml(rule_id: str, title: str) -> None:
    text = OMITTED.sub('', dict(manual.sections(load(rule_id)))[title])
    ET.fromstring(f'<x xmlns:xacro="http://www.ros.org/wiki/xacro">{text}</x>')


def test_options_are_told_with_unit_range_and_reason() -> None:
    page = manual.page('joint-axis')
    assert '    tolerance = 0.001 [1], from 0, up to 0.1\n        how far the length may be from 1 ' in page
    assert manual.page('mesh-faces').count(' [1], from 1\n') == 4


@pytest.mark.parametrize('rule_id', manual.ENGINE)
def test_what_the_checker_says_of_itself_has_a_page(rule_id: str) -> None:
    assert manual.page(rule_id).startswith(f'{rule_id}\n{"=" * len(rule_id)}\n\n')


def test_an_unknown_rule_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown rule 'joint-axsi'; did you mean 'joint-axis'"):
        manual.page('joint-axsi')


def test_tags_stay_visible_in_markdown() -> None:
    outside = re.sub(r'```.*?```|`[^`]*`|^    .*$', '', manual.handbook(), flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r'(?<!\\)<', outside) == []
    assert set(re.findall(r'\]\(#([\w-]+)\)', manual.handbook())) == set(TABLE)
