"""Mesh references that can be read from a topic."""

from __future__ import annotations

from pathlib import Path

from robot_model_check.packages import Finder
from robot_model_check.reading import read, read_text
from robot_model_check.topic_text import topic_text

TEXT = '''<robot name='r'>
  <link name="a">
    <visual><geometry><mesh filename='meshes/a b.stl' scale="1 1 1"/></geometry></visual>
    <visual><geometry><mesh filename="package://pkg/meshes/c.stl"/></geometry></visual>
    <collision><geometry><mesh filename="file:///d.stl"/></geometry></collision>
    <collision><geometry><mesh filename="missing.stl"/></geometry></collision>
    <collision><geometry><mesh filename="{absolute}"/></geometry></collision>
  </link><!-- filename="meshes/a b.stl" -->
</robot>
'''


def test_paths_become_file_uris_and_every_other_byte_stays(tmp_path: Path):
    mesh = tmp_path / 'meshes/a b.stl'
    mesh.parent.mkdir()
    mesh.write_bytes(b'')
    file = tmp_path / 'robot.urdf'
    file.write_text(TEXT.format(absolute=mesh))
    finder = Finder.from_environment((), {})
    said = topic_text(read(str(file), {}, finder), finder)
    expected = TEXT.replace("='meshes/a b.stl'", f"='{mesh.as_uri()}'").format(absolute=mesh.as_uri())
    expected = expected.replace('"missing.stl"', f'"{(tmp_path / "missing.stl").as_uri()}"')
    assert said == expected
    received = read_text(said.encode(), {}, finder)
    uris = [element.attributes['filename'] for element in received.root.walk() if element.tag == 'mesh']
    assert [finder.resolve(uri).path for uri in uris] == [str(mesh), None, None, None, str(mesh)]
