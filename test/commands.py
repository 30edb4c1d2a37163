"""The command line as other processes run it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support import GOOD, edit

REPOSITORY = Path(__file__).parents[1]
SWAPPED = edit(GOOD, ('<limit lower="-1.5" upper="1.5"', '<limit lower="1.5" upper="-1.5"'))


def spawn(*words: str, **options: object) -> subprocess.Popen[str]:
    """Start the command line as a process of its own."""
    return subprocess.Popen([sys.executable, '-m', 'robot_model_check', *words], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env={**os.environ, 'PYTHONPATH': str(REPOSITORY)}, **options)
