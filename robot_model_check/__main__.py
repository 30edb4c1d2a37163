"""`python -m robot_model_check`: the command line."""

import sys

from robot_model_check.cli import main

sys.exit(main())
