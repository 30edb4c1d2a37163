"""Read configuration from YAML, strictly: what is not known is an error that names it and the nearest known
name.

    extends: strict            # default, strict, mujoco, gazebo, isaac, moveit, or another file
    fail_on: warning           # error, warning or never
    rules:
      mesh-open: off           # off, info, warning or error
      mesh-faces: {level: warning, warning_faces: 30000}
    ignore:
      - {rule: collision-missing, link: 'camera_*', reason: cameras are out of reach}
    collision_meshes: hull     # what engines take a collision mesh as: hull or triangles
    decompose: ...             # options of the generation for some links, see link_options
    references: ...            # masses and densities known from elsewhere, see reference_file
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from math import inf
from pathlib import Path
from typing import Any

from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.rules import TABLE, Option, load
from robot_model_check.settings import link_options
from robot_model_check.settings.config import Config, Ignore
from robot_model_check.settings.reference_file import references
from robot_model_check.settings.strict import (
    as_number,
    known as _known,
    mapping as _mapping,
    rows as _rows,
    text_of,
)
from robot_model_check.verdict import FAIL_ON
from robot_model_check.words import did_you_mean, is_glob

PROFILES = ('default', 'strict', 'mujoco', 'gazebo', 'isaac', 'moveit')
_FOLDER = Path(__file__).parents[1] / 'profiles'
_LEVELS: Mapping[str, Level | None] = {'off': None, **{str(level): level for level in Level}}
COLLISION_MESHES = ('hull', 'triangles')
_KEYS = ('extends', 'fail_on', 'rules', 'ignore', 'references', 'decompose', 'collision_meshes')


def load_config(path: str | None = None, profile: str | None = None, select: Sequence[str] = (),
                ignore: Sequence[str] = ()) -> Config:
    """Return the configuration of a run.

    The file's own `extends` is its base, unless `profile` names another one. Raises UsageError for a file
    that cannot be read or holds anything unknown.
    """
    for rule_id in (*select, *ignore):
        _known('rule', rule_id, TABLE, '--select/--ignore')
    if profile is not None:
        _known('profile', profile, PROFILES, '--profile')
    chain = _chain(Path(path), profile) if path is not None else [_profile(profile or 'default')]
    config = reduce(_overlay, chain, Config())
    config = replace(config, levels={**config.levels, **dict.fromkeys(ignore)}, select=frozenset(select))
    if all(config.is_off(rule_id) for rule_id in TABLE):
        raise UsageError('every rule is switched off, so nothing would be checked')
    return config


def _chain(
    path: Path, profile: str | None, seen: tuple[Path, ...] = ()
) -> list[tuple[str, Mapping[str, Any]]]:
    """Return (name, content) of the file and of all it extends, base first."""
    if path.resolve() in seen:
        raise UsageError(f'{path}: extends itself')
    content = _read(path)
    base = profile or content.get('extends', 'default')
    if not isinstance(base, str):
        raise UsageError(f'{path}: extends must be the name of a profile or a file')
    if base in PROFILES:
        return [_profile(base), (str(path), content)]
    if not (path.parent / base).is_file():
        raise UsageError(f'{path}: extends: {base!r} is neither a profile ({", ".join(PROFILES)}) nor a file'
                         f'{did_you_mean(base, PROFILES)}')
    return [*_chain(path.parent / base, None, (*seen, path.resolve())), (str(path), content)]


def _profile(name: str) -> tuple[str, Mapping[str, Any]]:
    return name, {'profile': name, **(_read(_FOLDER / f'{name}.yaml') if name != 'default' else {})}


def _read(path: Path) -> Mapping[str, Any]:
    import yaml
    try:
        content = yaml.load(text_of(path, 'configuration'), _loader(yaml))
    except yaml.YAMLError as error:
        raise UsageError(_place_and_problem(path, error)) from None
    except RecursionError:
        raise UsageError(f'{path}: this YAML is nested too deeply') from None
    if content is None:
        return {}
    if not isinstance(content, dict):
        raise UsageError(f'{path}: expected a mapping with {", ".join(_KEYS)}')
    for key in content:
        _known('setting', key, _KEYS, str(path))
    return content


def _place_and_problem(path: Path, error: Any) -> str:
    """Return file:line:column and what YAML says there."""
    mark = getattr(error, 'problem_mark', None)
    problem = getattr(error, 'problem', None) or ' '.join(str(error).split())
    return f'{path}:{mark.line + 1}:{mark.column + 1}: {problem}' if mark else f'{path}: {problem}'


def _loader(yaml: Any) -> Any:
    """Return a safe loader that refuses a key given twice: YAML would heed the last one without a word."""
    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> Any:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            twice = next((at for at, key in enumerate(keys) if key in keys[:at]), None)
            if twice is not None:
                raise yaml.constructor.ConstructorError(
                    None, None, f'{keys[twice]!r} is given twice', node.value[twice][0].start_mark)
            return super().construct_mapping(node, deep)
    return Loader


def _overlay(config: Config, layer: tuple[str, Mapping[str, Any]]) -> Config:
    """Return the configuration with one more file on top."""
    name, content = layer
    levels, settings = dict(config.levels), dict(config.settings)
    for rule_id, wanted in _mapping(content.get('rules'), f'{name}: rules').items():
        _known('rule', rule_id, TABLE, f'{name}: rules')
        options = dict(wanted) if isinstance(wanted, Mapping) else {'level': wanted}
        if 'level' in options:
            levels[rule_id] = _level(options.pop('level'), f'{name}: {rule_id}')
        checked = {key: _option(rule_id, key, value, name) for key, value in options.items()}
        settings[rule_id] = {**settings.get(rule_id, {}), **checked}
    fail_on = content.get('fail_on', config.fail_on)
    _known('value', fail_on, FAIL_ON, f'{name}: fail_on')
    meshes = content.get('collision_meshes', COLLISION_MESHES[config.triangles])
    _known('value', meshes, COLLISION_MESHES, f'{name}: collision_meshes')
    return replace(config, profile=content.get('profile', config.profile), levels=levels, settings=settings,
                   fail_on=fail_on, triangles=meshes == 'triangles',
                   ignores=config.ignores + _ignores(content.get('ignore'), name),
                   references=references(content.get('references'), name).over(config.references),
                   decompose=config.decompose + link_options.read(content.get('decompose'), name))


def _level(value: Any, where: str) -> Level | None:
    text = 'off' if value is False else str(value)  # YAML reads a bare off as false
    _known('level', text, _LEVELS, where)
    return _LEVELS[text]


def _option(rule_id: str, name: str, value: Any, where: str) -> Any:
    options = load(rule_id).OPTIONS
    _known('option', name, ('level', *options), f'{where}: {rule_id}')
    value = as_number(value) if isinstance(options[name].default, float) else value
    problem = _misfit(options[name], value)
    if problem:
        raise UsageError(f'{where}: {rule_id}: {name} = {value!r} {problem}')
    return value


def _misfit(option: Option, value: Any) -> str:
    """Return why the value does not fit the option, or ''."""
    number = isinstance(option.default, (int, float)) and not isinstance(option.default, bool)
    if number and (not isinstance(value, (int, float)) or isinstance(value, bool)):
        return f'is not a number [{option.unit}]'
    if not number and not isinstance(value, type(option.default)):
        return f'is not of type {type(option.default).__name__}'
    low, high = -inf if option.low is None else option.low, inf if option.high is None else option.high
    if number and not low <= value <= high:  # NaN is in no range
        unit = '' if option.unit == '1' else f' {option.unit}'
        return f'is outside [{option.low}, {option.high}]{unit}'
    return ''


def _ignores(content: Any, where: str) -> tuple[Ignore, ...]:
    where = f'{where}: ignore'
    return tuple(_ignore(row, where) for row in _rows(content, where, '{rule, link or joint, reason}'))


def _ignore(row: Any, where: str) -> Ignore:
    row = _mapping(row, where, ('rule', 'link', 'joint', 'reason'))
    if not row.get('rule') or not row.get('reason') or len({'link', 'joint'} & set(row)) > 1:
        raise UsageError(f'{where}: each entry needs a rule, a reason, and at most one of link and joint')
    rule = str(row['rule'])
    if not is_glob(rule):
        _known('rule', rule, TABLE, where)
    kind = next((kind for kind in ('link', 'joint') if kind in row), '')
    return Ignore(rule, kind, str(row.get(kind, '*')) if kind else '*', str(row['reason']))
