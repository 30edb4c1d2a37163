"""Where an attribute stands in the text that was read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from robot_model_check.finding import Finding

_TAG = re.compile(r'<(?:"[^"]*"|\'[^\']*\'|[^>"\'])*>')
TAG_LINES = 40  # a tag with more lines than that is not searched for its attributes


@lru_cache(maxsize=16)
def lines_of(text: str) -> list[str]:
    """Return the lines as XML counts them."""
    return re.split(r'\r\n?|\n', text)


def attribute_at(lines: Sequence[str], column: int, attribute: str | None) -> tuple[int, int]:
    """Return the index of the line and in it of the attribute of the tag that begins at the column of the
    first line, or that of the column where it has no such attribute.
    """
    start = max(0, min(column - 1, len(lines[0])))
    tag = _TAG.match('\n'.join([lines[0][start:], *lines[1:TAG_LINES]]))
    found = re.search(rf'\s({re.escape(attribute)})\s*=', _blank(tag.group())) if attribute and tag else None
    before = tag.group()[:found.start(1)].split('\n') if found and tag else ['']
    return len(before) - 1, len(before[-1]) + (start if len(before) == 1 else 0)


def at_attribute(finding: Finding, sources: Mapping[str, str]) -> Finding:
    """Return a finding on an attribute that stands on another line than its tag with that line."""
    site = finding.site
    lines = lines_of(sources.get(site.file or '', '')) if site is not None and finding.attribute else []
    if site is None or not 0 < site.line <= len(lines):
        return finding
    first = site.line - 1
    further, index = attribute_at(lines[first:first + TAG_LINES], site.column, finding.attribute)
    if not further:
        return finding
    return replace(finding, site=replace(site, line=site.line + further, column=index + 1))


def _blank(tag: str) -> str:
    """Return the tag with its values blanked, so that only attribute names are found in it."""
    return re.sub(r'"[^"]*"|\'[^\']*\'', lambda value: re.sub('[^\n]', '"', value.group()), tag)
