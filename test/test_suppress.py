"""Accepted findings: comments in the description, the baseline, and what is wrong with a comment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from support import GOOD, edit, run, told

from robot_model_check import baseline
from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.settings.config import Config, Ignore

LIMIT = '<limit lower="-1.5" upper="1.5" effort="20" velocity="2"/>'
SWAPPED = edit(GOOD, (LIMIT, '<limit lower="1.5" upper="-1.5" effort="20" velocity="2"/>'))


def commented(comment: str, anchor: str = '<joint name="shoulder" type="revolute">') -> str:
    return edit(SWAPPED, (anchor, f'{anchor}<!-- robot_model_check: {comment} -->'))


def test_a_comment_in_the_joint_covers_it(tmp_path: Path) -> None:
    report = run(tmp_path, commented('disable=joint-limit-order the stop is mechanical'))
    assert report.findings == ()
    assert [item.by for item in report.suppressed] == ['comment: the stop is mechanical']
    assert next(stage.state for stage in report.stages if stage.name == 'structure') == 'passed'


def test_a_comment_outside_covers_the_model(tmp_path: Path) -> None:
    assert run(tmp_path, commented('disable=joint-limit-order known', '<robot name="good">')).findings == ()


def test_a_comment_survives_xacro(tmp_path: Path) -> None:
    xml = edit(commented('disable=joint-limit-order known'),
               ('<robot name="good">', '<robot name="good" xmlns:xacro="http://www.ros.org/wiki/xacro">'
                                       '<xacro:macro name="all" params="">'),
               ('</robot>', '</xacro:macro><xacro:all/></robot>'))
    report = run(tmp_path, xml, suffix='.urdf.xacro')
    assert report.findings == ()
    assert len(report.suppressed) == 1


@pytest.mark.parametrize(
    ('comment', 'expected', 'message'),
    [
        ('disable=joint-limit-order', ['joint-limit-order', 'suppression'], 'gives no reason'),
        (
            'disable=joint-limit-ordre why',
            ['joint-limit-order', 'suppression'],
            "did you mean 'joint-limit-order'",
        ),
        (
            'disable=inertia-triangle why',
            ['joint-limit-order', 'suppression'],
            'which finds nothing here; delete it',
        ),
        ('off=joint-limit-order why', ['joint-limit-order', 'suppression'], 'disables no known rule'),
    ],
)
def test_what_is_wrong_with_a_comment_is_told(
    comment: str, expected: list[str], message: str, tmp_path: Path
) -> None:
    findings = run(tmp_path, commented(comment)).findings
    assert sorted(finding.rule for finding in findings) == expected
    complaint = next(finding for finding in findings if finding.rule == 'suppression')
    assert message in complaint.message
    assert complaint.level is Level.WARNING
    assert complaint.site is not None
    assert complaint.site.line == 25


def test_a_comment_in_another_joint_covers_nothing(tmp_path: Path) -> None:
    report = run(
        tmp_path, commented('disable=joint-limit-order known', '<joint name="wrist" type="revolute">')
    )
    assert sorted(finding.rule for finding in report.findings) == ['joint-limit-order', 'suppression']


def test_a_rule_that_did_not_run_leaves_its_comment_alone(tmp_path: Path) -> None:
    xml = commented('disable=inertia-triangle why')
    assert told(run(tmp_path, xml, config=Config(select=frozenset({'joint-limit-order'}))).findings) == [
        ('joint-limit-order', 'shoulder', 'error')]


def test_a_baseline_forgives_by_rule_and_subject_not_by_line(tmp_path: Path) -> None:
    path = tmp_path / 'baseline.json'
    path.write_text(baseline.render([run(tmp_path, SWAPPED)]), encoding='utf-8')
    config = Config(baseline=baseline.read(str(path)))
    moved = edit(SWAPPED, ('<robot name="good">', '<robot name="good">\n\n\n'))
    assert run(tmp_path, moved, config=config).findings == ()
    both = edit(moved, ('<limit lower="-1.2" upper="1.2"', '<limit lower="1.2" upper="-1.2"'))
    assert told(run(tmp_path, both, config=config).findings) == [('joint-limit-order', 'wrist', 'error')]


def test_a_baseline_written_over_itself_keeps_what_it_forgave(tmp_path: Path) -> None:
    first = baseline.render([run(tmp_path, SWAPPED)])
    (tmp_path / 'b').write_text(first, encoding='utf-8')
    again = run(tmp_path, SWAPPED, config=Config(baseline=baseline.read(str(tmp_path / 'b'))))
    assert baseline.render([again]) == first


@pytest.mark.parametrize('text', [
    '', '[]', '[' * 100000, '{"findings": [1]}', '{"findings": [{"rule": "a"}]}'])
def test_what_is_no_baseline_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / 'b').write_text(text, encoding='utf-8')
    with pytest.raises(UsageError, match='is no baseline'):
        baseline.read(str(tmp_path / 'b'))


def fingers(*comments: str) -> str:
    """Fingers whose tensors are not positive definite, each with a comment or none."""
    parts = ''.join(
        f'<link name="f{i}">{comment}<inertial><origin xyz="0 0 0.05"/><mass value="0.1"/>'
        '<inertia ixx="0.0001" ixy="0.0002" ixz="0" iyy="0.0001" iyz="0" izz="0.0001"/></inertial>'
        '<visual><origin xyz="0 0 0.05"/><geometry><box size="0.02 0.02 0.1"/></geometry></visual>'
        '<collision><origin xyz="0 0 0.05"/><geometry><box size="0.02 0.02 0.1"/></geometry></collision>'
        f'</link><joint name="j{i}" type="revolute"><origin xyz="{0.1 * i + 0.15} 0 0"/>'
        '<parent link="base_link"/>'
        f'<child link="f{i}"/><axis xyz="0 0 1"/>'
        '<limit lower="-1" upper="1" effort="5" velocity="2"/></joint>'
        for i, comment in enumerate(comments)
    )
    return edit(GOOD, ('</robot>', parts + '</robot>'))


ONLY = frozenset({'inertia-positive-definite'})
ACCEPTED = '<!-- robot_model_check: disable=inertia-positive-definite measured so -->'


def tensors(folder: Path, xml: str, config: Config | None = None) -> tuple[list[str], list[str]]:
    """Return who is told and who is accepted."""
    config = config or Config(select=ONLY)
    report = run(folder, xml, config=config)
    assert all(finding.rule == 'inertia-positive-definite' for finding in report.findings)
    return ([finding.subject.name for finding in report.findings if finding.subject],
            [item.finding.subject.name for item in report.suppressed if item.finding.subject])


def test_a_comment_reaches_into_a_finding_that_stands_for_many(tmp_path: Path) -> None:
    assert tensors(tmp_path, fingers('', '', '')) == (['good'], [])
    assert tensors(tmp_path, fingers('', ACCEPTED, '')) == (['f0', 'f2'], ['f1'])
    assert tensors(tmp_path, fingers(ACCEPTED, ACCEPTED, ACCEPTED)) == ([], ['good'])


def test_an_ignore_reaches_into_a_finding_that_stands_for_many(tmp_path: Path) -> None:
    config = Config(select=ONLY, ignores=(Ignore('*', 'link', 'f[01]', 'known'),))
    assert tensors(tmp_path, fingers('', '', ''), config) == (['f2'], ['f0', 'f1'])


def test_a_baseline_does_not_hide_another_link_of_the_same_fault(tmp_path: Path) -> None:
    only = Config(select=ONLY)
    (tmp_path / 'b').write_text(
        baseline.render([run(tmp_path, fingers('', ''), config=only)]), encoding='utf-8'
    )
    config = replace(only, baseline=baseline.read(str(tmp_path / 'b')))
    assert tensors(tmp_path, fingers('', ''), config) == ([], ['f0', 'f1'])
    assert tensors(tmp_path, fingers('', '', ''), config) == (['f2'], ['f0', 'f1'])


def test_each_rule_of_a_comment_must_find_something(tmp_path: Path) -> None:
    findings = run(tmp_path, commented('disable=joint-limit-order, inertia-triangle known')).findings
    assert [finding.message for finding in findings] == [
        'the comment disables inertia-triangle, which finds nothing here; delete inertia-triangle from it']


def test_a_forgotten_colon_is_understood(tmp_path: Path) -> None:
    xml = edit(
        SWAPPED,
        (
            '<joint name="shoulder" type="revolute">',
            '<joint name="shoulder" type="revolute">'
                         '<!-- robot_model_check disable=joint-limit-order why -->',
        ),
    )
    assert run(tmp_path, xml).findings == ()
    prose = xml.replace(
        'robot_model_check disable=joint-limit-order why', 'robot_model_check is run on this file'
    )
    assert [finding.rule for finding in run(tmp_path, prose).findings] == ['joint-limit-order']


def test_an_ignored_name_that_does_not_exist_is_told(tmp_path: Path) -> None:
    config = Config(ignores=(Ignore('joint-limit-order', 'joint', 'sholder', 'known'),
                             Ignore('joint-limit-order', 'joint', 'none_*', 'known')))
    told_of = run(tmp_path, GOOD, config=config).findings
    assert [finding.message for finding in told_of] == [
        "the configuration ignores joint-limit-order on joint 'sholder', which this robot does not have; "
        "did you mean 'shoulder'?"]
    assert told_of[0].level is Level.INFO


def test_a_stage_says_which_rules_were_switched_off(tmp_path: Path) -> None:
    stages = {stage.name: stage for stage in run(tmp_path, SWAPPED, config=Config(
        levels={'joint-limit-order': None})).stages}
    assert stages['structure'].off == ('joint-limit-order',)
    assert stages['inertia'].off == ()
