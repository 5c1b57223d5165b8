# Pitboss: see README.md. Everything lives in .venv; nothing is installed outside it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
JOBS ?= 2

.PHONY: run setup test long browser bench screenshots lint format clean

run: setup
	@$(BIN)/pitboss serve

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) (a minute or two the first time) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[server,dev]"
	@touch $(STAMP)

lint: setup
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: setup
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

test: lint browser
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not long"

long: setup browser
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m long

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

# The drawings to compare with, if there are any: make screenshots DRAWN=folder
screenshots: setup
	@$(BIN)/python -m tests.web.screenshots --out screenshots $(if $(DRAWN),--drawn $(DRAWN))

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
