"""What the node's worker process answers, without ROS."""

from __future__ import annotations

from support import GOOD, edit

from robot_model_check.bringup.worker import CheckRequest, Source, check

SHORT = edit(GOOD, ('<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/>',
                    '<collision><origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.1"/>'))


def test_a_check_answers_with_what_the_node_shows_and_no_more():
    """While the node takes the answer in, a beat of its diagnostics waits."""
    answer = check(CheckRequest(Source(None, SHORT.encode()), '', '', '', 1))
    assert answer.links == ('base_link', 'arm', 'hand')
    assert answer.joints == ('shoulder', 'wrist')
    assert {(region.link, region.kind) for region in answer.figures.regions} == {('arm', 'uncovered')}
    assert 'collision-coverage' in [one.rule for one in answer.report.findings]
    assert (answer.report.links, answer.report.regions, answer.report.sources) == ({}, {}, {})
