"""What a URI says by its form: typed paths are at fault, those that xacro made of $(find ...) are not."""

from __future__ import annotations

import pytest

from robot_model_check.clues.uri_form import fault_of_form, is_remote, is_written_out, scheme_of
from robot_model_check.document import Document


def document(source: str, file: str | None = '/ws/robot.xacro', expanded: bool = True) -> Document:
    return Document(file, '', b'', None, expanded=expanded, sources={file or '': source})


@pytest.mark.parametrize(('uri', 'scheme'), [
    ('package://a/b.stl', 'package'), ('FILE:///b.stl', 'file'), ('meshes/b.stl', ''), ('C:\\b.stl', '')])
def test_scheme(uri, scheme):
    assert scheme_of(uri) == scheme


@pytest.mark.parametrize('uri', [
    'package://a/b.stl', 'model://a/b.stl', 'meshes/b.stl', '../b.stl', 'https://x/b.stl'])
def test_portable_forms(uri):
    assert fault_of_form(uri, document('')) == ''


@pytest.mark.parametrize(('uri', 'part'), [
    ('', 'empty'), ('package://', 'no file'), ('package://a/', 'no file'),
    ('package:///a/b.stl', 'no package'),
    ('package:a/b.stl', 'no package'),
    ('/a/b/c.stl', 'one machine'), ('file:///a/b/c.stl', 'one machine'), ('D:\\a\\c.stl', 'Windows'),
    ('pkg://a/b.stl', 'scheme pkg:'),
])
def test_forms_at_fault(uri, part):
    assert part in fault_of_form(uri, document(f'<mesh filename="{uri}"/>', expanded=False))


def test_a_path_made_by_xacro_is_not_typed():
    uri = 'file:///opt/ros/jazzy/share/a/b.stl'
    assert fault_of_form(uri, document('<mesh filename="file://$(find a)/b.stl"/>')) == ''
    assert is_written_out(uri, document(f'<mesh filename="{uri}"/>'))
    assert is_written_out(uri, document('<xacro:property name="root" value="/opt/ros"/>'))


def test_a_relative_path_needs_a_file():
    assert 'relative' in fault_of_form('b.stl', document('', file=None, expanded=False))


def test_remote():
    assert is_remote('http://x/b.stl')
    assert not is_remote('file:///b.stl')
