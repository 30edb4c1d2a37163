"""`python -m robot_model_check`: the command line."""

import sys

from robot_model_check.cli import main

if __name__ == '__main__':
    sys.exit(main())
