"""Every number can be read as one.

Checks
    Each attribute that URDF defines as a number, three numbers or a colour: NaN and infinity, decimal
    commas, commas between numbers, units glued to a number, brackets, an empty text, too few or too many
    numbers. What is still xacro is left to xacro-leftover.

Who breaks
    urdfdom refuses the description ("... is not a float", "Unable to parse component"), and
    robot_state_publisher ends; only a malformed colour it drops and goes on, which is a warning here. NaN and
    infinity pass some readers and then poison the physics: MuJoCo warns "Nan, Inf or huge value in QACC".

Bad
    <mass value="0,5"/> <origin xyz="0.1m 0 0"/> <axis xyz="0 1"/>

Good
    <mass value="0.5"/> <origin xyz="0.1 0 0"/> <axis xyz="0 1 0"/>

References
    URDF XML specification. urdfdom, urdf_parser.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from robot_model_check.context import Context
from robot_model_check.document import Document, Element
from robot_model_check.finding import Finding, Level, Suggestion
from robot_model_check.generation.element_xml import changed
from robot_model_check.reading.schema import COUNTS, LARGEST, NUMBER, described, numbers, subject_of
from robot_model_check.rules import Option

ID = 'number-format'
AREA = 'syntax'
SCOPE = 'source'
LEVEL = Level.ERROR
NEEDS: tuple[str, ...] = ()
OPTIONS: Mapping[str, Option] = {}
SOURCES = ('URDF XML specification', 'urdfdom: urdf_parser')

XACRO = ('${', '$(')
NOT_FINITE = re.compile(r'[+-]?(nan|inf|infinity)(\(.*\))?', re.IGNORECASE)
UNIT = re.compile(rf'({NUMBER.pattern})([^\W\d_][\w/°%^*]*|[°%])')
# Not "1,500", which may be one and a half or fifteen hundred.
DECIMAL_COMMA = re.compile(r'[+-]?(0*,\d+|\d+,(\d{1,2}|\d{4,}))([eE][+-]?\d+)?')
MINUS_SIGNS = str.maketrans('\u2212\u2010\u2011\u2012\u2013\u2014', '------')


def check(document: Document, context: Context, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for every numeric attribute that is not what URDF asks for."""
    if document.root is None:
        return
    for _, element, owner, spec in described(document.root):
        for name, kind in spec.attributes.items() if spec is not None else ():
            text = element.attributes.get(name)
            if text is None or kind not in COUNTS or any(mark in text for mark in XACRO):
                continue
            largest = math.inf if kind == 'bound' else LARGEST  # 1e308 is how some write "no limit"
            if numbers(text, COUNTS[kind], largest) is None:
                yield Finding(
                    message=f'<{element.tag}> {name}="{text}": {fault(text, COUNTS[kind])}',
                    site=element.site,
                    subject=subject_of(owner),
                    level=Level.WARNING if element.tag == 'color' else None,
                    attribute=name,
                    values={'text': text},
                    suggestion=_suggestion(element, name, text, COUNTS[kind]),
                )


def _suggestion(element: Element, name: str, text: str, count: int) -> Suggestion | None:
    right = meant(text, count)
    return changed('the same numbers as URDF writes them', element, {name: right}) if right else None


def meant(text: str, count: int) -> str | None:
    """Return the same numbers as URDF writes them, or None where they can be read in more than one way."""
    plain = text.translate(MINUS_SIGNS).strip().strip('[](){}')
    words = [word.rstrip(',;') for word in plain.split()]
    if len(words) == count and all(DECIMAL_COMMA.fullmatch(word) or NUMBER.fullmatch(word) for word in words):
        words = [word.replace(',', '.') for word in words]
    else:
        words = re.split(r'\s*[,;]\s*', plain.rstrip(',;'))
    right = ' '.join(words)
    return right if len(words) == count and numbers(right, count) is not None else None


def fault(text: str, count: int) -> str:
    """Return what is wrong with a text that should hold `count` finite numbers."""
    words = text.split()
    if not words:
        return f'empty where {_needed(count)}'
    separated = [word for word in re.split(r'[,;\s]+', text) if word]
    if count > 1 and len(words) != count and re.search('[,;]', text) and len(separated) == count:
        return 'commas or semicolons between the numbers; URDF separates them by blanks'
    for word in words:
        what = _word_fault(word)
        if what:
            return what
    if not text.isascii():
        return 'a blank between the numbers is not the ASCII " "'
    if len(words) == count:
        return f'beyond {LARGEST:g}, which no length, mass or inertia is'
    return f'{len(words)} number{"s" if len(words) > 1 else ""} where {_needed(count)}'


def _needed(count: int) -> str:
    return 'one number is needed' if count == 1 else f'{count} numbers are needed'


def _word_fault(word: str) -> str:
    """Return what is wrong with one word, or '' where it is a finite number."""
    if NUMBER.fullmatch(word):
        return '' if math.isfinite(float(word)) else f'{word} is larger than a double can hold'
    if NOT_FINITE.fullmatch(word):
        return f'{word} is not a finite number'
    if NUMBER.fullmatch(word.translate(MINUS_SIGNS)):
        return f'the minus in {word} is a typographic dash, not the ASCII "-"'
    if word[-1] in ',;' and NUMBER.fullmatch(word[:-1]):
        return f'"{word[-1]}" behind {word[:-1]}; URDF separates numbers by blanks'
    if word.count(',') == 1 and NUMBER.fullmatch(word.replace(',', '.')):
        whole = word.replace(',', '')
        also = '' if DECIMAL_COMMA.fullmatch(word) else f', or {whole} where it parts thousands'
        return f'decimal comma; write {word.replace(",", ".")}{also}'
    unit = UNIT.fullmatch(word)
    if unit:
        return f'"{unit.groups()[-1]}" behind {unit.group(1)}; URDF takes bare numbers in m, kg, rad, s'
    if word.strip('[](){}') != word:
        return 'brackets; URDF takes numbers separated by blanks'
    return f'"{word}" is not a number'
