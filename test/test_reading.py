"""Text becomes elements with exact bytes, lines and columns; what is no description says so, with a place."""

import codecs
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from robot_model_check.errors import UnknownArgument, UsageError
from robot_model_check.finding import Level, Subject
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.read import is_macro_file, parse_xml, read, read_text
from robot_model_check.source import Site, Span

FINDER = Finder()
XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def text(data, path=None, **arguments):
    return read_text(data if isinstance(data, bytes) else data.encode(), arguments, FINDER, path)


def slices(document):
    """Return tag -> the bytes of its span."""
    spans = {element.tag: element.span for element in document.root.walk()}
    return {tag: document.text[span.start:span.end] for tag, span in spans.items()}


def fault(data, file=None):
    root, problem = parse_xml(data if isinstance(data, bytes) else data.encode(), file)
    assert root is None
    assert problem.rule == 'xml-syntax'
    return problem


def test_bytes_lines_and_columns():
    data = b'<robot name="r">\n  <link name=">"  />\n  <a x="1">t<!-- <b/> --><![CDATA[<]]></a >\n</robot>'
    document = text(data)
    assert document.text == data
    assert slices(document) == {'robot': data, 'link': b'<link name=">"  />',
                                'a': b'<a x="1">t<!-- <b/> --><![CDATA[<]]></a >'}
    link, other = document.root.children
    assert (link.site, link.span) == (Site(None, 2, 3), Span(19, 37))
    assert (other.text, other.attributes) == ('t<', {'x': '1'})
    assert document.sources == {'': data.decode()}
    assert (document.expanded, document.sites_exact, document.problems) == (False, True, ())


def test_an_empty_pair_of_tags_is_not_an_empty_tag():
    assert slices(text('<robot><a></a><b/></robot>')) == {
        'robot': b'<robot><a></a><b/></robot>', 'a': b'<a></a>', 'b': b'<b/>'}


def test_columns_count_characters_and_names_may_be_any_language():
    document = text('<robot><link name="Gelenk_ä😀"/><größe/></robot>')
    assert [(element.tag, element.site.column) for element in document.root.children] == [('link', 8),
                                                                                          ('größe', 32)]


def test_crlf_and_byte_order_mark_are_kept():
    data = codecs.BOM_UTF8 + b'<robot>\r\n<link name="a"/>\r\n</robot>'
    document = text(data)
    assert document.text == data
    assert document.root.find('link').site == Site(None, 2, 1)
    assert slices(document)['link'] == b'<link name="a"/>'
    assert document.root.site == Site(None, 1, 1)
    assert document.sources[''][0] == '<'


LATIN = '<?xml version="1.0" encoding="ISO-8859-1"?><robot><link name="ä"/></robot>'


@pytest.mark.parametrize(('written', 'encoding'), [
    (LATIN, 'iso-8859-1'), (LATIN.replace('ISO-8859-1', 'utf-16'), 'utf-16'),
    ('<robot><link name="ä"/></robot>', 'utf-16'),
    ('<robot><link name="ä"/></robot>', 'utf-16-le'), ('<robot><link name="ä"/></robot>', 'utf-16-be'),
    ('<robot><link name="ä"/></robot>', 'utf-32'), (LATIN.replace('ISO-8859-1', 'cp1252'), 'cp1252'),
    (LATIN.replace('ISO-8859-1', 'UTF-8'), 'utf-8'),
])
def test_encodings(written, encoding):
    document = text(written.encode(encoding))
    link = document.root.find('link')
    assert link.attributes['name'] == 'ä'
    assert link.site == Site(None, 1, written.index('<link') + 1)
    assert slices(document)['link'] == '<link name="ä"/>'.encode()
    # the text must stay readable by itself: no declaration of an encoding that it no longer has
    again, problem = parse_xml(document.text, None)
    assert problem is None
    assert again.find('link').attributes['name'] == 'ä'
    assert document.sources[''] == written


# Each: text, line, column, message (a part), subject.
BROKEN = {
    'not closed': ('<robot>\n <link name="a">\n  <visual>\n </link>\n</robot>', 4, 4,
                   'expected </visual> to close <visual> opened on line 3, found </link>', ('link', 'a')),
    'end of file': ('<robot>\n<joint name="j">\n', 3, 1,
                    'the file ends, but <joint name="j"> opened on line 2 is not closed: expected </joint>',
                    ('joint', 'j')),
    'ampersand': ('<robot>\n<link name="a & b"/></robot>', 2, 16, '"&" must be written &amp;', None),
    'quotes': ('<robot><link name=a/></robot>', 1, 19, 'must stand in quotes', None),
    'open quote': ('<robot>\n<link name="a>\n<visual/></link></robot>', 3, 1, '"<" is not allowed here',
                   None),
    'tag in a tag': ('<robot><link <visual/></robot>', 1, 14, '"<" is not allowed here', None),
    'comment': ('<robot><!-- a -- b --></robot>', 1, 17, 'must not contain "--"', None),
    'attribute twice': ('<robot><link name="a" name="b"/></robot>', 1, 23, "attribute 'name' is given twice",
                        None),
    'two roots': ('<robot/>\n<robot/>', 2, 1, "found '<robot/>'", None),
    'late declaration': ('\n<?xml version="1.0"?><robot/>', 2, 1, 'remove what stands before', None),
    'entity': ('<robot>&nbsp;</robot>', 1, 8, '&nbsp; is not defined', None),
    'no XML': ('hello', 1, 1, 'this is not XML', None),
    'empty': ('', 1, 1, 'the file is empty', None),
    'blank': (' \n ', 1, 1, 'the file is empty', None),
    'unclosed tag': ('<robot><link name="a"', 1, 8, 'ends inside', None),
    'only a comment': ('<!-- -->', 1, 9, 'expected a <robot> element', None),
}


@pytest.mark.parametrize('name', BROKEN)
def test_broken(name):
    written, line, column, message, subject = BROKEN[name]
    found = fault(written, '/r.urdf')
    assert message in found.message
    assert found.site == Site('/r.urdf', line, column)
    assert found.subject == (Subject(*subject) if subject else None)


@pytest.mark.parametrize(('data', 'message'), [
    (b'\x89PNG\r\n\x1a\n\0\0', 'a PNG image'), (b'PK\x03\x04rest', 'a zip archive'),
    (b'solid\0' + bytes(80), 'a binary file'),
    (b'<?xml version="1.0" encoding="klingon"?><robot/>', "encoding 'klingon' is not known"),
    (b'<?xml version="1.0" encoding="undefined"?><robot/>', "encoding 'undefined' is not known"),
    (b'<?xml version="1.0" encoding="UTF-16"?><robot/>', 'is not in it'),
])
def test_no_text(data, message):
    assert message in fault(data).message


def test_a_codec_that_is_no_encoding_of_texts():
    assert text(b'<?xml version="1.0" encoding="idna"?><robot name="r"/>').root.attributes == {'name': 'r'}


def test_bytes_that_are_no_utf8_have_a_place():
    found = fault(b'<robot>\n<link name="\xe4"/></robot>')
    assert found.site == Site(None, 2, 13)
    assert found.message.startswith('byte 0xe4 is not valid utf-8')


def test_entities_plain_text_only():
    good, _ = parse_xml(b'<!DOCTYPE robot [<!ENTITY side "left">]><robot><link name="&side;"/></robot>', None)
    assert good.find('link').attributes['name'] == 'left'
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><robot>&b;</robot>'
    outside = '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><robot>&a;</robot>'
    for written, name in ((bomb, 'b'), (outside, 'a')):
        assert fault(written).message.startswith(f'entity {name!r} is refused')


def test_depth_is_bounded():
    assert 'nested more than 200' in fault('<a>' * 5000).message


@pytest.mark.parametrize(('tag', 'words'), [('sdf', 'SDF'), ('mujoco', 'MJCF'), ('html', 'not URDF')])
def test_other_formats_are_named(tag, words):
    document = text(f'<{tag}/>')
    only, = document.problems
    assert document.root is None
    assert only.message.startswith(f'the root element is <{tag}>')
    assert words in only.message


def test_xacro_or_urdf(tmp_path):
    bound = f'<robot name="r" {XACRO}><link name="a"/></robot>'
    used = f'<robot name="r" {XACRO}><xacro:property name="p" value="2"/><link name="${{p}}"/></robot>'
    leftover = '<robot name="r"><link name="${p}"/></robot>'
    assert not text(bound, '/r.urdf').expanded
    assert not text(leftover, '/r.urdf').expanded
    assert not text(leftover, '/r.urdf').problems
    assert text(used).expanded
    assert text(used).problems == ()
    assert text(bound, '/r.urdf.xacro').expanded
    expanded = text(used, '/r.urdf')
    only, = expanded.problems
    assert (only.rule, only.level, only.site.line) == ('xacro-in-urdf', Level.INFO, 1)
    assert expanded.root.find('link').attributes['name'] == '2'


def test_broken_xacro_is_said_once():
    only, = text(f'<robot {XACRO}>\n<xacro:if>', '/r.xacro').problems
    assert (only.rule, only.site.line) == ('xml-syntax', 2)


def test_plain_urdf_takes_no_argument():
    with pytest.raises(UnknownArgument, match=r'takes no argument: leave out name:=a') as caught:
        text('<robot/>', '/r.urdf', name='a')
    assert caught.value.names == ('name',)


def test_macro_file():
    assert is_macro_file(text(f'<robot {XACRO}><xacro:macro name="m"><link name="a"/></xacro:macro></robot>'))
    assert not is_macro_file(text('<robot><link name="a"/></robot>'))
    assert not is_macro_file(text('<robot'))


def test_files(tmp_path):
    file = tmp_path / 'arm.urdf'
    file.write_bytes(b'<robot><link name="a"/></robot>')
    document = read(str(file), {}, FINDER)
    assert document.file == str(file)
    assert document.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert document.root.find('link').site.file == str(file)
    with pytest.raises(UsageError, match=r"arn\.urdf does not exist; did you mean 'arm\.urdf'\?"):
        read(str(tmp_path / 'arn.urdf'), {}, FINDER)
    with pytest.raises(UsageError, match='nor does its folder'):
        read(str(tmp_path / 'no/arm.urdf'), {}, FINDER)
    only, = read(str(tmp_path), {}, FINDER).problems
    assert 'this is a folder' in only.message


def test_reading_plain_urdf_imports_no_xacro():
    code = ('import sys; from robot_model_check.reading.read import read_text; '
            'from robot_model_check.reading import targets;'
            'read_text(b"<robot/>", {}, targets.Finder());'
            'print([name for name in ("xacro", "yaml", "numpy", "xml.dom") if name in sys.modules])')
    root = Path(__file__).parents[1]
    ran = subprocess.run([sys.executable, '-c', code], capture_output=True, text=True, cwd=root, check=True)
    assert ran.stdout == '[]\n'
