"""Configuration: strict, layered, and every unknown word is named with its nearest known one."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import GOOD, edit, run, told

from robot_model_check.errors import UsageError
from robot_model_check.finding import Level
from robot_model_check.rules import TABLE, load
from robot_model_check.settings.config import Config, Ignore
from robot_model_check.settings.config_file import PROFILES, load_config

PROFILE_FOLDER = Path(__file__).parents[1] / 'robot_model_check' / 'profiles'
SWAPPED = edit(GOOD, ('<limit lower="-1.5" upper="1.5"', '<limit lower="1.5" upper="-1.5"'))


def written(folder: Path, text: str, name: str = 'config.yaml') -> str:
    (folder / name).write_text(text, encoding='utf-8')
    return str(folder / name)


def test_default_leaves_every_rule_its_own_level() -> None:
    assert load_config() == Config()


@pytest.mark.parametrize('profile', PROFILES)
def test_every_profile_loads_and_names_itself(profile: str) -> None:
    assert load_config(profile=profile).profile == profile


def entries(profile: str) -> list[str]:
    """The lines of a profile's rules, each with the comment lines above it."""
    lines = (PROFILE_FOLDER / f'{profile}.yaml').read_text(encoding='utf-8').split('rules:\n')[1].splitlines()
    found, above = [], ''
    for line in lines:
        if line.lstrip().startswith('#'):
            above += line
        else:
            found.append(above + line)
            above = ''
    return found


@pytest.mark.parametrize('profile', [name for name in PROFILES if name != 'default'])
def test_every_profile_says_why_it_differs(profile: str) -> None:
    config = load_config(profile=profile)
    assert len(entries(profile)) == len({*config.levels, *config.settings}) > 0
    for entry in entries(profile):
        assert '# ' in entry, f'{profile}: {entry} gives no reason'


@pytest.mark.parametrize('profile', [name for name in PROFILES if name != 'default'])
def test_what_a_profile_sets_is_not_what_the_rule_has_anyway(profile: str) -> None:
    config = load_config(profile=profile)
    for rule_id, options in config.settings.items():
        for name, value in options.items():
            assert load(rule_id).OPTIONS[name].default != value, (rule_id, name)
    # A rule whose findings have levels of their own may be given its usual one, which then holds for all.
    kept = {rule_id for rule_id, level in config.levels.items() if level is load(rule_id).LEVEL}
    assert kept == {'mujoco': {'inertia-triangle'}, 'isaac': {'name-portable'}}.get(profile, set())


@pytest.mark.parametrize(
    ('profile', 'rule_id', 'expected'),
    [
        ('strict', 'inertia-impossible', Level.ERROR),
        ('mujoco', 'frame-root-inertia', None),
        ('mujoco', 'joint-limit-zero', Level.INFO),
        ('gazebo', 'joint-limit-zero', Level.ERROR),
        ('gazebo', 'collision-overlap', Level.INFO),
        ('isaac', 'inertial-missing', Level.WARNING),
        ('moveit', 'inertial-missing', Level.INFO),
        ('moveit', 'collision-missing', Level.ERROR),
    ],
)
def test_levels_of_the_profiles(profile: str, rule_id: str, expected: Level | None) -> None:
    config = load_config(profile=profile)
    assert config.is_off(rule_id) is (expected is None)
    assert expected is None or config.level(load(rule_id), load(rule_id).LEVEL) is expected


def test_levels_and_options(tmp_path: Path) -> None:
    path = written(tmp_path, 'fail_on: warning\nrules:\n  joint-limit-order: off\n'
                             '  inertia-triangle: {level: warning, relative_slack: 0.001}\n')
    config = load_config(path)
    assert config.is_off('joint-limit-order')
    assert config.level(load('inertia-triangle'), Level.ERROR) is Level.WARNING
    assert config.options(load('inertia-triangle'))['relative_slack'] == 0.001
    assert config.fail_on == 'warning'


def test_a_number_is_one_whatever_yaml_reads(tmp_path: Path) -> None:
    path = written(tmp_path, 'rules: {inertia-triangle: {relative_slack: 1e-4}}')
    assert load_config(path).options(load('inertia-triangle'))['relative_slack'] == 1e-4


def test_extends_a_file_that_extends_a_profile(tmp_path: Path) -> None:
    written(
        tmp_path, 'extends: strict\nrules: {inertia-triangle: info, joint-limit-order: info}\n', 'base.yaml'
    )
    config = load_config(written(tmp_path, 'extends: base.yaml\nrules: {joint-limit-order: error}\n'))
    assert config.profile == 'strict'
    assert config.levels['inertia-triangle'] is Level.INFO
    assert config.levels['joint-limit-order'] is Level.ERROR


def test_the_profile_asked_for_replaces_the_files_own(tmp_path: Path) -> None:
    assert load_config(written(tmp_path, 'extends: strict\n'), 'mujoco').profile == 'mujoco'


@pytest.mark.parametrize(
    ('text', 'message'),
    [
        ('rulez: {}', "unknown setting 'rulez'; did you mean 'rules'?"),
        (
            'rules: {inertia-triangel: off}',
            "unknown rule 'inertia-triangel'; did you mean 'inertia-triangle'",
        ),
        ('rules: {inertia-triangle: loud}', "inertia-triangle: unknown level 'loud'"),
        (
            'rules: {inertia-triangle: {relative_slak: 1}}',
            "unknown option 'relative_slak'; did you mean 'relative_slack'?",
        ),
        ('rules: {inertia-triangle: {relative_slack: 1}}', 'relative_slack = 1 is outside [0.0, 0.01]'),
        ('rules: {inertia-triangle: {relative_slack: much}}', "relative_slack = 'much' is not a number [1]"),
        ('rules: [a]', 'rules: expected a mapping'),
        ('extends: strickt', "extends: 'strickt' is neither a profile"),
        ('extends: config.yaml', 'extends itself'),
        ('fail_on: warnings', "fail_on: unknown value 'warnings'; did you mean 'warning'?"),
        ('fail_on: xyz', "fail_on: unknown value 'xyz'; known are error, warning, never"),
        ('ignore: [{rule: joint-limit-order, joint: a}]', 'each entry needs a rule, a reason'),
        ('ignore: [{rule: joint-limit-ordr, reason: r}]', "unknown rule 'joint-limit-ordr'"),
        ('ignore: [{rule: joint-limit-order, lnk: a, reason: r}]', "unknown key 'lnk'; did you mean 'link'?"),
        ('a:\n  [', 'config.yaml:2:4: expected the node content'),
        ('[' * 5000, 'config.yaml: this YAML is nested too deeply'),
        ('fail_on: error\nfail_on: never', "config.yaml:2:1: 'fail_on' is given twice"),
        ('rules: {RULES}'.replace('RULES', ', '.join(f'{name}: off' for name in TABLE)),
         'every rule is switched off'),
    ('extends: stict', "did you mean 'strict'?"),
    ('rules: {mesh-open: off, mesh-open: error}', "'mesh-open' is given twice"),
    ('rules: {inertia-triangle: {relative_slack: .nan}}', 'relative_slack = nan is outside'),
        ('- a', 'expected a mapping with extends'),
    ],
)
def test_what_is_not_known_is_an_error_that_names_it(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        load_config(written(tmp_path, text))
    assert message in str(caught.value)
    assert '\n' not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match='cannot read configuration'):
        load_config(str(tmp_path / 'none.yaml'))


LIMITS = ['joint-limit-order', 'simulator-mujoco']  # MuJoCo takes such limits for none


def test_select_runs_only_what_it_names(tmp_path: Path) -> None:
    assert told(run(tmp_path, SWAPPED, config=load_config(select=['inertia-triangle'])).findings) == []
    assert told(run(tmp_path, SWAPPED, config=load_config(ignore=LIMITS)).findings) == []


def test_ignore_by_glob_keeps_the_finding_in_sight(tmp_path: Path) -> None:
    ignores = (Ignore('joint-limit-*', 'joint', 'should*', 'welded'),)
    report = run(tmp_path, SWAPPED, config=Config(ignores=ignores))
    assert report.findings == ()
    assert [(item.finding.rule, item.by) for item in report.suppressed] == [
        ('joint-limit-order', 'configuration: welded')]
    assert run(tmp_path, SWAPPED, config=Config(ignores=(Ignore('*', 'link', '*', 'r'),))).findings != ()
