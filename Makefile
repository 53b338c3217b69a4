# make run    play in the browser         make test      lint, types and most tests
# make bench  Outwit beside its peers     make test-all  the long and the slow tests too
# make test-newest  a short selection of the tests on the newest Python that is here
# make screenshots  every page, light and dark, phone and desktop; make docs  what the docs take from commands
# All of them start from a fresh clone and any Python from 3.11 on (PYTHON=... to choose one).

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: run browser screenshots docs test test-long test-all test-newest test-short lint types bench wheel clean
.DEFAULT_GOAL := help
.PHONY: help
help:
	@sed -n 's/^# //p' Makefile | head -5

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Outwit needs Python 3.11 or newer, and found none on the PATH."; exit 1; }
	@echo "Creating the virtual environment $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	@echo "Installing Outwit into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "Installing Outwit and its test tools into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.run

$(VENV)/.bench: $(VENV)/.dev
	@echo "Installing the peers into $(VENV) (once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	@touch $@

run: $(VENV)/.run
	@$(BIN)/outwit serve

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache

types: $(VENV)/.dev
	$(BIN)/mypy

# The browser that the pages are tested in: Debian's, installed where that can be done.
browser:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	    test "$$(id -u)" = 0 && command -v apt-get >/dev/null && \
	    { apt-get install -qq -y chromium || { apt-get update -qq && apt-get install -qq -y chromium; }; } >/dev/null; } || \
	    echo "There is no Chromium here, and it cannot be installed; the browser tests will say so."

screenshots: $(VENV)/.dev browser
	$(BIN)/python -m tests.web.screenshots

# The tables and the film in the README and the docs: from the command line, and from what `make bench` measured last.
docs: $(VENV)/.dev
	$(BIN)/python -m tests.docs
	$(BIN)/python -m benchmarks.pages

test: lint types browser
	$(BIN)/pytest -n 2 --dist worksteal --durations=10 -m "not slow and not long"

# Those of tests/longest.txt: whole games in the browser, many processes, whatever takes seconds.
test-long: $(VENV)/.dev browser
	$(BIN)/pytest -n 2 --dist worksteal --durations=10 -m "long and not slow"

test-all: lint types browser
	OUTWIT_THOROUGH=1 $(BIN)/pytest -n 2 --dist worksteal --durations=10

# The newest Python that Outwit supports, if it is newer than the one above: on the PATH, or under pyenv.
NEWEST ?= $(shell for v in 3.13 3.12; do for p in python$$v $$HOME/.pyenv/versions/$$v.*/bin/python$$v; do \
    $$p -c 'import sys; sys.exit(sys.version_info[:2] != ('$$(echo $$v | tr . ,)'))' >/dev/null 2>&1 && \
    { echo $$p; exit; }; done; done)
SHORT := src tests/games/test_nim.py tests/games/test_tictactoe.py tests/games/test_pig.py tests/games/test_finding.py \
    tests/search/test_minimax.py tests/search/test_maxn.py tests/search/test_searcher.py tests/test_specs.py \
    tests/engine/compiler/test_everyday.py tests/engine/test_compiled_agent.py tests/cli/test_lists.py

test-newest:
	@if test -z "$(NEWEST)"; then echo "There is neither Python 3.13 nor 3.12 here; nothing is tried on them."; \
	else $(MAKE) VENV=.venv-newest PYTHON="$(NEWEST)" test-short; fi

test-short: $(VENV)/.dev
	$(BIN)/python --version
	$(BIN)/pytest -n 2 --dist worksteal -m "not slow" $(SHORT)

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks

wheel: $(VENV)/.dev
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

clean:
	rm -rf $(VENV) .venv-newest dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis
