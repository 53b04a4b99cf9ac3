# Every target works in a fresh clone: what it needs is installed into .venv and web/node_modules, once.

VENV   := .venv
BIN    := $(VENV)/bin
STATIC := src/fathom/server/static

# Node comes from the environment's wheel, so none has to be installed; it trusts what the system trusts.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export NODE_USE_SYSTEM_CA := 1

PORT  ?= 8000
BENCH ?= engine
GAMES ?= 10000
TRIALS ?= 200

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play test check bench docs laws torture siege mutants lock format web wheel clean \
        check-style check-types check-layers check-addresses check-web check-messages test-web format-web

help: ## show this list
	@echo 'make …'
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  %-9s%s\n", $$1, $$2 }' Makefile

play: $(VENV)/.run web ## start a server and open the browser (LAN=1: for everyone on your network; PORT=8000)
	@$(BIN)/fathom play --port $(PORT) $(if $(LAN),--lan)

test: $(VENV)/.dev web test-web ## run all tests, with a real browser (ARGS='-k shark': some; ARGS=--cov: what they cover)
	@$(BIN)/python scripts/browser.py >/dev/null
	@$(BIN)/python scripts/postgres.py >/dev/null
	$(BIN)/pytest -n auto --maxprocesses 8 --dist loadgroup $(ARGS)

check: check-style check-types check-layers check-addresses check-web check-messages ## style, types, layers, locks: all that needs no running

check-style: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: $(VENV)/.dev
	$(BIN)/mypy

check-layers: $(VENV)/.dev
	$(BIN)/lint-imports

check-addresses: $(VENV)/.dev
	$(BIN)/python scripts/addresses.py

bench: $(VENV)/.bench ## measure the engine beside its peers (BENCH=engine names the file in bench/)
	$(BIN)/python bench/$(BENCH).py $(ARGS)

docs: $(VENV)/.dev ## build the documentation into site/
	$(BIN)/python scripts/reference.py
	$(BIN)/zensical build --clean --strict

laws: $(VENV)/.dev ## hold each game to the laws of the table over 10,000 random games (GAMES=10000)
	FATHOM_KIT_GAMES=$(GAMES) $(BIN)/pytest -n auto -o faulthandler_timeout=0 tests/dive/test_conformance.py tests/deepblue/test_conformance.py

torture: $(VENV)/.dev ## kill a busy server 200 times on each database; nothing acknowledged may be lost (TRIALS=200)
	$(BIN)/python -m tests.server.torture --trials $(TRIALS) $(ARGS)

siege: $(VENV)/.dev ## attack a server in every known way for a minute, beside ten tables at which people play
	$(BIN)/python -m tests.server.siege $(ARGS)

mutants: $(VENV)/.dev ## change the rules in small ways and list what no test notices (ARGS='fathom.dive.*')
	$(BIN)/mutmut run $(ARGS)
	$(BIN)/mutmut results

format: $(VENV)/.dev format-web ## lay out and tidy all code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: $(VENV)/.run web ## build the wheel, client included, into dist/
	$(BIN)/python -m hatchling build -t wheel

clean: ## remove everything built or measured; keeps .venv and web/node_modules
	rm -rf $(STATIC) site docs/reference dist build mutants htmlcov .coverage .coverage.* .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache

# ── Python ───────────────────────────────────────────────────────────────────────────────────────────────────
# dev.txt holds everything in run.txt at the same versions.

$(VENV)/.run: requirements/run.txt requirements/uv.txt pyproject.toml
	@sh scripts/install.sh $(VENV) $<
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/uv.txt pyproject.toml
	@sh scripts/install.sh $(VENV) $<
	@touch $@ $(VENV)/.run

$(VENV)/.bench: requirements/bench.txt $(VENV)/.run
	@sh scripts/install.sh $(VENV) $<
	@touch $@

COMPILE := $(BIN)/uv pip compile --quiet --system-certs --no-config --universal --python-version 3.11 \
           --generate-hashes --no-header --no-emit-index-url --custom-compile-command 'make lock'

lock: $(VENV)/.dev ## resolve the Python dependencies anew (UPGRADE=1: to their newest versions)
	$(COMPILE) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/dev.in -o requirements/dev.txt
	$(COMPILE) pyproject.toml requirements/run.in -c requirements/dev.txt -o requirements/run.txt
	$(COMPILE) pyproject.toml -c requirements/dev.txt -o requirements/serve.txt
	$(COMPILE) requirements/uv.in -o requirements/uv.txt
	$(COMPILE) $(if $(UPGRADE),--upgrade) requirements/bench.in -o requirements/bench.txt

# ── The web client ───────────────────────────────────────────────────────────────────────────────────────────

ifneq ($(wildcard web/package.json),)

# Directories too, so that a deleted file counts as a change.
CLIENT_SOURCES := $(shell find web docs/rules -mindepth 1 \( -name node_modules -o -name paraglide -o -name .svelte-kit \) -prune -o -print)

web: $(STATIC)/index.html

web/node_modules/.installed: web/package.json web/package-lock.json web/.npmrc | $(VENV)/.run
	cd web && npm ci --no-audit --no-fund
	@touch $@

$(STATIC)/index.html: web/node_modules/.installed $(CLIENT_SOURCES)
	cd web && npm run build
	@touch $@

check-web: web/node_modules/.installed
	cd web && npm run check && npm run lint

test-web: web/node_modules/.installed
	cd web && npm test

format-web: web/node_modules/.installed
	cd web && npm run format

else
web check-web test-web format-web:
endif

ifneq ($(wildcard src/fathom/server/protocol/typescript.py),)
check-messages: $(VENV)/.dev
	$(BIN)/python -m fathom.server.protocol.typescript --check
else
check-messages:
endif
