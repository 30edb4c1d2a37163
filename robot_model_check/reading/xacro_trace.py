"""Run xacro in this process and keep the place of every element.

With `xacro_faults` this is the only code that knows xacro's inside.

Method: xacro's functions are replaced for the time of one run. Its parser is an Expat builder that hangs
(file, line, column) on each DOM node as user data, which a handler copies when the node is cloned. A macro's
body, fresh from cloning, is stamped with the chain of calls that leads to it before it is evaluated.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
import threading
import types
import xml.dom
import xml.dom.minidom
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import IO, Any, cast
from xml.dom.expatbuilder import ExpatBuilderNS
from xml.parsers import expat

from robot_model_check.document import Problem
from robot_model_check.reading import xacro_origins as of
from robot_model_check.reading.encoding import text_of, to_utf8
from robot_model_check.reading.packages import Finder
from robot_model_check.reading.xacro_values import Values, evaluations, tables
from robot_model_check.reading.xml_tree import XmlFault, build
from robot_model_check.source import Call, Site

Node = Any  # a minidom node: the standard library's stubs know no user data
SITE = 'robot_model_check.site'
MAX_CALLS = 300
NOWHERE = '/package_not_found'
_LOCK = threading.RLock()


class _Keep:
    """Gives a copy of a node the place of the original."""

    def handle(self, operation: int, key: str, data: Any, source: Node, copy: Node) -> None:
        if copy is not None:
            copy.setUserData(key, data, self)


KEEP = _Keep()


def site_of(node: Node) -> Site | None:
    """Return the place of a DOM node, or None where xacro made it up."""
    return cast('Site | None', node.getUserData(SITE))


def _set_origins(node: Node, raw: Mapping[str, str], found: Mapping[str, Site]) -> None:
    site = site_of(node)
    if site is not None:
        node.setUserData(SITE, replace(site, origins=of.origins(raw, found)), KEEP)


def stamp(node: Node, calls: tuple[Call, ...]) -> None:
    """Give all elements below a macro's body the chain of calls that instantiates it."""
    for child in node.childNodes:
        if child.nodeType == xml.dom.Node.ELEMENT_NODE:
            site = site_of(child)
            if site:
                child.setUserData(SITE, replace(site, calls=calls), KEEP)
            stamp(child, calls)


class SiteBuilder(ExpatBuilderNS):
    """The standard DOM builder, with the place of each element."""

    def __init__(self, file: str | None, calls: tuple[Call, ...]) -> None:
        super().__init__()
        self.file, self.calls = file, calls
        self._encoding = 'utf-8'

    def start_element_handler(self, name: str, attributes: list[str]) -> None:
        """Build the element, then remember where it stands."""
        super().start_element_handler(name, attributes)
        parser = self.getParser()
        site = Site(self.file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1, self.calls)
        self.curNode.setUserData(SITE, site, KEEP)


@dataclass
class Asked:
    """A package that $(find) did not find, and the first element that asked."""

    package: str
    node: Node
    near: str | None


@dataclass
class Caller:
    """A macro call or include under way; `body` and `scope` are the macro's, once it is being evaluated."""

    node: Node
    attributes: dict[str, str]
    body: Node = None
    scope: Any = None


class Arguments(dict[str, str]):
    """xacro's arguments; remembers which were asked for."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__(given)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)


@dataclass
class Trace:
    """What is known while xacro runs. `current` is the node being evaluated, on an error the one at fault."""

    path: str | None
    arguments: Arguments
    finder: Finder
    calls: tuple[Call, ...] = ()
    callers: tuple[Caller, ...] = ()
    current: Node = None
    xacro: Any = None
    macros: Any = None
    symbols: Any = None
    declared: dict[str, str | None] = field(default_factory=dict)
    properties: dict[str, tuple[str, Site | None]] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    missing: dict[str, Asked] = field(default_factory=dict)
    warnings: list[Problem] = field(default_factory=list)
    values: Values = field(default_factory=Values)

    def site(self) -> Site | None:
        """Return the place of the element being evaluated."""
        return site_of(self.current) if self.current is not None else None

    def parse(self, data: bytes, name: str | None) -> Node:
        """Return the DOM of a file, with places. Raises XmlFault.

        Files that are not the one named by the user are named by their real path: with `colcon build
        --symlink-install` the install space holds links to what a person edits.
        """
        file = self.path if name == self.path else os.path.realpath(name) if name else None
        self.sources[file or ''] = text_of(data)
        text, problem = to_utf8(data, file)
        if problem:
            raise XmlFault(problem)
        build(text, file)  # says in plain words what is wrong, where Expat's own builder would not
        try:
            document = SiteBuilder(file, self.calls).parseString(text.removeprefix(b'\xef\xbb\xbf'))
        except expat.ExpatError as error:
            raise XmlFault(_namespace_fault(error, file)) from None
        for node in document.getElementsByTagName('xacro:arg'):
            default = node.getAttribute('default') if node.hasAttribute('default') else None
            self.declared.setdefault(node.getAttribute('name'), default)
        return document

    def find(self, package: str) -> str:
        """Serve $(find): the share directory, or a path to nowhere that is told apart in the output."""
        near = self.xacro.filestack[-1]
        found = self.finder.package(package, near)
        if found:
            return found
        self.missing.setdefault(package, Asked(package, self.current, near))
        return f'{NOWHERE}/{package}'


def _namespace_fault(error: expat.ExpatError, file: str | None) -> Problem:
    words = expat.ErrorString(error.code) or str(error)
    if words == expat.errors.XML_ERROR_UNBOUND_PREFIX:
        words = ('a prefix is not bound: add xmlns:xacro="http://www.ros.org/wiki/xacro" to <robot>, or that '
                 'of the prefix used here')
    return Problem('xml-syntax', words, Site(file, error.lineno, error.offset + 1))


def opened(name: str, mode: str = 'r') -> IO[Any]:
    """Open what an include or load_yaml names; a pipe would be waited for, and a device has no end."""
    if os.path.exists(name) and not os.path.isfile(name) and not os.path.isdir(name):
        raise OSError(errno.EINVAL, 'it is a pipe or a device, not a file', name)
    return open(name, mode, encoding=None if 'b' in mode else 'utf-8')


Replace = dict[str, Callable[..., Any]]


def _parameter_site(xacro: types.ModuleType, trace: Trace, name: str) -> Site | None:
    """Return where a parameter of the macro being called has its value from: the call, or its default."""
    if not trace.callers or not xacro.macrostack or trace.callers[-1].body is not None:
        return None
    caller = trace.callers[-1]
    return site_of(caller.node if name in caller.attributes else xacro.macrostack[-1].body)


def _replacements(xacro: types.ModuleType, trace: Trace) -> Replace:
    """Return what stands in for xacro's functions during a run."""
    names = ('eval_all', 'handle_macro_call', 'process_include', 'grab_property', 'grab_macro', 'reqd_attrs')
    original = {name: getattr(xacro, name) for name in names}

    def touch(name: str) -> Callable[..., Any]:
        """Note the element, do what xacro does, and go back to the element before."""
        def call(node: Node, *rest: Any) -> Any:
            before, trace.current = trace.current, node
            result = original[name](node, *rest)
            trace.current = before
            return result
        return call

    def eval_all(node: Node, macros: Any, symbols: Any) -> None:
        before = trace.current, trace.macros, trace.symbols
        trace.current, trace.macros, trace.symbols = node, macros, symbols
        if node.tagName == 'xacro:macro':  # the body of a call: definitions are never evaluated
            stamp(node, trace.calls)
            trace.callers[-1].body, trace.callers[-1].scope = node, symbols
        raw = {name: text for name, text in node.attributes.items() if not name.startswith('xacro:')}
        values, outer = trace.values, (trace.values.awaited, trace.values.found)
        found: dict[str, Site] = {}
        values.awaited, values.found = list(raw.items()), found
        original['eval_all'](node, macros, symbols)
        if found:
            _set_origins(node, raw, found)
        values.awaited, values.found = outer
        trace.current, trace.macros, trace.symbols = before

    def into(name: str, node: Node, *rest: Any) -> Any:
        """Evaluate something that adds a step to the chain of calls."""
        if len(trace.calls) >= MAX_CALLS:
            raise RecursionError
        before = trace.calls, trace.callers
        site = site_of(node)
        steps = (*site.calls, Call(site.file or '', site.line)) if site else trace.calls
        trace.calls = steps
        trace.callers = (*trace.callers, Caller(node, dict(node.attributes.items())))
        result = touch(name)(node, *rest)
        trace.calls, trace.callers = before
        return result

    def handle_macro_call(node: Node, macros: Any, symbols: Any) -> Any:
        if not node.tagName.startswith('xacro:') or node.tagName == 'xacro:call':  # comes back by its name
            return touch('handle_macro_call')(node, macros, symbols)
        return into('handle_macro_call', node, macros, symbols)

    def grab_property(node: Node, table: Any) -> Any:
        trace.properties[node.getAttribute('name')] = node.getAttribute('value'), site_of(node)
        before, trace.values.property = trace.values.property, site_of(node)
        result = touch('grab_property')(node, table)
        trace.values.property = before
        return result

    def reqd_attrs(tag: Node, names: list[str]) -> Any:
        trace.current = tag  # stays: the expressions in these attributes are evaluated next
        return original['reqd_attrs'](tag, names)

    def parse(source: Any, filename: str | None = None) -> Node:
        try:
            with opened(filename or '', 'rb') as file:
                return trace.parse(file.read(), filename)
        except OSError as error:
            xacro.filestack.pop()
            raise xacro.XacroException(f'{error.strerror}: {filename}', exc=error) from None

    def warning(*words: Any, **_: Any) -> None:
        text = ' '.join(map(str, words))
        if any(sign in text for sign in REAL_WARNINGS):
            trace.warnings.append(Problem('xacro-expansion', text, trace.site()))

    return {'eval_all': eval_all, 'handle_macro_call': handle_macro_call, 'grab_property': grab_property,
            'process_include': lambda node, *rest: into('process_include', node, *rest), 'parse': parse,
            'open': opened, 'grab_macro': touch('grab_macro'), 'reqd_attrs': reqd_attrs, 'warning': warning}


# Others are about style (direct load_yaml) and nothing a robot notices.
REAL_WARNINGS = ('unknown attribute(s)', 'matched no files', 'Child elements of a <xacro:include> tag')


@contextlib.contextmanager
def _with_methods(owner: type, methods: Mapping[str, Any]) -> Iterator[None]:
    """Replace methods of a class and put the old ones back."""
    before = {name: getattr(owner, name) for name in methods}
    for name, method in methods.items():
        setattr(owner, name, method)
    try:
        yield
    finally:
        for name, method in before.items():
            setattr(owner, name, method)


@contextlib.contextmanager
def _swapped(target: Any, values: Mapping[str, Any]) -> Iterator[None]:
    """Replace attributes of a module (or items of a dict) and put the old ones back."""
    names = target if isinstance(target, dict) else vars(target)
    before = {name: names[name] for name in values if name in names}
    names.update(values)
    try:
        yield
    finally:
        for name in values:
            names.pop(name, None)
        names.update(before)


def _without_ament(find: Callable[[str], str]) -> dict[str, types.ModuleType]:
    """Return stand-ins for ament_index_python, which xacro 2.0 imports on any $(…), and 2.1 on $(find)."""
    package, inside = types.ModuleType('ament_index_python'), types.ModuleType('ament_index_python.packages')
    vars(inside).update(get_package_share_directory=find, PackageNotFoundError=KeyError)
    vars(package).update(packages=inside)
    return {'ament_index_python': package, 'ament_index_python.packages': inside}


def _fresh_state(xacro: types.ModuleType, path: str | None) -> dict[str, Any]:
    """Return xacro's global state as at the first run of a process."""
    return {'filestack': [path], 'macrostack': [], 'substitution_args_context': {}, 'root_dir': os.curdir,
            'all_includes': [], 'verbosity': 0,
            '_global_symbols': {**xacro.create_global_symbols(), **of.functions()},
            '_empty_text_node': xml.dom.minidom.Document().createTextNode('\n\n')}


@contextlib.contextmanager
def traced(trace: Trace) -> Iterator[types.ModuleType]:
    """Lend xacro with its functions replaced and its state fresh; nothing that it prints comes out."""
    with _LOCK, contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.redirect_stdout(io.StringIO()))
        stack.enter_context(contextlib.redirect_stderr(io.StringIO()))
        stack.enter_context(_swapped(sys.modules, _without_ament(trace.find)))
        trace.xacro = xacro = importlib.import_module('xacro')
        arguments = importlib.import_module('xacro.substitution_args')
        if not hasattr(xacro, 'create_global_symbols'):
            raise ImportError('this xacro is older than 2.0')
        stack.enter_context(_swapped(xacro, _fresh_state(xacro, trace.path)))
        stack.enter_context(_swapped(arguments, {'_eval_find': trace.find}))
        stack.enter_context(_swapped(arguments._eval_dict, {'find': trace.find}))
        stack.enter_context(_swapped(xacro, _replacements(xacro, trace)))
        stack.enter_context(_swapped(xacro, evaluations(xacro, trace.values)))
        stack.enter_context(_with_methods(xacro.Table, tables(
            xacro, trace.values, lambda name: _parameter_site(xacro, trace, name))))
        with contextlib.suppress(ImportError):  # a description without yaml does without it
            yaml = importlib.import_module('yaml')
            stack.enter_context(_swapped(yaml, {'safe_load': of.placing_yaml(yaml, trace.sources)}))
        limit = sys.getrecursionlimit()
        stack.callback(sys.setrecursionlimit, limit)
        sys.setrecursionlimit(max(limit, 20 * MAX_CALLS))  # a call takes some ten frames
        yield xacro
