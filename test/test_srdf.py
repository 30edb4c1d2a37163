"""SRDF files: what is read, and which one belongs to a model."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_model_check.document import Document
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.srdf import SrdfError, beside, read

XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
FINDER = Finder.from_environment((), {})
ARM = '''<robot name="arm">
  <group name="all"><chain base_link="base" tip_link="hand"/></group>
  <group_state name="home" group="all"><joint name="elbow" value="1.5"/>
    <joint name="float" value="0 0 1"/></group_state>
  <disable_collisions link1="base" link2="hand" reason="Never"/>
  <disable_collisions link1="hand" link2="hand" reason="?"/>
</robot>'''


def test_pairs_and_states(tmp_path: Path) -> None:
    path = tmp_path / 'arm.srdf'
    path.write_text(ARM)
    found = read(str(path), FINDER)
    assert found.disabled == {frozenset({'base', 'hand'})}
    assert found.may_touch('hand', 'base')
    assert not found.may_touch('hand', 'hand')
    assert found.states == {'home': {'elbow': 1.5}}


def test_links_whose_collisions_are_off_by_default(tmp_path: Path) -> None:
    path = tmp_path / 'arm.srdf'
    path.write_text('<robot name="arm"><disable_default_collisions link="tool"/>'
                    '<enable_collisions link1="base" link2="tool"/></robot>')
    found = read(str(path), FINDER)
    assert found.may_touch('hand', 'tool')
    assert not found.may_touch('tool', 'base')
    assert not found.may_touch('hand', 'base')


@pytest.mark.parametrize('text', ['<robot', '<model/>'])
def test_what_is_no_srdf_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / 'arm.srdf'
    path.write_text(text)
    with pytest.raises(SrdfError, match=r'arm\.srdf'):
        read(str(path), FINDER)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SrdfError, match=r'^cannot read .*none\.srdf: No such file or directory$'):
        read(str(tmp_path / 'none.srdf'), FINDER)


def test_the_one_of_this_robot_beside_the_model(tmp_path: Path) -> None:
    (tmp_path / 'urdf').mkdir()
    (tmp_path / 'srdf').mkdir()
    (tmp_path / 'srdf' / 'a_broken.srdf').write_text('<robot')
    (tmp_path / 'srdf' / 'b_other.srdf').write_text(ARM.replace('"arm"', '"leg"'))
    (tmp_path / 'srdf' / 'c_arm.srdf').write_text(ARM)
    model = described(tmp_path / 'urdf' / 'arm.urdf')
    found = beside(model, 'arm', FINDER)
    assert found is not None
    assert found.path == str(tmp_path / 'srdf' / 'c_arm.srdf')
    assert beside(model, 'nobody', FINDER) is None
    assert beside(described(None), 'arm', FINDER) is None


def described(path: Path | None, **arguments: str) -> Document:
    """Return a description in a file."""
    return Document(None if path is None else str(path), '', b'', None, arguments=arguments)


def test_one_in_xacro_gets_those_arguments_of_the_model_that_it_declares(tmp_path: Path) -> None:
    (tmp_path / 'arm.srdf.xacro').write_text(
        f'<robot name="arm" {XACRO}><xacro:arg name="side" default="left"/>'
        '<disable_collisions link1="$(arg side)_hand" link2="base"/></robot>')
    model = described(tmp_path / 'arm.urdf.xacro', side='right', gripper='true')
    found = beside(model, 'arm', FINDER)
    assert found is not None
    assert found.disabled == {frozenset({'base', 'right_hand'})}


@pytest.mark.parametrize('text', ['<robot', '<robot><xacro:none/></robot>', '<robot>${1/0}</robot>'])
def test_one_in_xacro_that_cannot_be_expanded_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / 'arm.srdf.xacro'
    path.write_text(text.replace('<robot', f'<robot {XACRO}'))
    with pytest.raises(SrdfError, match=r'arm\.srdf\.xacro'):
        read(str(path), FINDER)
    assert beside(described(tmp_path / 'arm.urdf'), 'arm', FINDER) is None
