"""A target is a path, a folder or a package; a folder stands for its top-level models."""

import os
from pathlib import Path

import pytest

from robot_model_check.errors import UsageError
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.targets import find_models, macro_files, workspace_models

SHARED = Path(__file__).parents[2] / 'shared'
HEAD = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
MACRO = HEAD + '<xacro:macro name="m" params=""><link name="a"/></xacro:macro></robot>'


@pytest.fixture
def arm(tmp_path):
    """A package with one model, what it includes, and other things that are no model."""
    files = {
        'package.xml': '<package><name>arm_description</name></package>',
        'urdf/arm.urdf.xacro': HEAD + '<xacro:include '
                                      'filename="$(find arm_description)/urdf/inc/arm_macro.xacro"/>'
                                      '<xacro:include filename="stand.xacro"/><xacro:m/></robot>',
        'urdf/inc/arm_macro.xacro': MACRO,
        'urdf/stand.xacro': HEAD + '<link name="stand"/></robot>',
        'urdf/materials.xacro': HEAD + '<material name="red"/></robot>',
        'urdf/unused_macro.xacro': MACRO,
        'urdf/plain.urdf': '<robot name="p"><link name="a"/></robot>',
        'srdf/arm.srdf.xacro': HEAD + '<xacro:group/></robot>',
        'sdf/model.sdf': '<sdf/>',
        'ignored/AMENT_IGNORE': '',
        'ignored/old.urdf': '<robot name="p"><link name="a"/></robot>',
        '.hidden/old.urdf': '<robot name="p"><link name="a"/></robot>',
    }
    for name, text in files.items():
        (tmp_path / 'arm_description' / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / 'arm_description' / name).write_text(text)
    return tmp_path / 'arm_description'


def names(folder, target, finder=None):
    return [str(Path(path).relative_to(folder)) for path in find_models(str(target), finder or Finder())]


def test_a_folder_stands_for_its_top_level_models(arm):
    assert names(arm, arm) == ['urdf/arm.urdf.xacro', 'urdf/plain.urdf']


def test_a_package_name_stands_for_its_share_folder(arm):
    finder = Finder((str(arm.parent),))
    assert names(arm, 'arm_description', finder) == ['urdf/arm.urdf.xacro', 'urdf/plain.urdf']


def test_a_file_is_itself_whatever_it_holds(arm):
    assert names(arm, arm / 'urdf/materials.xacro') == ['urdf/materials.xacro']


def test_an_existing_path_wins_over_a_package(arm, tmp_path, monkeypatch):
    work = tmp_path / 'work'
    (work / 'arm_description').mkdir(parents=True)
    (work / 'arm_description/mine.urdf').write_text('<robot name="p"><link name="a"/></robot>')
    monkeypatch.chdir(work)
    found = find_models('arm_description', Finder((str(arm.parent),)))
    assert found == [str(work / 'arm_description/mine.urdf')]


def test_a_file_that_only_includes_a_model_is_the_model(tmp_path):
    (tmp_path / 'core.xacro').write_text(HEAD + '<link name="a"/></robot>')
    (tmp_path / 'full.urdf.xacro').write_text(HEAD + '<xacro:include filename="${dir}/core.xacro"/></robot>')
    assert names(tmp_path, tmp_path) == ['full.urdf.xacro']


def test_conditional_links_and_blocks_count(tmp_path):
    (tmp_path / 'a.xacro').write_text(HEAD + '<xacro:if value="$(arg x)"><link name="a"/></xacro:if></robot>')
    assert names(tmp_path, tmp_path) == ['a.xacro']


def test_a_broken_file_is_a_model_so_that_checking_it_says_why(tmp_path):
    (tmp_path / 'a.urdf').write_text('<robot>')
    (tmp_path / 'b.urdf').write_bytes(b'')
    assert names(tmp_path, tmp_path) == ['a.urdf', 'b.urdf']


def test_files_that_include_each_other_do_not_hang(tmp_path):
    for one, other in (('a', 'b'), ('b', 'a')):
        (tmp_path / f'{one}.xacro').write_text(HEAD + f'<xacro:include filename="{other}.xacro"/></robot>')
    with pytest.raises(UsageError, match='holds no model'):
        find_models(str(tmp_path), Finder())


def test_a_folder_without_models(tmp_path):
    with pytest.raises(UsageError, match=r'holds no model: looked for \*\.urdf and \*\.xacro'):
        find_models(str(tmp_path), Finder())


def test_files_that_only_define_macros_are_named(tmp_path):
    macro = '<xacro:macro name="m"><link name="l"/></xacro:macro></robot>'
    for name in 'abcdefghij':
        (tmp_path / f'{name}.xacro').write_text(HEAD + macro)
    (tmp_path / 'colours.xacro').write_text(HEAD + '<xacro:property name="red" value="1 0 0 1"/></robot>')
    with pytest.raises(UsageError, match=r'only define macros: a\.xacro, .*, h\.xacro, 2 more\)'):
        find_models(str(tmp_path), Finder())
    (tmp_path / 'robot.urdf.xacro').write_text(
        HEAD + '<xacro:include filename="a.xacro"/><xacro:m/><xacro:macro name="n"/></robot>')
    assert names(tmp_path, tmp_path) == ['robot.urdf.xacro']
    assert [Path(path).stem for path in macro_files(str(tmp_path))] == list('abcdefghij')


def test_a_workspace_stands_for_the_models_of_its_packages(arm, tmp_path):
    others = {
        'cell/package.xml': '<package><name>cell</name></package>',
        'cell/cell.urdf.xacro': HEAD + '<xacro:include filename="$(find arm_description)/urdf/plain.urdf"/>'
                                       '<link name="floor"/></robot>',
        'tools/package.xml': '<package><name>tools</name></package>',
        'stray.urdf': '<robot name="p"><link name="a"/></robot>',
        'build/cell/copy.urdf': '<robot name="p"><link name="a"/></robot>',
    }
    for name, text in others.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert workspace_models(str(tmp_path)) == {
        str(arm): [str(arm / 'urdf/arm.urdf.xacro')],
        str(tmp_path / 'cell'): [str(tmp_path / 'cell/cell.urdf.xacro')],
        str(tmp_path / 'tools'): [],
    }


def test_a_workspace_without_packages(tmp_path):
    with pytest.raises(UsageError, match=r'no package\.xml below it'):
        workspace_models(str(tmp_path))
    with pytest.raises(UsageError, match='there is no such folder'):
        workspace_models(str(tmp_path / 'src'))


def test_unknown_targets_name_the_nearest(arm):
    finder = Finder((str(arm.parent),))
    with pytest.raises(UsageError, match="did you mean 'arm_description'"):
        find_models('arm_descripton', finder)
    with pytest.raises(UsageError, match=r'did you mean .*plain\.urdf'):
        find_models(str(arm / 'urdf/plan.urdf'), finder)
    with pytest.raises(UsageError, match='no package is known'):
        find_models('qqq', Finder())


def test_models_of_the_real_packages():
    robots = SHARED / 'robots'
    if not robots.is_dir():
        pytest.skip(f'{robots} is absent')
    found = {name: [Path(path).name for path in find_models(str(robots / name), Finder())]
             for name in ('ur5e', 'franka_fer', 'robotiq_2f85', 'turtlebot3', 'create3')}
    assert found == {
        'ur5e': ['ur.urdf.xacro', 'ur_mocked.urdf.xacro'],
        'franka_fer': ['franka_hand.urdf.xacro', 'fer.urdf.xacro'],
        'robotiq_2f85': ['robotiq_2f_85_gripper.urdf.xacro'],
        'turtlebot3': ['turtlebot3_burger.urdf', 'turtlebot3_waffle.urdf', 'turtlebot3_waffle_pi.urdf'],
        'create3': ['create3.urdf.xacro', 'standard_dock.urdf.xacro'],
    }


def test_pipes_and_links_to_nothing_are_told_and_never_waited_for(tmp_path):
    os.mkfifo(tmp_path / 'pipe.urdf')
    (tmp_path / 'loop.urdf').symlink_to('loop.urdf')
    with pytest.raises(UsageError, match=r'pipe\.urdf. is a device or pipe, not a file'):
        find_models(str(tmp_path / 'pipe.urdf'), Finder())
    with pytest.raises(UsageError, match=r"is a link to 'loop\.urdf', which does not exist"):
        find_models(str(tmp_path / 'loop.urdf'), Finder())
    with pytest.raises(UsageError, match='holds no model'):
        find_models(str(tmp_path), Finder())
    (tmp_path / 'real.urdf').write_text('<robot name="p"><link name="a"/></robot>')
    assert names(tmp_path, tmp_path) == ['real.urdf']
