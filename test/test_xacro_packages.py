"""$(find) without ROS, packages that are not there, and arguments that nobody declares."""

import pytest
from xacro_texts import FINDER, problem, run

from robot_model_check.errors import UnknownArgument
from robot_model_check.finding import Level, Subject
from robot_model_check.reading import xacro_trace
from robot_model_check.reading.packages import Finder


def share(root, name):
    folder = root / name
    folder.mkdir(parents=True)
    (folder / 'package.xml').write_text(f'<package><name>{name}</name></package>')
    return folder


def test_find_goes_through_the_finder_and_the_neighbourhood(tmp_path):
    own, other = share(tmp_path, 'arm_description'), share(tmp_path, 'hand_description')
    body = '<link name="a"><mesh filename="file://$(find hand_description)/a.stl"/></link>'
    for finder, path in ((FINDER, str(own / 'arm.xacro')), (Finder((str(tmp_path),)), None)):
        mesh = run(body, path, finder).root.find('link').find('mesh')
        assert mesh.attributes['filename'] == f'file://{other}/a.stl'


@pytest.mark.parametrize('text', ['$(find arm)', "$(eval find('arm'))"])
def test_find_inside_eval_too(tmp_path, text):
    folder = share(tmp_path, 'arm')
    trace = xacro_trace.Trace(None, xacro_trace.Arguments({}), Finder((str(tmp_path),)))
    with xacro_trace.traced(trace) as xacro:
        assert xacro.substitution_args.resolve_args(text) == str(folder)


USE = '<{0}><plugin><parameters>$(find no_control)/a.yaml</parameters></plugin></{0}><link name="a"/>'


@pytest.mark.parametrize('tag', ['gazebo', 'ros2_control'])
def test_missing_package_of_a_plugin_parameter_is_a_warning(tag):
    document = run('\n' + USE.format(tag))
    only, = document.problems
    assert (only.rule, only.level, only.site.line) == ('xacro-package-missing', Level.WARNING, 3)
    assert only.message.startswith("package 'no_control' is not found, $(find no_control) asks for it: "
                                   "looked in ")
    assert document.root.find('link') is not None


@pytest.mark.parametrize('body', [
    '<link name="a"><mesh filename="file://$(find no_control)/a.stl"/></link>',
    '<link name="a"><xacro:include filename="$(find no_control)/a.xacro"/></link>',
    "<link name=\"a\"><mass value=\"${xacro.load_yaml('$(find no_control)/a.yaml')['mass']}\"/></link>",
    USE.format('gazebo') + '<link name="a"><mesh filename="file://$(find no_control)/a.stl"/></link>',
])
def test_missing_package_elsewhere_is_an_error(body):
    found = problem(body)
    assert (found.rule, found.level) == ('xacro-package-missing', Level.ERROR)


def test_missing_package_names_places_nearest_name_and_asker(tmp_path):
    share(tmp_path, 'hand_control')
    document = run('<link name="a"><mesh filename="$(find hand_contrl)"/></link>', None,
                   Finder((str(tmp_path),)))
    only, = document.problems
    assert only.subject == Subject('link', 'a')
    assert only.values == {'package': 'hand_contrl', 'places': [str(tmp_path)]}
    assert only.message.endswith(f"looked in {tmp_path}; did you mean 'hand_control'?")


def test_unknown_argument_is_refused_with_the_declared_ones():
    body = ('<xacro:arg name="prefix" default=""/>'
            '<xacro:if value="0"><xacro:arg name="late" default=""/></xacro:if>')
    with pytest.raises(UnknownArgument,
                       match=r"no argument 'prefx'; did you mean 'prefix'\? \(it has late, prefix\)"):
        run(body, prefx='a')
    assert run(body, late='a', prefix='b').arguments == {'late': 'a', 'prefix': 'b'}


def test_argument_that_is_asked_for_but_not_declared_is_known():
    assert run('<link name="$(arg n)"/>', n='a').root.find('link').attributes['name'] == 'a'


def test_misspelt_argument_is_said_even_where_the_run_fails_for_it():
    with pytest.raises(UnknownArgument, match="did you mean 'name'"):
        run('<xacro:arg name="name" default=""/><link name="${nothing}"/>', nmae='a')
