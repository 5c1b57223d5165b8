# Pitboss: see README.md. Everything lives in .venv; nothing is installed outside it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
JOBS ?= 2

.PHONY: run setup test long bench screenshots lint format clean

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

test: lint
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m "not long"

long: setup
	@$(BIN)/pytest -n $(JOBS) --dist worksteal -m long

bench: setup
	@$(BIN)/python -m bench

# The drawings to compare with, if there are any: make screenshots DRAWN=folder
screenshots: setup
	@$(BIN)/python -m tests.web.screenshots --out screenshots $(if $(DRAWN),--drawn $(DRAWN))

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
