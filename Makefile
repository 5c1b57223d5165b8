# Pitboss: see README.md. Everything lives in .venv; nothing is installed outside it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVER := $(VENV)/.server
DEV := $(VENV)/.dev
# Formats and checks the JavaScript; all it keeps is in .venv, and nothing is fetched.
DENO := DENO_DIR=$(VENV)/deno DENO_NO_UPDATE_CHECK=1 $(BIN)/deno
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
JOBS ?= 2
# The long tests wait a third of the time: for clocks, for processes that start, for browsers.
LONG_JOBS ?= 3
MINUTES ?= 45
# Compiled modules are kept whatever the environment says: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run setup test long browser bench mutants screenshots lint format clean

# Running the room needs the server's packages only; tests, lint and benchmarks add theirs.
run: $(SERVER)
	@$(BIN)/pitboss serve

setup: $(DEV)

$(SERVER): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (a minute or two the first time) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) -e ".[server]"
	@touch $(SERVER)

$(DEV): $(SERVER)
	@echo "Adding the packages for tests and benchmarks to $(VENV) ..."
	@$(PIP) -e ".[server,dev]"
	@touch $(DEV)

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(DENO) fmt --quiet --check
	@$(DENO) lint --quiet
	@$(DENO) check --quiet src/pitboss/web/js

format: setup
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .
	@$(DENO) fmt --quiet

test: lint browser
	@$(BIN)/pytest -n $(JOBS) --dist worksteal --cpu 10 -m "not long"

long: setup browser
	@$(BIN)/pytest -n $(LONG_JOBS) --dist worksteal --cpu 10 -m long

# The tests in a browser need Debian's chromium; without it they are skipped, or red where CI=true.
browser:
	@command -v chromium >/dev/null || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing chromium for the tests in a browser ..."; \
	    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  fi; } || true
	@command -v chromium >/dev/null || \
	  echo "No chromium: the tests of the pages in a browser are skipped; apt-get install chromium brings it."

bench: setup
	@$(BIN)/python -m bench

# Changes the code that moves money and sees which changes no test notices; again, it goes on where it stopped.
mutants: setup
	@$(BIN)/python -m bench.mutants --minutes $(MINUTES) --jobs $(JOBS)

# The drawings to compare with, if there are any: make screenshots DRAWN=folder
screenshots: setup
	@$(BIN)/python -m tests.web.screenshots --out screenshots $(if $(DRAWN),--drawn $(DRAWN))

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .mutants
