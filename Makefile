# make play   install what is missing and start
# make test   everything that must hold before a change lands
# make help   the rest

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCK := uv pip compile pyproject.toml --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet

.PHONY: play test check fix bench fuzz lock golden help clean

play: $(VENV)/installed-play  ## play in the terminal
	@$(BIN)/karacho play

test: check  ## format, lint, types, layers, all tests compiled, rules again uncompiled with coverage
	$(BIN)/karacho compile
	$(BIN)/python -m pytest -n 2
	KARACHO_JIT=0 COVERAGE_FILE=.coverage $(BIN)/python -m coverage run -m pytest tests/core tests/games tests/contract
	$(BIN)/python -m coverage report --skip-covered --fail-under=98

check: $(VENV)/installed-dev  ## read-only: format, lint, types, layers
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-cache > .import-linter.log || { cat .import-linter.log; exit 1; }

fix: $(VENV)/installed-dev  ## format and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/installed-bench  ## speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks

fuzz: $(VENV)/installed-dev  ## random races with all invariants, for a minute
	$(BIN)/karacho fuzz all --seconds 60

golden: $(VENV)/installed-dev  ## write the golden races anew, after a rule has changed on purpose
	$(BIN)/python -m tests.golden.golden

lock:  ## renew the lock files (needs uv)
	$(LOCK) --group build --upgrade --output-file requirements.lock
	$(LOCK) --group dev --upgrade --output-file requirements-dev.lock
	$(LOCK) --group dev --group bench --upgrade --output-file requirements-bench.lock

clean:  ## remove the virtual environment and all caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage .import-linter.log

help:
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /\1\t/'

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null || \
		{ echo "Karacho needs Python 3.11 or newer; set PYTHON=… to one (found: $$($(PYTHON) --version 2>&1))."; exit 1; }
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

define install
	@echo "Installing from $(1) …"
	@$(PIP) install --require-hashes --requirement $(1)
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@
endef

$(VENV)/installed-play: requirements.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements.lock)

$(VENV)/installed-dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements-dev.lock)
	@touch $(VENV)/installed-play

$(VENV)/installed-bench: requirements-bench.lock pyproject.toml | $(VENV)/bin/python
	$(call install,requirements-bench.lock)
	@touch $(VENV)/installed-dev $(VENV)/installed-play
