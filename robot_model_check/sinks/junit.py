"""Reports as JUnit XML, as colcon test-result, Jenkins and GitLab read it: one case per rule and model.

A rule with a finding at or above the level that fails the run is a failure; a rule that could not look at all
of its subjects, and found nothing to fail, is skipped with the reason.
"""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from robot_model_check import rules
from robot_model_check.finding import Finding, Level
from robot_model_check.linter import INTERNAL_ERROR
from robot_model_check.manual import ENGINE
from robot_model_check.report import Report, display_path
from robot_model_check.sinks.text import place

_UNFIT = re.compile('[^\\t\\n\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]')


def render(reports: Sequence[Report], fail_on: Level | None) -> str:
    """Return the XML text; `fail_on` None never fails a case."""
    root = ET.Element('testsuites')
    for name, report in zip(_names(reports), reports, strict=True):
        root.append(_suite(f'robot_model_check.{name}', report, fail_on))
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding='unicode') + '\n'


def _names(reports: Sequence[Report]) -> list[str]:
    """Return the robots' names, with that of the file where several models share one: readers take cases of
    one class and name for one case.
    """
    names = [report.model['robot'] or 'unnamed' for report in reports]
    names = [name if names.count(name) == 1 else f'{name}.{_stem(report)}'
             for name, report in zip(names, reports, strict=True)]
    return [name if names.count(name) == 1 else f'{name}.{number}' for number, name in enumerate(names, 1)]


def _stem(report: Report) -> str:
    return os.path.basename(report.model['file'] or 'text').split('.')[0]


def _suite(name: str, report: Report, fail_on: Level | None) -> ET.Element:
    file = report.model['file']
    suite = ET.Element('testsuite', name=_clean(name), time='0')
    properties = ET.SubElement(suite, 'properties')
    for key, value in (('file', display_path(file) if file else ''), ('sha256', report.model['sha256']),
                       *((f'argument {key}', value) for key, value in report.model['arguments'].items())):
        ET.SubElement(properties, 'property', name=_clean(key), value=_clean(str(value)))
    cases = [_case(rule, name, report, fail_on) for rule in (*rules.TABLE, *ENGINE)]
    suite.extend(case for case in cases if case is not None)
    for attribute, tags in (('tests', ('testcase',)), ('failures', ('failure',)), ('errors', ('error',)),
                            ('skipped', ('skipped',))):
        suite.set(attribute, str(sum(1 for tag in tags for _ in suite.iter(tag))))
    return suite


def _case(rule: str, classname: str, report: Report, fail_on: Level | None) -> ET.Element | None:
    findings = [finding for finding in report.findings if finding.rule == rule]
    gaps = [gap for gap in report.not_checked if gap.rule == rule]
    if rule in ENGINE and not findings:
        return None
    case = ET.Element('testcase', name=rule, classname=_clean(classname), time='0')
    failing = [finding for finding in findings if fail_on is not None and _level(finding) >= fail_on]
    if rule == INTERNAL_ERROR:
        _verdict(case, 'error', findings)
    elif failing:
        _verdict(case, 'failure', failing)
    elif gaps:
        ET.SubElement(case, 'skipped', message=_clean(f'not checked: {gaps[0].why}'))
    rest = [finding for finding in findings if finding not in failing]
    if rest:
        ET.SubElement(case, 'system-out').text = _clean('\n'.join(map(_line, rest)))
    return case


def _verdict(case: ET.Element, tag: str, findings: Sequence[Finding]) -> None:
    lines = [_line(finding) for finding in findings]
    # `colcon test-result` shows the message alone
    first = f'{len(lines)} findings, first: {lines[0]}' if lines[1:] else lines[0]
    verdict = ET.SubElement(case, tag, message=_clean(first))
    verdict.text = _clean('\n'.join(lines))


def _level(finding: Finding) -> Level:
    return finding.level if finding.level is not None else Level.ERROR


def _line(finding: Finding) -> str:
    subject = f'{finding.subject.kind} {finding.subject.name}' if finding.subject else 'model'
    where = f'{place(finding.site)}: ' if finding.site else ''
    return f'{where}{finding.level}: {subject}: {finding.message}'


def _clean(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return _UNFIT.sub('?', text)
