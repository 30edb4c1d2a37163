"""The node over real rclpy and Fast DDS."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from pathlib import Path

import pytest

rclpy = pytest.importorskip('rclpy', reason='the node needs rclpy')

from bench import Bench  # noqa: E402
from diagnostic_msgs.msg import DiagnosticStatus  # noqa: E402
from diagnostic_msgs.srv import SelfTest  # noqa: E402
from processes import PATIENCE  # noqa: E402
from rcl_interfaces.srv import DescribeParameters, SetParameters  # noqa: E402
from rclpy.parameter import Parameter  # noqa: E402
from std_msgs.msg import String  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402
from support import GOOD, add, channel_mesh, edit, stl  # noqa: E402
from visualization_msgs.msg import MarkerArray  # noqa: E402

from robot_model_check.bringup import parameters  # noqa: E402
from robot_model_check.cli import main as command_line  # noqa: E402

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR
BAD = edit(GOOD, ('lower="-1.5" upper="1.5"', 'lower="1.5" upper="-1.5"'), ('"good"', '"bad"'))


@pytest.fixture
def bench():
    benches = []

    def start(**values):
        benches.append(Bench(**values))
        return benches[-1]

    yield start
    for each in benches:
        each.close()


def named(name: str) -> str:
    """Return the good robot under another name."""
    return edit(GOOD, ('"good"', f'"{name}"'))


def hold(bench: Bench) -> int:
    """Stop the worker of the running check, so that the check lasts; return its process id."""
    pid = bench.wait(lambda: bench.checker.watch.checks.pid, 'worker')
    os.killpg(pid, signal.SIGSTOP)
    return pid


def test_before_a_description_one_warning_says_so(bench):
    node = bench()
    status = node.wait_status('summary', WARN)
    assert list(node.statuses()) == ['robot_model_check: summary']
    assert status.message == 'not checked: no robot description has come yet'
    answer = node.answer(node.call(SelfTest, 'check'))
    assert answer.passed == b'\0'
    assert [status.message for status in answer.status] == ['no robot description has come yet']
    assert not node.answer(node.call(Trigger, 'generate_collision')).success


def test_file_gives_the_report_of_the_command_line_and_diagnostics_of_every_subject(bench, tmp_path):
    model = tmp_path / 'bad.urdf'
    model.write_text(BAD)
    command_line(['check', str(model), '--format', 'json', '-o', str(tmp_path / 'report.json')])
    node = bench(description_file=str(model))
    report = node.report('bad')
    assert node.reports[-1] == (tmp_path / 'report.json').read_text()
    joint = node.wait_status('joint shoulder', ERROR)
    names = [name.removeprefix('robot_model_check: ') for name in node.statuses()]
    subjects = ['link base_link', 'link arm', 'link hand', 'joint shoulder', 'joint wrist']
    stages = [f'stage {stage["name"]}' for stage in report['stages']][:-2]  # not control and hardware
    assert names == [*subjects, *stages, 'summary']
    assert joint.hardware_id == 'bad'
    assert joint.message.startswith('joint-limit-order: ')
    assert node.status('summary').level == ERROR


def test_the_check_service_reads_the_file_anew(bench, tmp_path):
    model = tmp_path / 'robot.urdf'
    model.write_text(BAD)
    node = bench(description_file=str(model), fail_on='error')
    node.report('bad')
    answer = node.answer(node.call(SelfTest, 'check'))
    assert (answer.id, answer.passed) == ('bad', b'\0')
    model.write_text(GOOD)
    answer = node.answer(node.call(SelfTest, 'check'))
    assert (answer.id, answer.passed) == ('good', b'\1')
    assert {status.level for status in answer.status if status.name.split()[1] in ('link', 'joint')} == {OK}
    model.unlink()
    answer = node.answer(node.call(SelfTest, 'check'))
    assert answer.passed == b'\0'
    assert str(model) in answer.status[0].message
    node.wait_status('summary', ERROR, str(model))
    assert node.status('link arm').level == WARN  # what it was before the file went no longer counts


def test_markers_reach_a_late_subscriber(bench):
    node = bench()
    node.publish(GOOD)
    node.report('good')
    late = []
    node.subscribe(MarkerArray, '/robot_model_check/markers', late.append)
    node.wait(lambda: late, 'markers')
    boxes = {marker.header.frame_id: marker for marker in late[0].markers if marker.ns == 'inertia'}
    assert list(boxes) == ['arm', 'hand']
    assert sorted([boxes['arm'].scale.x, boxes['arm'].scale.y, boxes['arm'].scale.z]) == pytest.approx(
        [0.04, 0.06, 0.2], rel=1e-6)


def test_what_runs_is_compared_with_the_file(bench, tmp_path):
    model = tmp_path / 'robot.urdf'
    model.write_text(BAD)
    node = bench(description_file=str(model))
    first = node.report('bad')
    assert 'description-drift' not in [one['rule'] for one in first['findings']]
    node.publish(BAD.replace('<mass value="0.48"/>', '<mass value="0.6"/>'))
    node.wait_status('link arm', WARN, 'description-drift: link "arm" differs from what runs: inertial/mass')
    drift, = [one for one in node.report('bad')['findings'] if one['rule'] == 'description-drift']
    assert drift['subject'] == {'kind': 'link', 'name': 'arm'}
    assert drift['source']['file'].endswith('robot.urdf')
    node.publish(BAD.replace('\n', ' '))
    node.wait_status('link arm', OK)
    assert node.report('bad')['findings'] == first['findings']


def test_a_check_without_result_leaves_no_older_report_or_markers(bench, tmp_path):
    schema = json.loads((Path(__file__).parents[1] / 'docs/report.schema.json').read_text())
    model = tmp_path / 'robot.urdf'
    model.write_text(GOOD)
    node = bench(description_file=str(model))
    shown = []
    node.subscribe(MarkerArray, '/robot_model_check/markers', lambda message: shown.append(message.markers))
    node.report('good')
    node.wait(lambda: shown and len(shown[-1]) > 1, 'markers')
    for end, rule, why in (
        (lambda: None, 'internal-error', 'the worker process was killed by SIGKILL'),
        (model.unlink, 'check-refused', f"'{model}' is neither a file"),
    ):
        end()
        call = node.call(SelfTest, 'check')
        if rule == 'internal-error':
            os.killpg(hold(node), signal.SIGKILL)
        node.answer(call)
        node.wait(lambda: json.loads(node.reports[-1])['summary']['error'] == 1, 'report of the failure')
        report = json.loads(node.reports[-1])
        pytest.importorskip('jsonschema').validate(report, schema)
        finding, = report['findings']
        assert (finding['rule'], report['model']['robot']) == (rule, 'good')
        assert finding['message'].startswith(why)
        assert {stage['state'] for stage in report['stages']} == {'failed', 'not_checked'}
        node.wait(lambda: len(shown[-1]) == 1, 'markers that delete the old ones')
        if model.exists():
            node.answer(node.call(SelfTest, 'check'))
            node.wait(lambda: json.loads(node.reports[-1])['summary']['error'] == 0, 'report')


def test_topic_is_checked_again_and_nothing_on_it_stops_the_node(bench):
    node = bench()
    node.publish('<robot name="torn"><link name="a">')
    status = node.wait_status('summary', ERROR, 'error')
    assert node.status('stage syntax').level == ERROR
    assert json.loads(node.reports[-1])['findings'][0]['source']['file'] is None
    node.publish('')
    node.wait(lambda: len(node.reports) > 1, 'second report')
    node.publish(BAD)
    node.wait_status('joint shoulder', ERROR)
    node.publish(GOOD)
    node.wait_status('joint shoulder', OK)
    assert status.level == ERROR


def test_of_twenty_descriptions_the_last_is_reported(bench):
    node = bench()
    for number in range(20):
        node.publish(named(f'robot_{number}'))
        time.sleep(0.01)
    node.report('robot_19')
    names = [json.loads(text)['model']['robot'] for text in node.reports]
    assert names == sorted(names, key=lambda name: int(name.split('_')[1]))


def test_two_nodes_for_two_robots_do_not_mix(bench):
    node = bench()
    node.another('left')
    reports = []
    node.subscribe(String, '/left/robot_model_check/report', lambda message: reports.append(message.data))
    node.publish(named('root'))
    node.publish(BAD, '/left')
    node.report('root')
    node.wait(lambda: reports, 'report of the other node')
    assert json.loads(reports[-1])['model']['robot'] == 'bad'
    seen = {}

    def both():
        for _, message in node.received:
            for status in message.status:
                prefix, what = status.name.split(': ')
                seen.setdefault(prefix, {}).setdefault(what, set()).add(status.hardware_id)
        return len(seen) == 2 and all('joint shoulder' in found for found in seen.values())

    node.wait(both, 'diagnostics of both')
    assert seen['robot_model_check']['joint shoulder'] == {'root'}
    assert seen['left/robot_model_check']['joint shoulder'] == {'bad'}
    assert {message.status[0].name.split(': ')[0] for _, message in node.received} == set(seen)
    for _, message in node.received:
        assert len({status.name.split(': ')[0] for status in message.status}) == 1


def test_a_folder_whose_name_is_no_text_is_told_as_the_command_line_tells_it(bench, tmp_path, monkeypatch):
    folder = tmp_path / os.fsdecode(b'n\xff')
    folder.mkdir()
    (folder / 'package.xml').write_text('<package format="3"><name>odd_description</name></package>')
    (folder / 'robot.urdf').write_text(BAD)
    monkeypatch.setenv('ROS_PACKAGE_PATH', str(folder))
    command_line(['check', 'odd_description', '--format', 'json', '-o', str(tmp_path / 'report.json')])
    node = bench(description_file='odd_description', output_directory=str(tmp_path / 'out'))
    node.report('bad')
    assert node.reports[-1] == (tmp_path / 'report.json').read_text()
    assert '\\udcff/robot.urdf' in node.reports[-1]
    joint = node.wait_status('joint shoulder', ERROR)
    assert '\\udcff/robot.urdf:' in joint.values[0].value
    assert 'out/urdf/bad.urdf' in node.answer(node.call(Trigger, 'generate_collision')).message


def test_a_description_of_a_megabyte(bench):
    node = bench()
    node.publish(edit(GOOD, ('<robot name="good">', f'<!--{"x" * 1_000_000}--><robot name="large">')))
    assert node.report('large')['summary']['error'] == 0


def test_a_thousand_links(bench):
    links = '<link name="l0"/>' + ''.join(
        f'<link name="l{n}"/>'
        f'<joint name="j{n}" type="fixed"><parent link="l{n - 1}"/><child link="l{n}"/></joint>'
        for n in range(1, 1000))
    node = bench()
    node.publish(f'<robot name="long">{links}</robot>')
    node.report('long')
    node.wait(lambda: len(node.statuses()) > 1999, 'a status per link and joint')
    names = list(node.statuses())
    assert [name for name in names if ': link ' in name] == [
        f'robot_model_check: link l{number}' for number in range(1000)]


def test_diagnostics_go_on_while_a_check_runs_under_a_standing_clock(bench):
    node = bench(use_sim_time=True)
    node.publish(GOOD)
    pid = hold(node)
    before = len(node.received)
    node.wait(lambda: len(node.received) > before + 3, 'three beats')
    held = [message for _, message in node.received[before + 1:]]
    os.killpg(pid, signal.SIGCONT)
    assert all(message.status[-1].message.startswith('checking') for message in held)
    assert {message.header.stamp.sec for message in held} == {0}  # of the clock that stands still
    node.report('good')


def test_a_newer_description_replaces_a_running_check(bench):
    node = bench()
    node.publish(named('old'))
    pid = hold(node)
    node.publish(named('new'))
    node.report('new')
    assert [json.loads(text)['model']['robot'] for text in node.reports] == ['new']
    assert not Path(f'/proc/{pid}').exists()


def test_a_killed_worker_is_an_error_and_the_next_call_works(bench):
    node = bench()
    node.publish(GOOD)
    node.report('good')
    call = node.call(SelfTest, 'check')
    os.killpg(hold(node), signal.SIGKILL)
    answer = node.answer(call)
    assert answer.passed == b'\0'
    assert answer.status[0].message == 'the worker process was killed by SIGKILL'
    node.wait_status('summary', ERROR, 'the worker process was killed by SIGKILL')
    assert node.answer(node.call(SelfTest, 'check')).passed == b'\1'
    node.wait_status('link arm', OK)


def test_a_second_caller_is_told(bench):
    node = bench()
    node.publish(GOOD)
    node.report('good')
    first = node.call(SelfTest, 'check')
    pid = hold(node)
    second = node.answer(node.call(SelfTest, 'check'))
    assert second.passed == b'\0'
    assert 'another call of ~/check' in second.status[0].message
    os.killpg(pid, signal.SIGCONT)
    assert node.answer(first).passed == b'\1'


def test_parameters_are_described_and_wrong_values_refused_with_a_reason(bench):
    node = bench()
    names = [row.name for row in parameters.TABLE]
    client = node.client.create_client(DescribeParameters, '/robot_model_check/describe_parameters')
    assert client.wait_for_service(PATIENCE)
    described = node.answer(client.call_async(DescribeParameters.Request(names=names))).descriptors
    assert all(one.description for one in described)
    assert next(one for one in described if one.name == 'exit_after_check').read_only
    assert next(one for one in described if one.name == 'max_parts').integer_range[0].to_value == 1024
    client = node.client.create_client(SetParameters, '/robot_model_check/set_parameters')
    assert client.wait_for_service(PATIENCE)
    wrong = {'fail_on': 'sometimes', 'method': 'guess', 'xacro_arguments': ['name=ur'], 'max_excess': -1.0,
             'profile': 'nope', 'config_file': '/nope.yaml', 'exit_after_check': True, 'links': ''}
    request = SetParameters.Request(parameters=[Parameter(name, value=value).to_parameter_msg()
                                                for name, value in wrong.items()])
    results = node.answer(client.call_async(request)).results
    assert [(result.successful, bool(result.reason)) for result in results] == [(False, True)] * len(wrong)
    assert "'name:=value'" in results[2].reason


def test_a_parameter_that_matters_starts_a_check(bench, tmp_path):
    for name in ('first', 'second'):
        (tmp_path / f'{name}.urdf').write_text(named(name))
    node = bench(description_file=str(tmp_path / 'first.urdf'))
    node.report('first')
    node.node.set_parameters([Parameter('description_file', value=str(tmp_path / 'second.urdf'))])
    node.report('second')


def channel(folder: Path) -> Path:
    """Write a robot whose one moving link is a U channel, with that mesh as its collision."""
    (folder / 'channel.stl').write_bytes(stl(*channel_mesh()))
    shape = '<geometry><mesh filename="channel.stl"/></geometry>'
    model = folder / 'robot.urdf'
    box = '<origin xyz="0.02 0.01 0.1"/><geometry><box size="0.06 0.04 0.2"/></geometry>'
    changes = [(f'<{kind}>{box}', f'<{kind}>{shape}') for kind in ('visual', 'collision')]
    model.write_text(edit(GOOD, *changes))
    return model


def test_generate_writes_a_urdf_and_latches_it_while_diagnostics_go_on(bench, tmp_path):
    node = bench(description_file=str(channel(tmp_path)), output_directory=str(tmp_path / 'out'))
    node.report('good')
    call = node.call(Trigger, 'generate_collision')
    pid = node.wait(lambda: node.checker.watch.generations.pid, 'worker')
    os.killpg(pid, signal.SIGSTOP)
    second = node.answer(node.call(Trigger, 'generate_collision'))
    assert not second.success
    assert 'another call of ~/generate_collision' in second.message
    node.wait(lambda: node.status('summary').message.startswith('generating collision meshes'))
    assert node.status('generation').message.startswith('generating: 0 %, reading the model')
    os.killpg(pid, signal.SIGCONT)
    answer = node.answer(call)
    assert answer.success, answer.message
    written = tmp_path / 'out/urdf/good.urdf'
    assert str(written) in answer.message
    assert [line.split()[0] for line in answer.message.splitlines()[:3]] == ['base_link', 'arm', 'hand']
    node.wait_status('generation', OK, f'wrote {written}: 3 parts for 1 link, 2 kept')
    late, shown = [], []
    node.subscribe(MarkerArray, '/robot_model_check/markers', lambda message: shown.append(message.markers))
    node.wait(lambda: shown, 'markers')
    drawn = [marker for marker in shown[-1] if marker.ns == 'generated']
    assert [marker.header.frame_id for marker in drawn] == ['arm'] * 3
    node.subscribe(String, '/robot_model_check/robot_description', late.append)
    node.wait(lambda: late, 'generated description')
    uris = re.findall(r'filename="([^"]*)"', late[0].data)
    assert f'file://{tmp_path}/channel.stl' in uris
    assert all(Path(uri.removeprefix('file://')).is_file() for uri in uris)
    assert late[0].data.count('<collision>') == 5  # three parts in place of one
    loaded = pytest.importorskip('urdf_parser_py.urdf').URDF.from_xml_string(late[0].data.encode())
    assert [len(link.collisions) for link in loaded.links] == [1, 3, 1]
    node.node.set_parameters([Parameter('description_file', value=str(written))])
    node.wait(lambda: json.loads(node.reports[-1])['model']['file'].endswith('out/urdf/good.urdf'))
    node.wait(lambda: 'generated' not in [marker.ns for marker in shown[-1]], 'markers of the new file')
    before, after = (json.loads(node.reports[index])['findings'] for index in (0, -1))
    assert 'collision-concave' in [finding['rule'] for finding in before]
    assert 'collision-concave' not in [finding['rule'] for finding in after]


def test_a_failed_generation_says_why(bench, tmp_path):
    node = bench(description_file=str(channel(tmp_path)), output_directory='/proc/no', links='no_such_link')
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert not answer.success
    assert 'no_such_link' in answer.message
    node.node.set_parameters([Parameter('links', value='arm')])
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert not answer.success
    assert 'cannot write /proc/' in answer.message


def test_a_link_that_gets_no_collision_is_named_and_the_others_are_written(bench, tmp_path):
    model = channel(tmp_path)
    model.write_text(add(model.read_text(), (
        '<link name="lost"><visual><geometry><mesh filename="gone.stl"/></geometry></visual></link>'
        '<joint name="last" type="fixed"><parent link="hand"/><child link="lost"/></joint>')))
    node = bench(description_file=str(model), output_directory=str(tmp_path / 'out'))
    node.report('good')
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert not answer.success
    said = {line.split()[0]: line for line in answer.message.splitlines()}
    assert 'FAILED' in said['lost']
    assert 'gone.stl' in said['lost']
    assert 'split, 3 parts' in said['arm']
    assert (tmp_path / 'out/urdf/good.urdf').is_file()
    status = node.wait_status('generation', WARN, 'no collision for lost; wrote ')
    assert [value.key for value in status.values] == ['lost']


def test_a_description_from_the_topic_is_generated_too(bench, tmp_path):
    node = bench(output_directory=str(tmp_path / 'out'), method='hull')
    text = channel(tmp_path).read_text().replace('"channel.stl"', f'"file://{tmp_path}/channel.stl"')
    node.publish(text)
    node.report('good')
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert (tmp_path / 'out/urdf/good.urdf').is_file(), answer.message


def test_repair_puts_in_what_the_rules_compute(bench, tmp_path):
    model, out = channel(tmp_path), tmp_path / 'out'
    bare = re.sub(r'<inertial>.*?</inertial>', '', model.read_text(), count=1, flags=re.DOTALL)
    model.write_text(edit(bare, ('lower="-1.5" upper="1.5"', 'lower="1.5" upper="-1.5"')))
    (tmp_path / 'check.yaml').write_text('references: {links: [{link: arm, density: 2700}]}')
    node = bench(description_file=str(model), output_directory=str(out),
                 config_file=str(tmp_path / 'check.yaml'))
    node.report('good')
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert answer.success, answer.message
    assert '<inertial>' not in arm_of(out)
    node.node.set_parameters([Parameter('repair', value=True)])
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert answer.success, answer.message
    assert 'link arm: inertial-missing: the mass of its exact solid at 2700 kg/m^3' in answer.message
    assert str(out / 'urdf/good.urdf') in answer.message
    assert '<mass value="0.16588' in arm_of(out)
    assert 'lower="-1.5" upper="1.5"' in (out / 'urdf/good.urdf').read_text()
    late = []
    node.subscribe(String, '/robot_model_check/robot_description', late.append)
    node.wait(lambda: late and '<mass value="0.16588' in late[-1].data, 'repaired description')
    assert late[-1].data.count('<collision>') == 5  # three parts in place of one


def arm_of(out: Path) -> str:
    """Return the text of the link arm that was written."""
    return re.search(r'<link name="arm">.*?</link>', (out / 'urdf/good.urdf').read_text(), re.DOTALL).group()


def test_a_description_without_faults_is_repaired_by_nothing(bench, tmp_path):
    model = tmp_path / 'robot.urdf'
    model.write_text(GOOD)
    node = bench(description_file=str(model), output_directory=str(tmp_path / 'out'), repair=True)
    node.report('good')
    answer = node.answer(node.call(Trigger, 'generate_collision'))
    assert answer.success
    assert 'nothing was written: there is nothing to correct' in answer.message
    assert not (tmp_path / 'out').exists()
