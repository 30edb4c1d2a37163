# make demo   the demo arm: report, node, generated URDF, second check
# make test   all tests; make test ARGS='-k wrench -x' passes on to pytest
# make lint   ruff and mypy
# make docs   docs/RULES.md, made of the rules' manual pages
#
# All need Python 3.10 to 3.13 and no ROS; PYTHON=/path/to/python3 chooses another one. Everything goes into .venv.

PYTHON ?= python3
ARGS ?=
JOBS ?= 2
VENV := .venv
# Named by version, so that another PYTHON makes a new environment.
STAMP := $(VENV)/.stamp-$(shell $(PYTHON) -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])')
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: demo test lint docs clean

demo: $(STAMP)
	$(VENV)/bin/python urdf/demo.py

test: $(STAMP)
	@command -v cmake > /dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y cmake; }
	$(VENV)/bin/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

lint: $(STAMP)
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

docs: $(STAMP)
	$(VENV)/bin/python -m robot_model_check.manual > docs/RULES.md

# Debian's python3 comes without ensurepip; it is in python3-venv.
$(STAMP): setup.py setup.cfg
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' || { \
	  echo "$(PYTHON) is not Python 3.10 to 3.13; name one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2> /dev/null || { $(SUDO) apt-get update && $(SUDO) apt-get install -y python3-venv; }
	[ -e $@ ] || $(PYTHON) -m venv --clear $(VENV)
	touch $(VENV)/COLCON_IGNORE
	$(VENV)/bin/python -m pip install --quiet --use-pep517 --editable '.[ros,sim,test,lint]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache
