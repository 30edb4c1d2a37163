"""Adding a rule touches two new files and one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
RULE = '''"""No link is called nameless.

Checks
    The name.

Who breaks
    Nobody.

Bad
    <link name="nameless"/>

Good
    <link name="arm"/>

References
    None.
"""

from robot_model_check.finding import Finding, Level

ID = 'name-nameless'
AREA = 'structure'
SCOPE = 'link'
LEVEL = Level.WARNING
NEEDS = ()
OPTIONS = {}
SOURCES = ('none',)


def check(link, context, options):
    """Yield a finding for the name."""
    if link.name == 'nameless':
        yield Finding(message='the link is called nameless')
'''
CASES = """
from support import GOOD, Case

GOOD_CASES = [Case('any other name', GOOD)]
BAD_CASES = [Case('the name', GOOD.replace('"hand"', '"nameless"'),
                  [('name-nameless', 'nameless', 'warning')],
                  steady=frozenset({'reposed', 'rescaled', 'reordered', 'xacro'}))]
"""


def test_a_new_rule_in_a_copy(tmp_path: Path) -> None:
    shutil.copytree(REPOSITORY / 'robot_model_check', tmp_path / 'robot_model_check')
    shutil.copytree(REPOSITORY / 'test', tmp_path / 'test')
    (tmp_path / 'robot_model_check/rules/name_nameless.py').write_text(RULE, encoding='utf-8')
    (tmp_path / 'test/rules/name_nameless.py').write_text(CASES, encoding='utf-8')
    table = tmp_path / 'robot_model_check/rules/__init__.py'
    text = table.read_text(encoding='utf-8')
    assert text.count('TABLE = (\n') == 1
    table.write_text(text.replace('TABLE = (\n', "TABLE = (\n    'name-nameless',\n"), encoding='utf-8')
    environment = {**os.environ, 'PYTHONPATH': str(tmp_path)}
    done = subprocess.run(
        [
            sys.executable,
            '-m',
            'pytest',
            '-q',
            '-p',
            'no:cacheprovider',
            'test/test_rules.py',
            '-k',
            'nameless',
        ],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert '6 passed' in done.stdout, done.stdout
    page = subprocess.run(
        [sys.executable, '-m', 'robot_model_check.cli', 'explain', 'name-nameless'],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert page.startswith('name-nameless (structure, warning, per link)\n')
