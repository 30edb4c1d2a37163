"""Expand xacro and keep the place of every element."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from robot_model_check.document import Document, Element, Problem
from robot_model_check.errors import UnknownArgument
from robot_model_check.finding import Level, Subject
from robot_model_check.reading.bounds import bounded
from robot_model_check.reading.encoding import to_utf8
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.xacro_faults import causes, fault, named
from robot_model_check.reading.xacro_trace import NOWHERE, Arguments, Asked, Node, Trace, site_of, traced
from robot_model_check.reading.xml_tree import XmlFault, build
from robot_model_check.source import Site
from robot_model_check.words import did_you_mean

PLUGIN_TAGS = frozenset({'gazebo', 'ros2_control', 'plugin'})


def expand(path: str | None, data: bytes, arguments: Mapping[str, str], finder: Finder) -> Document:
    """Return the expansion of a xacro text. `path` is its file (absolute), None where it has none.

    What is wrong with the text becomes `problems`; `root` is then None where xacro could not finish. Raises
    UnknownArgument where an argument is given that nothing declares or asks for.
    """
    trace = Trace(path, Arguments(arguments), finder)
    text, sites, problems = _run(trace, data)
    root, exact = None, True
    if text is not None:
        try:
            root, exact = _paired(text, sites)
        except XmlFault as error:
            problems, text = [_misprinted(text, sites, error, path)], None
    if text is not None or _misspelt_argument(trace, arguments):
        _refuse_unknown(trace, arguments)
    sources = dict(trace.sources) if exact else {**trace.sources, '': (text or b'').decode('utf-8')}
    return Document(file=path, sha256=hashlib.sha256(data).hexdigest(), root=root, expanded=True,
                    text=to_utf8(data, path)[0] if text is None else text, sites_exact=exact,
                    problems=(*problems, *trace.warnings),
                    arguments=dict(sorted(trace.arguments.items())), sources=sources)


def _run(trace: Trace, data: bytes) -> tuple[bytes | None, list[tuple[str, Site | None]], list[Problem]]:
    """Return the printed expansion (None where it failed), (tag, site) of its elements, and problems."""
    try:
        with traced(trace):
            try:
                with bounded():
                    document = trace.parse(data, trace.path)
                    _process(trace, document)
                    text = document.toprettyxml(indent='  ').encode('utf-8')
            except Exception as error:  # xacro evaluates Python: anything may come
                return None, [], _failed(error, trace)
    except ImportError as error:
        words = f'xacro 2.0 or later is needed to read this file (pip install xacro): {error}'
        return None, [], [Problem('xacro-expansion', words, Site(trace.path, 1))]
    packages = [_package_problem(asked, _only_in_plugins(document, asked), trace)
                for asked in trace.missing.values()]
    failed = any(problem.level is not Level.WARNING for problem in packages)
    sites = [(node.tagName, site_of(node)) for node in _elements(document.documentElement)]
    return (None if failed else text), sites, packages


def _process(trace: Trace, document: Node) -> None:
    """Let xacro work. The attributes of <robot> wait until the end: xacro evaluates them before any
    <xacro:arg> inside has given its default, where name="$(arg name)" fails.
    """
    xacro, root = trace.xacro, document.documentElement
    waiting = {name: value for name, value in root.attributes.items() if '$' in value}
    for name in waiting:
        root.removeAttribute(name)
    xacro.process_doc(document, mappings=trace.arguments)
    trace.current = root
    xacro.substitution_args_context['arg'] = trace.arguments
    for name, value in waiting.items():
        root.setAttribute(name, str(xacro.eval_text(value, xacro.Table(xacro._global_symbols))))


def _elements(node: Node) -> Iterator[Node]:
    yield node
    for child in node.childNodes:
        if child.nodeType == child.ELEMENT_NODE:
            yield from _elements(child)


def _paired(text: bytes, sites: list[tuple[str, Site | None]]) -> tuple[Element, bool]:
    """Parse the printed text and give each element its place; lines of the printed text where that fails."""
    plain = build(text, None)
    tags = [element.tag for element in plain.walk()]
    places = [site for _, site in sites if site is not None]
    if len(places) != len(tags) or tags != [tag for tag, _ in sites]:
        return plain, False
    return build(text, None, places), True


def _misprinted(text: bytes, sites: list[tuple[str, Site | None]], error: XmlFault,
                path: str | None) -> Problem:
    """Say that what xacro has made is no XML, at the element where it breaks."""
    begun = 0

    def start(*_: object) -> None:
        nonlocal begun
        begun += 1

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    with contextlib.suppress(expat.ExpatError):
        parser.Parse(text, True)
    tag, site = sites[min(begun, len(sites) - 1)]
    return Problem('xacro-expansion', f'what comes out is no XML, at <{tag}> or before it: '
                                      f'{error.problem.message}', site or Site(path, 1))


def _failed(error: Exception, trace: Trace) -> list[Problem]:
    """Return what ended the expansion: the missing package behind it, or the error itself."""
    packages = [_package_problem(asked, False, trace) for asked in trace.missing.values()]
    if any(NOWHERE in str(item) for item in causes(error)):
        return packages
    return [fault(error, trace), *packages]


def _uses(document: Node, asked: Asked) -> Iterator[Node]:
    """Yield the elements of the expansion that hold the path of a package that was not found."""
    mark = f'{NOWHERE}/{asked.package}'
    for node in _elements(document.documentElement):
        texts = [child.data for child in node.childNodes if child.nodeType == child.TEXT_NODE]
        if any(mark in value for value in (*texts, *dict(node.attributes.items()).values())):
            yield node


def _inside_plugin(node: Node) -> bool:
    while node is not None and node.nodeType == node.ELEMENT_NODE:
        if node.tagName in PLUGIN_TAGS:
            return True
        node = node.parentNode
    return False


def _only_in_plugins(document: Node, asked: Asked) -> bool:
    return all(_inside_plugin(node) for node in _uses(document, asked))


def _package_problem(asked: Asked, harmless: bool, trace: Trace) -> Problem:
    finder, name = trace.finder, asked.package
    places = finder.places(name, asked.near)
    looked = ', '.join(places) or 'no place, as no environment and no --package-path names one'
    advice = (did_you_mean(name, finder.names(asked.near))
              or '; build and source it, or give --package-path DIR')
    words = [f'package {name!r} is not found, $(find {name}) asks for it: looked in {looked}{advice}']
    if harmless:
        words.append('. Only a plugin parameter needs it, so everything else is checked')
    subject: Subject | None = named(asked.node)
    site = site_of(asked.node) if asked.node is not None else None
    return Problem('xacro-package-missing', ''.join(words), site or Site(trace.path, 1), subject,
                   Level.WARNING if harmless else Level.ERROR, {'package': name, 'places': list(places)})


def _unknown(trace: Trace, arguments: Mapping[str, str]) -> list[str]:
    return sorted(set(arguments) - set(trace.declared) - trace.arguments.asked)


def _misspelt_argument(trace: Trace, arguments: Mapping[str, str]) -> bool:
    """After a failure not every file was seen: only an argument near a declared one is surely misspelt."""
    return any(did_you_mean(name, trace.declared) for name in _unknown(trace, arguments))


def _refuse_unknown(trace: Trace, arguments: Mapping[str, str]) -> None:
    unknown = _unknown(trace, arguments)
    if unknown:
        known = sorted({*trace.declared, *trace.arguments.asked} - set(unknown))
        words = (f'{trace.path or "the description"} declares no argument {unknown[0]!r}'
                 f'{did_you_mean(unknown[0], known)} (it has {", ".join(known) or "none"})')
        raise UnknownArgument(words, tuple(unknown))


