"""What went wrong while xacro ran, in words a person can act on, and which link or joint it hits."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from robot_model_check.document import Problem
from robot_model_check.finding import Subject
from robot_model_check.reading import bounds
from robot_model_check.reading.xacro_origins import origin_of
from robot_model_check.reading.xacro_trace import Caller, Node, Trace
from robot_model_check.reading.xml_tree import XmlFault
from robot_model_check.source import Site
from robot_model_check.words import did_you_mean, nearest

EXPRESSION = re.compile(r"when evaluating expression '(.*?)'\s*(?=$|\n|when )", re.DOTALL)
Words = Callable[[re.Match[str], BaseException, Trace], str]


def causes(error: BaseException) -> list[BaseException]:
    """Return the exceptions wrapped in each other, outermost first."""
    chain = [error]
    while isinstance(inner := getattr(chain[-1], 'exc', None), BaseException) and len(chain) < 100:
        chain.append(inner)
    return chain


def expressions(chain: list[BaseException]) -> list[str]:
    """Return the expressions that were being evaluated, innermost first."""
    found = [EXPRESSION.search(getattr(error, 'suffix', None) or '') for error in chain]
    return [match.group(1) for match in reversed(found) if match]


def known_names(table: Any) -> Iterator[str]:
    """Yield the names in a table of xacro and its parents."""
    for _ in range(1000):
        if not isinstance(table, dict) or type(table) is dict:  # the outermost holds xacro's own functions
            return
        yield from (name.lstrip('*') for name in table if isinstance(name, str) and not name.startswith('__'))
        table = getattr(table, '__dict__', {}).get('parent')


def macro_names(macros: Any) -> Iterator[str]:
    """Yield the names of the macros in scope, those in namespaces with their namespace."""
    for name in known_names(macros):
        inner = _lookup(macros, name)
        if isinstance(inner, dict):
            yield from (f'{name}.{other}' for other in known_names(inner) if other in inner)
        else:
            yield name


def _lookup(table: Any, name: str) -> Any:
    try:
        return table[name]
    except (KeyError, AttributeError, NameError):
        return None


def _yaml_keys(error: BaseException) -> list[str]:
    """Return the keys of the yaml dictionary that lacks one: the innermost frame's `self`."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    owner = step.tb_frame.f_locals.get('self') if step is not None else None
    return [str(key) for key in owner] if isinstance(owner, dict) else []


def _undefined(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    name = match.group(1)
    return f'property {name!r} is not defined{did_you_mean(name, known_names(trace.symbols))}'


def _macro(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    name = match.group(1)
    return f'macro {name!r} is not defined{did_you_mean(name, macro_names(trace.macros))}'


def _argument(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    name = match.group(1)
    help_ = did_you_mean(name, {*trace.declared, *trace.arguments} - {name})
    return (f'argument {name!r} has no value: pass {name}:=VALUE, or declare '
            f'<xacro:arg name="{name}" default="…"/> before it is used{help_}')


def _yaml(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    keys = _yaml_keys(error)
    listed = f' (it has {", ".join(keys[:12])}{", …" if len(keys) > 12 else ""})' if keys else ''
    return f'the yaml dictionary has no key {match.group(1)!r}{listed}{did_you_mean(match.group(1), keys)}'


def _parameters(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    names = match.group(1).split(',')
    many = 's' if len(names) > 1 else ''
    return f'{_call_name(trace)} is called without parameter{many} {", ".join(map(repr, names))}'


def _parameter(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    macros = getattr(error, 'macros', None)
    known = macros[0].params if macros else []
    listed = ', '.join(known) or 'none'
    return (f'{_call_name(trace)} has no parameter {match.group(1)!r}: it takes {listed}'
            f'{did_you_mean(match.group(1), known)}')


def _call_name(trace: Trace) -> str:
    tag = trace.callers[-1].node.tagName if trace.callers else ''
    return f'macro {tag.removeprefix("xacro:")!r}'


def _block(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    name = match.group(1)
    return f'block {name!r} is not defined{did_you_mean(name, known_names(trace.symbols))}'


def _environment(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    name = match.group(1)
    return f'environment variable {name!r} is not set: set it, or use $(optenv {name} …)'


def _condition(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    return f'the condition {match.group(1)} is {match.group(2)!r}: expected true, false or a number'


def _few_blocks(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    return f'{_call_name(trace)} is called without one of its blocks'


def _spare_block(match: re.Match[str], error: BaseException, trace: Trace) -> str:
    return f'{_call_name(trace)} takes no block <{match.group(1)}>'


MESSAGES: tuple[tuple[str, Words], ...] = (
    (r"^name '(.+?)' is not defined", _undefined),
    (r'^unknown macro name: xacro:(.+)$', _macro),
    (r'^The yaml dictionary has no key \'(.+)\'', _yaml),
    (r'^Undefined parameters \[(.+)\]', _parameters),
    (r'^Invalid parameter "(.+)"', _parameter),
    (r'^Undefined block "(.+)"', _block),
    (r'^Not enough blocks', _few_blocks),
    (r'^Unused block "(.+)"', _spare_block),
    (r'^Undefined property to forward: (.+)', _undefined),
    (r'^Xacro conditional "(?s:(.*))" evaluated to "(?s:(.*))", which', _condition),
    (r"^environment variable '(.+)' is not set", _environment),
)


# Exceptions whose text is a sentence of xacro's own; others are Python's and need their name.
SPEAKING = ('XacroException', 'SubstitutionException', 'RuntimeError')


def _by_type(error: BaseException, trace: Trace) -> str | None:
    """Return words for exceptions told by their type, or None."""
    kind = type(error).__name__
    if kind == 'ArgException' or (kind == 'KeyError' and error.args and _is_argument(error, trace)):
        match = re.match(r'(.+)', str(error.args[0]), re.DOTALL)
        return _argument(match, error, trace) if match else None
    if isinstance(error, RecursionError):
        names = dict.fromkeys(f'<{caller.node.tagName}>' for caller in trace.callers[-8:])
        who = ' through '.join(names) or 'an expression'
        return f'{who} calls itself without end, or deeper than xacro follows'
    if isinstance(error, MemoryError):
        return f'it takes more than {bounds.MEMORY >> 20} MiB of memory'
    if isinstance(error, bounds.OutOfTime):
        return f'it takes more than {bounds.SECONDS:g} s of processor time'
    if isinstance(error, OSError):
        return _file_words(error, trace)
    if isinstance(error, SyntaxError):
        return f'the expression is not valid: {error.msg}'
    if hasattr(error, 'problem_mark') and error.problem_mark is not None:  # yaml
        mark = error.problem_mark
        words = getattr(error, 'problem', None) or 'this is not valid yaml'
        return f'{mark.name}, line {mark.line + 1}, column {mark.column + 1}: {words}'
    return None


def _is_argument(error: BaseException, trace: Trace) -> bool:
    return error.args[0] in trace.arguments.asked and error.args[0] not in dict(trace.arguments)


def _file_words(error: OSError, trace: Trace) -> str:
    name = os.path.normpath(str(error.filename or ''))
    folder = os.path.dirname(name)
    if not isinstance(error, FileNotFoundError):
        return f'cannot read {name}: {error.strerror}'
    from_argument = _from_argument(name, trace)
    if folder and not os.path.isdir(folder):
        return f'{name} does not exist, nor does its folder{from_argument}'
    near = sorted(os.listdir(folder or '.'))
    return f'{name} does not exist{from_argument or did_you_mean(os.path.basename(name), near)}'


def _from_argument(path: str, trace: Trace) -> str:
    """Name the argument whose value is a part of a path, where there is one."""
    values = {**trace.declared, **trace.arguments}
    parts = {*path.split(os.sep), os.path.splitext(os.path.basename(path))[0]}
    found = next((name for name, value in values.items() if value and value in parts), None)
    return f'; argument {found} is {values[found]!r}: pass {found}:=VALUE' if found is not None else ''


def _plain(error: BaseException, trace: Trace) -> str:
    speaking = type(error).__name__ in SPEAKING
    text = str(error) if speaking or not error.args else str(error.args[0])
    for pattern, words in MESSAGES:
        match = re.search(pattern, text)
        if match:
            return words(match, error, trace)
    text = '; '.join(' '.join(line.split()) for line in text.splitlines() if line.strip())
    return text if speaking and text else f'{type(error).__name__}: {text}'


def words_of(error: BaseException, trace: Trace) -> str:
    """Say what is wrong, in which expression, and through which property it came."""
    chain = causes(error)
    inner = next((item for item in chain if isinstance(item, RecursionError)), chain[-1])
    spoken = inner if str(inner) or isinstance(inner, (MemoryError, bounds.OutOfTime)) else chain[0]
    text = _by_type(spoken, trace) or _plain(spoken, trace)
    if isinstance(inner, RecursionError):
        return text
    return text + _origin(expressions(chain), trace)


def _origin(found: list[str], trace: Trace) -> str:
    if not found:
        return ''
    name, site = _property_with(found, trace)
    through = f' of property {name!r}, {_where(site)}' if site is not None else ''
    return f' (in the expression ${{{found[0].strip()}}}{through}{_texts_in(found[0], trace)})'


def _property_with(found: list[str], trace: Trace) -> tuple[str, Site | None]:
    """Return the property whose value holds the innermost of the expressions, and its place: it is evaluated
    where used, not where written.
    """
    for name, (value, site) in trace.properties.items():
        if len(found) > 1 and '${' + found[0] + '}' in value and site:
            return name, site
    return '', None


def _texts_in(expression: str, trace: Trace) -> str:
    """Tell which names in an expression stand for texts where numbers are likely to be meant."""
    told = ''
    for name in dict.fromkeys(re.findall(r'[^\W\d]\w*', expression)):
        try:
            value = trace.symbols[name]
        except Exception:  # whatever its own expression may raise
            continue
        if isinstance(value, str) and re.match(r'[+-]?[\d.]', value):
            site = origin_of(value)
            told += f'; {name} is the text {str(value)!r}' + (f', {_where(site)}' if site is not None else '')
    return told


def _where(site: Site) -> str:
    return f'{os.path.basename(site.file or "the text")} line {site.line}'


def named(node: Node) -> Subject | None:
    """Return the nearest enclosing link or joint of a DOM node, or None."""
    while node is not None and node.nodeType == node.ELEMENT_NODE:
        if node.tagName in ('link', 'joint') and node.getAttribute('name'):
            return Subject(node.tagName, node.getAttribute('name'))
        node = node.parentNode
    return None


def _macro_of(caller: Caller, trace: Trace) -> Any:
    """Return the macro that a call means, or else the one of the nearest name, or None."""
    name = caller.node.tagName.removeprefix('xacro:')
    for known in (name, *nearest(name, macro_names(trace.macros), 1)):
        try:
            return trace.xacro.resolve_macro(known, trace.macros, trace.symbols)[-1]
        except (KeyError, AttributeError, NameError):
            continue
    return None


def _scope_of(caller: Caller, macro: Any, trace: Trace) -> Any:
    """Return a symbol table with the parameters of a call not carried out, as far as they can be told."""
    scope = trace.xacro.Table(trace.symbols)
    defaults = {name: value for name, (_, value) in macro.defaultmap.items() if value is not None}
    for name, text in {**defaults, **caller.attributes}.items():
        value = _evaluated(text, trace.symbols, trace)
        if value is not None:
            scope._setitem(name, value, unevaluated=False)
    return scope


def _evaluated(text: str, symbols: Any, trace: Trace) -> str | None:
    try:
        return str(trace.xacro.eval_text(text, symbols))
    except Exception:  # whatever an expression may raise: then the name cannot be told
        return None


def _made_by(caller: Caller, trace: Trace) -> Subject | None:
    """Return what a macro call makes or would have made: the only link in its body, else the only joint."""
    body, scope = caller.body, caller.scope
    if body is None:
        macro = _macro_of(caller, trace)
        if macro is None or macro.body is None:
            return None
        body, scope = macro.body, _scope_of(caller, macro, trace)
    for tag in ('link', 'joint'):
        nodes = body.getElementsByTagName(tag)
        if nodes:
            name = _evaluated(nodes[0].getAttribute('name'), scope, trace) if len(nodes) == 1 else None
            return Subject(tag, name) if name else None
    return None


def subject_of(trace: Trace) -> Subject | None:
    """Return the link or joint hit by the error: around the element at fault, or made by its macro call."""
    node = trace.current
    found = named(node)
    for caller in reversed(trace.callers):
        found = found or named(caller.node) or _made_by(caller, trace)
    return found


def _attribute(error: BaseException, node: Node) -> str | None:
    """Return the attribute of the element at fault that holds the expression at fault, or None."""
    found = expressions(causes(error))
    held = dict(node.attributes.items()) if found and node is not None else {}
    return next((name for name, value in held.items() if '${' + found[-1] + '}' in value), None)


def fault(error: BaseException, trace: Trace) -> Problem:
    """Return the problem for an exception that ended the expansion."""
    if isinstance(error, XmlFault):
        return error.problem
    site = trace.site() or Site(trace.path, 1)
    _, written = _property_with(expressions(causes(error)), trace)
    return Problem('xacro-expansion', words_of(error, trace),
                   site if written is None else replace(written, used=site), subject_of(trace),
                   attribute=_attribute(error, trace.current) if written is None else 'value')
